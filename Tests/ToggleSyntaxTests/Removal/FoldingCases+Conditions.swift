extension FoldingCase {
    /// `if`, `guard`, and loops.
    static let conditions: [FoldingCase] = [
        .init(
            "if that stays",
            "func f() {\n    a()\n    if on {\n        b()\n        c()\n    }\n    d()\n}",
            "func f() {\n    a()\n    b()\n    c()\n    d()\n}"
        ),
        .init(
            "if that goes",
            "func f() {\n    a()\n\n    if off {\n        b()\n    }\n\n    d()\n}",
            "func f() {\n    a()\n\n    d()\n}"
        ),
        .init(
            "else that stays",
            "if off {\n    a()\n} else {\n    b()\n}",
            "b()"
        ),
        .init("negated if", "if !on {\n    a()\n} else {\n    b()\n}", "b()"),
        .init(
            "else if becomes if",
            "if off {\n    a()\n} else if c {\n    b()\n} else {\n    d()\n}",
            "if c {\n    b()\n} else {\n    d()\n}"
        ),
        .init(
            "else if becomes else",
            "if c {\n    a()\n} else if on {\n    b()\n} else {\n    d()\n}",
            "if c {\n    a()\n} else {\n    b()\n}"
        ),
        .init(
            "else if in the middle goes",
            "if c {\n    a()\n} else if off {\n    b()\n} else if d {\n    e()\n} else {\n    f()\n}",
            "if c {\n    a()\n} else if d {\n    e()\n} else {\n    f()\n}"
        ),
        .init(
            "last else if goes",
            "if c {\n    a()\n} else if off {\n    b()\n}\nd()",
            "if c {\n    a()\n}\nd()"
        ),
        .init(
            "else if goes in front of else",
            "if c {\n    a()\n} else if off {\n    b()\n} else {\n    d()\n}",
            "if c {\n    a()\n} else {\n    d()\n}"
        ),
        .init(
            "chain behind a true condition goes",
            "if c {\n    a()\n} else if on {\n    b()\n} else if d {\n    e()\n} else {\n    f()\n}",
            "if c {\n    a()\n} else {\n    b()\n}"
        ),
        .init(
            "else if let loses its head",
            "if off {\n    a()\n} else if let c = d {\n    b(c)\n}",
            "if let c = d {\n    b(c)\n}"
        ),
        .init(
            "first two conditions",
            "if off {\n    a()\n} else if on {\n    b()\n} else {\n    c()\n}",
            "b()"
        ),
        .init("binding that stays", "if on, let b = c {\n    a(b)\n}", "if let b = c {\n    a(b)\n}"),
        .init("binding in front", "if let b = c, on {\n    a(b)\n}", "if let b = c {\n    a(b)\n}"),
        .init("condition in the middle", "if let b = c, on, d {\n    a(b)\n}", "if let b = c, d {\n    a(b)\n}"),
        .init("availability that stays", "if #available(iOS 17, *), on {\n    a()\n}", "if #available(iOS 17, *) {\n    a()\n}"),
        .init(
            "conditions on lines of their own",
            "if let b = c,\n   on,\n   d {\n    a(b)\n}",
            "if let b = c,\n   d {\n    a(b)\n}"
        ),
        .init(
            "last condition on a line of its own",
            "if\n    let b = c,\n    on\n{\n    a(b)\n}",
            "if\n    let b = c\n{\n    a(b)\n}"
        ),
        .init(
            "first condition on a line of its own",
            "if\n    on,\n    let b = c\n{\n    a(b)\n}",
            "if\n    let b = c\n{\n    a(b)\n}"
        ),
        .init("pattern with a known value", "if case .treatment = variant {\n    a()\n}", "a()"),
        .init("pattern that does not match", "if case .control = variant {\n    a()\n} else {\n    b()\n}", "b()"),
        .init("pattern with another condition", "if case .treatment = variant, c {\n    a()\n}", "if c {\n    a()\n}"),
        .init("binding of a ternary", "if let b = on ? c : nil {\n    a(b)\n}", "if let b = c {\n    a(b)\n}"),
        .init("binding of a ternary that becomes nil", "if let b = off ? c : nil {\n    a(b)\n}\nd()", "d()"),
        .init(
            "guard that falls away",
            "func f() {\n    guard on else { return }\n    a()\n}",
            "func f() {\n    a()\n}"
        ),
        .init(
            "guard that always fails",
            "func f() {\n    a()\n    guard !on else {\n        b()\n        return\n    }\n\n    c()\n    d()\n}",
            "func f() {\n    a()\n    b()\n    return\n}"
        ),
        .init(
            "guard with a binding",
            "func f() {\n    guard on, let q = z else { return }\n    a(q)\n}",
            "func f() {\n    guard let q = z else { return }\n    a(q)\n}"
        ),
        .init(
            "guard with a binding behind false",
            "func f() {\n    guard off, let q = z else { return }\n    a(q)\n}",
            "func f() {\n    return\n}"
        ),
        .init(
            "guard in a guard",
            "func f() -> Int? {\n    guard !off else {\n        return nil\n    }\n    guard !off else {\n        return nil\n    }\n    return 5\n}",
            "func f() -> Int? {\n    return 5\n}"
        ),
        .init(
            "code after a return",
            "func f() -> Int {\n    a()\n    if on {\n        return 1\n    }\n    // The old way.\n    b()\n    return 2\n}",
            "func f() -> Int {\n    a()\n    return 1\n}"
        ),
        .init(
            "code after a throw",
            "func f() throws {\n    guard off else { throw E() }\n    b()\n    // Done.\n}",
            "func f() throws {\n    throw E()\n}"
        ),
        .init(
            "code after fatalError",
            "func f() {\n    if on {\n        fatalError(\"gone\")\n    }\n    b()\n}",
            "func f() {\n    fatalError(\"gone\")\n}"
        ),
        .init(
            "code after continue",
            "for i in j {\n    if on { continue }\n    a(i)\n}",
            "for i in j {\n    continue\n}"
        ),
        .init(
            "code after two branches that return",
            "func f() -> Int {\n    if c {\n        return 1\n    } else if on {\n        return 2\n    }\n    return 3\n}",
            "func f() -> Int {\n    if c {\n        return 1\n    } else {\n        return 2\n    }\n}"
        ),
        .init(
            "code after a branch that returns stays",
            "func f() -> Int {\n    if c, on {\n        return 1\n    }\n    return 3\n}",
            "func f() -> Int {\n    if c {\n        return 1\n    }\n    return 3\n}"
        ),
        .init(
            "local function after a return",
            "func f() -> Int {\n    if on {\n        return g()\n    }\n    b()\n    func g() -> Int { 1 }\n    return 2\n}",
            "func f() -> Int {\n    return g()\n    func g() -> Int { 1 }\n}"
        ),
        .init(
            "code that was dead before",
            "func f() {\n    a(on)\n    return\n    b()\n}",
            "func f() {\n    a(true)\n    return\n    b()\n}"
        ),
        .init(
            "code at the top level after an exit",
            "if on {\n    exit(1)\n}\nfunc g() {}\nlet b = 1",
            "exit(1)\nfunc g() {}\nlet b = 1"
        ),
        .init("while that goes", "while off {\n    a()\n}\nb()", "b()"),
        .init("while that goes on", "while on {\n    a()\n}", "while true {\n    a()\n}"),
        .init("while with another condition", "while on, c {\n    a()\n}", "while c {\n    a()\n}"),
        .init("while with an operator", "while c && on {\n    a()\n}", "while c {\n    a()\n}"),
        .init("repeat that runs once", "repeat {\n    a()\n} while off\nb()", "a()\nb()"),
        .init("repeat with break", "repeat {\n    if c { break }\n} while off", "repeat {\n    if c { break }\n} while false"),
        .init("repeat with an operator", "repeat {\n    a()\n} while on && c", "repeat {\n    a()\n} while c"),
        .init("where of a loop", "for i in j where on {\n    a(i)\n}", "for i in j {\n    a(i)\n}"),
        .init("where of a loop with more", "for i in j where on && i > 1 {\n    a(i)\n}", "for i in j where i > 1 {\n    a(i)\n}"),
        .init("where of a loop that never runs", "for i in j where off {\n    a(i)\n}\nb()", "b()"),
        .init("where of a catch", "do {\n    try a()\n} catch let e as E where on {\n    b(e)\n}", "do {\n    try a()\n} catch let e as E {\n    b(e)\n}"),
        .init("nested flags", "if on {\n    if off {\n        a()\n    } else {\n        b()\n    }\n    c()\n}", "b()\nc()"),
        .init(
            "flags in both branches",
            "if c {\n    if on {\n        a()\n    }\n} else {\n    if off {\n        b()\n    } else {\n        d()\n    }\n}",
            "if c {\n    a()\n} else {\n    d()\n}"
        ),
        .init("if that becomes empty", "a()\nif c {\n    if off {\n        b()\n    }\n}\nd()", "a()\nd()"),
        .init(
            "if that becomes empty but calls something",
            "if c() {\n    if off {\n        b()\n    }\n}",
            "if c() {\n}"
        ),
        .init(
            "else that becomes empty",
            "if c {\n    a()\n} else {\n    if off {\n        b()\n    }\n}",
            "if c {\n    a()\n}"
        ),
        .init("defer that becomes empty", "defer {\n    if off {\n        a()\n    }\n}\nb()", "b()"),
        .init("body that is empty", "if on {\n} else {\n    a()\n}\nb()", "b()"),
        .init("body with only a comment", "if on {\n    // Nothing yet.\n} else {\n    a()\n}\nb()", "// Nothing yet.\nb()"),
        .init("property", "var a: Bool {\n    if on { return false }\n    return true\n}", "var a: Bool {\n    return false\n}"),
        .init("property with the value", "var a: Bool { on && b }", "var a: Bool { b }"),
        .init("observer", "var a = 1 {\n    didSet {\n        guard on else { return }\n        b()\n    }\n}", "var a = 1 {\n    didSet {\n        b()\n    }\n}"),
        .init(
            "views",
            "var body: some View {\n    VStack {\n        if on {\n            A()\n            B()\n        } else {\n            C()\n        }\n    }\n}",
            "var body: some View {\n    VStack {\n        A()\n        B()\n    }\n}"
        ),
        .init(
            "view that goes",
            "var body: some View {\n    VStack {\n        A()\n        if off {\n            B()\n        }\n    }\n}",
            "var body: some View {\n    VStack {\n        A()\n    }\n}"
        ),
        .init(
            "opaque type with two branches",
            "@ViewBuilder func f() -> some View {\n    if on {\n        A()\n    } else {\n        B()\n    }\n}",
            "@ViewBuilder func f() -> some View {\n    A()\n}"
        ),
        .init(
            "conditional modifier",
            "A()\n    .padding(on ? 8 : 16)\n    .hidden(off || c)",
            "A()\n    .padding(8)\n    .hidden(c)"
        ),
        .init("effect in a view", "var body: some View {\n    if log(), off {\n        A()\n    }\n    B()\n}", "var body: some View {\n    let _ = log()\n    B()\n}"),
        .init("closure argument", "a.map { on ? $0 : b }", "a.map { $0 }"),
        .init(
            "statements in a closure",
            "a.sink { [weak self] b in\n    guard on, let self else { return }\n    self.c(b)\n}",
            "a.sink { [weak self] b in\n    guard let self else { return }\n    self.c(b)\n}"
        ),
        .init("autoclosure", "assert(!on || c, \"message\")", "assert(c, \"message\")"),
        .init("several on a line", "if on { a() }; if off { b() }; c()", "a(); c()"),
        .init("one line", "func f() { if on { a() } }", "func f() { a() }"),
        .init("one line that goes", "func f() { if off { a() } }", "func f() { }"),
        .init("default argument", "func f(a: Bool = on) {}", "func f(a: Bool = true) {}"),
        .init("macro argument", "#expect(on)", "#expect(true)"),
        .init("initializer", "init() {\n    self.a = on ? b : c\n    super.init()\n}", "init() {\n    self.a = b\n    super.init()\n}"),
    ]

    /// `switch`.
    static let switches: [FoldingCase] = [
        .init("switch over a Boolean", "switch on {\ncase true:\n    a()\ncase false:\n    b()\n}", "a()"),
        .init("switch with a default", "switch off {\ncase true:\n    a()\ndefault:\n    b()\n    c()\n}", "b()\nc()"),
        .init(
            "switch over variants",
            "switch variant {\ncase .control:\n    a()\ncase .treatment:\n    b()\n}\nd()",
            "b()\nd()"
        ),
        .init("several patterns", "switch variant {\ncase .other, .treatment:\n    a()\ndefault:\n    b()\n}", "a()"),
        .init("break that ends a case", "switch variant {\ncase .treatment:\n    a()\n    break\ndefault: b()\n}", "a()"),
        .init("case with only break", "switch variant {\ncase .treatment: break\ndefault: b()\n}\nc()", "c()"),
        .init(
            "break in the middle",
            "switch on {\ncase true:\n    if c { break }\n    a()\ncase false:\n    b()\n}",
            "selection: do {\n    if c { break selection }\n    a()\n}"
        ),
        .init(
            "break with the label of the switch",
            "outer: switch on {\ncase true:\n    for i in j { if i { break outer } }\n    a()\ncase false:\n    b()\n}",
            "outer: do {\n    for i in j { if i { break outer } }\n    a()\n}"
        ),
        .init("fallthrough", "switch variant {\ncase .treatment: fallthrough\ncase .control: a()\ndefault: b()\n}", "a()"),
        .init("where with a known value", "switch c {\ncase .x where on:\n    a()\ncase .x:\n    b()\ncase .y:\n    d()\n}", "switch c {\ncase .x:\n    a()\ncase .y:\n    d()\n}"),
        .init("where that never matches", "switch c {\ncase .x where off:\n    a()\ncase .x:\n    b()\n}", "switch c {\ncase .x:\n    b()\n}"),
        .init("where in a pattern of several", "switch c {\ncase .x where off, .y:\n    a()\ndefault:\n    b()\n}", "switch c {\ncase .y:\n    a()\ndefault:\n    b()\n}"),
        .init("where with more", "switch c {\ncase .x(let i) where on && i > 1: a()\ndefault: b()\n}", "switch c {\ncase .x(let i) where i > 1: a()\ndefault: b()\n}"),
        .init("binding with where", "switch c {\ncase let v where on:\n    a(v)\ndefault:\n    b()\n}", "switch c {\ncase let v:\n    a(v)\n}"),
        .init(
            "statements of a case",
            "switch c {\ncase .x:\n    if on {\n        a()\n    }\n    b()\ndefault:\n    break\n}",
            "switch c {\ncase .x:\n    a()\n    b()\ndefault:\n    break\n}"
        ),
        .init(
            "case that becomes empty",
            "switch c {\ncase .x:\n    if off {\n        a()\n    }\ncase .y:\n    b()\n}",
            "switch c {\ncase .x:\n    break\ncase .y:\n    b()\n}"
        ),
        .init("case on a line that becomes empty", "switch c {\ncase .x: if off { a() }\ncase .y: b()\n}", "switch c {\ncase .x: break\ncase .y: b()\n}"),
        .init(
            "return in every case",
            "func f() -> Int {\n    switch on {\n    case true:\n        return 1\n    case false:\n        return 2\n    }\n}",
            "func f() -> Int {\n    return 1\n}"
        ),
        .init(
            "code after a case that returns",
            "func f() -> Int {\n    switch variant {\n    case .treatment: return 1\n    default: break\n    }\n    return 2\n}",
            "func f() -> Int {\n    return 1\n}"
        ),
        .init(
            "code after a case with a condition",
            "switch c {\ncase .x:\n    if on {\n        return 1\n    }\n    return 2\ndefault:\n    return 3\n}",
            "switch c {\ncase .x:\n    return 1\ndefault:\n    return 3\n}"
        ),
        .init(
            "comments of cases",
            "switch on {\ncase true: // new\n    // Adds.\n    a()\ncase false: // old\n    // Removes.\n    b()\n}",
            "// new\n// Adds.\na()"
        ),
        .init(
            "indented cases",
            "switch on {\n    case true:\n        a()\n        b()\n    case false:\n        c()\n}",
            "a()\nb()"
        ),
        .init("unknown default", "switch variant {\ncase .control: a()\n@unknown default: b()\n}", "b()"),
        .init("parentheses", "switch (on) {\ncase true: a()\ncase false: b()\n}", "a()"),
        .init("wildcard", "switch on {\ncase false: a()\ncase _: b()\n}", "b()"),
        .init(
            "declaration in a case",
            "let t = 1\nswitch on {\ncase true:\n    let t = 2\n    a(t)\ncase false:\n    b()\n}\nc(t)",
            "let t = 1\ndo {\n    let t = 2\n    a(t)\n}\nc(t)"
        ),
        .init(
            "case with a condition of its own",
            unchanged: "switch variant {\ncase .treatment where c: a()\ndefault: b()\n}",
            remarks: ["blocks"]
        ),
        .init(
            "switch over a tuple",
            "switch (on, c) {\ncase (true, .x): a()\ndefault: b()\n}",
            "switch (true, c) {\ncase (true, .x): a()\ndefault: b()\n}"
        ),
    ]
}
