"""The description of the JSON API: the bundled Swagger UI under the page's strict policy."""

from __future__ import annotations

from playwright.sync_api import expect


def test_the_api_is_described_without_anything_from_elsewhere(visit):
    visitor = visit()
    asked = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    answer = visitor.page.goto(visitor.site.url + "/docs")
    assert "unsafe" not in answer.headers["content-security-policy"]
    operations = visitor.page.locator(".opblock")
    operations.first.wait_for()
    document = visitor.page.request.get(visitor.site.url + "/api/openapi.json").json()
    listed = sum(len(methods) for methods in document["paths"].values())
    expect(operations).to_have_count(listed)
    visitor.page.locator("#docs").get_by_text("/api/tables/{table_id}/actions").click()
    expect(visitor.page.locator(".opblock.is-open")).to_contain_text("Play actions in answer")
    assert all(url.startswith((visitor.site.url, "data:")) for url in asked)
