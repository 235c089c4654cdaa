// The description of the JSON API, drawn by the bundled Swagger UI; nothing is loaded from other
// servers.
SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#docs", validatorUrl: null });
