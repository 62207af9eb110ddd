# The usual entry point. Every target configures and builds what it needs. On Debian, `make demo`,
# `make test` and the other targets for developers also install the packages that they need; plain
# `make` and `make install` only list missing packages, and `make deps` installs them.

BUILD ?= build
JOBS ?= $(shell nproc)
TIME ?= 60
SIZE ?= small
THREADS ?= 1
GAME ?= uniform-8-sinks-10
PLOT ?= $(BUILD)/bench.svg
PREFIX ?= /usr/local

TEST_BUILD = $(BUILD)/test
CHECK_BUILD = $(BUILD)/check
FUZZ_BUILD = $(BUILD)/fuzz
WASM_BUILD = build/wasm
DEPENDENCIES = build/dependencies
# The processor that this machine does not have: 64-bit ARM, or x86-64 elsewhere.
OTHER_PROCESSOR = $(if $(filter x86_64,$(shell uname -m)),aarch64,x86_64)
# The static commands that `make static` builds.
STATIC ?= $(shell uname -m)-linux-musl $(OTHER_PROCESSOR)-linux-musl
STATIC_BUILD = build/static

.PHONY: all build deps demo test test-build check test-long coverage bench bench-python bench-profile bench-build install uninstall deb \
        container wheel reproducible certify proof check-style check-style-quick fuzz fuzz-build fuzz-campaign wasm test-wasm site npm test-site \
        static test-static test-portable cross test-cross recipes clean help

all:
	@scripts/install-packages --check build
	@$(MAKE) --no-print-directory build

build:
	@cmake -S . -B $(BUILD) -DCMAKE_BUILD_TYPE=Release > /dev/null
	@cmake --build $(BUILD) -j $(JOBS) -- --no-print-directory

deps:
	@scripts/install-packages build

demo: deps
	@$(MAKE) --no-print-directory build
	@scripts/demo $(BUILD)/grundy

# Two fifths of the random games: `make test-long` tries all of them. One test more than CPUs runs at a
# time, because some of them wait: for servers, for limits of time, for other ranks. AddressSanitizer is a fifth
# faster if it notes only who called malloc, and keeps less freed memory; its options can be given to see more.
test: test-build
	@GRUNDY_SCALE=$${GRUNDY_SCALE:-40} ASAN_OPTIONS=$${ASAN_OPTIONS:-malloc_context_size=2:quarantine_size_mb=16} \
	  ctest --test-dir $(TEST_BUILD) -j $$(($(JOBS) + 1)) -LE long --output-on-failure --no-tests=error

# The quick tests, on fewer random games and without looking for leaks: under a minute. They need only a
# compiler, the libraries of the build and cmocka.
check:
	@scripts/install-packages build check
	@cmake -S . -B $(CHECK_BUILD) -DCMAKE_BUILD_TYPE=RelWithDebInfo -DGRUNDY_SANITIZE=ON -DGRUNDY_CHECK=ON > /dev/null
	@cmake --build $(CHECK_BUILD) -j $(JOBS) -- --no-print-directory
	@ASAN_OPTIONS=detect_leaks=0 GRUNDY_SCALE=5 ctest --test-dir $(CHECK_BUILD) -j $(JOBS) -L quick \
	                                            --output-on-failure --no-tests=error

test-build:
	@scripts/install-packages build test
	@cmake -S . -B $(TEST_BUILD) -DCMAKE_BUILD_TYPE=RelWithDebInfo -DGRUNDY_SANITIZE=ON \
	       -DGRUNDY_TESTS=ON > /dev/null
	@cmake --build $(TEST_BUILD) -j $(JOBS) -- --no-print-directory

# Takes hours: all tests without sanitizers, built by gcc and by clang, then those of tests/long.
test-long:
	@scripts/install-packages build test long deb
	@scripts/test-long $(BUILD)/long $(JOBS)

coverage:
	@scripts/install-packages build test coverage
	@scripts/coverage $(BUILD)/coverage $(JOBS)

