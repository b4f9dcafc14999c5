"""The shapes of input that Tests/Costs/check.py measures, one row for each."""
import json

TODAY = "2026-11-29"
HEADER = "schema: 1\nnamespace: T\napplication: shop\n"
FIELDS = "description: A thing for everyone., owner: me, created: 2026-01-01, expires: 2026-02-15"
SETTINGS = HEADER + f"toggles:\n  new_checkout: {{ category: release, {FIELDS} }}\n"
LINT = ["toggles-lint", "lint", "--no-cache", "--date", TODAY, "--fail-on", "never"]


class Shape:
    """A kind of input: the files for a size, and the command that reads them.

    The command can be a function of the size. `expected` is a pattern of the output; `{n}` in it stands for the size.
    `typed` is what the command reads from standard input.
    """

    def __init__(self, name, command, files, expected, size=500, largest=200_000, typed=""):
        self.name, self.command, self.files, self.text = name, command, files, expected
        self.size, self.largest, self.typed = size, largest, typed

    def expected(self, size):
        return self.text.replace("{n}", str(size)) if isinstance(self.text, str) else self.text(size)


SHAPES = []


def shape(name, command, expected, **options):
    """Adds the shape whose files a function returns for a size."""
    def add(function):
        SHAPES.append(Shape(name, command, function, expected, **options))
        return function
    return add


def source(name, expected, code, **options):
    """Adds a Swift file that the linter reads."""
    files = lambda n: {"toggles.yaml": SETTINGS, "Sources/App/a.swift": code(n)}
    options.setdefault("size", 100)
    SHAPES.append(Shape("source: " + name, LINT, files, expected, **options))


def manifest(name, command, expected, text, **options):
    """Adds a manifest."""
    files = lambda n: {"toggles.yaml": text(n), "Package.swift": ""}
    SHAPES.append(Shape("manifest: " + name, command, files, expected, **options))


def document(name, command, expected, value, **options):
    """Adds a remote document."""
    def files(n):
        content = value(n)
        text = content if isinstance(content, str) else json.dumps(content)
        return {"flags.json": text, "toggles.yaml": HEADER + "toggles: {}\n"}
    # A document can have 5,000 flags, and 1 MiB.
    options.setdefault("largest", 4_000)
    SHAPES.append(Shape("document: " + name, command, files, expected, **options))


def repeated(text, n, separator="\n"):
    return separator.join(text.replace("#", str(i)) for i in range(n))


def overrides(n, key="key_"):
    return json.dumps({"version": 1, "toggles": {f"{key}{i}": True for i in range(n + 1)}})


# Sources

READ = "t.isEnabled(.newCheckout)"
# The sizes of chains and conditions are larger than the depth to which the linter follows nested expressions.
for operator in ("&&", "||", "??", "+", "=="):
    source(f"chain of {operator}", "1 toggle", lambda n, o=operator: "let a = " + f" {o} ".join([READ] * (n + 1)), size=500)
source("chain of ternaries", "1 toggle", lambda n: "let a = " + f"{READ} ? 1 : " * n + "0", size=500)
source("chain of calls", "1 toggle", lambda n: f"let a = {READ}" + f".and({READ})" * n, size=1_000)
source("chain of else if", "1 toggle", lambda n: "func f() {\n"
       + f"if {READ} {{ g() }} else " * n + "{ h() }\n}\n", size=1_000)
source("conditions of one if", "1 toggle", lambda n: "func f() {\nif " + ", ".join([READ] * (n + 1)) + " { g() }\n}\n",
       size=500)
source("closures", "1 toggle", lambda n: "let a = " + "{ x in " * (min(n, 100)) + READ + "}" * (min(n, 100)) + "\n"
       + repeated("let a# = b { c { " + READ + " } }", n))
source("elements of an array", "1 toggle", lambda n: "let a = [" + ", ".join([READ] * (n + 1)) + "]")
source("members of a dictionary", "1 toggle", lambda n: "let a = [" + repeated(f"#: {READ}", n + 1, ", ") + "]")
source("arguments of a call", "1 toggle", lambda n: "let a = f(" + ", ".join([READ] * (n + 1)) + ")")
source("cases of a switch", "1 toggle", lambda n: "func f() { switch x {\n"
       + repeated(f"case #: if {READ} {{ g() }}", n) + f"\ndefault: if {READ} {{ g() }}\n}} }}\n")
source("branches", "1 toggle", lambda n: repeated(f"func f#() {{ if {READ} {{ g() }} else {{ h() }} }}", n + 1))
source("statements of one function", "1 toggle", lambda n: "func f() {\n"
       + repeated(f"if {READ} {{ g(#) }} else {{ h() }}", n + 1) + "\n}\n")
source("guards of one function", "1 toggle", lambda n: "func f() {\n"
       + repeated(f"guard {READ} else {{ return }}", n + 1) + "\n}\n")
source("local values", "1 toggle", lambda n: "func f() {\n" + repeated(f"let a# = {READ}", n + 1) + "\n"
       + repeated("if a# { g() }", n + 1) + "\n}\n")
source("reads of one local value", "1 toggle", lambda n: f"func f() {{\nlet a = {READ}\n"
       + repeated("if a { g(#) } else { h() }", n + 1) + "\n}\n")
source("local functions with their own value", "1 toggle", lambda n: f"func f() {{\nlet a = {READ}\n"
       + repeated("func f#(a: Bool) { if a { g() } }", n) + "\nif a { g() }\n}\n")
source("members of one type", "1 toggle", lambda n: "struct S {\n"
       + repeated(f"var a#: Bool {{ {READ} }}", n + 1) + "\n}\n")
source("extensions", "1 toggle", lambda n: repeated(f"extension S {{ var a#: Bool {{ {READ} }} }}", n + 1))
source("conditional compilation", "1 toggle", lambda n: repeated(f"#if A#\nlet a# = {READ}\n#endif", n + 1))
source("clauses of one #if", "1 toggle", lambda n: "#if A\n"
       + repeated(f"let a# = {READ}\n#elseif A#", n + 1) + "\n#endif\n")
source("reads in one line", "1 toggle", lambda n: repeated(f"let a# = {READ}", n + 1, "; "))
source("names in texts", "1 toggle", lambda n: repeated('let a# = "new_checkout"', n) + f"\nlet b = {READ}\n")
source("names in one text", "1 toggle", lambda n: 'let a = "' + "new_checkout " * n + f'"\nlet b = {READ}\n')
source("interpolations", "1 toggle", lambda n: 'let a = "' + f"\\({READ})" * (n + 1) + '"\n')
source("names in comments", "1 toggle", lambda n: "// newCheckout\n" * n + f"let b = {READ}\n")
source("names in one comment", "1 toggle", lambda n: "// " + "newCheckout " * n + f"\nlet b = {READ}\n")
source("aliases of the type", "1 toggle", lambda n: repeated("typealias A# = T", n) + f"\nlet b = {READ}\n")
source("functions that take keys", "1 toggle", lambda n: repeated("func f#(_ key: ReleaseToggle) {}", n)
       + "\n" + repeated("let a# = f#(.newCheckout)", n) + f"\nlet b = {READ}\n")
