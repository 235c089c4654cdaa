"""Mails, sent to a real SMTP server."""

from __future__ import annotations

from dataclasses import replace

import pytest

from post_office import post_office
from proa.engine.errors import BadOption
from proa.server import mail
from proa.server.config import config_loader
from proa.server.config.settings import Settings, is_mail_address
from server.ports import free_port

pytestmark = pytest.mark.anyio


async def test_a_mail_arrives_as_it_was_written(tmp_path):
    with post_office() as office:
        settings = Settings(tmp_path, **office.settings)
        more = {"List-Unsubscribe": "<https://proa.example/off>"}
        await mail.send(settings, "hina@example.org", "Ваш ход", "Нажмите:\nhttps://x\n", more)
        [(to, came)] = office.came
    assert (to, came["To"], came["From"]) == (
        "hina@example.org",
        "hina@example.org",
        "proa@proa.example",
    )
    assert came["Subject"] == "Ваш ход"
    assert came["List-Unsubscribe"] == "<https://proa.example/off>"
    assert came["Auto-Submitted"] == "auto-generated"
    assert came["Message-ID"].endswith("@proa.example>")
    assert came.get_content().splitlines() == ["Нажмите:", "https://x"]


async def test_a_refusal_says_whether_it_is_for_good(tmp_path):
    with post_office() as office:
        settings = Settings(tmp_path, **office.settings)
        for answer, code in (("451 later", 451), ("554 never", 554)):
            office.refuses = answer
            with pytest.raises(mail.FAILURES) as failed:
                await mail.send(settings, "hina@example.org", "x", "y")
            assert failed.value.code == code


async def test_no_server_and_one_that_is_silent_fail_in_time(tmp_path, monkeypatch):
    settings = Settings(
        tmp_path, mail_host="127.0.0.1", mail_port=free_port(), mail_from="a@b.example"
    )
    with pytest.raises(mail.FAILURES):
        await mail.send(settings, "hina@example.org", "x", "y")
    monkeypatch.setattr(mail, "SECONDS", 0.0)
    with post_office() as office, pytest.raises(mail.FAILURES):
        await mail.send(replace(settings, **office.settings), "hina@example.org", "x", "y")


@pytest.mark.parametrize("line", ["a\nBcc: x@y.example", "a\r\nBcc: x@y.example"])
async def test_no_header_can_be_added_from_outside(tmp_path, line):
    with post_office() as office:
        settings = Settings(tmp_path, **office.settings)
        with pytest.raises(ValueError, match=r"linefeed|newline|header"):
            await mail.send(settings, "hina@example.org", line, "y")
        assert not office.came


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("hina@example.org", True),
        ("h.i+n_a@mail.example.org", True),
        ("hina", False),
        ("hina@example", False),
        ("hina@example.org,teva@example.org", False),
        ("hina@example.org\n", False),
        ("<hina@example.org>", False),
        ('"a b"@example.org', False),
        ("хина@example.org", False),
        (f"{'a' * 65}@example.org", False),
        (f"a@{'b' * 250}.org", False),
    ],
)
def test_an_address_has_one_form(text, is_one):
    assert is_mail_address(text) is is_one


def test_the_sender_is_checked(tmp_path):
    with pytest.raises(BadOption, match="is not a mail address"):
        config_loader.settings({"data_dir": tmp_path}, ["mail_from=proa"], environment={})


def test_mails_need_a_public_address(tmp_path):
    """The links in them would else begin with whatever name a request has."""
    enough = {"mail_host": "localhost", "mail_from": "a@b.example"}
    assert not Settings(tmp_path, **enough).sends_mail
    assert Settings(tmp_path, public_url="https://proa.example", **enough).sends_mail
