extension FoldingCase {
    /// Operators and other expressions.
    static let operators: [FoldingCase] = [
        .init("conjunction on the left", "let a = on && c", "let a = c"),
        .init("conjunction on the right", "let a = c && on", "let a = c"),
        .init("conjunction that is false", "let a = c && off", "let a = false"),
        .init("disjunction that is true", "let a = c || on", "let a = true"),
        .init("disjunction with a negation", "let a = c || !on", "let a = c"),
        .init("negation in front of a call", "let a = !toggles.isEnabled(.x) || c", "let a = c"),
        .init("chain of three", "let a = b && on && c", "let a = b && c"),
        .init("chain that starts with a known value", "let a = on && b && c", "let a = b && c"),
        .init("and before or", "let a = b || on && c", "let a = b || c"),
        .init("or in parentheses", "let a = b && (off || c)", "let a = b && c"),
        .init("parentheses that are still needed", "let a = b && (off || c || d)", "let a = b && (c || d)"),
        .init("parentheses that are no longer needed", "let a = (on && b)", "let a = b"),
        .init("negated parentheses", "let a = !(on && b)", "let a = !b"),
        .init("negated comparison", "let a = !(on && b == c)", "let a = !(b == c)"),
        .init("double negation", "let a = !(on && !b)", "let a = b"),
        .init(
            "operators on lines of their own",
            "return a\n    || !on\n    || c",
            "return a\n    || c"
        ),
        .init(
            "operator on the last line",
            "return a\n    || c\n    || !on\nfoo()",
            "return a\n    || c\nfoo()"
        ),
        .init("equal to true", "let a = on == true && b", "let a = b"),
        .init("equal to false", "let a = on == false || b", "let a = b"),
        .init("literal on the left", "let a = false == off && b", "let a = b"),
        .init("not equal", "let a = on != false && b", "let a = b"),
        .init("two known values", "let a = on == off ? b : c", "let a = c"),
        .init("comparison with something unknown", "let a = on == b", "let a = true == b"),
        .init("variant that is equal", "let a = variant == .treatment && b", "let a = b"),
        .init("variant with its type", "let a = variant == Variant.control ? b : c", "let a = c"),
        .init("variant that is not equal", "let a = variant != .control ? b : c", "let a = b"),
        .init("variant on the right", "let a = .control == variant ? b : c", "let a = c"),
        .init("ternary", "let a = on ? b : c", "let a = b"),
        .init("ternary that is false", "let a = off ? b : c + d", "let a = c + d"),
        .init("ternary with a condition in front", "return v && on ? a : b", "return v ? a : b"),
        .init("ternary in parentheses", "let a = x + (on ? b : c)", "let a = x + b"),
        .init("ternary whose parentheses stay", "let a = x - (on ? b - c : d)", "let a = x - (b - c)"),
        .init("ternary in a ternary", "let a = p ? on ? b : c : d", "let a = p ? b : d"),
        .init("ternary after a ternary", "let a = p ? b : on ? c : d", "let a = p ? b : c"),
        .init("ternary with assignment", "x.y = on ? b : c", "x.y = b"),
        .init("ternary as a base", "let a = (on ? b : c).d", "let a = b.d"),
        .init("ternary with an operator as a base", "let a = (on ? b + c : d).e", "let a = (b + c).e"),
        .init("ternary without a value", "foo(on ? v : nil)", "foo(v)"),
        .init("ternary that becomes nil", "foo(off ? v : nil)", "foo(nil)"),
        .init("default for a ternary that becomes nil", "let a = (off ? v : nil) ?? d", "let a = d"),
        .init("default for a known value", "let a = (flags?.x ?? false) && b", "let a = b"),
        .init("known value of an optional", "if flags?.x == true { a() }", "a()"),
        .init("same value on both sides", "x = c ? on : true", "x = true"),
        .init("value as an argument", "view.configure(enable: on, b)", "view.configure(enable: true, b)"),
        .init("negated value as an argument", "f(!on)", "f(false)"),
        .init("value in a collection", "let a = [\"x\": on, \"y\": off]", "let a = [\"x\": true, \"y\": false]"),
        .init("base of a member", "let a = on.description", "let a = true.description"),
        .init("text with a ternary", #"let a = "x \(on ? "new" : "old") y""#, #"let a = "x new y""#),
        .init("text with a ternary of other values", #"let a = "\(on ? b : c)""#, #"let a = "\(b)""#),
        .init("text with the value", #"let a = "on: \(on)""#, #"let a = "on: true""#),
        .init("try that is needed", "let a = try on ? load() : cached", "let a = try load()"),
        .init("try that is superfluous", "let a = try off ? load() : cached", "let a = cached"),
        .init("await that is superfluous", "let a = try await off ? load() : 1", "let a = 1"),
        .init("await for a property", "let a = await on ? store.count : 1", "let a = await store.count"),
        .init("try in front of a conjunction", "return try on && load()", "return try load()"),
        .init("await of the value", "if await toggles.isEnabled(.x), b { a() }", "if b { a() }"),
        .init("optional try of the value", "if (try? on) ?? false { a() }", "a()"),
        .init("evaluation", "if toggles.evaluation(of: .x).value { a() }", "a()"),
        .init(
            "evaluation whose reason is used",
            unchanged: "log(toggles.evaluation(of: .x).reason)",
            remarks: ["blocks"]
        ),
        .init("selection of initializers", "let a = toggles.select(.x, on: New.init, off: Old.init)", "let a = New()"),
        .init("selection of closures", "let a = toggles.select(.y, on: { New(b) }, off: { Old(c) })", "let a = Old(c)"),
        .init("selection with trailing closures", "let a = try toggles.select(.x) { try New() } off: { Old() }", "let a = try New()"),
        .init(
            "selection of longer closures",
            "let a = toggles.select(.x, on: {\n    let b = B()\n    return b\n}, off: { Old() })",
            "let a = {\n    let b = B()\n    return b\n}()"
        ),
        .init("selection of functions", "let a = toggles.select(.x, on: makeNew, off: makeOld)", "let a = makeNew()"),
        .init("unknown operators", "let a = on <> b", "let a = true <> b"),
        .init("range", "for i in 0..<(on ? 3 : 5) { a(i) }", "for i in 0..<3 { a(i) }"),
        .init("cast", "let a = (on ? b : c) as? D", "let a = b as? D"),
        .init("cast of a sum", "let a = (on ? b ?? e : c) as? D", "let a = (b ?? e) as? D"),
        .init("key path next to a value", #"let a = on ? \B.c : \B.d"#, #"let a = \B.c"#),
        .init("variant as an argument", "show(variant)", "show(.treatment)"),
        .init("variant that is returned", "func f() -> V { return variant }", "func f() -> V { return .treatment }"),
        .init("variant without a type", unchanged: "let a = variant.rawValue", remarks: ["blocks"]),
        .init(
            "several lines in a ternary",
            "let a = on\n    ? Foo(\n        b: 1\n    )\n    : nil",
            "let a = Foo(\n    b: 1\n)"
        ),
        .init(
            "closure called at once",
            "let a: A = {\n    switch toggles.isEnabled(.x) {\n    case true: return b\n    case false: return c\n    }\n}()",
            "let a: A = b"
        ),
        .init(
            "closure called at once with more statements",
            "let a = {\n    let b = B()\n    if on {\n        b.c()\n    }\n    return b\n}()",
            "let a = {\n    let b = B()\n    b.c()\n    return b\n}()"
        ),
        .init("if as an expression", "let a = if on { b } else { c }", "let a = b"),
        .init(
            "if as an expression with another condition",
            "let a = if c { 1 } else if on { 2 } else { 3 }",
            "let a = if c { 1 } else { 2 }"
        ),
        .init(
            "if as an expression over several lines",
            "let a = if off {\n    1\n} else if c {\n    2\n} else {\n    3\n}",
            "let a = if c {\n    2\n} else {\n    3\n}"
        ),
        .init("switch as an expression", "let a = switch variant { case .control: 1\ncase .treatment: 2 }", "let a = 2"),
        .init(
            "if as an expression that throws",
            unchanged: "let a = if off { 1 } else { throw E() }",
            remarks: ["blocks"]
        ),
    ]

    /// Expressions with effects.
    static let effects: [FoldingCase] = [
        .init("call before false", "let a = save() && off", "_ = save()\nlet a = false"),
        .init("call before true", "return save() || on", "_ = save()\nreturn true"),
        .init("call with try", "return try save() && off", "_ = try save()\nreturn false"),
        .init("negated call", "return !save() && off", "_ = save()\nreturn false"),
        .init("call whose result still counts", "return save() && on", "return save()"),
        .init("call after a known value", "return on || track()", "return true", remarks: ["read"]),
        .init("call that only runs now if it ran before", "return on && track()", "return track()"),
        .init("call in an argument", "f(save() && off)", "f(save() && false)", remarks: ["read"]),
        .init(
            "call in a condition",
            "if save() && off {\n    a()\n} else {\n    b()\n}",
            "_ = save()\nb()"
        ),
        .init("call in a condition without a branch", "if save(), off {\n    a()\n}", "_ = save()"),
        .init("two calls in conditions", "if save(), load(), off {\n    a()\n}", "_ = save() && load()"),
        .init("pure condition between", "if save(), b, off {\n    a()\n}", "_ = save()"),
        .init("binding before", "if let b = load(), off {\n    a(b)\n}", "_ = load()"),
        .init(
            "two bindings before",
            "if let b = load(), let c = b.find(), off {\n    a(c)\n}",
            "if let b = load(), let c = b.find(), false {\n    a(c)\n}",
            remarks: ["read"]
        ),
        .init("binding without a call", "if let b = c, off { a(b) }\nd()", "d()"),
        .init(
            "guard with a call",
            "func f() {\n    guard save(), off else {\n        return\n    }\n    a()\n}",
            "func f() {\n    _ = save()\n    return\n}"
        ),
        .init(
            "call in a later condition",
            "if c {\n    a()\n} else if save(), off {\n    b()\n} else {\n    d()\n}",
            "if c {\n    a()\n} else if save(), false {\n    b()\n} else {\n    d()\n}",
            remarks: ["read"]
        ),
        .init("loop with a call", "while next(), off {\n    a()\n}", "while next(), false {\n    a()\n}", remarks: ["read"]),
        .init("switch with a call", "switch save() && off { case true: a()\ncase false: b() }", "_ = save()\nb()"),
        .init("value that is not used", "a()\n_ = on\nb()", "a()\nb()"),
        .init("call dropped with a condition", "if off, load() {\n    a()\n}\nb()", "b()", remarks: ["read"]),
        .init("ternary with a call", "let a = save() && off ? b : c", "_ = save()\nlet a = c"),
        .init("call on the target", "f().x = save() && off", "f().x = save() && false", remarks: ["read"]),
    ]
}