source("ignore comments before one line", "superfluous_suppression|1 toggle", lambda n: f"let a = {READ}\n"
       + "// toggles:ignore frozen_toggle - Read once.\n" * n)
source("ignore comments with effect", "1 toggle", lambda n:
       repeated(f"let a# = {READ} // toggles:ignore frozen_toggle - Read once.", n + 1))
source("ignore comments above lines", "1 toggle", lambda n:
       repeated(f"// toggles:ignore frozen_toggle - Read once.\nlet a# = {READ}", n + 1))
source("ignore comments in blocks", "1 toggle", lambda n: f"let a = {READ}\n"
       + "/* toggles:ignore frozen_toggle - Read once. */ " * n + "\n")
source("ignore comments with unknown rules", "1 toggle", lambda n: f"let a = {READ}\n"
       + repeated("// toggles:ignore frozn# - Read once.", n))
source("rules of one ignore comment", "1 toggle", lambda n: f"let a = {READ}\n"
       + "// toggles:ignore " + repeated("frozen_toggle#", n, ", ") + " - Read once.\n")
source("misspelt ignore comments", "1 toggle", lambda n: f"let a = {READ}\n"
       + "// toggle:ignore frozen_toggle - Read once.\n" * n)
source("unclosed braces", "1 toggle", lambda n: f"let a = {READ}\n" + "func f() {\n" * min(n, 250) + "x(\n" * n)
source("nested arrays", "1 toggle", lambda n: repeated("let a# = " + "[" * 5 + READ + "]" * 5, n + 1), size=50)
source("deeply nested arrays", "too deeply|1 toggle", lambda n: "let a = " + "[" * n + READ + "]" * n)
source("nested #if", "too deeply|1 toggle", lambda n: "#if A\n" * n + f"let a = {READ}\n" + "#endif\n" * n)
source("texts of one array", "1 toggle", lambda n: 'let a = [' + '"new_checkout", ' * n + f"]\nlet b = {READ}\n", size=500)
source("constants that hold keys", "1 toggle", lambda n: f"let b = {READ}\n"
       + repeated('let k# = "new_checkout"\nlet a# = LocalDefaultsEdit.set(k#, true)', n))
source("chain of keys", "1 toggle", lambda n: "let a: ReleaseToggle = x ?? " + " ?? ".join([".newCheckout"] * (n + 1)),
       size=500)
source("conditional compilation on RELEASE", "1 toggle", lambda n:
       repeated(f"#if RELEASE\nlet a# = {READ}\n#endif", n + 1))
source("parameters of one function", "1 toggle", lambda n: "func f(" + repeated("a#: Int", n + 1, ", ") + ") {\n"
       + repeated(f"if {READ} {{ g(#) }}", n + 1) + "\n}\n")
source("strings that look like keys", "1 toggle", lambda n: f"let b = {READ}\n"
       + repeated('let a# = toggles.value(forKey: "new_chekout_#")', n))


@shape("source: files", LINT, "1 toggle", size=50, largest=2_000)
def _(n):
    files = {f"Sources/M{i % 10}/a{i}.swift": f"let a = {READ}\n" for i in range(n + 1)}
    return files | {"toggles.yaml": SETTINGS}


@shape("source: scripts and resources", LINT, "1 toggle", size=50, largest=2_000)
def _(n):
    files = {f"Sources/a{i}.m": "newCheckout new_checkout\n" for i in range(n)}
    return files | {"toggles.yaml": SETTINGS, "a.swift": f"let a = {READ}\n"}


@shape("source: test targets", LINT, "1 toggle", size=50, largest=8_000)
def _(n):
    targets = repeated('.testTarget(name: "A#", dependencies: ["B#"]),', n)
    return {"toggles.yaml": SETTINGS, "Package.swift": f"let p = Package(name: \"P\", targets: [\n{targets}\n])\n",
            "Sources/a.swift": f"let a = {READ}\n"}


# Flags of an existing app

def imported(name, code, **options):
    command = ["toggles-lint", "init", "--from", "Sources/a.swift:Flag", "--reads", "isOn", "--date", TODAY]
    files = lambda n: {"Package.swift": "", "Sources/a.swift": code(n)}
    SHAPES.append(Shape("init: " + name, command, files, "toggles.yaml", size=50, **options))


imported("cases", lambda n: "enum Flag: String {\n" + repeated('case c# = "c#"', n + 1)
         + "\n}\nfunc f() { if s.isOn(.c0) { g() } }\n")
imported("cases in one line", lambda n: "enum Flag: String {\ncase " + repeated('c# = "c#"', n + 1, ", ")
         + "\n}\nfunc f() { if s.isOn(.c0) { g() } }\n")
imported("cases and reads", lambda n: "enum Flag: String {\n" + repeated('case c# = "c#"', n + 1)
         + "\n}\nfunc f() {\n" + repeated("if s.isOn(.c#) { g() }", n + 1) + "\n}\n")
imported("static properties", lambda n: "struct Flag {\n" + repeated('static let c# = Flag("c#")', n + 1)
         + "\n}\nfunc f() { if s.isOn(.c0) { g() } }\n")
imported("colliding names", lambda n: "enum Flag: String {\n" + repeated('case c_# = "c#"\ncase c# = "d#"', n + 1)
         + "\n}\nfunc f() { if s.isOn(.c0) { g() } }\n")


@shape("init: flags that are found", ["toggles-lint", "init"], "Wrote toggles.yaml", size=50, largest=4_000)
def _(n):
    code = "enum FeatureFlag: String {\n" + repeated("case c#", n + 1) + "\n}\n" \
        "struct Flags { func isOn(_ flag: FeatureFlag) -> Bool { store.bool(flag.rawValue) } }\n"
    reads = {f"Sources/r{i}.swift": f"func f{i}() {{ if s.isOn(.c{i}) {{ g() }} }}\n" for i in range(n)}
    return reads | {"Package.swift": "", "Sources/a.swift": code}


FOUND = ["toggles-lint", "init"]


def found(name, files, expected="Wrote toggles.yaml", **options):
    """Adds a project whose flags `toggles init` finds without being told where they are."""
    options.setdefault("size", 50)
    SHAPES.append(Shape("init: " + name, FOUND, lambda n: {"Package.swift": ""} | files(n), expected, **options))


