"""Masked PPO teaches a small network Tahiti for two, by playing against itself.

    pip install -e '.[examples]'
    python examples/ppo.py          # five minutes on two cores
    proa arena tahiti --bots examples.ppo:Learned:ppo.pt,bidder --games 60

It writes the network to ``ppo.pt`` and its learning curve, games won against bots, to ``ppo.svg``.
Comments explain what is special to board games: legal actions are a mask, and a seat's next
decision may come after several of the others'.
"""

import argparse
import time
from functools import cache

import numpy as np
import torch
from torch import nn

import proa
from proa.bots.bot import Bot, ImmediateChoice
from proa.envs import gymnasium

GAMES, STEPS = 512, 64
EPOCHS, PARTS = 3, 8
DISCOUNT, TRACE, CLIP, SURPRISE = 1.0, 0.95, 0.2, 0.01
POINTS = 20.0
"""Rewards are leads in points divided by this."""
OPPONENTS = ("random", "search:200", "bidder")


class Network(nn.Module):
    """Maps an observation to a score for each action and the expected future reward of the seat."""

    def __init__(self, seen: int, actions: int, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(seen, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.normal_(self.policy.weight, std=0.01)

    def forward(self, seen, mask):
        """Return the distribution of actions, without illegal ones, and the value."""
        inner = self.body(seen)
        scores = self.policy(inner).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=scores), self.value(inner).squeeze(-1)


class Learned(Bot):
    """The network as a bot, with its file in the bot's name."""

    name, version = "learned", 1

    def __init__(self, file: str = "ppo.pt") -> None:
        self.budget = file
        self._network = loaded(file)

    @classmethod
    def of(cls, *budget: str) -> Bot:
        return cls(*budget)

    def begin(self, information_state, seed):
        seen, mask = (
            information_state.observation(),
            np.zeros(len(information_state.game.all_codes), np.bool_),
        )
        mask[information_state.choices()] = True
        return ImmediateChoice(best(self._network, seen, mask))


@cache
def loaded(file: str) -> Network:
    weights = torch.load(file)
    network = Network(weights["body.0.weight"].shape[1], len(weights["policy.bias"]))
    network.load_state_dict(weights)
    return network


@torch.no_grad()
def best(network: Network, seen, mask) -> int:
    """Return the most likely action."""
    chances, _ = network(torch.from_numpy(seen)[None], torch.from_numpy(mask)[None])
    return int(chances.probs.argmax())


class Played:
    """Some steps of many games: observations, actions and rewards."""

    def __init__(self, games, steps: int) -> None:
        n, seen, actions = len(games), games.observations.shape[1], games.masks.shape[1]
        self.seen = torch.zeros(steps, n, seen)
        self.masks = torch.zeros(steps, n, actions, dtype=torch.bool)
        self.actions = torch.zeros(steps, n, dtype=torch.int64)
        self.logs, self.values = torch.zeros(steps, n), torch.zeros(steps + 1, n)
        self.seats = np.zeros((steps + 1, n), np.int64)
        self.rewards = np.zeros((steps, n, games.players), np.float32)
        self.done = np.zeros((steps, n), np.bool_)

    @torch.no_grad()
    def play(self, games, network: Network) -> None:
        """Play all seats with the network; a game that ends starts anew."""
        seen, masks = torch.from_dlpack(games.observations), torch.from_numpy(games.masks)
        for t in range(len(self.seen)):
            chances, self.values[t] = network(seen, masks)
            actions = chances.sample()
            self.seen[t], self.masks[t], self.actions[t] = seen, masks, actions
            self.logs[t], self.seats[t] = chances.log_prob(actions), games.seats
            games.step(actions.numpy())
            self.rewards[t], self.done[t] = games.rewards / POINTS, games.done
        self.values[-1], self.seats[-1] = network(seen, masks)[1], games.seats

    def advantages(self):
        """Return how much better than expected each decision was, and whether it is known.

        Seats decide in any order: a decision is followed by the next one of the same seat, and the
        rewards of the seat in between belong to it. Before that next decision, the advantage is
        unknown.
        """
        steps, n, players = self.rewards.shape
        values, row = self.values.numpy(), np.arange(n)
        gained, after, better = (np.zeros((n, players)) for _ in range(3))
        known = np.zeros((n, players), np.bool_)
        after[row, self.seats[-1]], known[row, self.seats[-1]] = values[-1], True
        found, sure = np.zeros((steps, n), np.float32), np.zeros((steps, n), np.bool_)
        for t in reversed(range(steps)):
            over = self.done[t]
            for each in (gained, after, better):
                each[over] = 0
            known[over] = True
            gained += self.rewards[t]
            at = row, self.seats[t]
            surprise = gained[at] + DISCOUNT * after[at] - values[t]
            found[t], sure[t] = surprise + DISCOUNT * TRACE * better[at], known[at]
            gained[at], after[at], better[at], known[at] = 0, values[t], found[t], True
        return torch.from_numpy(found), torch.from_numpy(sure)


def learn(network: Network, steps: torch.optim.Optimizer, played: Played) -> None:
    """Take clipped gradient steps towards decisions that were better than expected."""
    advantages, sure = played.advantages()
    aims = (advantages + played.values[:-1])[sure]
    seen, masks, actions = played.seen[sure], played.masks[sure], played.actions[sure]
    logs, advantages = played.logs[sure], advantages[sure]
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(aims)).chunk(PARTS):
            chances, values = network(seen[part], masks[part])
            ratio = (chances.log_prob(actions[part]) - logs[part]).exp()
            gain = torch.min(
                ratio * advantages[part], ratio.clamp(1 - CLIP, 1 + CLIP) * advantages[part]
            )
            off = (values - aims[part]).square()
            loss = (0.5 * off - gain - SURPRISE * chances.entropy()).mean()
            steps.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            steps.step()


