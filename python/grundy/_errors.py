"""Exceptions, one per status of the library; running out of memory is MemoryError."""

from __future__ import annotations


class Error(Exception):
    """The base of all exceptions of this module.

    ``reason`` is a word for programs, such as ``"time"`` or ``"no-file"``; ``file``, ``line`` and
    ``column`` say where the input is wrong, or are ``None``.

    >>> import grundy
    >>> try:
    ...     grundy.heap("kayle")
    ... except grundy.Error as error:
    ...     print(error.column, error.message)
    1 unknown heap game 'kayle'; did you mean 'kayles'?
    """

    def __init__(self, message: str, reason: str = "other", file: str | None = None,
                 line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.reason = reason
        self.file = file
        self.line = line
        self.column = column

    def __str__(self) -> str:
        places = [str(place) for place in (self.file, self.line, self.column) if place is not None]
        return f"{':'.join(places)}: {self.message}" if places else self.message

    def __reduce__(self):
        return type(self), (self.message, self.reason, self.file, self.line, self.column)


class ArgumentError(Error, ValueError):
    """An argument is not what the function accepts."""


class InputError(Error, ValueError):
    """A file, a text or rules are not what their format promises."""


class PositionError(InputError, KeyError):
    """The game has no such position.

    >>> import grundy
    >>> grundy.Game([("a", "b")]).at("c")
    Traceback (most recent call last):
        ...
    grundy.PositionError: the game has no position 'c'; its positions are a, b
    """

    __str__ = Error.__str__


class UnableError(Error):
    """A limit of size, memory or time was reached, or something is not installed."""


class OutputError(Error, OSError):
    """Reading or writing failed: a full disk, a closed pipe."""

    __str__ = Error.__str__


class UndefinedError(Error):
    """The notion does not exist for this game: "no such value exists" is an answer."""


class Cancelled(Error):
    """The work was cancelled."""


_BY_STATUS = {1: ArgumentError, 2: InputError, 3: UnableError, 5: OutputError, 6: UndefinedError,
              7: Cancelled}

for _class in (Error, PositionError, *_BY_STATUS.values()):
    _class.__module__ = "grundy"


def make(status: int, reason: str, message: str, file: str, line: int, column: int) -> Error:
    """Makes the exception for an error of the library."""
    kind = _BY_STATUS.get(status, Error)
    if reason in ("no-position", "not-reached"):
        kind = PositionError
    return kind(message, reason, file or None, line or None, column or None)
