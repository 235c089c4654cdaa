"""A bot account that plays at all its tables, all night, at random, in about 40 lines.

PROA_TOKEN=proa-bot-... python examples/bot_account.py http://127.0.0.1:8000 tahiti

The token is from your account's page. When no table is left, it opens one against two bots.
"""

import json
import os
import random
import sys
import time

import httpx


def ask(method: str, path: str, **body: object) -> dict:
    """Return the server's answer; after too many requests wait as long as it says."""
    while (answer := api.request(method, path, json=body or None)).status_code == 429:
        time.sleep(int(answer.headers["Retry-After"]))
    if answer.status_code == 401:
        sys.exit(answer.json()["error"])
    return answer.raise_for_status().json() if answer.is_server_error else answer.json()


def open_if_idle() -> None:
    """Open a table, unless one is open."""
    if all(table["status"] not in ("waiting", "running") for table in ask("GET", "/tables")):
        seats = [{"who": "me"}] + [{"who": "bot", "level": "easy"}] * 2
        ask("POST", "/tables", game=game, seats=seats)


def take_part(table: str, status: str, *, mine: bool = False, **_: int) -> None:
    """Say that we are ready, play while it is our turn, or print the result."""
    path = f"/tables/{table}"
    if status == "waiting":
        ask("POST", f"{path}/ready", nonce=random.randbytes(32).hex())
    elif status == "over":
        print(table, ask("GET", f"{path}/view")["result"]["scores"], flush=True)
    while mine:
        shown = ask("GET", f"{path}/view")
        if not (choices := shown.get("view", {}).get("actions")):
            break
        code = random.choice(choices)["code"]
        ask("POST", f"{path}/actions", frame=shown["latest"], codes=[code])


url, game = sys.argv[1:]
token, wait = {"Authorization": f"Bearer {os.environ['PROA_TOKEN']}"}, 1.0
with httpx.Client(base_url=f"{url}/api", headers=token, timeout=60) as api:
    while True:
        try:
            open_if_idle()
            with api.stream("GET", "/stream") as stream:
                for line in stream.raise_for_status().iter_lines():
                    if line:
                        take_part(**json.loads(line))
                        open_if_idle()
                    wait = 1.0
        except httpx.HTTPError as why:
            print("Again in a moment:", why, file=sys.stderr)
        time.sleep(wait * random.uniform(0.5, 1))
        wait = min(2 * wait, 60)
