extension FoldingCase {
    /// Comments, indentation, and line endings.
    static let texts: [FoldingCase] = [
        .init(
            "comments of both branches",
            "// Before.\nif on {\n    // New.\n    a() // beside\n    // After.\n} else {\n    // Old.\n    b()\n}\n// Next.\nc()",
            "// Before.\n// New.\na() // beside\n// After.\n// Next.\nc()"
        ),
        .init("comment of an if that goes", "a()\n\n// Only for the old way.\nif off {\n    b()\n}\n\nc()", "a()\n\nc()"),
        .init("mark before an if that goes", "a()\n\n// MARK: - Parts\nif off {\n    b()\n}\nc()", "a()\n\n// MARK: - Parts\nc()"),
        .init(
            "directive of the linter",
            "// swiftlint:disable force_try\nif off {\n    b()\n}\nc()",
            "// swiftlint:disable force_try\nc()"
        ),
        .init("directive for the next line", "// swiftlint:disable:next force_try\nif off { b() }\nc()", "c()"),
        .init("comment beside a brace", "if on { // new\n    a()\n}", "// new\na()"),
        .init("comment after a brace", "if on {\n    a()\n} // always", "a() // always"),
        .init("Windows", "if on {\r\n    a()\r\n    b()\r\n}\r\nc()\r\n", "a()\r\nb()\r\nc()\r\n"),
        .init("Windows with an effect", "a()\r\nlet b = c() && off\r\n", "a()\r\n_ = c()\r\nlet b = false\r\n"),
        .init("tabs", "func f() {\n\tif on {\n\t\ta()\n\t\tb {\n\t\t\tc()\n\t\t}\n\t}\n}\n", "func f() {\n\ta()\n\tb {\n\t\tc()\n\t}\n}\n"),
        .init("two spaces", "func f() {\n  if on {\n    a {\n      b()\n    }\n  }\n}\n", "func f() {\n  a {\n    b()\n  }\n}\n"),
        .init("byte order mark", "\u{FEFF}let a = on && b\n", "\u{FEFF}let a = b\n"),
        .init("byte order mark before an if", "\u{FEFF}if off {\n    a()\n}\nb()\n", "\u{FEFF}b()\n"),
        .init("no newline at the end", "a()\nif off {\n    b()\n}", "a()\n"),
        .init("other scripts", "let ä = \"😀\"\nif on {\n    größe(ä)\n}\n", "let ä = \"😀\"\ngröße(ä)\n"),
        .init(
            "string over several lines",
            "if on {\n    let a = \"\"\"\n        one\n          two\n\n        three\n        \"\"\"\n    b(a)\n}",
            "let a = \"\"\"\n    one\n      two\n\n    three\n    \"\"\"\nb(a)"
        ),
        .init(
            "string over several lines that can't move",
            "func f() {\n    if on {\n        a(\"\"\"\none\n  two\n\"\"\")\n        b()\n    }\n}",
            "func f() {\n    a(\"\"\"\none\n  two\n\"\"\")\n    b()\n}"
        ),
        .init(
            "string over several lines with a little indentation",
            "func f() {\n    if on {\n        a(\"\"\"\n      one\n      two\n      \"\"\")\n    }\n}",
            "func f() {\n    a(\"\"\"\n      one\n      two\n      \"\"\")\n}"
        ),
        .init("value in a string over several lines", "let a = \"\"\"\n  x \\(on ? b : c)\n  \"\"\"", "let a = \"\"\"\n  x \\(b)\n  \"\"\""),
        .init(
            "code at the beginning of a line",
            "func f() {\n    if on {\n        a()\n#if DEBUG\n        b()\n#endif\n    }\n}",
            "func f() {\n    a()\n#if DEBUG\n    b()\n#endif\n}"
        ),
        .init(
            "comment over several lines",
            "func f() {\n    if on {\n        /* one\n           two */\n        a()\n    }\n}",
            "func f() {\n    /* one\n       two */\n    a()\n}"
        ),
        .init("blank lines in a branch", "a()\nif on {\n\n    b()\n\n    c()\n\n}\nd()", "a()\nb()\n\nc()\nd()"),
        .init("first in a block", "func f() {\n    let p = on\n\n    a(p)\n}", "func f() {\n    a(true)\n}"),
        .init("last in a block", "func f() {\n    a()\n\n    if off {\n        b()\n    }\n}", "func f() {\n    a()\n}"),
        .init("only one in a block", "func f() {\n    if off {\n        b()\n    }\n}", "func f() {\n}"),
        .init("brace on a line of its own", "if on\n{\n    a()\n}\nelse\n{\n    b()\n}\nc()", "a()\nc()"),
        .init(
            "brace on a line of its own in a chain",
            "if c\n{\n    a()\n}\nelse if off\n{\n    b()\n}\nelse\n{\n    d()\n}",
            "if c\n{\n    a()\n}\nelse\n{\n    d()\n}"
        ),
        .init("deep indentation", "func f() {\n        if on {\n            a()\n        }\n}", "func f() {\n        a()\n}"),
        .init("code beside the braces", "if on { a()\n    b()\n}\nc()", "a()\nb()\nc()"),
        .init("comment between operands", "let a = b /* old */ && on", "let a = b"),
        .init("shebang", "#!/usr/bin/swift\nif on {\n    a()\n}\n", "#!/usr/bin/swift\na()\n"),
        .init("semicolons", "let a = on && b; c()", "let a = b; c()"),
        .init("semicolon after an if", "if on { a() };\nb()", "a();\nb()"),
        .init(
            "call over several lines in a branch",
            "func f() {\n    if on {\n        a(\n            b: c,\n            d: off ? 1 : 2\n        )\n    }\n}",
            "func f() {\n    a(\n        b: c,\n        d: 2\n    )\n}"
        ),
    ]

