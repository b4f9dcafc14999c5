extension FoldingCase {
    /// Scopes, declarations, and local constants.
    static let scopes: [FoldingCase] = [
        .init(
            "declaration that would clash",
            "func f() {\n    let t = 1\n    if on {\n        let t = 2\n        a(t)\n    }\n    b(t)\n}",
            "func f() {\n    let t = 1\n    do {\n        let t = 2\n        a(t)\n    }\n    b(t)\n}"
        ),
        .init(
            "declaration after the branch",
            "func f() {\n    if on {\n        let t = 2\n        a(t)\n    }\n    let t = 3\n    b(t)\n}",
            "func f() {\n    do {\n        let t = 2\n        a(t)\n    }\n    let t = 3\n    b(t)\n}"
        ),
        .init(
            "declaration with the name of a property",
            "func f() {\n    if on {\n        let t = 2\n        a(t)\n    }\n    b(t)\n}",
            "func f() {\n    do {\n        let t = 2\n        a(t)\n    }\n    b(t)\n}"
        ),
        .init(
            "declaration without a clash",
            "func f() {\n    if on {\n        let t = 2\n        a(t)\n    }\n    b()\n}",
            "func f() {\n    let t = 2\n    a(t)\n    b()\n}"
        ),
        .init(
            "two branches with the same name",
            "func f() {\n    if on {\n        let t = 1\n        a(t)\n    }\n    if on {\n        let t = 2\n        b(t)\n    }\n}",
            "func f() {\n    do {\n        let t = 1\n        a(t)\n    }\n    do {\n        let t = 2\n        b(t)\n    }\n}"
        ),
        .init(
            "clash through two levels",
            "func f() {\n    if on {\n        if on {\n            let t = 1\n            a(t)\n        }\n    }\n    b(t)\n}",
            "func f() {\n    do {\n        let t = 1\n        a(t)\n    }\n    b(t)\n}"
        ),
        .init(
            "guard binding in a branch",
            "func f() {\n    if on {\n        guard let t = u else { return }\n        a(t)\n    }\n    b(t)\n}",
            "func f() {\n    do {\n        guard let t = u else { return }\n        a(t)\n    }\n    b(t)\n}"
        ),
        .init(
            "local function in a branch",
            "func f() {\n    if on {\n        func g() {}\n        g()\n    }\n    g()\n}",
            "func f() {\n    do {\n        func g() {}\n        g()\n    }\n    g()\n}"
        ),
        .init(
            "defer in a branch",
            "func f() {\n    if on {\n        defer { a() }\n        b()\n    }\n    c()\n}",
            "func f() {\n    do {\n        defer { a() }\n        b()\n    }\n    c()\n}"
        ),
        .init(
            "defer in the last branch",
            "func f() {\n    if on {\n        defer { a() }\n        b()\n    }\n}",
            "func f() {\n    defer { a() }\n    b()\n}"
        ),
        .init(
            "defer in an else",
            "if off {\n    x()\n} else {\n    defer { a() }\n    b()\n}\nc()",
            "do {\n    defer { a() }\n    b()\n}\nc()"
        ),
        .init(
            "defer through two levels",
            "func f() {\n    if on {\n        if on {\n            defer { a() }\n            b()\n        }\n    }\n    c()\n}",
            "func f() {\n    do {\n        defer { a() }\n        b()\n    }\n    c()\n}"
        ),
        .init(
            "label that is used",
            "outer: if on {\n    if c { break outer }\n    a()\n}\nb()",
            "outer: do {\n    if c { break outer }\n    a()\n}\nb()"
        ),
        .init("label that is not used", "outer: if on {\n    a()\n}", "a()"),
        .init("label of a loop", "outer: for i in j {\n    if on { continue outer }\n    a()\n}", "outer: for i in j {\n    continue outer\n}"),
        .init("break of a loop", "for i in j {\n    if on {\n        if i { break }\n        a()\n    }\n}", "for i in j {\n    if i { break }\n    a()\n}"),
        .init(
            "definite initialization",
            "let p: [String]\nif on {\n    p = a\n} else {\n    p = b\n}\nc(p)",
            "let p: [String] = a\nc(p)"
        ),
        .init(
            "definite initialization with comments",
            "// The names.\nlet p: [String]\nif on {\n    p = a + b\n} else {\n    p = b\n}",
            "// The names.\nlet p: [String] = a + b"
        ),
        .init(
            "two definite initializations",
            "let p: Int\nlet q: Int\nif on {\n    p = f()\n    q = g(p)\n} else {\n    p = 1\n    q = 2\n}",
            "let p: Int = f()\nlet q: Int = g(p)"
        ),
        .init(
            "definite initialization after another statement",
            "let p: Int\nif on {\n    let r = f()\n    p = r\n} else {\n    p = 1\n}\na(p)",
            "let r = f()\nlet p: Int = r\na(p)"
        ),
        .init(
            "definite initialization in one of three branches",
            "let p: Int\nif c {\n    p = 1\n} else if on {\n    p = 2\n} else {\n    p = 3\n}",
            "let p: Int\nif c {\n    p = 1\n} else {\n    p = 2\n}"
        ),
        .init("variable with another value", "var p = 1\nif on {\n    p = 2\n}\na(p)", "var p = 1\np = 2\na(p)"),
        .init("alias", "func f() {\n    let isX = on\n    if isX {\n        a()\n    } else {\n        b()\n    }\n}", "func f() {\n    a()\n}"),
        .init("alias of a negation", "func f() {\n    let isOld = !on\n    guard !isOld else { return }\n    a()\n}", "func f() {\n    a()\n}"),
        .init("alias of an alias", "func f() {\n    let p = on\n    let q = p && !off\n    a(q ? 1 : 2)\n}", "func f() {\n    a(1)\n}"),
        .init("alias that is not known", "func f() {\n    let p = on && c\n    if p { a() }\n}", "func f() {\n    let p = c\n    if p { a() }\n}"),
        .init("alias with a type", "func f() {\n    let p: Bool = on\n    a(p)\n}", "func f() {\n    a(true)\n}"),
        .init("alias of a variant", "func f() {\n    let p = variant\n    if p == .treatment { a() }\n}", "func f() {\n    a()\n}"),
        .init("alias of a variant in a switch", "func f() {\n    let p = variant\n    switch p {\n    case .treatment: a()\n    default: b()\n    }\n}", "func f() {\n    a()\n}"),
        .init("variable that is not written", "func f() {\n    var p = on\n    if p { a() }\n}", "func f() {\n    a()\n}"),
        .init(
            "variable that is written",
            "func f() {\n    var p = on\n    if c { p = false }\n    if p { a() }\n}",
            "func f() {\n    var p = true\n    if c { p = false }\n    if p { a() }\n}"
        ),
        .init("variable that is toggled", "func f() {\n    var p = on\n    p.toggle()\n    a(p)\n}", "func f() {\n    var p = true\n    p.toggle()\n    a(p)\n}"),
        .init("variable that is passed as inout", "func f() {\n    var p = on\n    g(&p)\n    a(p)\n}", "func f() {\n    var p = true\n    g(&p)\n    a(p)\n}"),
        .init("alias that is shadowed by a binding", "func f() {\n    let p = on\n    if let p = q { a(p) }\n    b(p)\n}", "func f() {\n    if let p = q { a(p) }\n    b(true)\n}"),
        .init("alias that is shadowed by a parameter", "func f() {\n    let p = on\n    c.map { p in a(p) }\n    b(p)\n}", "func f() {\n    c.map { p in a(p) }\n    b(true)\n}"),
        .init("alias that is shadowed in a scope", "func f() {\n    let p = on\n    do {\n        let p = c\n        a(p)\n    }\n    b(p)\n}", "func f() {\n    do {\n        let p = c\n        a(p)\n    }\n    b(true)\n}"),
        .init("member with the name of an alias", "func f() {\n    let p = on\n    a(self.p, p: p)\n}", "func f() {\n    a(self.p, p: true)\n}"),
        .init("alias in a capture list", "func f() {\n    let p = on\n    a { [p] in b(p) }\n}", "func f() {\n    a { b(true) }\n}"),
        .init("alias in a longer capture list", "func f() {\n    let p = on\n    a { [weak self, p] q in b(p, q) }\n}", "func f() {\n    a { [weak self] q in b(true, q) }\n}"),
        .init("capture with a value", "a { [p = on, weak self] in\n    if p { b() }\n}", "a { [weak self] in\n    b()\n}"),
        .init("alias beside another constant", "func f() {\n    let p = on, q = 1\n    a(p, q)\n}", "func f() {\n    let q = 1\n    a(true, q)\n}"),
        .init("alias with an effect", "func f() {\n    let p = save() && off\n    if p { a() }\n    b()\n}", "func f() {\n    _ = save()\n    b()\n}"),
        .init("lazy alias", "func f() {\n    lazy var p = on\n    if c, p { a() }\n}", "func f() {\n    if c { a() }\n}"),
        .init("property that is no alias", "class A {\n    let p = on\n    func f() { if p { a() } }\n}", "class A {\n    let p = true\n    func f() { if p { a() } }\n}"),
        .init("constant at the top level", "let p = on\nif p { a() }", "let p = true\nif p { a() }"),
        .init(
            "blocks of #if inside of a branch",
            "if on {\n    #if DEBUG\n    a()\n    #endif\n    b()\n}",
            "#if DEBUG\na()\n#endif\nb()"
        ),
        .init(
            "flag inside of #if",
            "func f() {\n    #if DEBUG\n    if on {\n        a()\n    }\n    #else\n    b(off)\n    #endif\n}",
            "func f() {\n    #if DEBUG\n    a()\n    #else\n    b(false)\n    #endif\n}"
        ),
        .init("condition of #if", "func f() {\n    #if off\n    a()\n    #else\n    b()\n    #endif\n}", "func f() {\n    b()\n}"),
        .init("condition of #if that is true", "class A {\n    #if on\n    let a = 1\n    #else\n    let b = 1\n    #endif\n}", "class A {\n    let a = 1\n}"),
        .init("condition of #if without #else", "a()\n#if off\nb()\n#endif\nc()", "a()\nc()"),
        .init(
            "return in #if",
            "func f() -> Int {\n    #if DEBUG\n    if on { return 1 }\n    #endif\n    return 2\n}",
            "func f() -> Int {\n    #if DEBUG\n    return 1\n    #endif\n    return 2\n}"
        ),
        .init("do and catch", "do {\n    if on {\n        try a()\n    }\n} catch {\n    b(off)\n}", "do {\n    try a()\n} catch {\n    b(false)\n}"),
    ]
}
