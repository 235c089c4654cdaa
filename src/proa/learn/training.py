"""Training a network on choices, in steps that can be interrupted at any time.

The order of the choices follows from the seed and the number of the epoch, and the learning rate
from the number of the step. So a checkpoint needs no state of random generators, and on a CPU with
one thread a training that was killed ends with the same weights as one that was not.
"""

from __future__ import annotations

import math
import pickle
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from proa.bots.networks import MOST_BYTES, POINTS, Network, network_bytes
from proa.engine.errors import BadDocument, BadOption
from proa.engine.vector.saved_games import DAMAGED
from proa.learn.choices import ChoiceFiles, Choices
from proa.learn.curve import Point
from proa.learn.files import check_identity, replace_file
from proa.learn.model import Model, set_weights, weights_of

MIXED = 8
"""Files whose choices are shuffled together."""
HELD_OUT = 20
"""One file of so many is for measuring alone, at least one."""


@dataclass(frozen=True)
class Settings:
    """The settings of a training."""

    width: int = 128
    """The size of each hidden layer."""
    epochs: int = 10
    batch: int = 512
    rate: float = 1e-3
    """The learning rate at the start; it falls to zero along a cosine."""
    seed: int = 0
    saved_every: int = 1000
    """Steps between two checkpoints."""


