"""Static files over HTTP: cached for ever, conditional requests, compressed once."""

from __future__ import annotations

import re

import pytest

pytestmark = pytest.mark.anyio


async def test_what_a_page_names_may_be_kept_for_ever(site):
    async with site.browser() as browser:
        page = await browser.get("/")
        named = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text))
        assert len(named) > 8
        for address in named:
            answer = await browser.get(address)
            assert answer.status_code == 200, address
            assert (
                answer.headers["cache-control"]
                == "public, max-age=31536000, immutable, no-transform"
            )
            assert "set-cookie" not in answer.headers


async def test_no_page_brings_drawings_along(site):
    async with site.browser() as browser:
        for path in ("/", "/new?game=tahiti", "/rules/tahiti", "/settings"):
            page = await browser.get(path)
            assert "<symbol" not in page.text
            assert re.search(r'<script src="/static/\w+/emblems.js"></script>', page.text)


@pytest.mark.parametrize("name", ["table.css", "0123456789/table.css"])
async def test_without_its_version_a_file_is_asked_for_by_its_tag(site, name):
    async with site.client() as client:
        first = await client.get(f"/static/{name}")
        assert first.headers["cache-control"] == "no-cache, no-transform"
        tag = first.headers["etag"]
        for known in (tag, f"W/{tag}", f'"x", {tag}', "*"):
            again = await client.get(f"/static/{name}", headers={"If-None-Match": known})
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["etag"] == tag
            assert again.headers["cache-control"] == "no-cache, no-transform"
        for other in ('"x"', tag.strip('"'), ""):
            again = await client.get(f"/static/{name}", headers={"If-None-Match": other})
            assert again.status_code == 200


async def test_each_coding_is_a_variant_with_a_tag_of_its_own(site):
    tags, texts, lengths = set(), set(), []
    async with site.client() as client:
        for coding in ("br", "gzip", "identity"):
            answer = await client.get("/static/base.css", headers={"Accept-Encoding": coding})
            assert answer.headers.get("content-encoding", "identity") == coding
            assert {*answer.headers["vary"].split(", ")} == {"Accept-Encoding"}
            assert int(answer.headers["content-length"]) == answer.num_bytes_downloaded
            lengths.append(answer.num_bytes_downloaded)
            tags.add(answer.headers["etag"])
            texts.add(answer.text)
    assert len(tags) == 3
    assert len(texts) == 1
    assert lengths == sorted(lengths)
    assert lengths[1] * 3 < lengths[2]


async def test_the_head_of_a_file(site):
    async with site.client() as client:
        head = await client.head("/static/base.css", headers={"Accept-Encoding": "br"})
        full = await client.get("/static/base.css", headers={"Accept-Encoding": "br"})
        assert head.content == b""
        for name in ("etag", "content-length", "content-encoding", "content-type"):
            assert head.headers[name] == full.headers[name]


async def test_fonts_are_not_compressed_twice(site):
    async with site.client() as client:
        answer = await client.get("/static/fonts/alegreya-latin-700-normal.woff2")
        assert "content-encoding" not in answer.headers
        assert answer.headers["content-type"] == "font/woff2"


async def test_the_rule_books_pictures_are_kept_too(site):
    async with site.browser() as browser:
        page = await browser.get("/rules/tahiti", headers={"Accept-Language": "ru"})
        named = re.findall(r'<script src="(/pictures/\w+/\w+-ru.js)"', page.text)
        assert len(named) >= 3
        for address in named:
            answer = await browser.get(address)
            assert answer.headers["content-type"].startswith("text/javascript")
            assert "immutable" in answer.headers["cache-control"]
            assert "<svg" in answer.text
            old = await browser.get(re.sub(r"/\w{10}/", "/0123456789/", address))
            assert (old.text, old.headers["cache-control"]) == (
                answer.text,
                "no-cache, no-transform",
            )
        for nothing in ("x-ru", "tahiti-fr", "tahiti", "..%2fx-en"):
            assert (await browser.get(f"/pictures/0123456789/{nothing}.js")).status_code == 404
