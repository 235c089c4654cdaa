"""A client of the JSON API in 30 lines: it opens a table against two bots and plays to the end.

python examples/http_client.py http://127.0.0.1:8000 tahiti
"""

import random
import sys

import httpx

url, game = (sys.argv[1:] + ["http://127.0.0.1:8000", "tahiti"][len(sys.argv) - 1 :])[:2]
with httpx.Client(base_url=f"{url}/api", timeout=60) as api:
    seats = [{"who": "me", "name": "Script"}] + [{"who": "bot", "level": "easy"}] * 2
    table = api.post("/tables", json={"game": game, "seats": seats}).raise_for_status().json()
    print("The server's promise about chance:", table["commitment"])
    api.headers["Authorization"] = f"Bearer {table['token']}"
    path, latest = f"/tables/{table['table']}", -1
    api.post(f"{path}/ready", json={"nonce": random.randbytes(32).hex()}).raise_for_status()
    while True:
        shown = api.get(f"{path}/view", params={"after": latest, "wait": 30}).json()
        latest, choices = shown["latest"], shown["view"]["actions"]
        if shown["status"] == "over":
            break
        if choices:
            code = random.choice(choices)["code"]
            answer = api.post(f"{path}/actions", json={"frame": latest, "codes": [code]})
            latest = answer.raise_for_status().json()["frame"] - 1
    for entry in api.get(f"{path}/log").json()[-5:]:
        print(*entry["sentences"])
    print("Points:", shown["result"]["scores"])
