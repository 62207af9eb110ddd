"""Builds the Python module: a backend for pip (PEP 517) that needs no other Python package.

usage: backend.py wheel | sdist | module FOLDER

`module` writes what a wheel contains to FOLDER, which can then be on the path of Python. These variables change what is built:

GRUNDY_BUILD=FOLDER     link with the library in this build folder of CMake instead of building one
GRUNDY_ROOT=FOLDER      the sources of the library, if python/ is not in its checkout
GRUNDY_SHARED=1         link with libgrundy.so and the libraries of the system, for packages
CC, CFLAGS, LDFLAGS     the compiler and further flags
JOBS                    how many compilers run at the same time
"""

import base64
import gzip
import hashlib
import io
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent

# What CMake needs to build the library. A source distribution has a copy in the folder library.
LIBRARY_FILES = ["CMakeLists.txt", "LICENSE", "cli", "command", "examples", "games", "include",
                 "mpi", "scripts/cmake", "scripts/write-documents", "src", "web"]
MODULE_FILES = ["LICENSE", "README.md", "backend.py", "grundy", "pyproject.toml", "src"]

# Stable since Python 3.11, whose C API has buffers.
STABLE_ABI = "0x030B0000"

# What every Linux with this version of glibc has (PEP 600).
OF_THE_SYSTEM = re.compile(r"lib(c|m|dl|pthread|rt)\.so|ld-linux")

# What the library is made of. Where the compiler cannot put it into the module, a wheel has it as files.
INCLUDED = re.compile(r"lib(lua[-.\d]*|jansson|expat|z|xxhash)\.so")

# The packages of Debian whose licences belong to it.
LINKED = ["liblua5.4-dev", "libjansson-dev", "libexpat1-dev", "zlib1g-dev", "libxxhash-dev"]

# Static libraries stay inside the module, whatever other modules are linked with.
HIDDEN = "-Wl,--exclude-libs,ALL"

OLDEST = 315532800  # seconds: archives of Python begin in 1980; all files are as old, so that builds can be repeated


class Missing(SystemExit):
    """Something that building needs is not there."""

    def __init__(self, what, package):
        super().__init__(f"grundy: {what} is missing; on Debian, install {package}")


def library_root():
    """Returns the folder with the sources of the library: the checkout, or a copy in a source distribution."""
    given = os.environ.get("GRUNDY_ROOT")
    for folder in ([Path(given).resolve()] if given else []) + [HERE / "library", HERE.parent]:
        if (folder / "include" / "grundy" / "grundy.h").exists():
            return folder
    raise SystemExit("grundy: the sources of libgrundy are missing; use a checkout or a source distribution")


def run(words, package, **options):
    """Runs a program and returns its output; `package` is the package of Debian that has it."""
    try:
        return subprocess.run(words, check=True, text=True, stdout=subprocess.PIPE, **options).stdout
    except FileNotFoundError:
        raise Missing(words[0], package) from None
    except subprocess.CalledProcessError as failure:
        sys.stdout.write(failure.stdout)
        raise SystemExit(f"grundy: {words[0]} failed; on Debian, `make deps` installs what the library needs") from None


# ---- the extension module ------------------------------------------------------------------------------------


def c_compiler():
    return shlex.split(os.environ.get("CC", "cc"))


