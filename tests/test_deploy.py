"""The files in deploy/: their options, roles, ports, settings and files exist."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import typer.main

import proa
from deployment import DEPLOY, PORT, ROOT, SERVERS, compose, image_environment
from proa.cli import app
from proa.server.config import config_loader

SITE = "proa.example"
COMPOSE = compose(PROA_SITE=SITE)
SERVICES = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if "proa:" in service["image"]}
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
NOT_SETTINGS = {"PROA_CACHE", "PROA_CONFIG", "PROA_LANG"}


def parse(command: list[str]) -> None:
    """Parse a command line like proa does; a wrong one raises."""
    group = typer.main.get_command(app)
    name, *arguments = command
    group.commands[name].make_context(name, arguments)


def settings_of(environment: dict[str, str]):
    """Return the settings from an environment; a wrong or unknown one raises."""
    named = {name for name in environment if name.startswith("PROA_")} - NOT_SETTINGS
    assert {name.removeprefix("PROA_").lower() for name in named} <= set(config_loader.fields())
    return config_loader.settings({}, environment=environment)


@pytest.mark.parametrize("name", OURS)
def test_each_container_runs_a_command_that_there_is(name):
    service = OURS[name]
    parse(service["command"])
    made = settings_of({**image_environment(), **service["environment"]})
    assert str(made.port) == PORT
    assert made.host == "0.0.0.0"
    if name in SERVERS:
        role = config_loader.settings({"role": service["command"][-1]}).role
        assert role == name.partition("-")[0]
        assert made.public_url == f"https://{SITE}"
        assert "//proa@" in made.database_url
    elif name == "migrate":
        assert "//proa_owner@" in made.database_url
    else:
        assert made.database_url == ""


def test_the_composition_is_what_it_says():
    roles = [SERVICES[name]["command"] for name in SERVERS]
    assert roles.count(["serve", "--role", "pages"]) == 2
    assert roles.count(["serve", "--role", "searches"]) == 1
    assert SERVICES["caddy"]["environment"]["PROA_PAGES"].split() == [
        f"{name}:{PORT}" for name in SERVERS if name.startswith("pages")
    ]


def test_the_proxy_is_believed_and_nobody_else():
    (network,) = COMPOSE["networks"]["inside"]["ipam"]["config"]
    for name in SERVERS:
        believed = SERVICES[name]["environment"]["PROA_TRUSTED_PROXIES"]
        assert believed == SERVICES["caddy"]["networks"]["inside"]["ipv4_address"]
        assert believed.rpartition(".")[0] == network["subnet"].rpartition(".")[0]


@pytest.mark.parametrize("name", SERVICES)
def test_containers_are_held_tight(name):
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert "privileged" not in service
    assert set(service.get("cap_add", [])) <= {"NET_BIND_SERVICE"}
    assert service["mem_limit"]
    assert set(service.get("ports", [])) <= {"80:80", "443:443", "443:443/udp"}
    assert not any("password" in part for part in service.get("command", []))


def test_the_proxy_finds_the_static_files_of_this_version():
    (writes, folder), proxy = SERVICES["statics"]["command"], SERVICES["caddy"]
    assert (writes, folder) == ("statics", proxy["environment"]["PROA_STATICS"])
    assert f"statics:{folder}" in SERVICES["statics"]["volumes"]
    assert f"statics:{folder}:ro" in proxy["volumes"]
    assert proxy["depends_on"]["statics"] == {"condition": "service_completed_successfully"}
    assert f"--owner proa --group proa {folder}\n" in DOCKERFILE


def test_what_containers_are_given_is_there():
    secrets = COMPOSE["secrets"]
    maker = (DEPLOY / "secrets.sh").read_text(encoding="utf-8")
    for secret, where in secrets.items():
        assert where == {"file": f"secrets/{secret}"}
        assert re.search(rf"\b{secret.removesuffix('_password')}\b", maker)
    for service in SERVICES.values():
        assert set(service.get("secrets", [])) <= set(secrets)
        for needed in service.get("depends_on", {}):
            assert needed in SERVICES
        for network in service["networks"]:
            assert network in COMPOSE["networks"]
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert (DEPLOY / source).exists() if source[0] == "." else source in COMPOSE["volumes"]
        for value in service["environment"].values():
            if value.startswith("/run/secrets/"):
                assert Path(value).name in service["secrets"]


def test_the_passwords_are_made_once_and_kept(tmp_path):
    shutil.copy(DEPLOY / "secrets.sh", tmp_path)
    made = []
    for _ in range(2):
        subprocess.run(["sh", tmp_path / "secrets.sh"], check=True)
        made.append({file.name: file.read_text() for file in (tmp_path / "secrets").iterdir()})
    assert made[0] == made[1]
    assert set(made[0]) == set(COMPOSE["secrets"])
    assert len(set(made[0].values())) == 3
    assert all(re.fullmatch(r"[0-9a-f]{64}", password) for password in made[0].values())
    assert (tmp_path / "secrets").stat().st_mode & 0o777 == 0o700


def test_the_image():
    assert SERVICES["pages-1"]["image"] == f"proa:{proa.__version__}"
    instructions = re.findall(r"^([A-Z]+) (.*)$", DOCKERFILE, re.MULTILINE)
    given = dict(instructions)
    for sources_, target in (i[1].rsplit(" ", 1) for i in instructions if i[0] == "COPY"):
        for source in sources_.split():
            assert source.startswith(("--from", "/opt")) or (ROOT / source).exists(), target
    user = given["USER"]
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", user)
    assert f"--uid {user.partition(':')[0]} " in DOCKERFILE
    assert given["EXPOSE"] == PORT
    assert f"http://127.0.0.1:{PORT}/healthz" in given["HEALTHCHECK"]
    assert given["VOLUME"] == image_environment()["PROA_DATA_DIR"]
    assert given["ENTRYPOINT"] == '["proa"]'
    parse(eval(given["CMD"]))
    parse(["compile"])
    compiled = re.findall(r"(NUMBA_CPU_NAME|PROA_CACHE)=(\S+)", DOCKERFILE)
    assert len(compiled) == 4  # built and run with the same, or every start would compile
    assert len(set(compiled)) == 2


def test_the_image_is_built_from_what_git_has():
    """Every file that the wheel needs is let through, and no more."""
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    through = {line[1:] for line in ignored if line.startswith("!")}
    copied = {
        source
        for line in re.findall(r"^COPY (?!--from)(.*)$", DOCKERFILE, re.MULTILINE)
        for source in line.split()[:-1]
    }
    assert through == copied
    assert "*" in ignored


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_units_run_commands_that_there_are(unit):
    text = unit.read_text(encoding="utf-8")
    commands = re.findall(r"^ExecStart=/opt/proa/(\S+) ?(.*)$", text, re.MULTILINE)
    assert commands
    for program, arguments in commands:
        if program == "bin/proa":
            parse(shlex.split(arguments))
        else:
            assert (DEPLOY / program.removeprefix("share/")).exists()
    environment = dict(pair.split("=", 1) for pair in re.findall(r"^Environment=(.*)$", text, re.M))
    settings_of(environment)


def test_systemd_finds_nothing_wrong(tmp_path):
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("needs systemd-analyze: apt-get install systemd")
    for unit in (DEPLOY / "systemd").glob("*.[st]*"):
        text = re.sub(r"=/opt/proa/\S+", "=/bin/true", unit.read_text(encoding="utf-8"))
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    files = [str(file) for file in sorted(tmp_path.iterdir()) if file.suffix != ".conf"]
    done = subprocess.run([analyze, "verify", "--man=no", *files], capture_output=True, text=True)
    ours = [line for line in done.stderr.splitlines() if "proa" in line]
    assert ours == []


GUIDES = [
    ROOT / "README.md",
    ROOT / "SECURITY.md",
    ROOT / "CHANGELOG.md",
    *ROOT.glob("docs/guide/*.md"),
]


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.name)
def test_guides_name_commands_and_pages_that_there_are(page):
    text = page.read_text(encoding="utf-8")
    for line in re.findall(r"^ {4,}(?:sudo -u \w+ )?(?:\S*/)?proa ([a-z].*)$", text, re.MULTILINE):
        words = shlex.split(line.partition(" | ")[0], comments=True)
        parse([word for word in words if word != "..."])
    for target in re.findall(r"\]\((?!https?:)([^)#]*)(?:#[^)]*)?\)", text):
        assert (page.parent / target).exists(), target
    for script, arguments in re.findall(
        r"^ {4}.*?(?:deploy/|\./)(\w+\.sh)( .*)?$", text, re.MULTILINE
    ):
        assert (DEPLOY / script).exists(), arguments


def test_the_newest_version_of_the_changelog_is_this_one():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    titles = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert titles[0] == "Unreleased"
    dated = [re.fullmatch(r"(\d+\.\d+\.\d+) - (\d{4}-\d\d-\d\d)", title) for title in titles[1:]]
    assert dated[0][1] == proa.__version__
    assert sorted((match[2] for match in dated), reverse=True) == [match[2] for match in dated]
