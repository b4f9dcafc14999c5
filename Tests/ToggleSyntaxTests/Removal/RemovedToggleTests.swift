import Testing
import ToggleLint
import ToggleSyntax

@Suite struct RemovedToggleTests {
    @Test(arguments: [
        ("if toggles.isEnabled(.newCart) { a() } else { b() }", "a()", "b()"),
        ("if toggles.isEnabled(.newCart, for: user), c { a() }", "if c { a() }", ""),
        ("let x = toggles.evaluation(of: .newCart).value ? 1 : 2", "let x = 1", "let x = 2"),
        ("let x = toggles.select(.newCart, on: { A() }, off: { B() })", "let x = A()", "let x = B()"),
        ("use(toggles.isEnabled(.newCart))", "use(true)", "use(false)"),
    ])
    func generatedKeyIsRead(code: String, on: String, off: String) throws {
        let project = RemovalProjectCase(files: ["F.swift": "func f() {\n    \(code)\n}\n"])
        for (isOn, expected) in [(true, on), (false, off)] {
            let result = try project.removing(keeping: .bool(isOn))
            let body = expected.isEmpty ? "func f() {\n}\n" : "func f() {\n    \(expected)\n}\n"
            #expect(result.files["F.swift"] == body)
        }
    }

    @Test func variantIsKept() throws {
        let code = """
            func f() -> Int {
                switch toggles.variant(of: .button) {
                case .control: return 1
                case .treatment: return 2
                }
            }
            let isTreated = toggles.variant(of: .button) == .treatment
            func g() -> Int { isTreated ? 1 : 2 }

            """
        let project = RemovalProjectCase(files: ["F.swift": code])
        let result = try project.removing("button", keeping: .member("treatment"))
        #expect(result.files["F.swift"] == "func f() -> Int {\n    return 2\n}\nfunc g() -> Int { 1 }\n")
        let other = try project.removing("button", keeping: .member("control"))
        #expect(other.files["F.swift"] == "func f() -> Int {\n    return 1\n}\nfunc g() -> Int { 2 }\n")
    }

    @Test(arguments: [
        (
            "for await value in toggles.updates(of: .newCart) { a(value) }",
            "‘updates’ needs the toggle; replace the code that uses it"
        ),
        (
            "print(toggles.evaluation(of: .newCart).reason)",
            "this code needs the evaluation of the toggle, not just its value"
        ),
    ])
    func readsOfMoreThanTheValueBlock(code: String, reason: String) throws {
        let project = RemovalProjectCase(files: ["F.swift": "func f() async {\n    \(code)\n}\n"])
        let result = try project.removing(keeping: .bool(true))
        #expect(result.verdict == .blocked)
        #expect(result.remarks == ["blocks F.swift:2 \(reason)"])
    }

    @Test func settingsInTestsGo() throws {
        let project = RemovalProjectCase(files: [
            "Tests/CartTests.swift": """
            import Testing
            @Suite struct CartTests {
                @Test(.toggles(.set(.newCart, to: true), .set(.menu, to: true))) func shared() { check() }
                @Test func new() {
                    toggles.set(.newCart, to: true)
                    #expect(toggles.isEnabled(.newCart))
                    check()
                }
                @Test func old() {
                    toggles.set(.newCart, to: false)
                    check()
                }
            }

            """
        ])
        let result = try project.removing(keeping: .bool(true))
        #expect(
            result.files["Tests/CartTests.swift"] == """
                import Testing
                @Suite struct CartTests {
                    @Test(.toggles(.set(.menu, to: true))) func shared() { check() }
                    @Test func new() {
                        check()
                    }
                    @Test func old() {
                        check()
                    }
                }

                """
        )
        #expect(
            result.remarks == [
                "read Tests/CartTests.swift:9 ‘old’ tests the side of the toggle that is gone; remove it"
            ]
        )
    }

    @Test func stringKeyIsRead() throws {
        let source = LintConfiguration.DeclarationSource(kind: .stringKeys, type: "isOn(key:)")
        let project = RemovalProjectCase(
            files: ["F.swift": "let x = flags.isOn(key: \"new_cart\") ? 1 : 2\nlet names = [\"new_cart\"]\n"],
            sources: [source]
        )
        let result = try project.removing(keeping: .bool(true))
        #expect(result.files == ["F.swift": "let x = 1\nlet names = [\"new_cart\"]\n"])
        #expect(result.remarks == ["mention F.swift:2 this text names the toggle"])
    }

    @Test func codeOfTheOtherSideIsListedOrRemoved() throws {
        let project = RemovalProjectCase(files: [
            "F.swift": """
            final class Screen {
                func show() {
                    if toggles.isEnabled(.newCart) { showNew() } else { showOld() }
                }
                private func showNew() { use(NewCart()) }
                private func showOld() { use(OldCart()); helper() }
                private func helper() {}
                @objc func legacy() {}
            }

            """,
            "Old.swift": "struct OldCart {}\n",
            "New.swift": "struct NewCart {}\n",
        ])
        let result = try project.removing(keeping: .bool(true))
        #expect(
            result.remarks == [
                "unused F.swift:6 only removed code used ‘showOld’",
                "unused F.swift:7 only removed code used ‘helper’",
                "unused Old.swift:1 only removed code used ‘OldCart’",
            ]
        )
        #expect(Set(result.files.keys) == ["F.swift"])
        let deep = try project.removing(keeping: .bool(true), isDeep: true)
        #expect(
            deep.files == [
                "F.swift": """
                final class Screen {
                    func show() {
                        showNew()
                    }
                    private func showNew() { use(NewCart()) }
                    @objc func legacy() {}
                }

                """,
                "Old.swift": "gone",
            ]
        )
        #expect(deep.verdict == .safe)
    }
}
