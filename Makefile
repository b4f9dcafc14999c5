# Commands for developers and CI. Works with GNU make 3.81, which macOS includes.

SHELL := /bin/bash
PREFIX ?= /usr/local
DESTDIR ?=
# The package manager passes traits to the compiler in the order of a set. If the order differed from process to
# process, as it does by default, every build would compile the whole package again.
export SWIFT_DETERMINISTIC_HASHING := 1

release_scratch := .build-release
# Evaluated only by the targets that use it.
release_options = $(shell Scripts/release-options.sh $(release_scratch))
# The files that `make install` copies.
release := $(release_scratch)/install
# The architectures of the programs; several make universal programs for macOS.
ARCHITECTURES ?= native

# Not every shell expands the home folder in `make install PREFIX=~/.local`.
override PREFIX := $(if $(filter ~/%,$(firstword $(PREFIX))),$(subst ~/,$(HOME)/,$(PREFIX)),$(PREFIX))

# Folders are listed explicitly because `dir` splits paths with spaces.
programs := $(DESTDIR)$(PREFIX)/bin
manuals := $(DESTDIR)$(PREFIX)/share/man/man1
bash_completions := $(DESTDIR)$(PREFIX)/share/bash-completion/completions
zsh_completions := $(DESTDIR)$(PREFIX)/share/zsh/site-functions
fish_completions := $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
# toggles-lint contains a Swift parser, which takes over ten minutes to build on two cores. To leave it out, run
# `make install WITH_LINT=no`.
WITH_LINT ?= yes
tools := toggles toggles-remote $(if $(filter yes,$(WITH_LINT)),toggles-lint)
# Executables of older versions, whose commands are now part of the ones above.
old_tools := toggles-sign toggles-fetch toggles-console
manual := $(manuals)/toggles.1
bash_completion := $(bash_completions)/toggles
zsh_completion := $(zsh_completions)/_toggles
fish_completion := $(fish_completions)/toggles.fish

# All Swift files except those in hidden folders, which contain builds, and the substitutes for Apple's SDK.
swift_files = find . \( -name '.?*' -o -path ./Tests/ApplePlatforms \) -prune -o -name '*.swift' -print0

# The tests and all programs that they run but toggles-generate, because tests that depend on it don't link. With
# `swift build --build-tests`, the package manager also compiles the linter and swift-syntax a second time, for the
# plugin LintToggles.
build_tests = swift build --product swift-feature-togglesPackageTests
# Tests must not depend on the order of sets and dictionaries.
run_tests = env -u SWIFT_DETERMINISTIC_HASHING Scripts/test.sh --skip-build --disable-xctest
step := @Scripts/step.sh
# How often test-repeatedly runs the tests.
TIMES ?= 10

.DEFAULT_GOAL := help
# SwiftPM already uses all cores, and only allows one build at a time in a folder.
.NOTPARALLEL:
.PHONY: help dependencies run publishers test test-repeatedly check-apple check-apple-all format check-format lint docs bench \
    faults backfill serving torture tsan release install uninstall clean

help: ## Lists these targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

dependencies: ## Installs missing system packages with apt or brew.
	@Scripts/install-dependencies.sh

run: dependencies ## Starts the storefront, an example app with toggles.
	$(step) 'Building the command toggles' swift build --product toggles
	$(step) 'Building the storefront' swift build --product Storefront
	@echo '== Starting the storefront'
	@.build/debug/Storefront

test: dependencies ## Runs all tests, including those for RELEASE binaries, packages that depend on this one, and examples.
	$(step) 'Tests: build' $(build_tests)
	$(step) 'Tests: build the tool of the plugin GenerateToggles' swift build --product toggles-generate
	$(step) 'The plugin LintToggles, without its tool' swift build --target LintToggles
	$(step) 'Tests: run' env LEAST=1000 $(run_tests) --skip '^FeatureTogglesHTTPTests'
	@# Their servers and clients have timeouts of one second, which they exceed beside the other tests.
	$(step) 'Tests: run those of HTTP' env LEAST=50 $(run_tests) --filter '^FeatureTogglesHTTPTests'
	$(step) 'Costs that grow no faster than the input' Tests/Costs/check.py "$$(swift build --show-bin-path)"
	$(step) 'Optimized binaries exclude code behind release toggles' Tests/ReleaseElimination/check.sh
	$(step) 'Compiler diagnostics of invalid calls' Tests/Diagnostics/check.sh
	$(step) 'Arrows between the targets' Tests/Arrows/check.py --planted
	$(step) 'Code on pages' Tests/Snippets/check.py "$$(swift build --show-bin-path)"
	$(step) 'Dependencies and build of an app that uses the package' Tests/Consumer/check.sh
	$(step) 'The example packages' Examples/check.sh

