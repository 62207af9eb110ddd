"""Builds the extension module grundy._core, and libgrundy if that is needed.

GRUNDY_BUILD=FOLDER     link with the library in this build folder of CMake instead of building one
GRUNDY_ROOT=FOLDER      the sources of the library, if python/ is not in its checkout
GRUNDY_SHARED=1         link with libgrundy.so rather than libgrundy.a, for packages
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

try:
    from wheel.bdist_wheel import bdist_wheel
except ImportError:
    bdist_wheel = None

HERE = Path(__file__).resolve().parent

# What CMake needs to build the library. A source distribution has a copy in the folder library.
LIBRARY_FILES = ["CMakeLists.txt", "LICENSE", "cli", "command", "examples", "games", "include",
                 "mpi", "scripts/cmake", "scripts/write-documents", "src", "web"]

# Stable since Python 3.11, whose C API has buffers.
STABLE_ABI = "0x030B0000"


def library_root():
    """Returns the folder with the sources of the library: the checkout, or a copy in an sdist."""
    given = os.environ.get("GRUNDY_ROOT")
    for folder in ([Path(given)] if given else []) + [HERE / "library", HERE.parent]:
        if (folder / "include" / "grundy" / "grundy.h").exists():
            return folder
    raise SystemExit("setup.py: the sources of libgrundy are missing; use a checkout or an sdist")


def version():
    text = (library_root() / "CMakeLists.txt").read_text()
    return re.search(r"project\(grundy VERSION ([0-9.]+)", text).group(1)


class BuildLibraryAndModule(build_ext):
    """Builds libgrundy.a with CMake, then the extension module that contains it."""

    def build_extensions(self):
        given = os.environ.get("GRUNDY_BUILD")
        folder = Path(given).resolve() if given else self.build_library()
        for extension in self.extensions:
            self.link_with(extension, folder)
        super().build_extensions()

    def build_library(self):
        folder = Path(self.build_temp).resolve() / "library"
        folder.mkdir(parents=True, exist_ok=True)
        run = subprocess.check_call
        run(["cmake", "-S", str(library_root()), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release"])
        run(["cmake", "--build", str(folder), "--target", "grundy_static", "--parallel",
             os.environ.get("JOBS", str(len(os.sched_getaffinity(0))))])
        return folder

    def link_with(self, extension, folder):
        if os.environ.get("GRUNDY_SHARED"):
            extension.library_dirs.append(str(folder))
            extension.libraries.append("grundy")
            return
        extension.extra_objects.append(str(folder / "libgrundy.a"))
        environment = dict(os.environ, PKG_CONFIG_PATH=os.pathsep.join(
            [str(folder)] + os.environ.get("PKG_CONFIG_PATH", "").split(os.pathsep)))
        words = subprocess.check_output(["pkg-config", "--static", "--libs", "grundy"], text=True,
                                        env=environment).split()
        extension.extra_link_args += [word for word in words if word != "-lgrundy"]
        # The library stays inside the module, whatever other modules are linked with.
        extension.extra_link_args.append("-Wl,--exclude-libs,ALL")


class SourceDistribution(sdist):
    """Adds the sources of the library, so that the distribution can be built anywhere."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        root, target = library_root(), Path(base_dir) / "library"
        for name in LIBRARY_FILES:
            source = root / name
            if source.is_dir():
                shutil.copytree(source, target / name, dirs_exist_ok=True)
            else:
                target.mkdir(exist_ok=True)
                shutil.copy2(source, target / name)


commands = {"build_ext": BuildLibraryAndModule, "sdist": SourceDistribution}
if bdist_wheel is not None:
    class StableWheel(bdist_wheel):
        """The wheel is for this version of Python and all later ones."""

        def finalize_options(self):
            self.py_limited_api = "cp311"
            super().finalize_options()

    commands["bdist_wheel"] = StableWheel

setup(
    version=version(),
    cmdclass=commands,
    ext_modules=[Extension(
        "grundy._core",
        sources=sorted(str(path.relative_to(HERE)) for path in (HERE / "src").glob("*.c")),
        depends=sorted(str(path.relative_to(HERE)) for path in (HERE / "src").glob("*.h")),
        include_dirs=[os.path.relpath(library_root() / "include", HERE)],
        define_macros=[("Py_LIMITED_API", STABLE_ABI), ("_XOPEN_SOURCE", "700"),
                       ("_DEFAULT_SOURCE", None)],
        extra_compile_args=["-std=c17", "-fvisibility=hidden"],
        py_limited_api=True,
    )],
)