found("accessors", lambda n: {"Sources/a.swift":
      "enum FeatureFlag: String {\n" + repeated("case c#", n + 1) + "\n}\nfinal class FeatureFlags {\n"
      + repeated("var isC#: Bool { isOn(.c#) }", n + 1) + "\nfunc isOn(_ flag: FeatureFlag) -> Bool { store(flag) }\n}\n"})
found("types of keys and types of accessors", lambda n: {"Sources/a.swift":
      repeated("enum Feature#: String { case a#, b# }\nfunc isOn(_ flag: Feature#) -> Bool { store(flag) }\n"
               "struct FeatureFlags# { var isA: Bool { isOn(.a#) }; var isB: Bool { x } }\n"
               "func f#(flags: FeatureFlags#) { if isOn(.a#), flags.isB { g() } }", n + 1)}, size=50, largest=4_000)
found("properties of a type of flags", lambda n: {"Sources/a.swift":
      "struct FeatureFlag {}\nstruct Keys {\n"
      + repeated('var c#: FeatureFlag { .init(defaultValue: false, key: "c#") }\nvar s#: Key<Bool> { .init("s#") }', n + 1)
      + "\n}\nfunc value<K: Key>(for key: KeyPath<Keys, K>) -> K.Value { x }\n"
      + repeated("let v# = value(for: \\.c#)", n + 1) + "\n"})
found("values of a remote config", lambda n: {"Sources/a.swift":
      repeated('let a# = config.configValue(forKey: "key_#").boolValue\n'
               'let b# = config.configValue(forKey: "text_#").stringValue', n + 3)})
found("features of Nimbus", lambda n: {
      "nimbus.fml.yaml": "features:\n" + repeated(
          "  f-#:\n    variables:\n      enabled: { type: Boolean, default: false }", n + 1) + "\n",
      "Sources/a.swift": repeated("let a# = nimbus.features.f#.value().enabled", n + 1) + "\n"})
found("variables of a feature of Nimbus", lambda n: {
      "nimbus.fml.yaml": "features:\n  menu:\n    variables:\n" + repeated(
          "      v-#: { type: Boolean, default: false }", n + 1) + "\n",
      "Sources/a.swift": "let menu = nimbus.features.menu.value()\n" + repeated("let a# = menu.v#", n + 1) + "\n"})


@shape("lint: members that aren't flags", LINT, "{n} warnings", size=100)
def _(n):
    names = repeated("s#", n, ", ")
    settings = "lint:\n  sources:\n" \
        f"    - {{ kind: static_properties, type: Flags, key: snake_case, reads: [Flags], except: [{names}] }}\n"
    code = "enum Flags {\n" + repeated("static let c# = true\nstatic let s# = true", n) + "\n}\n"
    return {"toggles.yaml": HEADER + "toggles: {}\n" + settings, "Sources/a.swift": code}


@shape("lint: flags of an enum", LINT, "{n} warnings", size=200)
def _(n):
    settings = "lint:\n  sources:\n" \
        "    - { kind: cases, type: Flag, file: Sources/a.swift, key: raw_value, reads: [isOn] }\n"
    code = "enum Flag: String {\n" + repeated('case c# = "c#"', n) + "\n}\nfunc f() { if s.isOn(.c0) { g() } }\n"
    return {"toggles.yaml": HEADER + "toggles: {}\n" + settings, "Sources/a.swift": code}


def flags(name, expected, code):
    """Adds a project with an enum of flags, which `code` reads or names."""
    def files(n):
        cases = "enum Flag: String {\n" + repeated("case key#", n) + "\n}\n"
        entries = repeated(toggle(), n) + "\nlint:\n  sources:\n" \
            "    - { kind: cases, type: Flag, key: snake_case, reads: [isOn] }\n"
        return {"toggles.yaml": HEADER + "toggles:\n" + entries, "Sources/a.swift": cases + code(n)}
    SHAPES.append(Shape("lint: " + name, LINT, files, expected, size=100))


# Removals

def removal(name, code, files=lambda n: {}, options=(), **shape_options):
    """Adds a project from which the toggle is removed."""
    command = ["toggles-lint", "remove", "new_checkout", "--keep", "on", *options]
    project = lambda n: {"toggles.yaml": SETTINGS, "Sources/a.swift": code(n)} | files(n)
    shape_options.setdefault("size", 50)
    SHAPES.append(Shape("remove: " + name, command, project, "safe|caution", **shape_options))


for name, side in (("stay", READ), ("go", "!" + READ)):
    removal(f"statements that {name}", lambda n, side=side: "func f() {\n"
            + repeated(f"if {side} {{ a(#) }} else {{ b(#) }}", n + 1) + "\n}\n")
    removal(f"functions whose rest may {name}", lambda n, side=side:
            repeated(f"func f#() -> Int {{\nguard {side} else {{ return 1 }}\nreturn #\n}}", n + 1))
removal("operands", lambda n: f"let a = {READ}" + repeated(" && b#", n, "") + "\n")
removal("conditions", lambda n: f"func f() {{\nif {READ}" + repeated(", b#", n, "") + " { a() }\n}\n")
removal("reads in one condition", lambda n: "func f() {\nif " + repeated(READ, n + 1, ", ") + ", b { a() }\n}\n", size=500)
removal("arms of a switch", lambda n: f"func f(_ x: Int) {{\nswitch x {{\n"
        + repeated(f"case #: if {READ} {{ a(#) }}", n + 1)
        + "\ndefault: break\n}\n}\n")
removal("blocks in blocks", lambda n: "func f() {\n" + repeated(f"if {READ} {{", n + 1) + "a()" + "}" * (n + 1)
        + "\n}\n", size=10, largest=40)
removal("lines of a block", lambda n: f"func f() {{\nif {READ} {{\n" + repeated("    a(#)", n + 1) + "\n}\n}\n")
removal("lines of the other block", lambda n: f"func f() {{\nif !{READ} {{\n"
        + repeated("    a(#)", n + 1) + "\n}\n}\n")
removal("elements", lambda n: "let a = [\n" + repeated(f"    {READ} ? # : 0,", n + 1) + "\n]\n")
removal("local copies", lambda n: repeated(f"func f#() {{\nlet isOn = {READ}\nif isOn {{ a(#) }}\n}}", n + 1))
removal("uses of a copy", lambda n: f"func f() {{\nlet isOn = {READ}\n" + repeated("if isOn { a(#) }", n + 1) + "\n}\n")
removal("stored copies", lambda n: "struct A {\n" + repeated(f"let isNew# = {READ}", n + 1) + "\nfunc f() {\n"
        + repeated("if isNew# { a(#) }", n + 1) + "\n}\n}\n", size=50, largest=4_000)