bench: bench-build
	@$(BUILD)/bench/bench --threads $(THREADS) --tsv $(BUILD)/bench.tsv $(SIZE)
	@$(BUILD)/bench/bench --threads $(THREADS) compounds $(SIZE)
	@$(BUILD)/bench/bench --threads $(THREADS) coloured $(SIZE)
	@$(BUILD)/bench/bench --threads $(THREADS) quotients small
	@$(BUILD)/bench/bench --threads $(THREADS) external small
	@$(BUILD)/bench/bench --threads $(THREADS) tiers small
	@$(BUILD)/bench/bench --threads $(THREADS) heaps $(SIZE)
	@$(BUILD)/bench/bench --threads $(THREADS) misere $(SIZE)
	@$(BUILD)/bench/bench --threads $(THREADS) rules $(SIZE)
	@$(BUILD)/bench/bench --threads $(THREADS) growth $(SIZE)
	@$(BUILD)/bench/text $(if $(filter full,$(SIZE)),40000000,2000000)
	@$(BUILD)/bench/startup $(BUILD)/grundy
	@scripts/plot-bench $(BUILD)/bench.tsv $(PLOT)
	@echo 'all figures are in $(BUILD)/bench.tsv, a plot is in $(PLOT)'

# The Python module, built in a folder of its own.
bench-python: bench-build
	@scripts/install-packages wheel
	@GRUNDY_BUILD=$(BUILD) /usr/bin/python3 python/backend.py module $(BUILD)/python/module
	@PYTHONPATH=$(BUILD)/python/module /usr/bin/python3 bench/python.py

bench-profile: bench-build
	@scripts/install-packages profile
	@bench/profile.sh $(BUILD)/bench/bench $(GAME) $(KERNEL)

bench-build:
	@scripts/install-packages build
	@cmake -S . -B $(BUILD) -DCMAKE_BUILD_TYPE=Release -DGRUNDY_BENCH=ON > /dev/null
	@cmake --build $(BUILD) -j $(JOBS) -- --no-print-directory

install: all
	@cmake --install $(BUILD) --prefix $(PREFIX) > /dev/null
	@echo 'installed in $(DESTDIR)$(PREFIX)'

# The files of the last installation.
uninstall:
	@test -e $(BUILD)/install_manifest.txt || { echo 'nothing was installed from $(BUILD)' >&2; exit 1; }
	@sed 's|.*|$(DESTDIR)&|' $(BUILD)/install_manifest.txt | tr '\n' '\0' | xargs -0 rm -f
	@sed -n 's|/[^/]*$$||; \|/grundy\(/.*\)*$$|s|.*|$(DESTDIR)&|p' $(BUILD)/install_manifest.txt | sort -ru | tr '\n' '\0' | xargs -0 rmdir
	@echo 'removed what was installed from $(BUILD)'

deb:
	@scripts/install-packages build deb
	@JOBS=$(JOBS) scripts/build-deb $(BUILD)/deb

# One file that needs nothing else, for every target of STATIC: linked with musl.
static: deps build
	@scripts/install-packages static
	@for target in $(STATIC); do \
	  scripts/dependencies $$target $(DEPENDENCIES)/$$target $(JOBS) && \
	  cmake --preset static -B $(STATIC_BUILD)/$$target -DGRUNDY_TARGET=$$target \
	        -DGRUNDY_HOST_COMMAND=$(abspath $(BUILD))/grundy > /dev/null && \
	  cmake --build $(STATIC_BUILD)/$$target -j $(JOBS) --target grundy_command -- --no-print-directory && \
	  $${target%%-*}-linux-gnu-strip $(STATIC_BUILD)/$$target/grundy || exit 1; \
	done
	@ls -l $(STATIC:%=$(STATIC_BUILD)/%/grundy)

# In an empty file system; those for another processor in an emulator.
test-static: static
	@scripts/install-packages cross
	@for target in $(STATIC); do \
	  emulator=; [ $${target%%-*} = $$(uname -m) ] || emulator=qemu-$${target%%-*}; \
	  scripts/test-static $(STATIC_BUILD)/$$target/grundy $(BUILD)/grundy $$emulator || exit 1; \
	done

