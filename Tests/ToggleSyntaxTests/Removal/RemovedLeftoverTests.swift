import Testing
import ToggleLint
import ToggleSyntax

/// What goes along with a flag, and what has to stay.
@Suite struct RemovedLeftoverTests {
    private static let properties = LintConfiguration.DeclarationSource(
        kind: .instanceProperties,
        type: "Store",
        reads: ["store"]
    )

    @Test func keyOfGetterGoes() throws {
        let code = """
            final class Store {
                private enum Key: String {
                    case newCart = "new_cart"
                    case menu
                }
                static let shared = Store()
                private func bool(_ key: Key) -> Bool { key == .menu }
                var newCart: Bool { Store.shared.bool(.newCart) }
                var menu: Bool { Store.shared.bool(.menu) }
            }

            """
        let use = "func f(store: Store) -> Int { store.newCart ? 1 : 2 }\n"
        let project = RemovalProjectCase(files: ["A.swift": code, "F.swift": use], sources: [Self.properties])
        let result = try project.removing(keeping: .bool(true))
        let expected = code.replacing("        case newCart = \"new_cart\"\n", with: "")
            .replacing("    var newCart: Bool { Store.shared.bool(.newCart) }\n", with: "")
        #expect(result.files == ["A.swift": expected, "F.swift": "func f(store: Store) -> Int { 1 }\n"])
        #expect(result.remarks == ["unused F.swift:1 only removed code read ‘store’"])
    }

    @Test func textInGetterIsNoMention() throws {
        let code = """
            final class Store {
                var newCart: Bool { UserDefaults.standard.bool(forKey: "new_cart") }
                var menu: Bool { UserDefaults.standard.bool(forKey: "menu") }
            }
            func f(store: Store) -> Int { store.newCart ? store.menu ? 1 : 2 : 3 }

            """
        let project = RemovalProjectCase(files: ["A.swift": code], sources: [Self.properties])
        #expect(try project.removing(keeping: .bool(true)).verdict == .safe)
    }

    @Test func copyCanHaveTheNameOfTheFunctionThatReads() throws {
        let code = """
            final class A {
                private let variant = toggles.variant(of: .button)
                func f() { if variant == .treatment { g() } }
            }

            """
        let result = try RemovalProjectCase(files: ["A.swift": code]).removing("button", keeping: .member("treatment"))
        #expect(result.files == ["A.swift": "final class A {\n    func f() { g() }\n}\n"])
        #expect(result.verdict == .safe)
    }

    @Test func generatedTypeOfVariantsBlocks() throws {
        let code = """
            let all = ShopToggles.Button.allCases
            func f() { if toggles.variant(of: .button) == .treatment { g() } }

            """
        let result = try RemovalProjectCase(files: ["A.swift": code]).removing("button", keeping: .member("treatment"))
        #expect(
            result.remarks == [
                "blocks A.swift:1 ‘ShopToggles.Button’ is generated for the toggle, so it goes with it"
            ]
        )
    }

    @Test func conditionOfDirectiveIsSolved() throws {
        let source = LintConfiguration.DeclarationSource(kind: .compilationConditions, type: "NEW_CART")
        let code = "#if os(Linux) || NEW_CART\na()\n#endif\n#if NEW_CART && DEBUG\nb()\n#endif\n"
        let project = RemovalProjectCase(files: ["A.swift": code], sources: [source])
        let result = try project.removing(keeping: .bool(true))
        #expect(result.files == ["A.swift": "a()\n#if DEBUG\nb()\n#endif\n"])
        #expect(result.verdict == .caution)
    }

    @Test func overridesInTestsGo() throws {
        let code = """
            import XCTest
            final class CartTests: XCTestCase {
                func testNew() {
                    stub.overrides[.newCart] = true
                    check()
                }
            }

            """
        let flags = "enum FeatureFlag { case newCart, menu }\nfunc f() -> Int { isOn(.newCart) ? 1 : 2 }\n"
        let project = RemovalProjectCase(
            files: ["Flags.swift": flags, "Tests/CartTests.swift": code],
            sources: [RemovalProjectCase.cases]
        )
        let result = try project.removing(keeping: .bool(true))
        let expected = code.replacing("        stub.overrides[.newCart] = true\n", with: "")
        #expect(result.files["Tests/CartTests.swift"] == expected)
        #expect(result.verdict == .safe)
    }

    @Test func propertyThatASubscriptionSetsGoes() throws {
        let code = """
            final class Store {
                @Published var newCart: Bool = false
                @Published var menu: Bool = false
            }
            final class Bar {
                private var shows = false
                init(store: Store) {
                    store.$newCart.sink { [weak self] value in self?.shows = value }.store(in: &bag)
                }
                func f() -> Int { shows ? 1 : 2 }
            }

            """
        let project = RemovalProjectCase(files: ["A.swift": code], sources: [Self.properties])
        let result = try project.removing(keeping: .bool(true))
        #expect(
            result.files["A.swift"] == """
                final class Store {
                    @Published var menu: Bool = false
                }
                final class Bar {
                    init(store: Store) {
                    }
                    func f() -> Int { 1 }
                }

                """
        )
    }

    @Test func otherTogglesAreNotUnused() throws {
        let code = """
            private enum FeatureFlag { case newCart, menu }
            func f() -> Int { isOn(FeatureFlag.newCart) ? 1 : 2 }

            """
        let project = RemovalProjectCase(files: ["A.swift": code], sources: [RemovalProjectCase.cases])
        let result = try project.removing(keeping: .bool(true), isDeep: true)
        #expect(result.files == ["A.swift": "private enum FeatureFlag { case menu }\nfunc f() -> Int { 1 }\n"])
    }

    @Test func declarationStaysIfAnExpressionDoes() throws {
        let code = """
            func f(a: Int?) throws -> Int {
                let b = if isOn(.newCart) { a } else { log(); throw Failure() }
                return b ?? 0
            }
            enum FeatureFlag { case newCart, menu }

            """
        let project = RemovalProjectCase(files: ["A.swift": code], sources: [RemovalProjectCase.cases])
        let result = try project.removing(keeping: .bool(false))
        #expect(result.verdict == .blocked)
        #expect(result.files == [:])
    }
}
