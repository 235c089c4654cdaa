"""Estimates, intervals and tests for results.

There is one value per deal, because the games of one deal are not independent.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
Interval = tuple[float, float]

DOUBT = 0.05
"""How often an interval may miss the true value."""
SLICES = 20_000
"""Slices of an angle for numeric integration of a distribution."""
IMAGINED = 1.0
"""Deals that an interval of shares adds to those played. With one deal it holds in 95 % of runs or
more, also for few deals and for shares near 0 and 1."""


def share_interval(shares: Values, parity: float) -> Interval:
    """Return the interval of the true share of victories, from the share of each deal.

    This is Student's interval with one more deal, won as often as among equals, so that a few deals
    that all ended the same way do not count as certainty. Source: after Agresti and Coull,
    "Approximate is better than exact for interval estimation of binomial proportions" (1998).
    """
    mean, error, freedom = _share_and_error(shares, parity)
    half = student(freedom) * error
    return max(0.0, mean - half), min(1.0, mean + half)


def share_chance(shares: Values, parity: float) -> float:
    """Return the probability of such a share or a higher one among equals (the p-value), with the
    same assumptions as :func:`share_interval`."""
    mean, error, freedom = _share_and_error(shares, parity)
    return beyond((mean - parity) / error, freedom)


def _share_and_error(shares: Values, parity: float) -> tuple[float, float, float]:
    """Return mean and standard error with the added deal, and the degrees of freedom."""
    n = len(shares) + IMAGINED
    mean = float(shares.sum() + IMAGINED * parity) / n
    squares = float(((shares - mean) ** 2).sum())
    squares += IMAGINED * (parity * (1 - mean) ** 2 + (1 - parity) * mean**2)
    return mean, math.sqrt(squares / (n - 1) / n), n - 1


def mean_interval(values: Values) -> Interval | None:
    """Return the interval of the true mean; None for a single deal."""
    n = len(values)
    if n < 2:
        return None
    half = student(n - 1) * float(values.std(ddof=1)) / math.sqrt(n)
    return float(values.mean()) - half, float(values.mean()) + half


def student(freedom: float) -> float:
    """Return the half width of a 95 % interval in standard errors, for so many degrees of freedom.

    Source: Abramowitz and Stegun, "Handbook of mathematical functions" (1964), 26.7.5.
    """
    if freedom < 4:
        return (12.706, 4.303, 3.182)[int(freedom) - 1]
    z = NormalDist().inv_cdf(1 - DOUBT / 2)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return sum(term / freedom**power for power, term in enumerate(terms))


def beyond(t: float, freedom: float) -> float:
    """Return the part of Student's distribution above ``t``.

    With t = sqrt(freedom) tan(a) the density is proportional to cos(a) to the power of freedom - 1.
    """
    parts = []
    for low in (math.atan(t / math.sqrt(freedom)), -math.pi / 2):
        angles = np.linspace(low, math.pi / 2, SLICES)
        heights = np.cos(angles).clip(0) ** (freedom - 1)
        whole = float(heights.sum() - heights[0] / 2 - heights[-1] / 2)
        parts.append((math.pi / 2 - low) * whole)
    return parts[0] / parts[1]


def adjusted(chances: Sequence[float]) -> list[float]:
    """Return the p-values adjusted for multiple tests, in their order: the chance that one or more
    of those up to some number are wrong is at most that number.

    Source: Holm, "A simple sequentially rejective multiple test procedure" (1979).
    """
    found = [0.0] * len(chances)
    highest = 0.0
    for rank, i in enumerate(sorted(range(len(chances)), key=lambda i: chances[i])):
        highest = max(highest, min(1.0, (len(chances) - rank) * chances[i]))
        found[i] = highest
    return found


def confidence_sequence(shares: Values) -> tuple[Values, Values]:
    """Return lower and upper bounds after each deal that hold for all deals at once, so that a
    contest may stop at any time.

    Source: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting"
    (2024), theorem 2: predictable plug-in empirical Bernstein.
    """
    n = len(shares)
    after = np.arange(1, n + 1)
    means = (0.5 + np.cumsum(shares)) / (after + 1)
    variances = (0.25 + np.cumsum((shares - means) ** 2)) / (after + 1)
    before, spread = np.r_[0.5, means[:-1]], np.r_[0.25, variances[:-1]]
    doubt = math.log(2 / DOUBT)
    bets = np.minimum(np.sqrt(2 * doubt / (spread * after * np.log(1 + after))), 0.5)
    costs = 4 * (shares - before) ** 2 * (-np.log(1 - bets) - bets) / 4
    staked = np.cumsum(bets)
    middle = np.cumsum(bets * shares) / staked
    reach = (doubt + np.cumsum(costs)) / staked
    low = np.maximum.accumulate(np.maximum(middle - reach, 0.0))
    return low, np.minimum.accumulate(np.minimum(middle + reach, 1.0))


def saved_by_pairing(values: NDArray[np.float64]) -> float | None:
    """Return the part of the variance of a mean that pairing has saved: playing the orders of a
    deal with the same luck, against as many independent games. ``values`` is ``[deal, order]``.

    None if nothing varies, or with fewer than two deals.
    """
    deals, orders = values.shape
    if deals < 2 or orders < 2:
        return None
    alone = float(values.var(axis=0, ddof=1).sum()) / orders**2
    together = float(values.mean(axis=1).var(ddof=1))
    return 1 - together / alone if alone > 0 else None


def saved_by_the_same_deals(one: Values, two: Values) -> float | None:
    """Return the part of the variance of a difference of means that the same deals have saved."""
    if len(one) < 2:
        return None
    alone = float(one.var(ddof=1) + two.var(ddof=1))
    return 1 - float((one - two).var(ddof=1)) / alone if alone > 0 else None


def correlation(one: Values, two: Values) -> float | None:
    """Return Pearson's correlation; None if nothing varies."""
    if len(one) < 2 or not one.std() or not two.std():
        return None
    return float(np.corrcoef(one, two)[0, 1])


def correlation_of_luck(leads: NDArray[np.float64]) -> float | None:
    """Return how similar the games of one deal are for a seat, over all bots, 0 to 1.

    ``leads`` is ``[deal, order, seat]``. The mean of a seat in an order is subtracted; the rest is
    luck or choice. None if nothing varies, or with fewer than two deals.
    """
    deals, orders, _ = leads.shape
    if deals < 2 or orders < 2:
        return None
    rest = leads - leads.mean(axis=0)
    alone = float((rest**2).sum())
    together = float((rest.sum(axis=1) ** 2).sum()) - alone
    return together / (orders - 1) / alone if alone > 0 else None