# The program with POSIX alone: the quick tests, and those of what the platform does.
test-portable:
	@scripts/install-packages build check
	@cmake --preset portable > /dev/null
	@cmake --build build/portable -j $(JOBS) -- --no-print-directory
	@GRUNDY_SCALE=5 ctest --test-dir build/portable -j $(JOBS) -L quick --output-on-failure --no-tests=error
	@for test in cli/gzip cli/output cli/rules_process cli/scratch cli/serve web/limits web/slow; do \
	  GRUNDY_SCALE=5 sh tests/$$test.sh $(CURDIR)/build/portable/grundy || exit 1; \
	done

# For the other processor, by Debian's cross compiler: everything is built, and tests run in an emulator.
cross: deps build
	@scripts/install-packages cross
	@scripts/dependencies $(OTHER_PROCESSOR)-linux-gnu $(DEPENDENCIES)/$(OTHER_PROCESSOR)-linux-gnu $(JOBS)
	@cmake --preset cross -DGRUNDY_TARGET=$(OTHER_PROCESSOR)-linux-gnu -DGRUNDY_HOST_COMMAND=$(abspath $(BUILD))/grundy > /dev/null
	@cmake --build build/cross -j $(JOBS) -- --no-print-directory

# Unit tests; tests of the command start it without the emulator, so they cannot run.
test-cross: cross
	@GRUNDY_SCALE=5 ctest --test-dir build/cross -j $(JOBS) -L quick -R '/units$$|^platform/' --output-on-failure --no-tests=error

# Builds packages from the recipes of packaging/ whose tools Debian has.
recipes:
	@scripts/install-packages build recipes
	@scripts/test-recipes $(BUILD)/recipes

# A container image that serves the explorer.
container:
	@scripts/install-packages container
	@scripts/container localhost/grundy
	@echo 'built localhost/grundy; podman run --rm -p 8017:8017 -e GRUNDY_TOKEN=SECRET localhost/grundy serves the explorer'

wheel:
	@scripts/install-packages build wheel
	@JOBS=$(JOBS) scripts/build-wheel $(BUILD)/wheel

reproducible:
	@scripts/install-packages build deb
	@scripts/reproducible $(BUILD)/reproducible

# The checker that is extracted from the proofs; make demo, make and make test do not need it.
certify:
	@scripts/install-packages proof
	@$(MAKE) --no-print-directory -C proof program BUILD=$(abspath $(BUILD))/proof JOBS=$(JOBS)
	@echo 'built $(BUILD)/proof/grundy-certify'

# Checks the theory in Coq; not part of make test.
proof:
	@scripts/install-packages build proof
	@$(MAKE) --no-print-directory -C proof BUILD=$(abspath $(BUILD))/proof JOBS=$(JOBS)
	@$(MAKE) --no-print-directory build
	@$(MAKE) --no-print-directory -C proof test BUILD=$(abspath $(BUILD))/proof GRUNDY=$(abspath $(BUILD))/grundy

check-style: STYLE =
check-style-quick: STYLE = --quick

# Everything, or all but the static analyser, which takes five minutes on two cores.
check-style check-style-quick:
	@scripts/install-packages build test style
	@cmake -S . -B $(TEST_BUILD) -DCMAKE_BUILD_TYPE=RelWithDebInfo -DGRUNDY_SANITIZE=ON \
	       -DGRUNDY_TESTS=ON > /dev/null
	@scripts/check-style $(STYLE) $(TEST_BUILD)

fuzz: fuzz-build
	@TIME=$(TIME) RUNS=$(RUNS) LENGTH=$(LENGTH) scripts/fuzz $(FUZZ_BUILD) $(TARGETS)

# Executions since the last finding are counted in tests/fuzz/campaign.tsv.
fuzz-campaign: fuzz-build
	@TIME=$(TIME) GOAL=$(GOAL) JOBS=$(JOBS) scripts/fuzz-campaign $(FUZZ_BUILD) $(TARGETS)

fuzz-build:
	@scripts/install-packages build fuzz
	@cmake -S . -B $(FUZZ_BUILD) -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=RelWithDebInfo \
	       -DGRUNDY_SANITIZE=ON -DGRUNDY_FUZZ=ON -DCMAKE_C_FLAGS="$(FUZZ_FLAGS)" > /dev/null
	@cmake --build $(FUZZ_BUILD) -j $(JOBS) -- --no-print-directory

