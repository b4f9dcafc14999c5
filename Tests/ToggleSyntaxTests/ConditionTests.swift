import Testing
import ToggleLint

@Suite struct ConditionTests {
    @Test(arguments: [
        ("if ON { a() } else { b() }", "on:a() off:b()"),
        ("if !ON { a() } else { b() }", "not on:b() off:a()"),
        ("if ON == false { a() }", "not off:a()"),
        ("if false == ON { a() }", "not off:a()"),
        ("if ON != true { a() }", "not off:a()"),
        ("if ON == true { a() }", "on:a()"),
        ("if !(ON == false) { a() }", "on:a()"),
        ("if (ON) { a() }", "on:a()"),
        ("guard ON else { return }\na()\nb()", "on:a()… off:return"),
        ("let x = ON ? a : b + 1", "on:a off:b + 1"),
        ("x = !ON ? a : b", "not on:b off:a"),
        ("return ON && a()", "partial on:a()"),
        ("return ON || a()", "partial off:a()"),
        ("while ON { a() }", "on:a()"),
        ("switch ON { case true: a()\ncase false: b() }", "on:a() off:b()"),
        ("switch ON { case true: a()\ndefault: b() }", "on:a() off:b()"),
        ("if ON { a() } else if y { b() }", "on:a() off:if y { b() }"),
        ("let isOn = ON\nif isOn { a() } else { b() }", "on:a() off:b()"),
        ("let isOn = ON\nguard !isOn else { return }", "not on:return"),
        ("if await ON { a() }", "on:a()"),
        ("if try! ON { a() }", "on:a()"),
        ("if ON {}", ""),
        ("toggles.select(.newCheckout, on: { a() }, off: { b() })", "on:a() off:b()"),
        ("toggles.select(.newCheckout) { a() } off: { b() }", "on:a() off:b()"),
        ("toggles.select(.newCheckout, on: New.init, off: Old.init)", "on:New.init off:Old.init"),
    ])
    func findsOnAndOffBranches(body: String, expected: String) {
        #expect(conditions(body) == [expected])
    }

    @Test(arguments: [
        ("if ON && o { new() } else { oldAnd() }", "partial on:new()"),
        ("if o && ON { new() } else { oldAnd() }", "partial on:new()"),
        ("if ON, let o { new() } else { oldLet() }", "partial on:new()"),
        ("guard ON, let o else { return }\na()", "partial on:a()"),
        ("if !ON || o { stillNeeded() }", "not partial"),
        ("if ON || o { a() } else { b() }", "partial off:b()"),
        ("if !(ON && o) { a() } else { b() }", "not partial on:b()"),
        ("if ON && o || p { a() } else { b() }", "partial"),
        ("x = o && ON ? new() : old()", "partial on:new()"),
        ("let on = ON && o\nif on { a() } else { oldLet() }", "partial on:a()"),
        ("if y { a() } else if ON, o { b() } else if z { c() } else { d() }", "partial on:b()"),
        ("if case .some(let v) = o, !ON { a() } else { b() }", "not partial off:a()"),
        ("x = o ?? ON ? one() : two()", "partial"),
        ("switch ON { case true where o: a()\ncase true: c()\ndefault: b() }", "partial off:b()"),
        ("switch ON { case true where o: a()\ncase false: b()\ncase true: c() }", "partial off:b()"),
        ("switch ON { case true: a()\nfallthrough\ncase false: b() }", "partial"),
        ("switch ON && o { case true: a()\ncase false: b() }", "partial on:a()"),
        ("switch ON { case _: a() }", ""),
        ("if ON != o { a() } else { b() }", "partial"),
        ("if x == ON { a() } else { b() }", "partial"),
        ("while ON, o { a() }", "partial on:a()"),
        ("x = y ? a : ON ? b : c", "partial on:b off:c"),
    ])
    func omitsBranchesThatMayStillRun(body: String, expected: String) {
        #expect(conditions(body) == [expected])
    }

    @Test(arguments: [
        ("let on = ON\ndo { let on = false\nif on { a() } else { b() } }", "partial"),
        ("let on = ON\nrun { on in if on { a() } else { b() } }", "partial"),
        ("let on = ON\nfunc g(on: Bool) { if on { a() } else { b() } }", "partial"),
        ("let on = ON\nif let on = x { if on { a() } }", "partial"),
        ("let on = ON\nif on { a() } else { b() }\nif on { c() }", "partial"),
        ("let on = ON\nf(on)\nif on { c() } else { d() }", "partial"),
        ("let on = ON\nf(on: x.on)\nif on { c() } else { d() }", "on:c() off:d()"),
    ])
    func followsLocalConstantThatIsUsedOnce(body: String, expected: String) {
        #expect(conditions(body) == [expected])
    }

