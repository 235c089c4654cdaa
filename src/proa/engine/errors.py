"""What can go wrong, said in sentences."""


class ProaError(Exception):
    """A mistake that its message explains to whoever made it: what, where, why, what to do."""


class IllegalAction(ProaError):
    """An action that the position does not allow."""


class BadDocument(ProaError):
    """A file or JSON document that can't be taken; the message names the path and the reason."""


class BadOption(ProaError):
    """A game, edition, option or number of players that does not exist."""