# The command in WebAssembly, with the libraries that it needs: grundy.wasm, grundy.mjs and
# command.mjs. The folders are those of the preset `wasm`.
wasm:
	@scripts/install-packages wasm
	@scripts/dependencies wasm $(DEPENDENCIES)/wasm $(JOBS)
	@cmake --preset wasm > /dev/null
	@cmake --build $(WASM_BUILD) -j $(JOBS) -- --no-print-directory

# Compares it with the native command.
test-wasm: deps build wasm
	@node tests/wasm/compare.mjs $(BUILD)/grundy $(WASM_BUILD)/command.mjs

# The explorer as static files, with the command in WebAssembly; and the npm package.
site: wasm
	@scripts/install-packages site
	@scripts/build-site $(WASM_BUILD) $(BUILD)/site
	@echo 'the site is in $(BUILD)/site; $(BUILD)/site/grundy.html is the explorer in one file, to open with a double click'

npm: site
	@scripts/build-npm $(BUILD)/site $(BUILD)/npm
	@echo 'the package is in $(BUILD)/npm'

# Everything that runs in WebAssembly: the command, the site in a browser, and the package.
test-site: deps build npm
	@scripts/install-packages test-site
	@scripts/test-site $(BUILD)/grundy $(WASM_BUILD) $(BUILD)

clean:
	rm -rf $(BUILD)

help:
	@echo 'make              build build/grundy, build/libgrundy.a and build/libgrundy.so'
	@echo 'make deps         install the Debian packages that a build needs'
	@echo 'make demo         build, solve an example and say what to try next'
	@echo 'make test         build with sanitizers and run all tests'
	@echo 'make check        build with sanitizers and run the quick tests: under a minute'
	@echo 'make test-long    run the long tests: a million positions, kills, valgrind, gcc and clang, packages; about two hours'
	@echo 'make coverage     measure the lines and branches of the library that the tests reach'
	@echo 'make bench SIZE=small   measure every kernel against the read-once limit; or SIZE=full'
	@echo 'make bench-python measure what the Python module adds to the C library'
	@echo 'make bench-profile GAME=rook KERNEL=values   instructions and cache misses per move'
	@echo 'make install PREFIX=/usr/local DESTDIR=   install the command, its manual pages and completions, and the libraries'
	@echo 'make uninstall DESTDIR=   remove what the last make install has installed'
	@echo 'make deb          build Debian packages in build/deb'
	@echo 'make static       build the command as one file that needs nothing else, for x86-64 and for 64-bit ARM, in build/static'
	@echo 'make test-static  test both: in an empty file system, and in an emulator'
	@echo 'make test-portable   build with POSIX alone, as on systems other than Linux, and test that'
	@echo 'make test-cross   cross-compile for 64-bit ARM, or for x86-64 on other machines, and run the unit tests in an emulator'
	@echo 'make recipes      build packages for Fedora and Arch from packaging/, as far as Debian has the tools'
	@echo 'make container    build a container image that serves the explorer, with podman'
	@echo 'make wheel        build a wheel and a source distribution of the Python module in build/wheel'
	@echo 'make reproducible   build twice in different folders and compare the files byte by byte'
	@echo 'make certify      build grundy-certify, the checker that is proved correct in Coq; a minute'
	@echo 'make proof        check the theory of proof/ with Coq and build and test grundy-certify; five minutes'
	@echo 'make check-style  run clang-format, clang-tidy, shellcheck, pyflakes and ESLint over the whole tree'
	@echo 'make check-style-quick   the same without the static analyser of clang-tidy; three minutes'
	@echo 'make fuzz TIME=60   fuzz every parser for that many seconds; or RUNS=10000000 LENGTH=300; TARGETS="dot edges"'
	@echo 'make fuzz-campaign TIME=3600 GOAL=10000000   fuzz the targets that are below the goal, and keep count in tests/fuzz/campaign.tsv'
	@echo 'make wasm         build the command in WebAssembly in build/wasm, for browsers and Node'
	@echo 'make test-wasm    compare it with the native command, byte by byte'
	@echo 'make site         build the explorer as static files in build/site, for any web server, and as one file, build/site/grundy.html'
	@echo 'make npm          build the npm package in build/npm'
	@echo 'make test-site    test all three: the command in WebAssembly, the site in a browser, the package'
	@echo 'make clean        remove the build folder'
