"""The network in PyTorch: the same layers as :mod:`proa.bots.forward`."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from proa.bots.networks import Weights


class Model(nn.Module):
    """Two hidden layers, and heads for the policy, each seat's share of the victory, leads, and
    points by source.

    The policy adds to the game's own scores of actions, so that it begins with what they know. The
    other heads read what it sees without changing it: there are as many results as games, and
    hidden layers would learn them by heart.
    """

    def __init__(self, numbers: int, actions: int, seats: int, sources: int, width: int) -> None:
        super().__init__()
        self.sizes = [actions, seats, seats, sources]
        self.first = nn.Linear(numbers, width)
        self.second = nn.Linear(width, width)
        self.heads = nn.Linear(width, sum(self.sizes))
        self.score_weights = nn.Parameter(torch.ones(actions))

    def forward(self, seen: Tensor) -> Tensor:
        """Return all outputs, in the order of :class:`proa.bots.networks.Weights`."""
        return torch.cat(self._policy_and_values(seen), dim=1)

    def parts(self, seen: Tensor, scores: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return the scores of actions, with the game's own ``scores`` added, the scores of shares,
        leads, and points."""
        policy, values = self._policy_and_values(seen)
        shares, leads, points = values.split(self.sizes[1:], dim=1)
        return policy + self.score_weights * scores, shares, leads, points

    def _policy_and_values(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        hidden = torch.relu(self.second(torch.relu(self.first(seen))))
        weight, bias, actions = self.heads.weight, self.heads.bias, self.sizes[0]
        policy = functional.linear(hidden, weight[:actions], bias[:actions])
        return policy, functional.linear(hidden.detach(), weight[actions:], bias[actions:])

    def layers(self) -> list[nn.Linear]:
        """Return the layers, in order."""
        return [self.first, self.second, self.heads]


def weights_of(model: Model) -> Weights:
    """Return the weights of a model for compiled code."""
    arrays = [each for layer in model.layers() for each in (layer.weight.T, layer.bias)]
    return Weights(*map(_array, [*arrays, model.score_weights]))


def _array(tensor: Tensor) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.ascontiguousarray(tensor.detach().cpu().numpy(), np.float32)


@torch.no_grad()
def set_weights(model: Model, weights: Weights) -> None:
    """Give a model the weights of a file."""
    for number, layer in enumerate(model.layers()):
        layer.weight.copy_(torch.from_numpy(weights[2 * number].T))
        layer.bias.copy_(torch.from_numpy(weights[2 * number + 1]))
    model.score_weights.copy_(torch.from_numpy(weights.score_weights))
