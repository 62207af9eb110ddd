"""Tests that check-assumptions and check-statements notice what they should.

usage: guard.py BUILD

BUILD holds the compiled proofs. Each case changes one file in a copy of the development, compiles it, and runs the
guard, which must name the change.
"""

import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

PROOF = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(sys.argv[1]).resolve()
FILE = "Statements.v"  # no other file needs it

LIAR = "Inductive liar := Liar (f : liar -> False).\nDefinition lies (x : liar) : False := match x with Liar f => f x end."

# What is added at the end of the file, and what the guard must say.
ADDED = [
    ("Axiom bad : False.", "Statements.bad"),
    ("Parameter bad : False.", "Statements.bad"),
    ("Conjecture bad : False.", "Statements.bad"),
    ("Variable bad : False.", "Statements.bad"),
    ("Hypothesis bad : False.", "Statements.bad"),
    ("Context (bad : False).", "Statements.bad"),
    ("Lemma bad : False. Admitted.", "Statements.bad"),
    ("Module Type S. Parameter bad : False. End S.\nDeclare Module M : S.", "Statements.M.bad"),
    (f"Unset Positivity Checking.\n{LIAR}\nLemma bad : False. Proof. exact (lies (Liar lies)). Qed.", "Statements.liar"),
    (f"#[bypass_check(positivity)] {LIAR}", "Statements.liar"),
    ("Unset Guard Checking.\nFixpoint bad (n : nat) {struct n} : False := bad n.", "Statements.bad"),
    ("#[bypass_check(guard)] Fixpoint bad (n : nat) {struct n} : False := bad n.", "Statements.bad"),
    ("Unset Universe Checking.\nDefinition bad : Set := Type.", "Statements.bad"),
    ("#[bypass_check(universes)] Definition bad : Set := Type.", "Statements.bad"),
    ('Require Extraction.\n(* *) Extract Constant misere => "true".', "Extract Constant"),
    ("Require Extraction.\nExtraction Implicit misere [g].", "Extraction Implicit"),
    ('Declare ML Module "ltac_plugin:coq-core.plugins.ltac".', "Declare ML Module"),
]

# What is replaced by what, what is added, and what the guard must say.
WEAKER = """Theorem modified_game (g : digraph) (sp : convention g) :
  finite g -> forall (u : g) o, has_outcome sp u o -> has_outcome (g := modified sp) normal (Some u) o.
Proof. intros fin u o; exact (proj1 (proj2 (modified_games g sp fin u) o)). Qed."""
CHANGED = [
    ("Theorem modified_game ", "Lemma modified_games ", WEAKER, "Statements.modified_game\n"),
    ("Prop := has_grundy s", "Prop := (if true then has_grundy s else False)", "", "if true then"),
]


def run(*command, cwd=None):
    return subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


def try_case(old, new, added, expected):
    """Returns what is wrong, or None."""
    with tempfile.TemporaryDirectory() as scratch:
        copy, build = pathlib.Path(scratch, "proof"), pathlib.Path(scratch, "build")
        shutil.copytree(PROOF, copy)
        shutil.copytree(BUILD, build, ignore=shutil.ignore_patterns("certify", "grundy-certify"))
        text = (copy / FILE).read_text()
        assert old in text
        (copy / FILE).write_text(text.replace(old, new) + "\n" + added + "\n")
        shutil.copy(copy / FILE, build)
        compiled = run("coqc", "-Q", ".", "Grundy", "-w", "none", FILE, cwd=build)
        if compiled.returncode != 0:
            return "Coq rejects it: " + compiled.stdout
        checked = run(copy / ("check-statements" if old else "check-assumptions"), build)
        if checked.returncode == 0:
            return "is accepted"
        return None if expected in checked.stdout else "is not named: " + checked.stdout


cases = [("", "", added, expected) for added, expected in ADDED] + CHANGED
failures = 0
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    for case, problem in zip(cases, pool.map(lambda case: try_case(*case), cases)):
        if problem is not None:
            failures += 1
            print(f"guard.py: {case[1]} {case[2]}: {problem}", file=sys.stderr)
if failures:
    sys.exit(f"guard.py: {failures} failures")
print(f"the guard of assumptions and statements refused {len(cases)} changed developments")
