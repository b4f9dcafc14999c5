import Testing
import ToggleLint

/// Uses in Objective-C, and members of other types with the same names.
@Suite struct OtherMemberTests {
    private func uses(_ kind: LintConfiguration.DeclarationSource.Kind, _ files: [String: String]) -> [String] {
        var configuration = LintConfiguration()
        configuration.sources = [LintConfiguration.DeclarationSource(kind: kind, type: "AppConfig", key: .snakeCase)]
        return scan(files, configuration: configuration).uses.filter { $0.path != "A.swift" }.map(\.summary)
    }

    @Test(arguments: [
        ("if ([[AppConfig sharedConfig] isAlphaOn]) {}", "is_alpha_on"),
        ("if ([AppConfig shared].isAlphaOn) {}", "is_alpha_on"),
        ("return self.environment.config.isAlphaOn;", "is_alpha_on"),
        ("return self.environment.screen.isAlphaOn;", "is_alpha_on possibly"),
        ("return [screen isAlphaOn];", "is_alpha_on possibly"),
        ("AppConfig.shared.isAlphaOn = YES;", "is_alpha_on declaration"),
        ("return AppConfig.shared.isAlphaOn == YES;", "is_alpha_on"),
    ])
    func objectiveCReadsPropertiesOfObjects(code: String, expected: String) {
        let declaration = "class AppConfig { @objc var isAlphaOn: Bool { bool(forKey: \"ALPHA\") } }"
        #expect(uses(.instanceProperties, ["A.swift": declaration, "B.m": code]) == [expected])
    }

    @Test(arguments: [
        ("p.map(\\.appConfig.isAlphaOn)", "is_alpha_on property"),
        ("p.map(\\Environment.appConfig.isAlphaOn)", "is_alpha_on property"),
        ("p.map(\\.isAlphaOn)", "is_alpha_on possibly property"),
    ])
    func keyPathLeadsThroughTheObject(code: String, expected: String) {
        let declaration = "struct AppConfig { let isAlphaOn: Bool }"
        let found = uses(.instanceProperties, ["A.swift": declaration, "B.swift": "func f() { \(code) }"])
        #expect(found == [expected])
    }

    @Test func keyWithTheNameOfItsPropertyIsNoRead() {
        let declaration = """
            final class AppConfig {
                private enum Keys { static let isAlphaOn = "alpha" }
                var isAlphaOn: Bool {
                    get { defaults.bool(forKey: Keys.isAlphaOn) }
                    set { defaults.set(newValue, forKey: Keys.isAlphaOn) }
                }
            }
            """
        var configuration = LintConfiguration()
        configuration.sources = [
            LintConfiguration.DeclarationSource(kind: .instanceProperties, type: "AppConfig", key: .snakeCase)
        ]
        #expect(scan(["A.swift": declaration], configuration: configuration).uses.map(\.summary) == [])
    }

    @Test func optionSetStoresItsFlagsWithoutReadingThem() {
        let declaration = """
            struct AppConfig: OptionSet {
                static let alpha = AppConfig(rawValue: 1)
                static var on: AppConfig { var on: AppConfig = []; on.insert(.alpha); return on }
            }
            """
        let code = "func f() { shown.insert(.alpha) }"
        var configuration = LintConfiguration()
        configuration.sources = [
            LintConfiguration.DeclarationSource(
                kind: .staticProperties,
                type: "AppConfig",
                key: .snakeCase,
                reads: ["contains"]
            )
        ]
        let found = scan(["A.swift": declaration, "B.swift": code], configuration: configuration)
        #expect(found.uses.map(\.summary) == ["alpha declaration", "alpha possibly"])
    }

    @Test func casesWithOtherValuesHideNoTables() {
        let declaration = """
            enum AppConfig: Int {
                case mail, alpha, beta, gamma, limit
                func name() -> String {
                    switch self {
                    case .mail: return "mail"
                    case .alpha: return "alpha"
                    case .beta: return "beta"
                    case .gamma: return "gamma"
                    case .limit: return "limit"
                    }
                }
                static func variables() -> [AppConfig] { return [.mail, .alpha, .beta, .gamma, .limit] }
            }
            final class ConfigRepository {
                func start() {
                    for variable in AppConfig.variables() { defaults[variable.name()] = variable.defaultValue() }
                }
                func bool(variable: AppConfig) -> Bool { remote.value(variable.name()) }
            }
            """
        var configuration = LintConfiguration()
        configuration.sources = [
            LintConfiguration.DeclarationSource(
                kind: .cases,
                type: "AppConfig",
                key: .snakeCase,
                reads: ["bool"],
                except: ["mail", "limit"]
            )
        ]
        let found = scan(["A.swift": declaration], configuration: configuration)
        #expect(!found.uses.isEmpty)
        #expect(found.uses.map(\.summary).filter { !$0.hasSuffix("declaration") } == [])
    }

    @Test func memberOfSelfIsThatOfTheTypeAround() {
        let declaration = "enum AppConfig { case alpha, beta }"
        let code = """
            extension Service {
                static var alpha = false
                static func f() { if Self.alpha {}; if Self.beta {}; show(Texts.alpha, Texts.beta) }
            }
            enum Texts { static let alpha = "A" }
            """
        #expect(uses(.cases, ["A.swift": declaration, "B.swift": code]) == ["beta possibly"])
    }
}
