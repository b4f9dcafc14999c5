import Testing
import ToggleLint
import ToggleSyntax

@Suite struct RemovedDeclarationTests {
    private static let flags = """
        enum FeatureFlag: String, CaseIterable {
            case menu
            /// The cart.
            case newCart = "new_cart"
            case other, wide
        }
        extension FeatureFlag {
            var title: String {
                switch self {
                case .menu, .newCart: "x"
                case .other: "o"
                case .wide: "w"
                }
            }
            var isLocal: Bool {
                switch self {
                case .newCart:
                    return true
                default:
                    return false
                }
            }
            static let beta: [FeatureFlag] = [.menu, .newCart]
            static let names: [FeatureFlag: String] = [
                .newCart: "Cart",
                .other: "Other",
            ]
        }

        """

    @Test func caseGoesWithArmsAndTables() throws {
        let project = RemovalProjectCase(files: ["Flags.swift": Self.flags], sources: [RemovalProjectCase.cases])
        for value in [true, false] {
            let result = try project.removing(keeping: .bool(value))
            let expected = """
                enum FeatureFlag: String, CaseIterable {
                    case menu
                    case other, wide
                }
                extension FeatureFlag {
                    var title: String {
                        switch self {
                        case .menu: "x"
                        case .other: "o"
                        case .wide: "w"
                        }
                    }
                    var isLocal: Bool {
                        switch self {
                        default:
                            return false
                        }
                    }
                    static let beta: [FeatureFlag] = [.menu]
                    static let names: [FeatureFlag: String] = [
                        .other: "Other",
                    ]
                }

                """
            #expect(result.files == ["Flags.swift": expected])
            #expect(result.remarks == [])
            #expect(result.verdict == .safe)
        }
    }

