"""Exceptions, one per status of the library; running out of memory is MemoryError."""

from __future__ import annotations

import errno
import os


class Error(Exception):
    """The base of all exceptions of this module.

    ``reason`` is a word for programs, such as ``"time"`` or ``"syntax"``; ``message`` and ``hint``
    are for people; ``file``, ``line`` and ``column`` say where the input is wrong; ``code`` is the
    exit code of the command; ``positions`` is how many positions were reached. What is not known is
    ``None``. The command, the server and npm report errors with the same members.

    >>> import grundy
    >>> try:
    ...     grundy.heap("kayle")
    ... except grundy.Error as error:
    ...     print(error.reason, error.column, error.message)
    syntax 1 unknown heap game 'kayle'; did you mean 'kayles'?
    """

    code = 5
    _reason = "failed"  # of exceptions that the library does not raise

    def __init__(self, message: str, reason: str | None = None, file: str | None = None,
                 line: int | None = None, column: int | None = None, hint: str | None = None,
                 positions: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.reason = reason or self._reason
        self.hint = hint
        self.file = file
        self.line = line
        self.column = column
        self.positions = positions

    def to_dict(self) -> dict:
        """Returns the error as the command prints it with ``--json``.

        >>> import grundy
        >>> grundy.InputError("no moves", file="x.edges", line=3).to_dict()["error"]["code"]
        3
        """
        names = ("reason", "message", "hint", "file", "line", "column", "code", "positions")
        return {"error": {name: getattr(self, name) for name in names}}

    def __str__(self) -> str:
        places = [str(place) for place in (self.file, self.line, self.column) if place is not None]
        text = self.message if self.hint is None else f"{self.message}; {self.hint}"
        return f"{':'.join(places)}: {text}" if places else text

    def __reduce__(self):
        return type(self), (self.message, self.reason, self.file, self.line, self.column, self.hint,
                            self.positions)


class ArgumentError(Error, ValueError):
    """An argument is not what the function accepts."""

    code, _reason = 2, "usage"


class InputError(Error, ValueError):
    """A file, a text or rules are not what their format promises."""

    code, _reason = 3, "input"


class MissingFileError(InputError, FileNotFoundError):
    """The file does not exist.

    >>> import grundy
    >>> grundy.read("no-such.edges")
    Traceback (most recent call last):
        ...
    grundy.MissingFileError: no-such.edges: No such file or directory
    """

    __str__ = Error.__str__

    def __init__(self, message: str, reason: str | None = None, file: str | None = None,
                 line: int | None = None, column: int | None = None, hint: str | None = None,
                 positions: int | None = None) -> None:
        super().__init__(message, reason, file, line, column, hint, positions)
        self.errno, self.filename, self.strerror = errno.ENOENT, file, message


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

    code, _reason = 4, "limit"


class OutputError(Error, OSError):
    """Reading or writing failed: a full disk, a closed pipe."""

    code, _reason = 5, "failed"
    __str__ = Error.__str__


class UndefinedError(Error):
    """The notion does not exist for this game: "no such value exists" is an answer."""

    code, _reason = 6, "undefined"


class Cancelled(Error):
    """The work was cancelled."""

    code, _reason = 130, "cancelled"


_BY_STATUS = {1: ArgumentError, 2: InputError, 3: UnableError, 5: OutputError, 6: UndefinedError,
              7: Cancelled}

#: What to do about it in terms of the module, by reason.
_HINTS = {"no-game": "grundy.gallery() lists the gallery", "ending": "or use format='edges'",
          "untrusted": "use libraries=True if you trust it",
          "picture": "around=POSITION and radius=2 draw a part"}

for _class in (Error, MissingFileError, PositionError, *_BY_STATUS.values()):
    _class.__module__ = "grundy"


def make(status: int, reason: str, message: str, file: str, line: int, column: int) -> Error:
    """Makes the exception for an error of the library."""
    kind = _BY_STATUS.get(status, Error)
    if reason in ("no-position", "not-reached"):
        kind = PositionError
    elif message == os.strerror(errno.ENOENT) or message.startswith("no such file"):
        kind = MissingFileError
    hint = None if message.endswith("?") else _HINTS.get(reason)
    return kind(message, reason, file or None, line or None, column or None, hint)
