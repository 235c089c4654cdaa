"""Loads settings from the command line, the environment and a file.

An option overrides the environment, which overrides the file, which overrides the default. Errors
name the place where the value was written.
"""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from platformdirs import user_data_path
from pydantic import ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from proa.engine.errors import BadOption
from proa.engine.messages import Message, say
from proa.server.config.settings import Settings, Unfit

PREFIX = "PROA_"
FILE = "proa.toml"
"""The file in the data folder, unless another one is named."""
OPTIONS = {"data_dir": "--data", "database_url": "--database"}
"""Options whose name differs from their setting."""
IN_A_DRILL = ("data_dir", "port", "role", "processes", "workers", "log_level", "log_json", "rates")
"""Settings that a drill's server accepts: it listens and works on this machine alone."""
_SECRET = "database_url"


@dataclass(frozen=True)
class RawValue:
    """A raw value of a setting, and where it was written."""

    value: Any
    where: str


@dataclass(frozen=True)
class Setting:
    """A setting with its description, default and present value."""

    name: str
    about: str
    default: Any
    value: Any
    where: str
    """Where it was written; empty: nowhere."""


def own_folder() -> Path | None:
    """Return the user's own folder of tables and keys; None for an account without a home."""
    try:
        return user_data_path("proa")
    except RuntimeError:
        return None


def _own_folder() -> Path:
    folder = own_folder()
    if folder is None:
        raise BadOption(
            "this account has no home folder; name a data folder with --data or {variable}",
            variable=f"{PREFIX}DATA_DIR",
        )
    return folder


def settings(
    options: Mapping[str, Any],
    more: Iterable[str] = (),
    file: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> Settings:
    """Return the settings in force.

    ``options`` are those of the command line (None: not given), ``more`` others in the form
    ``NAME=VALUE``. Raise :class:`BadOption` for a bad one.
    """
    return _build(_raw_values(options, more, file, environment))


def listed(
    options: Mapping[str, Any], more: Iterable[str] = (), file: Path | None = None
) -> list[Setting]:
    """Return every setting with its present value; passwords are hidden."""
    values = _raw_values(options, more, file, None)
    made = _build(values)
    return [
        Setting(
            name,
            field.description or "",
            own_folder() if name == "data_dir" else field.default,
            _display(name, getattr(made, name)),
            values[name].where if name in values else "",
        )
        for name, field in fields().items()
    ]


def fields() -> dict[str, FieldInfo]:
    """Return the fields of all settings, by name."""
    known: dict[str, FieldInfo] = Settings.__pydantic_fields__  # type: ignore[attr-defined]
    return known


def without_password(url: str | sa.URL) -> str:
    """Return a database's address without password and query."""
    try:
        parsed = sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError):
        return "..."
    return parsed.set(query={}).render_as_string(hide_password=True)


def _display(name: str, value: Any) -> Any:
    return without_password(value) if name == _SECRET and value else value


# -- reading ---------------------------------------------------------------------------------


def _raw_values(
    options: Mapping[str, Any],
    more: Iterable[str],
    file: Path | None,
    environment: Mapping[str, str] | None,
) -> dict[str, RawValue]:
    """Return every value that was written; for each setting the one that overrides the others."""
    environment = os.environ if environment is None else environment
    near = {**_from_environment(environment), **_from_options(options, more)}
    if file is None and f"{PREFIX}CONFIG" in environment:
        file = Path(environment[f"{PREFIX}CONFIG"])
    if file is not None:
        near = {**_from_file(file), **near}
    folder = Path(near["data_dir"].value) if "data_dir" in near else _own_folder()
    own = _from_file(folder / FILE, may_lack=True)
    if "drill" in own:
        return {**own, **_in_a_drill(near, folder)}
    if file is not None:
        return near
    if "data_dir" in own:
        raise BadOption(
            "{where}: the data folder can't be set in a file inside it", where=own["data_dir"].where
        )
    return {**own, **near}


def _in_a_drill(near: Mapping[str, RawValue], folder: Path) -> Mapping[str, RawValue]:
    """Refuse settings that could connect the server of a drill with other machines or data."""
    for name, value in near.items():
        if name not in IN_A_DRILL:
            raise BadOption(
                "{where}: {folder} is a drill, which touches nothing outside of it: leave this out",
                where=value.where,
                folder=str(folder),
            )
    return near