    @Test(arguments: [
        ("if y && (ON || true) { a() } else { b() }", "partial"),
        ("if !(ON && false) { a() } else { b() }", "not always:true on:b() off:b()"),
        ("if ON || (true) { a() } else { b() }", "always:true on:b() off:b()"),
        ("if ON || !false, x { a() } else { b() }", "partial"),
    ])
    func constantConditionHasDeadBranch(body: String, expected: String) {
        #expect(conditions(body) == [expected])
    }

    @Test(arguments: ["_ = ON", "f(ON)", "return ON", "x.isHidden = ON", "let x = ON"])
    func passedValueDecidesNothing(body: String) {
        #expect(conditions(body) == [nil])
    }

    @Test(
        arguments: [
            ("if ON || true { a() }", true), ("if true || ON { a() }", true), ("if ON && false { a() }", false),
            ("if ON, false { a() }", false), ("if !(ON || true) { a() }", false), ("if ON && true { a() }", nil),
            ("if ON || false { a() }", nil), ("if ON && x || true { a() }", true), ("if ON && false || x { a() }", nil),
            ("if ON || f(true) { a() }", nil), ("if ON || x == true { a() }", nil), ("if ON || true, x { a() }", nil),
            ("let x = ON || true ? a : b", true),
        ] as [(String, Bool?)]
    )
    func detectsConstantConditions(body: String, expected: Bool?) {
        let uses = scan("func f() { \(body.replacing("ON", with: "toggles.isEnabled(.newCheckout)")) }").uses
        #expect(uses.map { $0.condition?.constant } == [expected])
    }

    @Test(arguments: [
        ("if ON { a(1) } else { a( 1 ) // same\n }", true), ("if ON { a(1) } else { a(2) }", false),
        ("if ON { } else { }", true), ("if ON { a() }", false), ("let x = ON ? a : a", true),
        ("switch ON { case true: a()\ncase false: a() }", true),
        ("switch ON { case true: a()\ncase false: b() }", false),
        ("toggles.select(.newCheckout, on: { a() }, off: { a() })", true),
    ])
    func branchComparisonIgnoresLayoutAndComments(body: String, expected: Bool) {
        let uses = scan("func f() { \(body.replacing("ON", with: "toggles.isEnabled(.newCheckout)")) }").uses
        #expect(uses.map { $0.condition?.hasSameBranches } == [expected])
    }

    @Test(arguments: [
        ("if ON { if INNER { a() } }", ["gift_wrapping"]),
        ("if ON { } else if INNER { a() }", ["gift_wrapping"]),
        ("if ON, INNER { a() }", ["gift_wrapping"]),
        ("if ON && INNER { a() }", ["gift_wrapping"]),
        ("if ON && x && !(INNER) { a() }", ["gift_wrapping"]),
        ("let x = ON ? INNER : b", ["gift_wrapping"]),
        ("if ON || INNER { a() }", []),
        ("if ON { run { if INNER { a() } } }", ["gift_wrapping"]),
        ("if run({ ON }) { if INNER { a() } }", []),
        ("if ON { func g() { if INNER { a() } } }", []),
        ("if ON { a() }\nif INNER { b() }", []),
        ("if x == ON && INNER { b() }", ["gift_wrapping"]),
    ])
    func findsEnclosingToggles(body: String, expected: [String]) {
        let code = body.replacing("ON", with: "toggles.isEnabled(.giftWrapping)")
            .replacing("INNER", with: "toggles.isEnabled(.newCheckout)")
        let inner = scan("func f() { \(code) }").uses.filter { $0.target == .toggle("new_checkout") }
        #expect(inner.map { $0.condition?.enclosing ?? [] } == [expected])
    }

    @Test(arguments: [
        ("#if RELEASE\nif ON { a() }\n#endif", true), ("if ON {\n#if !RELEASE\na()\n#endif\n}", true),
        ("#if DEBUG\nif ON { a() }\n#endif", false), ("if ON { a() }\n#if RELEASE\nb()\n#endif", false),
    ])
    func detectsConditionsOnReleaseBuilds(body: String, expected: Bool) {
        let uses = scan("func f() {\n\(body.replacing("ON", with: "toggles.isEnabled(.newCheckout)"))\n}").uses
        #expect(uses.map { $0.condition?.meetsReleaseCondition } == [expected])
    }

    private func conditions(_ body: String) -> [String?] {
        scan("func f() { \(body.replacing("ON", with: "toggles.isEnabled(.newCheckout)")) }").uses
            .map { $0.condition?.summary }
    }
}