removal("types with a stored copy", lambda n:
        repeated(f"struct A# {{\nlet isNew = {READ}\nfunc f() {{ if isNew {{ a(#) }} }}\n}}", n + 1),
        size=50, largest=2_000)
removal("calls with an argument", lambda n: "func f(isNew: Bool, b: Int) { if isNew { a(b) } }\nfunc g() {\n"
        + repeated(f"f(isNew: {READ}, b: #)", n + 1) + "\n}\n")
removal("functions with an argument", lambda n: repeated("func f#(isNew: Bool) { if isNew { a(#) } }", n + 1)
        + "\nfunc g() {\n" + repeated(f"f#(isNew: {READ})", n + 1) + "\n}\n", size=50, largest=2_000)
removal("initializers with an argument", lambda n: repeated(
            "struct A# {\nlet isNew: Bool\ninit(isNew: Bool, b: Int) { self.isNew = isNew }\ninit(c: Int) { isNew = true }\n"
            "func f() { if isNew { a(#) } }\n}", n + 1)
        + "\nfunc g() {\n" + repeated(f"A#(isNew: {READ}, b: #)", n + 1) + "\n}\n", size=20, largest=1_000)
removal("cases with an associated value", lambda n: "enum E {\n" + repeated("case c#(isNew: Bool)", n + 1)
        + "\n}\nfunc f() {\n" + repeated(f"use(E.c#(isNew: {READ}))", n + 1) + "\n}\n", size=50, largest=2_000)
removal("helpers of the other side", lambda n: f"struct A {{\nfunc f() {{\nif !{READ} {{\n" + repeated("g#()", n + 1)
        + "\n}\n}\n" + repeated("private func g#() {}", n + 1) + "\n}\n", options=["--deep"], size=50, largest=900)
removal("properties of the other side", lambda n: "struct A {\n" + repeated("private let p#: Int", n + 1)
        + "\ninit(" + repeated("p#: Int", n + 1, ", ") + ") {\n" + repeated("self.p# = p#", n + 1)
        + f"\n}}\nfunc f() {{\nif !{READ} {{\n" + repeated("use(p#)", n + 1) + "\n}\n}\n}\n", size=20, largest=400)
removal("comments", lambda n: f"let a = {READ} && b\n" + repeated("// newCheckout #", n + 1) + "\n")
removal("strings", lambda n: f"let a = {READ} && b\n" + repeated('let s# = "a newCheckout #"', n + 1) + "\n")
removal("files", lambda n: "", lambda n:
        {f"Sources/M{i % 10}/a{i}.swift": f"func f{i}() {{ if {READ} {{ a() }} }}\n" for i in range(n + 1)},
        size=50, largest=2_000)
removal("files without the toggle", lambda n: f"let a = {READ} && b\n", lambda n:
        {f"Sources/M{i % 10}/a{i}.swift": f"struct A{i} {{ func f() {{ a() }} }}\n" for i in range(n)},
        size=50, largest=4_000)
removal("resources", lambda n: f"let a = {READ} && b\n", lambda n:
        {f"Sources/a{i}.m": "newCheckout new_checkout\n" for i in range(n)}, size=50, largest=2_000)


# Manifests

def toggle(fields=""):
    return f"  key_#: {{ category: release, {FIELDS}{fields} }}"


for command in (["toggles", "validate"], ["toggles", "list", "--no-app"], LINT):
    manifest(f"toggles, {command[1]}", command, lambda n: f"key_{n}\\b|{n + 1} toggles",
             lambda n: HEADER + "toggles:\n" + repeated(toggle(), n + 1))
VALIDATE = ["toggles", "validate"]
manifest("values of one toggle", VALIDATE, "1 toggle", lambda n: HEADER + "toggles:\n  a: { category: ops, values: ["
         + repeated("v#", n + 1, ", ") + f"], default: v0, {FIELDS} }}\n")
manifest("retired parameters", VALIDATE, "1 toggle", lambda n: HEADER + "toggles:\n  a: { category: ops, retired: ["
         + repeated("v#", n + 1, ", ") + f"], default: true, {FIELDS} }}\n")
manifest("unknown fields of one toggle", VALIDATE, "descripton", lambda n: HEADER
         + "toggles:\n  a:\n    category: release\n"
         + repeated("    descripton#: x", n + 1) + "\n")
manifest("unknown fields", VALIDATE, "ownr", lambda n: HEADER + "toggles:\n" + repeated(toggle(", ownr: x"), n + 1))
manifest("unknown fields of the manifest", VALIDATE, "togles", lambda n: SETTINGS + repeated("togles#: x", n + 1))
manifest("invalid dates", VALIDATE, "2026-13-01", lambda n: HEADER + "toggles:\n"
         + repeated("  key_#: { category: release, description: A thing., owner: me, created: 2026-13-01 }", n + 1))
manifest("repeated keys", VALIDATE, "key_0", lambda n: HEADER + "toggles:\n"
         + (toggle().replace("#", "0") + "\n") * (n + 1))
manifest("colliding names", VALIDATE, "key", lambda n: HEADER + "toggles:\n"
         + repeated(toggle(), n + 1) + "\n" + repeated(toggle().replace("key_#", "key__#"), n + 1))
manifest("missing fields", VALIDATE, "key_0", lambda n: HEADER + "toggles:\n" + repeated("  key_#: {}", n + 1))
manifest("comments", VALIDATE, "1 toggle", lambda n: SETTINGS + "# comment\n" * n)
manifest("anchors", VALIDATE, "x0|anchor|1 toggle|alias", lambda n: HEADER + "toggles:\n"
         + repeated("  key_#: &x# { category: release }", n + 1))
manifest("folders of brackets", VALIDATE, "deep|nest|\\[", lambda n: SETTINGS + "lint: " + "[" * n + "]" * n)
manifest("errors in one line", VALIDATE, "created", lambda n: HEADER + "toggles: { "
         + repeated("key_#: { category: release, created: 2026-13-01 }", n + 1, ", ") + " }\n")
manifest("one long line", VALIDATE, "1 toggle", lambda n: SETTINGS.replace("A thing", "A thing " * (n + 1)))
manifest("lines of a text", VALIDATE, "1 toggle", lambda n: HEADER
         + "toggles:\n  a:\n    category: release\n    owner: me\n"
         + "    created: 2026-01-01\n    expires: 2026-02-15\n    description: >\n"
         + "      A thing for everyone.\n" * (n + 1))