def won(network: Network, opponent: str, games: int) -> float:
    """Return the share of games won against a bot, each seat in turn."""
    total = 0.0
    for n in range(games):
        env = gymnasium.make("tahiti", players=2, seat=n % 2, opponents=opponent)
        seen, _ = env.reset(seed=n // 2)
        over = False
        while not over:
            action = best(network, seen["observation"], seen["action_mask"].astype(np.bool_))
            seen, reward, over, _, _ = env.step(action)
        total += reward
    return total / games


def draw(curve, file: str) -> None:
    """Draw the learning curve."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.fonttype"] = "none"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6.4, 3.6), layout="constrained")
    decisions = [at / 1e6 for at, _ in curve]
    for opponent in OPPONENTS:
        axes.plot(decisions, [100 * shares[opponent] for _, shares in curve], label=opponent)
    axes.set(xlabel="million decisions", ylabel="% of games won", ylim=(-2, 102))
    axes.axhline(50, color="0.8", zorder=0)
    axes.legend(title="against", loc="lower right")
    figure.savefig(file, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--decisions", type=int, default=1_000_000, help="how many it learns from")
    parser.add_argument("--games", type=int, default=40, help="played against each bot each time")
    parser.add_argument("--looks", type=int, default=8, help="how often it is measured")
    parser.add_argument("--out", default="ppo", help="the files' name, without .pt and .svg")
    arguments = parser.parse_args()
    torch.manual_seed(7)
    games = proa.vector("tahiti", players=2, n=GAMES, seed=7, reward="gains")
    network = Network(games.observations.shape[1], games.masks.shape[1])
    steps = torch.optim.Adam(network.parameters(), lr=1e-3, eps=1e-5)
    rounds = -(-arguments.decisions // (GAMES * STEPS))
    looks = {round(rounds * i / arguments.looks) for i in range(arguments.looks + 1)}
    played, curve, began = Played(games, STEPS), [], time.monotonic()
    for number in range(rounds + 1):
        if number in looks:
            shares = {name: won(network, name, arguments.games) for name in OPPONENTS}
            curve.append((number * GAMES * STEPS, shares))
            told = ", ".join(f"{share:.0%} against {name}" for name, share in shares.items())
            print(f"{time.monotonic() - began:4.0f} s {curve[-1][0]:9,}: {told}", flush=True)
        if number < rounds:
            steps.param_groups[0]["lr"] = 1e-3 * (1 - number / rounds)
            played.play(games, network)
            learn(network, steps, played)
    torch.save(network.state_dict(), f"{arguments.out}.pt")
    draw(curve, f"{arguments.out}.svg")


if __name__ == "__main__":
    main()
