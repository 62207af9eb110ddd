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


def check_words(kind, cases, path):
    """Tries texts of claims, each with its exit code and a message of one line, and wrong arguments."""
    for code, texts in cases.items():
        for text in texts:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            status, output = run(certify, kind, path)
            expect(status == code and output.count("\n") == 1, f"exit code {status} instead of {code} for {text[:200]}\n{output}")
    expect(run(certify, kind)[0] == 2, f"{kind} without a file")
    expect(run(certify, kind, path, "--columns", "grundy")[0] == 2, f"{kind} with --columns")
    expect(run(certify, kind, path + "nothing")[0] == 3, "a file that does not exist")
    expect(run(certify, kind, os.path.dirname(path))[0] == 3, "a folder")


def finish(summary):
    """Ends the test: with the summary, or with the number of failures."""
    if failures:
        sys.exit(f"{os.path.basename(sys.argv[0])}: {len(failures)} failures")
    print(summary)
