"""Measures the memory that a process uses, exactly."""

import ctypes
import gc


class MallocInfo(ctypes.Structure):
    """struct mallinfo2 of glibc."""

    _fields_ = [(name, ctypes.c_size_t) for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks",
                                                     "uordblks", "fordblks", "keepcost")]


libc = ctypes.CDLL(None)
libc.mallinfo2.restype = MallocInfo


def bytes_used():
    """Returns the bytes that malloc has given away and that were not freed, after collecting garbage. The blocks that
    its caches for threads keep count, too, unless they are switched off: GLIBC_TUNABLES=glibc.malloc.tcache_count=0."""
    gc.collect()
    info = libc.mallinfo2()
    return info.uordblks + info.hblkhd
