"""Tests that check-assumptions and check-statements notice what they should.

usage: guard.py BUILD

BUILD holds the compiled proofs. Each case changes one file in a copy of the development, compiles it, and runs the
guard, which must name each change.
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

LIAR = ("Inductive {0} := In{0} (f : {0} -> False).\n"
        "Definition lies_{0} (x : {0}) : False := match x with In{0} f => f x end.")

# What is added at the end of the file. The guard must name {0}, so all are tried at once.
NAMED = [
    "Axiom {0} : False.",
    "Parameter {0} : False.",
    "Conjecture {0} : False.",
    "Variable {0} : False.",
    "Hypothesis {0} : False.",
    "Context ({0} : False).",
    "Lemma {0} : False. Admitted.",
    "Module Type S. Parameter {0} : False. End S.\nDeclare Module M : S.",
    f"Unset Positivity Checking.\n{LIAR}\nLemma a_lie : False. Proof. exact (lies_{{0}} (In{{0}} lies_{{0}})). Qed.\n"
    "Set Positivity Checking.",
    f"#[bypass_check(positivity)] {LIAR}",
    "Unset Guard Checking.\nFixpoint {0} (n : nat) {{struct n}} : False := {0} n.\nSet Guard Checking.",
    "#[bypass_check(guard)] Fixpoint {0} (n : nat) {{struct n}} : False := {0} n.",
    "Unset Universe Checking.\nDefinition {0} : Set := Type.\nSet Universe Checking.",
    "#[bypass_check(universes)] Definition {0} : Set := Type.",
]

# What is added, and what the guard must say.
ADDED = [
    ("\n".join(text.format(f"bad_{i}") for i, text in enumerate(NAMED)),
     [f"Statements.{'M.' if 'M : S' in text else ''}bad_{i}\n" for i, text in enumerate(NAMED)]),
    ('Require Extraction.\n(* *) Extract Constant misere => "true".', ["Extract Constant"]),
    ("Require Extraction.\nExtraction Implicit misere [g].", ["Extraction Implicit"]),
    ('Declare ML Module "ltac_plugin:coq-core.plugins.ltac".', ["Declare ML Module"]),
]

# What is replaced by what, what is added, and what the guard must say.
WEAKER = """Theorem modified_game (g : digraph) (sp : convention g) :
  finite g -> forall (u : g) o, has_outcome sp u o -> has_outcome (g := modified sp) normal (Some u) o.
Proof. intros fin u o; exact (proj1 (proj2 (modified_games g sp fin u) o)). Qed."""
CHANGED = [
    ("Theorem modified_game ", "Lemma modified_games ", WEAKER, ["Statements.modified_game\n"]),
    ("Prop := has_grundy s", "Prop := (if true then has_grundy s else False)", "", ["if true then"]),
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
        missing = [words.strip() for words in expected if words not in checked.stdout]
        return f"{', '.join(missing)} is not named: {checked.stdout}" if missing else None


cases = [("", "", added, expected) for added, expected in ADDED] + CHANGED
failures = 0
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    for case, problem in zip(cases, pool.map(lambda case: try_case(*case), cases)):
        if problem is not None:
            failures += 1
            print(f"guard.py: {case[1]} {case[2]}: {problem}", file=sys.stderr)
if failures:
    sys.exit(f"guard.py: {failures} failures")
print(f"the guard of assumptions and statements named {sum(len(case[3]) for case in cases)} changes")
