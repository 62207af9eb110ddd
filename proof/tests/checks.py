"""What tests of grundy-certify share: running commands, and noting what is not as expected."""

import json
import os
import subprocess
import sys

certify, grundy = sys.argv[1:3]
failures = []


def run(*command):
    """Returns the exit code of a command and what it prints."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


def expect(condition, what):
    if not condition:
        failures.append(what)
        print(f"{os.path.basename(sys.argv[0])}: {what}", file=sys.stderr)


def judge(kind, claim, path):
    """Writes a claim of a kind, heap or quotient, and returns what grundy-certify says about it."""
    with open(path, "w", encoding="utf-8") as file:
        json.dump(claim, file)
    return run(certify, kind, path)


def finish(summary):
    """Ends the test: with the summary, or with the number of failures."""
    if failures:
        sys.exit(f"{os.path.basename(sys.argv[0])}: {len(failures)} failures")
    print(summary)
