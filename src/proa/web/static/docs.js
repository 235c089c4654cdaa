// The description of the JSON API, drawn by the vendored Swagger UI; nothing comes from elsewhere.
SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#docs", validatorUrl: null });
