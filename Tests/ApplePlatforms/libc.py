"""Compares Headers with Darwin's headers for C, as the package ziglang on PyPI contains them."""
import json
import os
import re
import subprocess
import sys
import zipfile

# The package and the folder of these headers in it. Nothing of them is kept in the repository.
PACKAGE = "ziglang==0.17.1"
FOLDER = "ziglang/lib/libc/include/any-darwin-any/"

# What isn't part of the libraries for C, or is only made of facts about these headers.
OTHERS = {"availability_facts.h", "curses.h"}

# Types of which Headers contains only what the package uses, so their sizes differ.
PARTIAL = {"DIR": "opaque", "FILE": "opaque", "struct extern_proc": "three fields", "struct kinfo_proc": "one field"}


def run(check, folder):
    """Prints the differences, and returns whether there are none, or None if the headers can't be compared."""
    # Apple's compiler derives the availability on visionOS from iOS, and the one of the toolchain doesn't.
    platforms = [each for each in check.options.platforms if each != "visionos"]
    if not platforms:
        return None
    try:
        darwin = install(os.path.join(check.scratch, "libc"))
    except (OSError, subprocess.CalledProcessError, zipfile.BadZipFile) as error:
        reason = getattr(error, "stdout", None) or str(error)
        last = (reason.strip().splitlines() or ["no reason given"])[-1]
        print(f"Headers are not compared with Darwin's headers, because {PACKAGE} can't be installed: {last}")
        return None
    own = os.path.join(folder, "Headers")
    paths = [os.path.relpath(os.path.join(place, name), own) for place, _, names in os.walk(own) for name in names]
    headers = sorted(each for each in paths if each.endswith(".h") and each not in OTHERS)
    missing = [each for each in headers if not os.path.exists(os.path.join(darwin, each))]
    comparison = Comparison(check, [each for each in headers if each not in missing], own, darwin)
    differences = sorted({each for platform in platforms for each in comparison.differences(platform)})
    unexpected = [each for each in differences if each[1].split(".")[0] not in PARTIAL or "declared" in each[2]]
    # A comparison that compares nothing doesn't find these either.
    found = {name for _, name, _ in differences}
    unexpected += [("all", name, "no longer differs") for name in PARTIAL if name not in found]
    for platform, name, text in unexpected:
        print(f"== {name}, {platform}: {text}")
    print(
        f"{comparison.count} functions, constants, types, and fields of Headers compared with Darwin's; "
        f"{len(unexpected)} differ, besides the sizes of {len(PARTIAL)} types that are not complete. "
        f"Not in {PACKAGE}: {', '.join(missing) or 'none'}"
    )
    return not unexpected


def install(folder):
    """Downloads the headers unless they are there, and returns their folder."""
    done = os.path.join(folder, PACKAGE)
    if not os.path.exists(done):
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", folder,
             PACKAGE], check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        (wheel,) = [os.path.join(folder, each) for each in os.listdir(folder) if each.endswith(".whl")]
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder, [each for each in archive.namelist() if each.startswith(FOLDER)])
        os.remove(wheel)
        open(done, "w").close()
    return os.path.join(folder, FOLDER)