    /// Nodes that are removed as a whole.
    static let removals: [FoldingCase] = [
        .init("function", "class A {\n    let a = 1\n\n    /// Old.\n    func gone() {\n        b()\n    }\n\n    func c() {}\n}", "class A {\n    let a = 1\n\n    func c() {}\n}"),
        .init("property", "class A {\n    let gone = 1\n    let b = 2\n}", "class A {\n    let b = 2\n}"),
        .init("last property", "class A {\n    let b = 2\n\n    // Old.\n    @State var gone = 1 // beside\n}", "class A {\n    let b = 2\n}"),
        .init("one binding of two", "let gone = 1, b = 2", "let b = 2"),
        .init("second binding of two", "let b = 2, gone = 1", "let b = 2"),
        .init("case of its own", "enum E {\n    case a\n    case gone\n    case b\n}", "enum E {\n    case a\n    case b\n}"),
        .init("case of several", "enum E {\n    case a, gone, b\n}", "enum E {\n    case a, b\n}"),
        .init("last case of several", "enum E {\n    case a, gone\n}", "enum E {\n    case a\n}"),
        .init("first case of several", "enum E {\n    case gone = \"x\", a\n}", "enum E {\n    case a\n}"),
        .init("case with a comment", "enum E {\n    /// A.\n    case a\n    /// Gone.\n    case gone\n}", "enum E {\n    /// A.\n    case a\n}"),
        .init("parameter", "func f(a: Int, gone: Bool) {}", "func f(a: Int) {}"),
        .init("first parameter", "func f(gone: Bool, a: Int) {}", "func f(a: Int) {}"),
        .init("only parameter", "func f(gone: Bool) {}", "func f() {}"),
        .init("parameter on a line", "func f(\n    a: Int,\n    gone: Bool = true, // old\n    b: Int\n) {}", "func f(\n    a: Int,\n    b: Int\n) {}"),
        .init("last parameter on a line", "func f(\n    a: Int,\n    gone: Bool = true\n) {}", "func f(\n    a: Int\n) {}"),
        .init("last parameter on a line with a comma", "f(\n    a: 1,\n    gone: true,\n)", "f(\n    a: 1,\n)"),
        .init("argument", "f(a: 1, gone: true, b: 2)", "f(a: 1, b: 2)"),
        .init("aligned argument", "f(a: 1,\n  gone: true)", "f(a: 1)"),
        .init("only argument", "f(gone: true)", "f()"),
        .init("only argument with a closure", "f(gone: true) { a() }", "f { a() }"),
        .init("two arguments", "f(gone1: true, gone2: false, a: 1)", "f(a: 1)"),
        .init("two arguments at the end", "f(a: 1, gone1: true, gone2: false)", "f(a: 1)"),
        .init("arguments around another", "f(gone1: true, a: 1, gone2: false)", "f(a: 1)"),
        .init("element", "let a = [b, gone, c]", "let a = [b, c]"),
        .init("only element", "let a = [gone]", "let a = []"),
        .init("element on a line", "let a = [\n    b,\n    // Old.\n    gone,\n]", "let a = [\n    b,\n]"),
        .init("entry of a dictionary", "let a = [\"b\": 1, \"c\": gone]", "let a = [\"b\": 1]"),
        .init("only entry of a dictionary", "let a: [K: V] = [.gone: 1]", "let a: [K: V] = [:]"),
        .init("pattern of a case", "switch a {\ncase .gone, .b: c()\ncase .d: e()\n}", "switch a {\ncase .b: c()\ncase .d: e()\n}"),
        .init("last pattern of a case", "switch a {\ncase .b, .gone: c()\n}", "switch a {\ncase .b: c()\n}"),
        .init("patterns on lines", "switch a {\ncase .b,\n     .gone,\n     .c:\n    d()\n}", "switch a {\ncase .b,\n     .c:\n    d()\n}"),
        .init("whole case", "switch a {\n// Old.\ncase .gone:\n    b()\n\ncase .c:\n    d()\n}", "switch a {\ncase .c:\n    d()\n}"),
        .init("attribute", "@gone var a = 1", "var a = 1"),
        .init("attribute on a line", "@gone\n@objc func a() {}", "@objc func a() {}"),
        .init("inheritance", "class A: B, Gone {}", "class A: B {}"),
        .init("only inheritance", "class A: Gone {}", "class A {}"),
        .init("capture", "a { [weak gone, b] in c(b) }", "a { [b] in c(b) }"),
        .init("only capture", "a { [gone] in c() }", "a { c() }"),
        .init("only capture with parameters", "a { [gone] b in c(b) }", "a { b in c(b) }"),
        .init("statement", "func f() {\n    a()\n    gone()\n    b()\n}", "func f() {\n    a()\n    b()\n}"),
        .init("statement and a flag", "func f() {\n    gone = true\n    if on {\n        a()\n    }\n}", "func f() {\n    a()\n}"),
        .init("condition", "if gone, b { a() }", "if b { a() }"),
        .init("only statement of a branch", "if c {\n    gone()\n}\nb()", "b()"),
        .init("associated value", "let a = f(b)\nlet gone = 1\n", "let a = f(b)\n"),
        .init("members of two kinds", "struct A {\n    let gone1: Int\n    let b: Int\n    func gone2() {}\n}", "struct A {\n    let b: Int\n}"),
        .init("all members", "struct A {\n    let gone1: Int\n    let gone2: Int\n}", "struct A {\n}"),
        .init("adjacent functions", "a()\n\nfunc gone1() {}\n\nfunc gone2() {}\n\nb()", "a()\n\nb()"),
    ]
}
