"""Runs every browser scene of the explorer against the static site, served from a subfolder of loopback.

usage: explorer.py SITE [SCENE...]

If the variable AXE is the path of axe.min.js, the scene of accessibility runs it. If the variable SHARE is 2/4, only the
second quarter of the scenes is played.
"""

import os
import subprocess
import sys
import tempfile

from static_server import StaticServer

BROWSERS = min(8, max(2, len(os.sched_getaffinity(0))))  # play scenes at the same time


def main():
    site, scenes = os.path.realpath(sys.argv[1]), sys.argv[2:]
    share, shares = map(int, os.environ.get("SHARE", "1/1").split("/"))
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(site, os.path.join(folder, "explorer"))
        with StaticServer(folder) as server:
            address = server.address + "explorer/"
            pictures = os.environ.get("PICTURES", "")
            browsers = [subprocess.Popen(
                [sys.executable, "tests/web/explorer.py", address, f"{(share - 1) * BROWSERS + i}/{shares * BROWSERS}", pictures, *scenes],
                stdout=subprocess.PIPE, text=True) for i in range(1, BROWSERS + 1)]
            said = [browser.communicate()[0] for browser in browsers]
    print("".join(said), end="")
    return 1 if any(said) or any(browser.returncode for browser in browsers) else 0


sys.exit(main())