def _from_options(options: Mapping[str, Any], more: Iterable[str]) -> dict[str, RawValue]:
    values: dict[str, RawValue] = {}
    for setting in more:
        name, equals, value = setting.partition("=")
        if not equals:
            raise BadOption("--set {given}: write it as NAME=VALUE", given=setting)
        _check_name(name, fields(), f"--set {name}")
        values[name] = RawValue(value, f"--set {name}")
    for name, value in options.items():
        if value is not None:
            values[name] = RawValue(value, OPTIONS.get(name, f"--{name.replace('_', '-')}"))
    if _SECRET in values and _has_password(values[_SECRET].value):
        raise BadOption(
            "{where}: everyone on this machine can read a password on the command line. Put "
            "the whole address into the environment ({variable}) or into {file}, or only the "
            "password into a file named by {password_file}",
            where=values[_SECRET].where,
            variable=f"{PREFIX}{_SECRET.upper()}",
            file=FILE,
            password_file="database_password_file",
        )
    return values


def _has_password(url: str) -> bool:
    try:
        parsed = sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError):
        return False
    return bool(parsed.password) or "password" in parsed.query


def _from_environment(environment: Mapping[str, str]) -> dict[str, RawValue]:
    variables = {f"{PREFIX}{name.upper()}": name for name in fields()}
    for variable in environment:
        if variable.startswith(PREFIX) and variable not in variables:
            like = difflib.get_close_matches(variable, variables, 1, 0.9)
            if like:  # other variables with this prefix may have their own use
                raise _no_setting(variable, like[0])
    return {
        name: RawValue(environment[variable], variable)
        for variable, name in variables.items()
        if variable in environment
    }


def _from_file(file: Path, *, may_lack: bool = False) -> dict[str, RawValue]:
    try:
        with file.open("rb") as opened:
            values = tomllib.load(opened)
    except (ValueError, RecursionError) as error:  # e.g. a number of thousands of digits
        raise BadOption("{file}: is not TOML: {reason}", file=file, reason=str(error)) from None
    except OSError as error:
        if may_lack and isinstance(error, (FileNotFoundError, NotADirectoryError)):
            return {}
        reason = error.strerror or str(error)
        raise BadOption("{file}: can't be read: {reason}", file=file, reason=reason) from None
    for name in values:
        _check_name(name, fields(), f"{file}: {name}")
    return {name: RawValue(value, f"{file}: {name}") for name, value in values.items()}


def _check_name(name: str, known: Iterable[str], where: str) -> None:
    if name not in known:
        like = difflib.get_close_matches(name, known, 1, 0.6)
        raise _no_setting(where, like[0] if like else "")


def _no_setting(where: str, like: str) -> BadOption:
    if like:
        return BadOption(
            "{where}: there is no such setting; did you mean {like}?", where=where, like=like
        )
    return BadOption("{where}: there is no such setting; see: proa settings", where=where)


# -- checking --------------------------------------------------------------------------------


def _build(raw: Mapping[str, RawValue]) -> Settings:
    values = {name: value.value for name, value in raw.items()}
    if "data_dir" not in values:
        values["data_dir"] = _own_folder()
    try:
        return Settings(**values)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        raise BadOption(
            "{where}: {value} {why}",
            where=raw[name].where,
            value=repr(_display(name, raw[name].value)),
            why=why(first),
        ) from None


def why(error: ErrorDetails) -> Message:
    """Return what is wrong with a value, as the end of a sentence."""
    about = error.get("ctx", {})
    match error["type"]:
        case "int_parsing" | "int_type" | "int_from_float":
            return say("is not a whole number")
        case "float_parsing" | "float_type":
            return say("is not a number")
        case "bool_parsing" | "bool_type":
            return say("must be true or false")
        case "greater_than_equal":
            return say("is too small: the minimum is {n}", n=about["ge"])
        case "less_than_equal":
            return say("is too large: the maximum is {n}", n=about["le"])
        case "literal_error":
            return say("must be one of: {known}", known=about["expected"])
        case "value_error" if isinstance(about["error"], Unfit):
            return about["error"].message
    return say("can't be used: {why}", why=error["msg"])