test-repeatedly: ## Runs the unit tests TIMES times (10), beside a busy loop on each core, to find those that may fail.
	$(build_tests)
	swift build --product toggles-generate
	@trap 'kill $$(jobs -p)' EXIT; \
	for core in $$(seq $$(getconf _NPROCESSORS_ONLN)); do while :; do :; done & done; \
	for time in $$(seq $(TIMES)); do \
	    Scripts/step.sh "Tests: run $$time of $(TIMES)" $(run_tests) --skip '^FeatureTogglesHTTPTests' || exit; \
	    Scripts/step.sh "Tests: run $$time of HTTP" $(run_tests) --filter '^FeatureTogglesHTTPTests' || exit; \
	done

check-apple: ## Type-checks every target for Apple's platforms, on Linux without an SDK.
	swift build --product toggles-generate
	Tests/ApplePlatforms/check.py --planted

check-apple-all: ## Like check-apple, and also for extensions, simulators, and Mac Catalyst; compares the stand-ins for the SDK.
	swift build --product toggles-generate
	Tests/ApplePlatforms/check.py --planted --all

format: ## Formats every Swift file.
	$(swift_files) | xargs -0 swift format format --in-place --parallel

check-format: ## Reports what `make format` would change, and problems that it can't fix.
	$(swift_files) | xargs -0 swift format lint --strict --parallel

lint: ## Lints the toggles of this package with the debug build.
	swift build --product toggles
	swift build --product toggles-lint
	@.build/debug/toggles lint

docs: ## Builds the documentation for all libraries as a static site in .build-docs/site.
	@Scripts/docs.sh

bench: ## Measures reads, activations, parsing, batch evaluation, and generation.
	Benchmarks/run.sh

faults: ## Injects faults into servers and networks, and prints how soon clients recover.
	Tests/Faults/report.sh

backfill: ## Moves a million records between two real stores, killing the process a hundred times.
	Tests/Backfill/run.sh

publishers: ## Lets eight publishers compete for a file in 200 rounds each, and kills some of them.
	swift build --product toggles
	Tests/Publishing/torture.py "$$(swift build --show-bin-path)/toggles"

serving: dependencies ## Tests stores and mirrors with etcd, nginx, and others: many publishers, kills, and clients. Prints a table.
	Scripts/install-dependencies.sh serving
	swift build --product toggles
	swift build --product toggles-remote
	Tests/Serving/check.sh --long

torture: ## Presses random keys in the console for about a minute, while another process writes to its file.
	$(build_tests)
	TOGGLES_TORTURE_ACTIONS=4000 $(run_tests) --filter ConsoleTorture

tsan: ## Runs the libraries' tests under the thread sanitizer.
	Tests/ThreadSanitizer/check.sh

release: ## Builds the files that `make install` copies: the programs, completions, and the manual.
	@Scripts/install-dependencies.sh
	@mkdir -p $(release)
	@for tool in $(tools) toggles-generate; do \
	    parts=(); \
	    for architecture in $(ARCHITECTURES); do \
	        options=($(release_options)); \
	        [ $$architecture = native ] || options+=(--arch $$architecture); \
	        swift build "$${options[@]}" --product $$tool || exit; \
	        parts+=("$$(swift build "$${options[@]}" --show-bin-path)/$$tool"); \
	    done; \
	    if [ $${#parts[@]} = 1 ]; then cp "$$parts" $(release)/ || exit; \
	    else lipo -create "$${parts[@]}" -output $(release)/$$tool || exit; fi; \
	done
	@for shell in bash zsh fish; do \
	    $(release)/toggles --generate-completion-script $$shell > $(release)/toggles.$$shell || exit; \
	done
	Scripts/manual.py $(release)/toggles > $(release)/toggles.1

install: release ## Installs the programs under PREFIX (/usr/local), prefixed with DESTDIR.
	install -d '$(programs)' '$(manuals)' '$(bash_completions)' '$(zsh_completions)' '$(fish_completions)'
	for tool in $(tools); do install -m 755 $(release)/$$tool '$(programs)/' || exit; done
	for tool in $(old_tools); do rm -f '$(programs)'/$$tool; done
	install -m 644 $(release)/toggles.1 '$(manual)'
	install -m 644 $(release)/toggles.bash '$(bash_completion)'
	install -m 644 $(release)/toggles.zsh '$(zsh_completion)'
	install -m 644 $(release)/toggles.fish '$(fish_completion)'

uninstall: ## Removes what `make install` installed.
	for tool in toggles toggles-remote toggles-lint $(old_tools); do rm -f '$(programs)'/$$tool; done
	rm -f '$(manual)' '$(bash_completion)' '$(zsh_completion)' '$(fish_completion)'

clean: ## Removes everything that was built.
	rm -rf .build .build-* Benchmarks/.build Examples/*/.build Tests/ReleaseElimination/.build