class Comparison:
    """Statements about the declarations of Headers, which the compiler checks with either folder of headers."""

    def __init__(self, check, headers, own, darwin):
        self.check, self.headers, self.own, self.darwin = check, headers, own, darwin
        self.count = 0

    def differences(self, platform):
        claims = self.claims(platform)
        self.count = max(self.count, len(claims))
        own, other = self.verdicts(platform, self.own, claims), self.verdicts(platform, self.darwin, claims)
        for name in claims:
            if own[name] != other[name]:
                yield platform, name, f"{own[name]} in Headers, {other[name]} in Darwin's"

    def command(self, platform, folder):
        return [
            self.check.toolchain.clang, "-target", self.check.triple(platform), "-nostdlibinc", "-isystem", folder,
            "-std=gnu11", "-ferror-limit=0", "-Wno-everything", "-Werror=unguarded-availability",
            "-fno-caret-diagnostics", "-x", "c", "-",
        ]

    def compile(self, platform, folder, text, *options):
        source = "".join(f"#include <{each}>\n" for each in self.headers) + text
        return subprocess.run(
            [*self.command(platform, folder), *options], input=source, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True,
        )

    def claims(self, platform):
        """The name of each declaration of Headers, with an expression that is a constant and depends on it."""
        claims = {}
        tree = json.loads(
            self.compile(platform, self.own, "", "-fsyntax-only", "-Xclang", "-ast-dump=json").stdout
        )
        for each in tree["inner"]:
            name, kind = each.get("name"), each["kind"]
            if "includedFrom" not in json.dumps(each.get("loc", {})) or not name or name.startswith("__"):
                continue
            if kind == "FunctionDecl" and each.get("storageClass") != "static":
                type = re.sub(r"\b_(Nonnull|Nullable|Null_unspecified)\b", "", each["type"]["qualType"])
                claims[name + "()"] = f"__builtin_types_compatible_p(__typeof__({name}), {type})"
            elif kind == "TypedefDecl":
                claims[name] = f"sizeof({name})"
            elif kind == "RecordDecl" and each.get("completeDefinition"):
                record = f"{each['tagUsed']} {name}"
                claims[record] = f"sizeof({record})"
                for field in each.get("inner", []):
                    if field["kind"] == "FieldDecl" and "name" in field:
                        place = f"__builtin_offsetof({record}, {field['name']})"
                        size = f"sizeof((({record} *)0)->{field['name']})"
                        claims[f"{record}.{field['name']}"] = f"{place} * 65536 + {size}"
            elif kind == "EnumDecl":
                for constant in each.get("inner", []):
                    claims[constant["name"]] = f"(long long)({constant['name']})"
        macros = self.compile(platform, self.own, "", "-E", "-dM").stdout
        predefined = self.command(platform, self.own)
        known = subprocess.run(
            [*predefined, "-E", "-dM"], input="", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ).stdout
        for name in set(re.findall(r"^#define ([A-Za-z]\w*) \S", macros, re.MULTILINE)) - set(
            re.findall(r"^#define (\w+)", known, re.MULTILINE)
        ):
            claims[name] = f"(long long)({name})"
        verdicts = self.verdicts(platform, self.own, claims)
        # Macros that aren't constants: text, initializers, and attributes.
        return {name: claim for name, claim in sorted(claims.items()) if verdicts[name] != "not a constant"}

    def verdicts(self, platform, folder, claims):
        """What each expression is with the headers of a folder: a number, or why it has none."""
        names = list(claims)
        # The compiler's messages name the line of the claim.
        lines = [
            f"# {index + 1} \"claim\"\nlong long claim{index} = {claims[name]};" for index, name in enumerate(names)
        ]
        found, texts = {}, "\n".join(lines)
        done = self.compile(platform, folder, texts + "\n", "-fsyntax-only")
        for line, text in re.findall(r"^claim:(\d+):\d+: (?:fatal )?error: (.*)$", done.stderr, re.MULTILINE):
            name = names[int(line) - 1]
            if re.search(r"unavailable|only available", text):
                found[name] = "not available"
            elif re.search(r"undeclared|unknown type|incomplete type|no member", text):
                found.setdefault(name, "not declared")
            else:
                found.setdefault(name, "not a constant")
        elsewhere = [each for each in done.stderr.splitlines() if "error:" in each and not each.startswith("claim:")]
        if elsewhere:
            raise SystemExit("libc.py: the headers of " + folder + " have errors:\n" + "\n".join(elsewhere[:20]))
        good = "\n".join(line for name, line in zip(names, lines) if name not in found)
        text = self.compile(platform, folder, good + "\n", "-S", "-emit-llvm", "-o", "-").stdout
        for index, value in re.findall(r"^@claim(\d+) = (?:\w+ )*global i64 (-?\d+)", text, re.MULTILINE):
            found[names[int(index)]] = value
        return {name: found.get(name, "not a constant") for name in names}