@shape("manifests", ["toggles", "validate"], "{n}|toggles", size=50, largest=2_000)
def _(n):
    text = HEADER + "toggles:\n" + toggle()
    return {f"M{i}/toggles.yaml": text.replace("#", str(i)) for i in range(n + 1)} | {"Package.swift": ""}


@shape("manifests: the same keys", ["toggles", "validate"], "key_0|toggles", size=50, largest=2_000)
def _(n):
    text = HEADER + "toggles:\n" + toggle().replace("#", "0")
    return {f"M{i}/toggles.yaml": text for i in range(n + 1)} | {"Package.swift": ""}


# Settings of the linter

def settings(name, text, **options):
    files = lambda n: {
        "toggles.yaml": SETTINGS + "lint:\n" + text(n) + "\n", "Sources/App/a.swift": f"let a = {READ}\n"}
    SHAPES.append(Shape("settings: " + name, LINT, files, "1 toggle|error", **options))


REASON = "reason: Waiting for 2.4., until: 2026-12-31"
settings("allowances", lambda n: "  allow:\n"
         + repeated(f"    - {{ rule: unused_toggle, toggle: a_#, {REASON} }}", n + 1))
settings("allowances of parameters", lambda n: "  allow:\n"
         + repeated(f"    - {{ rule: orphaned_parameter, parameter: a_#, {REASON} }}", n + 1))
settings("excluded paths", lambda n: "  excluded: [" + repeated('"**/A#/**"', n + 1, ", ") + "]")
settings("included paths", lambda n: "  included: [Sources, " + repeated('A#', n + 1, ", ") + "]")
settings("included files", lambda n: "  included: [Sources, " + repeated('A/B/C/a#.swift', n + 1, ", ") + "]")
settings("tests", lambda n: "  tests: [" + repeated('"**/A#/**"', n + 1, ", ") + "]")
settings("scripts", lambda n: "  scripts: [" + repeated('"A#/*.sh"', n + 1, ", ") + "]")
settings("unknown rules", lambda n: "  rules:\n" + repeated("    unused_togle#: error", n + 1))
settings("unknown fields", lambda n: repeated("  exclude#: [a]", n + 1))
settings("declarations in sources", lambda n: "  sources:\n"
         + repeated("    - { kind: cases, type: F#, file: Sources/App/a.swift, key: raw_value, reads: [isOn] }", n + 1),
         size=50, largest=2_000)


# The other files that the linter reads

def project(name, files, **options):
    SHAPES.append(Shape("lint: " + name, LINT, files, options.pop("expected", "toggle"), **options))


def many(n, owner="me"):
    return HEADER + "toggles:\n" + repeated(toggle().replace("owner: me", f"owner: {owner}"), n + 1) + "\n"


project("CODEOWNERS", lambda n: {"toggles.yaml": SETTINGS, ".github/CODEOWNERS": repeated("/Sources/A# @a#", n + 1),
                                 "Sources/a.swift": f"let a = {READ}\n"})
project("CODEOWNERS and toggles", lambda n: {
    "toggles.yaml": many(n, "a#"), ".github/CODEOWNERS": repeated("/A# @a#", n + 1)})
project("unknown owners", lambda n: {"toggles.yaml": many(n, "b#"), ".github/CODEOWNERS": repeated("/A# @a#", n + 1)},
        size=50, largest=8_000)
project("undeclared keys", lambda n: {"toggles.yaml": many(n), "run.sh":
        repeated("toggles set kye_# on", n + 1)} | {"toggles.yaml": many(n) + "lint:\n  scripts: [run.sh]\n"}, size=100)
project("variables of a script", lambda n: {"toggles.yaml": many(50) + "lint:\n  scripts: [run.sh]\n", "run.sh":
        repeated("TOGGLE_KYE_#=1 ./app", n + 1)}, size=100)
project("variables of a script and toggles", lambda n: {"toggles.yaml": many(n) + "lint:\n  scripts: [run.sh]\n",
        "run.sh": repeated("TOGGLE_KYE_#=1 ./app", n + 1)}, size=100)
project("overrides without a toggle", lambda n: {"toggles.yaml": many(n), "defaults.json":
        overrides(n, "kye_")}, size=100)
project("allowances of findings", lambda n: {"toggles.yaml": many(n) + "lint:\n  allow:\n" + repeated(
        f"    - {{ rule: unused_toggle, toggle: key_#, {REASON} }}", n + 1)}, size=100)
project("allowances of unknown toggles", lambda n: {"toggles.yaml": many(n) + "lint:\n  allow:\n" + repeated(
        f"    - {{ rule: unused_toggle, toggle: kye_#, {REASON} }}", n + 1)}, size=100)
flags("flags that are constants", "toggle", lambda n: "func isOn(_ flag: Flag) -> Bool {\nswitch flag {\n" + repeated(
      "case .key#: return true", n) + "\n}\n}\n" + repeated("func f#() { if isOn(.key#) { g() } }", n))
flags("tables of flags", "toggle", lambda n: "let a: [Flag: Bool] = [" + repeated(".key#: true", n, ", ")
      + "]\nlet b: [Flag] = [" + repeated(".key#", n, ", ") + "]\nfunc t(_ f: Flag) -> String {\nswitch f {\n"
      + repeated('case .key#: "a"', n) + "\n}\n}\n")
flags("flags mapped to flags", "toggle", lambda n: "func m(_ f: Flag) -> Bool {\nswitch f {\n"
      + repeated("case .key#: isOn(.key#)", n) + "\n}\n}\n")
project("words of a resource", lambda n: {"toggles.yaml": SETTINGS, "Sources/a.m": "newCheckout " * n})
project("toggles and reads", lambda n: {"toggles.yaml": many(n), "Sources/a.swift":
        repeated("func f#() { if t.isEnabled(.key#) { g() } else { h() } }", n + 1)}, size=100)
project("overrides", lambda n: {"toggles.yaml": SETTINGS, "defaults.json":
        overrides(n)})
project("toggles and overrides", lambda n: {"toggles.yaml": many(n), "defaults.json":
        overrides(n)}, size=100)

for reporter in ("text", "json", "sarif", "github", "gitlab", "junit", "checkstyle", "markdown"):
    SHAPES.append(Shape(f"reporter: {reporter}", LINT + ["--reporter", reporter], lambda n: {"toggles.yaml": many(n)},
                        "key_0", size=100))
SHAPES.append(Shape("report: HTML", ["toggles-lint", "report", "--no-cache", "--date", TODAY, "--html", "-"],
                    lambda n: {"toggles.yaml": many(n)}, "key_0", size=100))
SHAPES.append(Shape("tickets", ["toggles-lint", "tickets", "--no-cache", "--date", TODAY, "--json"],
                    lambda n: {"toggles.yaml": many(n)}, "key_0", size=100))