class Training:
    """A training in a folder, from its last checkpoint on if there is one."""

    def __init__(
        self,
        folder: Path,
        choices: ChoiceFiles,
        settings: Settings,
        device: str = "cpu",
        threads: int = 1,
        start: Network | None = None,
    ) -> None:
        """Begin with the network ``start`` if there is one, which decides the width. Without a
        ``device`` a GPU is used if there is one.

        Raise :class:`BadOption` for too few choices or another game's network, :class:`BadDocument`
        if the folder holds another training."""
        teaching, game = choices.teaching, choices.teaching.game
        if len(choices) < 2:
            raise BadOption("a training needs more games: some are held out for measuring")
        if start:
            start.check(game)
            settings = replace(settings, width=len(start.weights.first_bias))
        begun = {"started_from": start.number if start else None}
        self._identity = {
            **teaching.identity(),
            "games": choices.games,
            **asdict(settings),
            **begun,
        }
        check_identity(folder / "training.json", self._identity)
        self.folder, self.choices, self.settings = folder, choices, settings
        self._device = _device_named(device)
        torch.set_num_threads(threads)
        torch.manual_seed(settings.seed)
        torch.use_deterministic_algorithms(self._device.type == "cpu")
        self.model = Model(
            game.layout.size, len(game.all_codes), teaching.seats, teaching.sources, settings.width
        ).to(self._device)
        if start:
            set_weights(self.model, start.weights)
        self._optimizer = torch.optim.Adam(self.model.parameters(), settings.rate)
        self._factors = torch.from_numpy(game.layout.factors).to(self._device)
        self.steps = 0
        self.curve: list[Point] = []
        self._loss_sum, self._seconds = 0.0, 0.0
        self._file = folder / "checkpoint.pt"
        if self._file.exists():
            self._resume()

    # -- the order of the choices -----------------------------------------------------------

    @cached_property
    def _rows(self) -> list[int]:
        """Return the number of choices of each file."""
        return [self.choices.rows(number) for number in range(len(self.choices))]

    @property
    def _held_out(self) -> list[int]:
        files = len(self.choices)
        return list(range(files - max(1, files // HELD_OUT), files))

    @property
    def rows(self) -> int:
        """Return the number of choices that it learns from."""
        return sum(self._rows[: -len(self._held_out)])

    def _groups(self, epoch: int) -> list[NDArray[np.int64]]:
        """Return the files of each group that is shuffled together, in the order of an epoch."""
        rng = np.random.default_rng([self.settings.seed, epoch])
        files = rng.permutation(len(self.choices) - len(self._held_out))
        return [files[n : n + MIXED] for n in range(0, len(files), MIXED)]

    def _batches_of(self, group: NDArray[np.int64]) -> int:
        return -(-sum(self._rows[number] for number in group.tolist()) // self.settings.batch)

    @cached_property
    def _epoch_steps(self) -> list[int]:
        """Return the number of steps of each epoch."""
        epochs = range(self.settings.epochs)
        return [sum(map(self._batches_of, self._groups(epoch))) for epoch in epochs]

    @property
    def all_steps(self) -> int:
        """Return the number of steps of the whole training."""
        return sum(self._epoch_steps)

    def _batches(self, epoch: int, done: int) -> Iterator[Choices]:
        """Yield the batches of an epoch that follow the first ``done``."""
        size = self.settings.batch
        for number, group in enumerate(self._groups(epoch)):
            batches = self._batches_of(group)
            if done >= batches:
                done -= batches
                continue
            choices = self.choices.read(group.tolist())
            rng = np.random.default_rng([self.settings.seed, epoch, number])
            order = rng.permutation(len(choices.actions))
            for k in range(done, batches):
                rows = order[k * size : (k + 1) * size]
                yield choices.at(rows)
            done = 0

    # -- training ---------------------------------------------------------------------------

    def run(
        self,
        tick: Callable[[int], None] = lambda n: None,
        measured: Callable[[list[Point]], None] = lambda curve: None,
    ) -> None:
        """Train to the end; ``tick`` gets the number of steps just done, ``measured`` the curve
        after each epoch."""
        tick(self.steps)
        first = 0
        for epoch, steps in enumerate(self._epoch_steps):
            if self.steps < first + steps:
                self._train_epoch(epoch, self.steps - first, tick)
                self._measure(epoch, steps)
                measured(self.curve)
            first += steps

    def _train_epoch(self, epoch: int, done: int, tick: Callable[[int], None]) -> None:
        self.model.train()
        last = self.steps - done + self._epoch_steps[epoch]
        began = time.monotonic()
        for batch in self._batches(epoch, done):
            self._step(batch)
            tick(1)
            if self.steps % self.settings.saved_every == 0 and self.steps < last:
                now = time.monotonic()
                self._seconds, began = self._seconds + now - began, now
                self._save()
        self._seconds += time.monotonic() - began

    def _step(self, batch: Choices) -> None:
        rate = self.settings.rate * (1 + math.cos(math.pi * self.steps / self.all_steps)) / 2
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        policy, *values = self._losses(batch)[:-1]
        self._optimizer.zero_grad(set_to_none=True)
        sum(values, policy).backward()
        self._optimizer.step()
        self._loss_sum += float(policy.detach())
        self.steps += 1

    def _losses(self, batch: Choices) -> tuple[Tensor, ...]:
        """Return the mean losses of policy, shares, leads and points, and the agreement."""
        codes, seats = self.model.sizes[:2]
        seen = self._tensor(batch.observations).float() * self._factors
        considered = self._tensor(np.unpackbits(batch.considered, axis=1, count=codes)).bool()
        absent = self._tensor(np.arange(seats) >= batch.players[:, None])
        actions = self._tensor(batch.actions).long()
        policy, shares, leads, points = self.model.parts(seen, self._tensor(batch.scores).float())
        policy = policy.masked_fill(~considered, -1e9)
        shares = shares.masked_fill(absent, -1e9)
        errors = (leads - self._tensor(batch.leads) / POINTS) ** 2
        return (
            functional.cross_entropy(policy, actions),
            functional.cross_entropy(shares, self._tensor(batch.shares)),
            errors.masked_fill(absent, 0).sum() / (~absent).sum(),
            functional.mse_loss(points, self._tensor(batch.points) / POINTS),
            (policy.argmax(dim=1) == actions).float().mean(),
        )

    def _tensor(self, array: NDArray[Any]) -> Tensor:
        return torch.from_numpy(array).to(self._device)

    @torch.no_grad()
    def _measure(self, epoch: int, steps: int) -> None:
        """Add a point to the curve, and save."""
        self.model.eval()
        sums, rows = np.zeros(5), 0
        for number in self._held_out:
            found = self.choices.read([number])
            n = len(found.actions)
            sums += n * np.array([float(one) for one in self._losses(found)])
            rows += n
        policy, share, lead, points, agreement = (float(one) for one in sums / max(1, rows))
        self.curve.append(
            Point(
                epoch=epoch + 1,
                steps=self.steps,
                seconds=round(self._seconds, 1),
                trained=self._loss_sum / steps,
                policy=policy,
                share=share,
                lead=lead,
                points=points,
                agreement=agreement,
            )
        )
        self._loss_sum = 0.0
        self._save()

    # -- checkpoints ------------------------------------------------------------------------

    def _save(self) -> None:
        file = BytesIO()
        torch.save(
            {
                "model": self.model.state_dict(),
                "optimizer": self._optimizer.state_dict(),
                "steps": self.steps,
                "loss_sum": self._loss_sum,
                "seconds": self._seconds,
                "curve": [point.to_json() for point in self.curve],
            },
            file,
        )
        replace_file(self._file, file.getvalue())

    def _resume(self) -> None:
        try:
            saved = torch.load(self._file, map_location=self._device, weights_only=True)
            self.model.load_state_dict(saved["model"])
            self._optimizer.load_state_dict(saved["optimizer"])
        except (*DAMAGED, pickle.UnpicklingError):
            why = "{file}: can't be read; delete it to train from the beginning"
            raise BadDocument(why, file=self._file) from None
        self.steps, self._loss_sum = saved["steps"], saved["loss_sum"]
        self._seconds = saved["seconds"]
        self.curve = [Point(**point) for point in saved["curve"]]

    # -- the result -------------------------------------------------------------------------

    def card(self) -> dict[str, Any]:
        """Return what the network is and how it was made."""
        last = self.curve[-1]
        return {
            **self._identity,
            "numbers": self.choices.teaching.game.layout.size,
            "codes": self.model.sizes[0],
            "seats": self.choices.teaching.seats,
            "sources": self.choices.teaching.sources,
            "choices": self.rows,
            "steps": self.steps,
            "seconds": last.seconds,
            "agreement": round(last.agreement, 4),
            "strength": None,
        }

    def export(self) -> Path:
        """Write the network for bots; raise :class:`BadOption` if it is too large."""
        content = network_bytes(weights_of(self.model), self.card())
        if len(content) > MOST_BYTES:
            raise BadOption(
                "the network takes {n} bytes, and {most} are allowed: choose a smaller width",
                n=len(content),
                most=MOST_BYTES,
            )
        file = self.folder / "network.npz"
        replace_file(file, content)
        return file


def _device_named(name: str) -> torch.device:
    """Return a device; of an empty name the GPU if there is one."""
    has_gpu = torch.cuda.is_available()
    if name not in ("", "cpu", "cuda") or (name == "cuda" and not has_gpu):
        raise BadOption("PyTorch can't train on {device} here", device=repr(name))
    return torch.device(name or ("cuda" if has_gpu else "cpu"))
