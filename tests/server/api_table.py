"""A table that is opened and played over HTTP."""

from __future__ import annotations

import httpx


class Table:
    """A table of three people, played over HTTP on any server of its database."""

    def __init__(self, opened: dict) -> None:
        self.id = opened["table"]
        self.watch = opened["watch"]
        self.tokens = [seat["token"] for seat in opened["seats"]]

    @classmethod
    async def begun(cls, url: str, who: tuple[str, ...] = ("me", "me", "me")) -> Table:
        async with httpx.AsyncClient(base_url=url, verify=False) as client:
            seats = [{"who": w, "level": "easy" if w == "bot" else ""} for w in who]
            answer = await client.post("/api/tables", json={"game": "toy", "seats": seats})
            table = cls(answer.json())
            for token in table.tokens:
                if token:
                    await table.ask(client, token, "ready", {"nonce": "00"})
        return table

    async def ask(self, client: httpx.AsyncClient, token: str, what: str, body=None):
        headers = {"Authorization": f"Bearer {token}"}
        path = f"/api/tables/{self.id}/{what}"
        if body is None:
            answer = await client.get(path, headers=headers)
        else:
            answer = await client.post(path, json=body, headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def decide(self, url: str) -> int:
        """Play the first code of the seat to move; return that seat."""
        async with httpx.AsyncClient(base_url=url, verify=False) as client:
            for seat, token in enumerate(self.tokens):
                seen = await self.ask(client, token, "view")
                if seen["view"]["actions"]:
                    code = seen["view"]["actions"][0]["code"]
                    body = {"frame": seen["frame"], "codes": [code]}
                    await self.ask(client, token, "actions", body)
                    return seat
        raise AssertionError("nobody is to move")