def build_library():
    """Builds libgrundy.a and returns its folder."""
    folder = library_root() / "build" / "python"
    run(["cmake", "-S", str(library_root()), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release"], "cmake")
    jobs = os.environ.get("JOBS") or str(len(os.sched_getaffinity(0)))
    run(["cmake", "--build", str(folder), "--target", "grundy_static", "--parallel", jobs], "cmake")
    return folder


def path_of(compiler, name):
    """Returns the path of a library by the name of its file; None if there is none."""
    found = run([*compiler, f"-print-file-name={name}"], "gcc").strip()
    return Path(found) if os.path.isabs(found) else None


def archive_of(compiler, word):
    """Returns the static library of -lNAME if there is one that can be part of a shared object, as Debian's for x86-64
    often cannot; parts of the C library stay as they are."""
    name = word.removeprefix("-l")
    if name == word or OF_THE_SYSTEM.match(f"lib{name}.so"):
        return word
    archive = path_of(compiler, f"lib{name}.a")
    if archive is None:
        return word
    words = ["-shared", "-o", os.devnull, "-Wl,--whole-archive", str(archive), "-Wl,--no-whole-archive", HIDDEN]
    linked = subprocess.run([*compiler, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return str(archive) if linked.returncode == 0 else word


def library_words(compiler, folder):
    """Returns the words that link with the library in a build folder."""
    if os.environ.get("GRUNDY_SHARED"):
        return [f"-L{folder}", "-lgrundy"]
    path = os.pathsep.join([str(folder), os.environ.get("PKG_CONFIG_PATH", "")])
    words = run(["pkg-config", "--static", "--libs", "grundy"], "pkg-config",
                env={**os.environ, "PKG_CONFIG_PATH": path}).split()
    return [str(folder / "libgrundy.a"), *(archive_of(compiler, word) for word in words if word != "-lgrundy"),
            HIDDEN, "-Wl,-rpath,$ORIGIN"]


def build_module(target):
    """Compiles the extension module to the file `target`."""
    include = sysconfig.get_path("include")
    if not os.path.exists(os.path.join(include, "Python.h")):
        raise Missing("Python.h", "python3-dev")
    compiler = c_compiler()
    given = os.environ.get("GRUNDY_BUILD")
    folder = Path(given).resolve() if given else build_library()
    flags = ["-std=c17", "-O2", "-fPIC", "-fvisibility=hidden", "-D_XOPEN_SOURCE=700", "-D_DEFAULT_SOURCE",
             f"-DPy_LIMITED_API={STABLE_ABI}", f"-I{library_root() / 'include'}", f"-I{include}",
             *shlex.split(os.environ.get("CFLAGS", ""))]
    sources = sorted(str(path) for path in (HERE / "src").glob("*.c"))
    target.parent.mkdir(parents=True, exist_ok=True)
    run([*compiler, "-shared", *flags, *sources, *library_words(compiler, folder),
         *shlex.split(os.environ.get("LDFLAGS", "")), "-o", str(target)], "gcc")


def needs_of(path):
    """Returns the libraries that a shared object needs, and the versions of glibc."""
    needs = run(["objdump", "-p", str(path)], "binutils")
    return (re.findall(r"NEEDED +(\S+)", needs),
            [tuple(map(int, version.split("."))) for version in re.findall(r"GLIBC_(\d+\.\d+)", needs)])


def included_with(module):
    """Returns the paths of the libraries that belong into a wheel next to the extension module, and the tag of the wheel:
    manylinux if both need nothing but glibc."""
    machine = platform.machine()
    libraries, versions = needs_of(module)
    included = [path for name in libraries if INCLUDED.match(name) and (path := path_of(c_compiler(), name))]
    others = {name for name in libraries if not OF_THE_SYSTEM.match(name)} - {path.name for path in included}
    for path in included:
        names, more = needs_of(path)
        versions += more
        others |= {name for name in names if not OF_THE_SYSTEM.match(name)}
    if not versions or others:
        return included, f"cp311-abi3-linux_{machine}"
    major, minor = max(versions)
    return included, f"cp311-abi3-manylinux_{major}_{minor}_{machine}"


# ---- metadata --------------------------------------------------------------------------------------------------


def project():
    return tomllib.loads((HERE / "pyproject.toml").read_text())["project"]


def version():
    text = (library_root() / "CMakeLists.txt").read_text()
    return re.search(r"project\(grundy VERSION ([0-9.]+)", text).group(1)


def metadata():
    """Returns the file METADATA of a wheel, and PKG-INFO of a source distribution."""
    about = project()
    lines = ["Metadata-Version: 2.1", f"Name: {about['name']}", f"Version: {version()}", f"Summary: {about['description']}",
             f"License: {about['license']['text']}", f"Requires-Python: {about['requires-python']}",
             *(f"Classifier: {text}" for text in about["classifiers"])]
    for extra, packages in about["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}", *(f"Requires-Dist: {package}; extra == '{extra}'" for package in packages)]
    return "\n".join([*lines, "Description-Content-Type: text/markdown", "", (HERE / "README.md").read_text()])


def information():
    return f"grundy-{version()}.dist-info"


def information_files(tag):
    """Returns the files about the distribution, except RECORD, by name."""
    wheel = f"Wheel-Version: 1.0\nGenerator: grundy\nRoot-Is-Purelib: false\nTag: {tag}\n"
    licences = {package: Path("/usr/share/doc", package, "copyright") for package in LINKED}
    return {f"{information()}/METADATA": metadata().encode(), f"{information()}/WHEEL": wheel.encode(),
            f"{information()}/LICENSE": (HERE / "LICENSE").read_bytes(),
            **{f"{information()}/licenses/{package}": path.read_bytes() for package, path in licences.items() if path.exists()}}


def record(files):
    """Returns RECORD: the names, checksums and sizes of all files."""
    def line(name, data):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        return f"{name},sha256={digest},{len(data)}\n"

    return "".join([*(line(name, data) for name, data in files.items()), f"{information()}/RECORD,,\n"]).encode()


# ---- distributions -----------------------------------------------------------------------------------------------


def write_wheel(folder, files, tag):
    name = f"grundy-{version()}-{tag}.whl"
    Path(folder).mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for inside, data in {**files, f"{information()}/RECORD": record(files)}.items():
            entry = zipfile.ZipInfo(inside)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if inside.endswith(".so") else 0o644) << 16
            wheel.writestr(entry, data)
    return name


def compiled():
    """Returns the compiled module in its build folder."""
    target = library_root() / "build" / "python" / "_core.abi3.so"
    build_module(target)
    return target


def wheel_files(module):
    """Returns the files of a wheel, except RECORD, and its tag."""
    included, tag = included_with(module)
    package = [path for path in sorted((HERE / "grundy").iterdir())
               if path.suffix in (".py", ".pyi") or path.name == "py.typed"]
    files = {f"grundy/{path.name}": path.read_bytes() for path in package}
    files["grundy/_core.abi3.so"] = module.read_bytes()
    files |= {f"grundy/{path.name}": path.read_bytes() for path in included}
    return {**files, **information_files(tag)}, tag


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return write_wheel(wheel_directory, *wheel_files(compiled()))


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """Makes a wheel that refers to this folder, where the compiled module is put."""
    shutil.copyfile(compiled(), HERE / "grundy" / "_core.abi3.so")
    tag = f"cp311-abi3-linux_{platform.machine()}"
    return write_wheel(wheel_directory, {"grundy.pth": f"{HERE}\n".encode(), **information_files(tag)}, tag)


def build_sdist(sdist_directory, config_settings=None):
    """Makes a source distribution, with the sources of the library."""
    stem, root = f"grundy-{version()}", library_root()

    def plain(entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime = OLDEST
        return None if "__pycache__" in entry.name or entry.name.endswith(".abi3.so") else entry

    Path(sdist_directory).mkdir(parents=True, exist_ok=True)
    with open(Path(sdist_directory) / f"{stem}.tar.gz", "wb") as raw, \
            gzip.GzipFile("", "wb", fileobj=raw, mtime=OLDEST) as packed, \
            tarfile.open(fileobj=packed, mode="w", dereference=True) as tar:
        for name in MODULE_FILES:
            tar.add(HERE / name, f"{stem}/{name}", filter=plain)
        for name in LIBRARY_FILES:
            tar.add(root / name, f"{stem}/library/{name}", filter=plain)
        entry = tarfile.TarInfo(f"{stem}/PKG-INFO")
        entry.size = len(metadata().encode())
        tar.addfile(plain(entry), io.BytesIO(metadata().encode()))
    return f"{stem}.tar.gz"


def write_module(folder):
    files, _ = wheel_files(compiled())
    for name, data in files.items():
        path = Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def main():
    makers = {"wheel": build_wheel, "sdist": build_sdist, "module": write_module}
    if len(sys.argv) != 3 or sys.argv[1] not in makers:
        raise SystemExit(__doc__)
    makers[sys.argv[1]](sys.argv[2])


if __name__ == "__main__":
    main()