SHAPES.append(Shape("tickets: uses", ["toggles-lint", "tickets", "--no-cache", "--date", TODAY, "--json"],
                    lambda n: {"toggles.yaml": many(n), "Sources/a.swift":
                               repeated("func f#() { if t.isEnabled(.key#) { g() } else { h() } }", n + 1)},
                    "key_0", size=100))


def baseline(n, key):
    entry = {"rule": "expired_toggle", "toggle": key, "path": "toggles.yaml"}
    return json.dumps({"version": 1, "findings": [
        {k: v.replace("#", str(i)) for k, v in entry.items()} for i in range(n + 1)]})


for name, key in (("known findings", "key_#"), ("outdated findings", "other_#"), ("equal findings", "key_0")):
    SHAPES.append(Shape(f"baseline: {name}", LINT + ["--baseline", "baseline.json", "--strict-baseline"],
                        lambda n, key=key: {"toggles.yaml": many(n), "baseline.json": baseline(n, key)},
                        "toggle", size=100))


# Ignored folders

LIST = ["toggles", "list", "--no-app"]


def ignored(name, patterns, folders=200, **options):
    def files(n):
        return {f"d{i % 10}/f_{i}/a": "" for i in range(folders)} | {
            "toggles.yaml": SETTINGS, ".gitignore": patterns(n) + "\n"}
    SHAPES.append(Shape("gitignore: " + name, LIST, files, "new_checkout", **options))


ignored("names", lambda n: repeated("name#", n))
ignored("endings", lambda n: repeated("*.e#", n))
ignored("stars", lambda n: repeated("*x#*y", n))
ignored("paths", lambda n: repeated("/a/b/c#", n))
ignored("folders with any parent", lambda n: repeated("a/**/c#/", n))
ignored("negations", lambda n: repeated("!name#\nname#", n))


@shape("gitignore: files", LIST, "new_checkout", size=50, largest=2_000)
def _(n):
    return {f"d{i}/.gitignore": repeated("name#", 20) for i in range(n)} | {"toggles.yaml": SETTINGS}


@shape("gitignore: nested files", LIST, "new_checkout", size=5, largest=50)
def _(n):
    files = {"toggles.yaml": SETTINGS}
    for depth in range(n):
        folder = "d/" * depth
        files |= {folder + ".gitignore": repeated("name#", 300)} | {f"{folder}f{i}/a": "" for i in range(20)}
    return files


@shape("folders", LIST, "new_checkout", largest=8_000)
def _(n):
    return {f"d{i % 20}/f{i}/a": "" for i in range(n)} | {"toggles.yaml": SETTINGS}


# Remote documents

FLAG = {"state": "ENABLED", "variants": {"on": True, "off": False}, "defaultVariant": "on"}
CHECK = ["toggles", "check", "flags.json", "--alone"]


def flags(n, **fields):
    return {"flags": {f"flag_{i}": FLAG | fields for i in range(n + 1)}}


def rule(value):
    return {"flags": {"flag_0": FLAG | {"targeting": value}}}


SUMMARY = "flag|error|warning|problem|step"
document("flags", CHECK, SUMMARY, flags)
document("variants", CHECK, SUMMARY, lambda n: {"flags": {
    "flag_0": FLAG | {"variants": {"on": True} | {f"v{i}": False for i in range(n)}}}}, largest=16_000)
document("flags with errors", CHECK, SUMMARY, lambda n: flags(n, defaultVariant="no"))
document("unknown fields", CHECK, SUMMARY, lambda n: {"flags": {"flag_0": FLAG | {f"varants{i}": 1 for i in range(n)}}})
document("repeated members", CHECK, SUMMARY, lambda n: '{"flags": {'
         + ", ".join(['"flag_0": ' + json.dumps(FLAG)] * (n + 1)) + "}}")
document("blank lines", CHECK, SUMMARY, lambda n: "\n" * n + json.dumps(flags(0)), largest=800_000)
document("escapes", CHECK, SUMMARY, lambda n:
         json.dumps({"flags": {"flag_0": FLAG}, "metadata": {"a": "\n\u2028" * n}}))
document("buckets", CHECK, SUMMARY, lambda n: rule({"fractional": [["on", 1]] * (n + 2)}), largest=64_000)
document("conditions", CHECK, SUMMARY, lambda n: rule({
    "if": [{"==": [{"var": "a"}, 1]}, "on"] * (n + 1) + ["off"]}), largest=16_000)
document("operands", CHECK, SUMMARY, lambda n: rule({"if": [
    {"and": [{"==": [{"var": f"a{i}"}, 1]} for i in range(n + 1)]}, "on", "off"]}), largest=16_000)
document("members of a list", CHECK, SUMMARY, lambda n: rule({"if": [
    {"in": [{"var": "a"}, [f"u{i}" for i in range(n + 1)]]}, "on", "off"]}), largest=64_000)
def evaluators(n):
    return {"$evaluators": {f"e{i}": {"==": [{"var": "a"}, i]} for i in range(n + 1)}}


document("shared rules", CHECK, SUMMARY, lambda n: evaluators(n)
         | rule({"if": [{"or": [{"$ref": f"e{i}"} for i in range(n + 1)]}, "on", "off"]}), largest=16_000)
document("shared rules of flags", CHECK, SUMMARY, lambda n: evaluators(n)
         | {"flags": {f"flag_{i}": FLAG | {"targeting": {"if": [{"$ref": f"e{i}"}, "on", "off"]}}
                      for i in range(n + 1)}}, largest=4_000)
def uses_of_long_rule(n, **fields):
    """As many uses of a shared rule as the rule has values."""
    long = {"in": [{"var": "country"}, [f"u{i}" for i in range(n + 1)]]}
    uses = {"if": [{"or": [{"$ref": "long"}] * (n + 1)}, "on", "off"]}
    return {"$evaluators": {"long": long}, "flags": {"flag_0": FLAG | {"targeting": uses} | fields}}


document("uses of a long shared rule", CHECK, SUMMARY, uses_of_long_rule, largest=16_000)
document("misspelt operators", CHECK, SUMMARY, lambda n: rule({"if": [{"fractionl": [i]} for i in range(n + 1)]}))
document("misspelt references", CHECK, SUMMARY, lambda n: {"$evaluators": {f"e{i}": True for i in range(n + 1)}}
         | rule({"or": [{"$ref": f"x{i}"} for i in range(n + 1)]}), size=50, largest=4_000)
document("misspelt variants", CHECK, SUMMARY, lambda n: {"flags": {"flag_0": FLAG | {
    "variants": {"on": True, "off": False} | {f"v{i}": False for i in range(n)},
    "targeting": {"if": [{"==": [{"var": "a"}, i]} if j == 0 else f"w{i}" for i in range(n + 1) for j in (0, 1)]}}}},
    size=50, largest=4_000)


