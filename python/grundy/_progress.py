"""Progress bars: by tqdm if it is installed, and otherwise a plain line."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from time import monotonic
from typing import Any, Union

Progress = Union[bool, Callable[[str, int, int], object]]


class _Bar:
    """Shows phases of long work with tqdm, one bar per phase."""

    def __init__(self, tqdm: Any) -> None:
        self._tqdm = tqdm
        self._bar: Any = None
        self._phase = ""

    def __call__(self, phase: str, done: int, total: int) -> None:
        if self._bar is None or phase != self._phase:
            self.close()
            self._phase = phase
            self._bar = self._tqdm(total=total or None, desc=phase, unit="", unit_scale=True,
                                   leave=False)
        self._bar.total = total or None
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


class _Line:
    """Shows phases of long work in one line of standard error, which also notebooks show."""

    def __init__(self) -> None:
        self._shown = 0.0
        self._length = 0

    def __call__(self, phase: str, done: int, total: int) -> None:
        now = monotonic()
        if now - self._shown < 0.2:
            return
        self._shown = now
        text = f"{phase}: {done:,}" + (f" of {total:,} ({100 * done // total} %)" if total else "")
        self._write(text)

    def _write(self, text: str) -> None:
        print(f"\r{text.ljust(self._length)}", end="", file=sys.stderr, flush=True)
        self._length = len(text)

    def close(self) -> None:
        if self._length:
            self._write("")
            print("\r", end="", file=sys.stderr, flush=True)


class showing:
    """A context with something to call about progress, or None. ``progress`` is a bool, or a
    function of phase, done and total (0 if the total is not known)."""

    def __init__(self, progress: Progress) -> None:
        self._bar: Callable[[str, int, int], object] | None = None
        if progress is True:
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # notebooks without widgets get a bar of text
                    from tqdm.auto import tqdm
            except ImportError:
                self._bar = _Line()
            else:
                self._bar = _Bar(tqdm)
        elif callable(progress):
            self._bar = progress
        elif progress is not False and progress is not None:
            raise TypeError("progress must be True, False or a function of phase, done and total, "
                            f"not {progress!r}")

    def __enter__(self) -> Callable[[str, int, int], object] | None:
        return self._bar

    def __exit__(self, *_: object) -> None:
        if isinstance(self._bar, (_Bar, _Line)):
            self._bar.close()
