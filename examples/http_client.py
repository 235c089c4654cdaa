"""A client of the JSON API in 40 lines: it opens a table against two bots and plays to the end.

python examples/http_client.py http://127.0.0.1:8000 tahiti
"""

import random
import sys

import httpx


def told(answer: httpx.Response) -> dict:
    """Return the server's JSON, or exit with its error message."""
    return answer.json() if answer.is_success else sys.exit(answer.json()["error"])


url, game = (sys.argv[1:] + ["http://127.0.0.1:8000", "tahiti"][len(sys.argv) - 1 :])[:2]
with httpx.Client(base_url=f"{url}/api", timeout=60) as api:
    seats = [{"who": "me", "name": "Script"}] + [{"who": "bot", "level": "easy"}] * 2
    table = told(api.post("/tables", json={"game": game, "seats": seats}))
    print("The server's promise about chance:", table["commitment"])
    api.headers["Authorization"] = f"Bearer {table['token']}"
    path, latest = f"/tables/{table['table']}", -1
    told(api.post(f"{path}/ready", json={"nonce": random.randbytes(32).hex()}))
    while True:
        shown = told(api.get(f"{path}/view", params={"after": latest, "wait": 30}))
        latest, choices = shown["latest"], shown["view"]["actions"]
        if shown["status"] == "over":
            break
        if choices:
            code = random.choice(choices)["code"]
            answer = api.post(f"{path}/actions", json={"frame": latest, "codes": [code]})
            latest = told(answer)["frame"] - 1
    for entry in api.get(f"{path}/log").json()[-5:]:
        print(*entry["sentences"])
    print("Points:", shown["result"]["scores"])