@shape("document: flags and toggles", ["toggles", "check", "flags.json"], SUMMARY, largest=20_000, size=100)
def _(n):
    text = HEADER + "toggles:\n" + repeated(f"  flag_#: {{ category: ops, default: true, {FIELDS} }}", n + 1)
    return {"toggles.yaml": text, "flags.json": json.dumps(flags(n))}


@shape("document: lint of flags and toggles", LINT + ["--document", "flags.json"], "flag_0", largest=20_000, size=100)
def _(n):
    text = HEADER + "toggles:\n" + repeated(f"  flag_#: {{ category: ops, default: true, {FIELDS} }}", n + 1)
    return {"toggles.yaml": text, "flags.json": json.dumps(flags(n))}


@shape("document: lint of orphaned parameters", LINT + ["--document", "flags.json"], "flag_0", largest=20_000, size=100)
def _(n):
    return {"toggles.yaml": SETTINGS, "flags.json": json.dumps(flags(n))}


DIFF = ["toggles", "diff", "flags.json", "new.json", "--alone", "--sample", "10"]


@shape("document: diff", DIFF, "flag_0", largest=4_000)
def _(n):
    return {"flags.json": json.dumps(flags(n)), "new.json": json.dumps(flags(n, defaultVariant="off"))}


@shape("document: diff of uses of a long shared rule", DIFF, "flag_0", largest=4_000)
def _(n):
    return {"flags.json": json.dumps(uses_of_long_rule(n)),
            "new.json": json.dumps(uses_of_long_rule(n, defaultVariant="off"))}


@shape("document: diff of other flags", DIFF, "flag_0", largest=4_000)
def _(n):
    return {"flags.json": json.dumps(flags(n)), "new.json": json.dumps(flags(n)).replace("flag_", "glag_")}


# Update policies, which can have 500 entries of 500 patterns, and 1 MiB

POLICY = ["toggles", "update-policy", "test", "--app", "500.0", "--os", "13.0", "policy.json"]


def policy_text(parts, n, last=()):
    """An update policy whose entries have up to 400 parts each."""
    numbers = list(range(n + 1))
    entries = [{"title": "t", "redirect_url": "https://a.b/c"} | parts(numbers[i:i + 400])
               for i in range(0, n + 1, 400)]
    return {"created_at": "2026-11-20T10:00:00Z", "details": entries + list(last)}


def policy(name, parts, last=(), **options):
    """Adds an update policy."""
    def files(n):
        return {"policy.json": json.dumps(policy_text(parts, n, last))}
    SHAPES.append(Shape("policy: " + name, POLICY, files, "up to date|required", size=1_000, **options))


def policy_flag(name, parts, rule=lambda n: {}, **options):
    """Adds a flag whose variants are update policies."""
    def files(n):
        flag = {"state": "ENABLED", "variants": {"must": {"level": "required", "title": "t"}, "none": {},
                                                 "long": policy_text(parts, n)},
                "defaultVariant": "long", "targeting": rule(n)}
        return {"policy.json": json.dumps({"flags": {"f": flag}})}
    SHAPES.append(Shape("policy flag: " + name, POLICY, files, "up to date|required", size=500, **options))