    @Test func elementOfSharedCaseDeclarationGoes() throws {
        let text =
            "enum FeatureFlag { case a, newCart, b }\nfunc f(_ x: FeatureFlag) -> Int { switch x { case .newCart: 1\ncase .a, .b: 2 } }\n"
        let project = RemovalProjectCase(files: ["F.swift": text], sources: [RemovalProjectCase.cases])
        let result = try project.removing(keeping: .bool(true))
        #expect(
            result.files["F.swift"]
                == "enum FeatureFlag { case a, b }\nfunc f(_ x: FeatureFlag) -> Int { switch x {\ncase .a, .b: 2 } }\n"
        )
    }

    @Test func propertyGoesWithRequirementKeyMockAndRow() throws {
        let project = RemovalProjectCase(
            files: [
                "AppSettings.swift": """
                protocol SettingsProtocol: AnyObject {
                    var newCart: Bool { get }
                    var other: Bool { get set }
                }
                final class AppSettings: SettingsProtocol {
                    private enum Keys: String { case newCart = "cart_key"; case other }
                    /// Shows the new cart.
                    @UserPreference(key: Keys.newCart, defaultValue: false)
                    var newCart: Bool
                    @UserPreference(key: Keys.other, defaultValue: false)
                    var other: Bool
                    var debugDescription: [String: Any] { ["newCart": newCart, "other": other] }
                }

                """,
                "DeveloperOptions.swift": """
                struct DeveloperOptions: View {
                    @ObservedObject var settings: AppSettings
                    var body: some View {
                        Form {
                            Section("Cart") {
                                Toggle(isOn: $settings.newCart) { Text("New cart") }
                            }
                            Toggle("Other", isOn: $settings.other)
                        }
                    }
                }

                """,
                "Tests/Mocks.swift": """
                final class SettingsMock: SettingsProtocol {
                    var newCart = false
                    var other = false
                }

                """,
            ],
            sources: [RemovalProjectCase.attributed]
        )
        let result = try project.removing(keeping: .bool(true))
        #expect(
            result.files == [
                "AppSettings.swift": """
                protocol SettingsProtocol: AnyObject {
                    var other: Bool { get set }
                }
                final class AppSettings: SettingsProtocol {
                    private enum Keys: String { case other }
                    @UserPreference(key: Keys.other, defaultValue: false)
                    var other: Bool
                    var debugDescription: [String: Any] { ["other": other] }
                }

                """,
                "DeveloperOptions.swift": """
                struct DeveloperOptions: View {
                    @ObservedObject var settings: AppSettings
                    var body: some View {
                        Form {
                            Toggle("Other", isOn: $settings.other)
                        }
                    }
                }

                """,
                "Tests/Mocks.swift": """
                final class SettingsMock: SettingsProtocol {
                    var other = false
                }

                """,
            ]
        )
        #expect(result.remarks == [])
    }

    @Test func rowsOfMenuGoWithTheirSection() throws {
        let project = RemovalProjectCase(
            files: [
                "Flags.swift": "enum FeatureFlag { case newCart, other }\n",
                "DebugMenu.swift": """
                struct DebugMenu: View {
                    var body: some View {
                        List {
                            Section("Cart") {
                                FlagRow(.newCart, title: "Cart")
                            }
                            Section("Other") {
                                FlagRow(.newCart)
                                FlagRow(.other)
                            }
                        }
                    }
                }

                """,
            ],
            sources: [RemovalProjectCase.cases]
        )
        let result = try project.removing(keeping: .bool(true))
        #expect(
            result.files["DebugMenu.swift"] == """
                struct DebugMenu: View {
                    var body: some View {
                        List {
                            Section("Other") {
                                FlagRow(.other)
                            }
                        }
                    }
                }

                """
        )
        #expect(result.verdict == .safe)
    }

    @Test(arguments: [
        (
            "func f() { open(.newCart) }",
            "‘open’ takes the flag as a value; it isn't listed as a call that reads flags"
        ),
        ("func f() -> Set<FeatureFlag> { all - .newCart }", "the flag is compared or combined with another value"),
        ("var flag: FeatureFlag = .newCart", "the flag is stored in a variable"),
        ("func f() -> FeatureFlag { .newCart }", "the flag is returned as a value"),
        (
            "func f() { for flag in [FeatureFlag.newCart, .other] { if flags.isOn(flag) { g() } } }",
            "the code uses every element of this list"
        ),
        (
            "func f(_ x: [FeatureFlag]) { for case .newCart in x { g() } }",
            "a pattern outside of a switch compares the flag"
        ),
    ])
    func flagAsValueBlocks(code: String, reason: String) throws {
        let declaration = "enum FeatureFlag { case newCart, other }\n"
        let reads = "func read() -> Int { flags.isOn(.newCart) ? 1 : 2 }\n"
        let project = RemovalProjectCase(
            files: ["Flags.swift": declaration, "Code.swift": code + "\n", "Reads.swift": reads],
            sources: [RemovalProjectCase.cases]
        )
        let result = try project.removing(keeping: .bool(true))
        #expect(result.verdict == .blocked)
        let flag = "mention Flags.swift:1 this code can go once nothing keeps the toggle alive"
        #expect(result.remarks == ["blocks Code.swift:1 \(reason)", flag])
        // What is left compiles with the flag.
        #expect(result.files == ["Reads.swift": "func read() -> Int { 1 }\n"])
    }

    @Test func enumWithoutCasesIsListed() throws {
        let project = RemovalProjectCase(
            files: ["Flags.swift": "enum FeatureFlag: String {\n    case newCart\n}\n"],
            sources: [RemovalProjectCase.cases]
        )
        let result = try project.removing(keeping: .bool(true))
        #expect(result.files == ["Flags.swift": "enum FeatureFlag: String {\n}\n"])
        #expect(
            result.remarks == [
                "read Flags.swift:1 ‘FeatureFlag’ has no cases any more; remove it, or at least its raw type"
            ]
        )
    }

    @Test func memberOfAnotherTypeStays() throws {
        let project = RemovalProjectCase(
            files: [
                "Flags.swift": "enum FeatureFlag { case newCart, other }\n",
                "Route.swift": """
                enum Route { case newCart, home }
                func open(_ route: Route) -> Int {
                    switch route {
                    case .newCart: 1
                    case .home: 2
                    }
                }
                func go() -> Int { open(.newCart) }
                let start: Route = .newCart

                """,
            ],
            sources: [RemovalProjectCase.cases]
        )
        let result = try project.removing(keeping: .bool(false))
        #expect(result.files == ["Flags.swift": "enum FeatureFlag { case other }\n"])
        #expect(result.remarks == [])
    }

    @Test func compilationConditionIsChosen() throws {
        let project = RemovalProjectCase(files: ["F.swift": "#if NEW_CART\nlet x = 1\n#else\nlet x = 2\n#endif\n"])
        #expect(try project.removing(keeping: .bool(true)).files == ["F.swift": "let x = 1\n"])
        let off = try project.removing(keeping: .bool(false))
        #expect(off.files == ["F.swift": "let x = 2\n"])
        #expect(off.remarks == ["read F.swift:1 remove the compilation condition ‘NEW_CART’ from the build settings"])
    }

    @Test func setsOfOptionsLoseTheFlag() throws {
        let code = """
            struct Options: OptionSet {
                let rawValue: Int
                static let newCart = Options(rawValue: 1)
                static let menu = Options(rawValue: 2)
            }
            func f(_ options: Options) -> Int { options.contains(.newCart) ? 1 : 2 }
            let a = f([.newCart, .menu])
            let b = f([.newCart])

            """
        let source = LintConfiguration.DeclarationSource(kind: .staticProperties, type: "Options", reads: ["contains"])
        let result = try RemovalProjectCase(files: ["A.swift": code], sources: [source]).removing(keeping: .bool(true))
        #expect(
            result.files["A.swift"] == """
                struct Options: OptionSet {
                    let rawValue: Int
                    static let menu = Options(rawValue: 2)
                }
                func f(_ options: Options) -> Int { 1 }
                let a = f([.menu])
                let b = f([])

                """
        )
        #expect(result.verdict == .caution)
    }

    @Test func listsInTheTypeOfTheFlagLoseIt() throws {
        let code = """
            enum Features {
                static let newCart = Feature("new_cart")
                static let menu = Feature("menu")
                static let all: [Feature] = [newCart, menu]
                static var isShown: Bool { newCart.isEnabled || menu.isEnabled }
            }
            let a = Features.isShown

            """
        let source = LintConfiguration.DeclarationSource(
            kind: .staticProperties,
            type: "Features",
            reads: ["isEnabled"]
        )
        let result = try RemovalProjectCase(files: ["A.swift": code], sources: [source]).removing(keeping: .bool(false))
        #expect(
            result.files["A.swift"] == """
                enum Features {
                    static let menu = Feature("menu")
                    static let all: [Feature] = [menu]
                    static var isShown: Bool { menu.isEnabled }
                }
                let a = Features.isShown

                """
        )
    }
}