def letters(i):
    return chr(97 + i // 26 % 26) + chr(97 + i % 26)


def above(ns):
    return [f">1.{i}" for i in ns]


policy("short patterns", lambda ns: {"app_version": [str(i % 100) for i in ns]}, largest=120_000)
policy("patterns of versions", lambda ns: {"app_version": [f"{i % 40}.{i}.*" for i in ns]}, largest=64_000)
policy("versions of the system", lambda ns: {"os_version": [f"{i % 40}.{i}.*" for i in ns]}, largest=64_000)
policy("ranges", lambda ns: {"app_version": [f">=1.{i} <2.{i}" for i in ns]}, largest=48_000)
policy("ranges without a release", lambda ns: {"app_version": [f">1.{i} <1.{i}" for i in ns]}, largest=48_000)
policy("ranges of prereleases", lambda ns: {"app_version": [f">1.2.{i}-a <1.2.{i}-b" for i in ns]}, largest=32_000)
policy("alternatives", lambda ns: {"app_version": [f"1.{i} || 2.{i}" for i in ns]}, largest=48_000)
policy("many alternatives in a pattern",
       lambda ns: {"app_version": [" || ".join(f"{i}.{j}" for j in ns[i:i + 50]) for i in range(0, len(ns), 50)]},
       largest=48_000)
policy("many comparisons in a pattern",
       lambda ns: {"app_version": [" ".join(f">{j}.{i}" for j in ns[i:i + 50]) + " <1" for i in range(0, len(ns), 50)]},
       largest=48_000)
policy("patterns that lock the newest version", lambda ns: {"all": True, "app_version": above(ns)}, largest=64_000)
policy("patterns that lock the newest system", lambda ns: {"all": True, "os_version": above(ns)}, largest=64_000)
policy("patterns that lock the newest versions of both",
       lambda ns: {"all": True, "app_version": above(ns), "os_version": above(ns)}, largest=32_000)
policy("versions of both before a lock of all versions",
       lambda ns: {"all": True, "app_version": [f"1.{i}" for i in ns], "os_version": [f"1.{i}" for i in ns]},
       last=[{"all": True, "app_version": "*", "title": "t"}], largest=32_000)
policy("languages", lambda ns: {"app_version": "1.0", "languages": {"de-" + letters(i): {} for i in ns}},
       largest=64_000)
policy("attributes", lambda ns: {"app_version": "1.0", "context": {f"a{i}": i for i in ns}}, largest=56_000)
policy("values of an attribute", lambda ns: {"app_version": "*", "context": {"a": [f"v{i}" for i in ns]}},
       largest=64_000)

policy_flag("patterns that lock the newest version", lambda ns: {"app_version": above(ns)}, largest=64_000)
policy_flag("patterns that lock the newest versions of both",
            lambda ns: {"app_version": above(ns), "os_version": above(ns)}, largest=32_000)
policy_flag("conditions", lambda ns: {"app_version": "<1"},
            lambda n: {"if": [part for i in range(n) for part in
                              ({"sem_ver": [{"var": "appVersion"}, "=", f"1.{i}.0"]}, "must")] + ["long"]}, largest=8_000)
policy_flag("nested conditions", lambda ns: {"app_version": "<1"},
            lambda n: {"if": [{"or": [{"and": [{"sem_ver": [{"var": "osVersion"}, ">", f"{i}.0.0"]},
                                               {"!": [{"in": [{"var": "country"}, ["a", f"c{i}"]]}]}]}
                                      for i in range(n + 1)]}, "must", "long"]}, largest=8_000)


# Overrides and values

@shape("overrides: list", LIST, "key_0", largest=20_000, size=100)
def _(n):
    return {"toggles.yaml": many(n), "defaults.json": overrides(n)}


@shape("overrides: unknown keys", LIST, "key_0", largest=20_000, size=100)
def _(n):
    return {"toggles.yaml": many(n), "defaults.json": overrides(n, "kye_")}


@shape("overrides: set", ["toggles", "set"] + ["key_0=on"], "key_0", largest=20_000, size=100)
def _(n):
    return {"toggles.yaml": many(n), "defaults.json": overrides(n)}


CONSOLE = ["toggles", "console", "--plain"]


@shape("console: unknown overrides", CONSOLE, "kye_{n}", largest=20_000, size=100, typed="problems\nquit\n")
def _(n):
    return {"toggles.yaml": many(n), "defaults.json": overrides(n, "kye_")}


@shape("console: unusable overrides", CONSOLE, "{n} problems|key_{n}", largest=20_000, size=100,
       typed="problems\nquit\n")
def _(n):
    text = json.dumps({"version": 1, "toggles": {f"key_{i}": "x" for i in range(n + 1)}})
    return {"toggles.yaml": many(n), "defaults.json": text}


@shape("console: filter", CONSOLE, "key_{n}", largest=40_000, size=100,
       typed="filter " + " ".join(f"k{i % 10}" for i in range(31)) + "\nfilter key is:off\nlist\nquit\n")
def _(n):
    return {"toggles.yaml": many(n), "defaults.json": overrides(-1)}


USAGE = ["toggles-lint", "usage", "merge", "access.log", "--output", "-"]


@shape("usage: lines of a log", USAGE, "{n} lines without", size=2_000)
def _(n):
    return {"toggles.yaml": SETTINGS, "access.log": "GET /favicon.ico HTTP/1.1\n" * n}


@shape("usage: one long line", USAGE, "1 line without", size=100_000, largest=80_000_000)
def _(n):
    return {"toggles.yaml": SETTINGS, "access.log": "x" * n}


@shape("usage: made-up versions", USAGE, "other versions", size=2_000)
def _(n):
    return {"toggles.yaml": SETTINGS, "access.log":
            repeated('GET /usage?v=1.#&d=2026-11-01&t=00000000&u=gA HTTP/1.1', n + 30)}


@shape("values from a document", LIST + ["--remote", "flags.json"], "flag_0", largest=4_000, size=100)
def _(n):
    text = HEADER + "toggles:\n" + repeated(f"  flag_#: {{ category: ops, default: true, {FIELDS} }}", n + 1)
    return {"toggles.yaml": text, "flags.json": json.dumps(flags(n))}


# Arguments

@shape("arguments: attributes in JSON", lambda n: LIST + ["--remote", "flags.json", "--context",
       json.dumps({f"a{i}": i for i in range(n + 1)})], "flag_0", largest=6_000, size=100)
def _(n):
    text = HEADER + f"toggles:\n  flag_0: {{ category: ops, default: true, {FIELDS} }}\n"
    return {"toggles.yaml": text, "flags.json": json.dumps(flags(0))}


for name, command in (("kill", ["kill", "flag_0"]), ("rollout", ["rollout", "flag_0", "on=10", "--allow-decrease"]),
                      ("target", ["target", "flag_0", "--if", "country == DE", "--then", "off"])):
    @shape(f"document: variants, {name}", ["toggles"] + command + ["--document", "flags.json", "--yes"],
           "flag_0|unclear", largest=16_000, size=100)
    def _(n):
        text = HEADER + f"toggles:\n  flag_0: {{ category: ops, default: true, {FIELDS} }}\n"
        variants = {"on": True, "off": False} | {f"v{i}": False for i in range(n)}
        shares = {"fractional": [["on", 1]] + [[f"v{i}", 1] for i in range(n)]}
        flag = FLAG | {"variants": variants, "targeting": shares}
        return {"toggles.yaml": text, "flags.json": json.dumps({"flags": {"flag_0": flag}})}


# Releases

RELEASED = ["toggles", "released", "--no-cache"]


def releases(name, expected, versions, **options):
    """Adds a history with the tags v1.0.0, v1.1.0, and so on, from the texts of a manifest and of a Swift file."""
    def files(n):
        history = ""
        for version, (text, code) in enumerate(versions(n)):
            history += f"commit refs/heads/main\ncommitter Ada <ada@example.com> {1767225600 + version * 86400} +0000\n"
            history += "data 0\n"
            for path, content in (("toggles.yaml", text), ("Sources/App/a.swift", code)):
                history += f"M 100644 inline {path}\ndata {len(content)}\n{content}\n"
            history += f"\nreset refs/tags/v1.{version}.0\nfrom refs/heads/main\n\n"
        return {".git/import": history, "toggles.yaml": text, "Sources/App/a.swift": code}
    SHAPES.append(Shape("releases: " + name, RELEASED, files, expected, **options))


def reading(keys, version):
    """A manifest with toggles and the code that reads them, which differ from those of other versions."""
    toggles = "".join(f"  {key}: {{ category: ops, default: true, {FIELDS} }}\n" for key in keys)
    return (f"{HEADER}toggles:\n{toggles}# {version}\n",
            "let a = [" + ", ".join(f"t.isEnabled(.{key})" for key in keys) + f"]\n// {version}\n")


releases("tags", "{n} releases", lambda n: [reading(["key0", "key1"], i) for i in range(max(n, 1))], size=50, largest=5_000)
releases("toggles", "key{n} +1.0.0", lambda n: [reading([f"key{i}" for i in range(n + 1)], version) for version in range(2)],
         size=100, largest=20_000)
releases("parameters that come and go", "key{n}x +1.{n}.0",
         lambda n: [reading([f"key{i}x"], i) for i in range(n + 1)], size=50, largest=5_000)


# Usage

@shape("usage: messages", ["toggles", "usage", "merge", "access.log", "-o", "usage.json"], "{n} messages counted",
       largest=200_000)
def _(n):
    # One toggle that was read: 10.
    line = '192.0.2.1 - - [02/Nov/2026:03:00:00 +0000] "GET /usage?v=1.#&d=2026-11-01&t=8ca2aa34&u=gA HTTP/1.1" 204 0'
    text = HEADER + f"toggles:\n  key0: {{ category: ops, default: true, {FIELDS} }}\n"
    return {"toggles.yaml": text, "access.log": repeated(line, n) + "\n"}
