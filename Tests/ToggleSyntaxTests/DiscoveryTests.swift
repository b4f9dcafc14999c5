import Testing
import ToggleLint
import ToggleSyntax

/// Finds the flags of sources without being told where they are.
@Suite struct DiscoveryTests {
    @Test(arguments: [
        (
            "function",
            "struct Service { func isOn(flag: Flag) -> Bool { true } }\n"
                + "func f() { if service.isOn(flag: .a) {} }", "cases Flag [isOn]: a, b"
        ),
        (
            "protocol",
            "protocol Flagger { func isFeatureOn<F: Describing>(for flag: F) -> Bool }\n"
                + "extension Flag: Describing {}\nfunc f() { if flagger.isFeatureOn(for: Flag.a) {} }",
            "cases Flag [isFeatureOn]: a, b"
        ),
        (
            "property", "extension Flag { var isShown: Bool { store[rawValue] } }\nfunc f() { if Flag.a.isShown {} }",
            "cases Flag [isShown]: a, b"
        ),
        (
            "method",
            "extension Flag { func isShown(in place: Place) -> Bool { true } }\n"
                + "func f() { if Flag.a.isShown(in: .menu) {} }",
            "cases Flag [isShown]: a, b"
        ),
        (
            "subscript",
            "struct Store { subscript(feature flag: Flag) -> Bool { true } }\n"
                + "func f() { if store[feature: .a] {} }", "cases Flag [subscript]: a, b"
        ),
        (
            "another package", "func f() { if client.isEnabled(Flag.a) {}; if client.isEnabled(.b) {} }",
            "cases Flag [isEnabled]: a, b"
        ),
        (
            "a setter isn't a read",
            "struct Service { func isOn(_ flag: Flag) -> Bool { true }\n"
                + "func set(_ flag: Flag, _ value: Bool) {} }\nfunc f() { set(.a, true); if isOn(.a) {} }",
            "cases Flag [isOn]: a, b"
        ),
        (
            "an accessor",
            "extension Features { static var a: Bool { on(.a) }\nstatic var b: Bool { on(.b) } }\n"
                + "func f() { if Features.a {} }", "cases Flag [Features]: a, b"
        ),
    ])
    func findsReadersOfCases(form: String, code: String, expected: String) {
        let files = ["Flag.swift": "enum Flag: String { case a, b }", "Sources/App.swift": code]
        #expect(summary(report(files)) == [expected], "\(form)")
    }

    @Test(arguments: [
        (
            "static properties",
            """
            enum FeatureFlags {
                static let shared = Store()
                static let logger = Logger(subsystem: "x", category: "y")
                static let all: [Flag] = [newCheckout]
                static let suiteName = "group.flags"
                static let refreshInterval: TimeInterval = 60
                static let encoder = JSONEncoder()
                static let changed = Notification.Name("changed")
                static let url = URL(string: "https://example.com")
                private static let queue = DispatchQueue(label: "q")
                static var newMenu: Bool { true }
                static var showAnswers = false
                static let isBeta = build <= .beta
                static let newCheckout = Flag(key: "checkout", default: true)
            }
            """,
            "static_properties FeatureFlags []: newMenu=true, showAnswers=false, isBeta, newCheckout(checkout)=true"
        ),
        (
            "extensions with wrappers",
            """
            extension FeatureStorage {
                static let alpha: FeatureConfig<Bool> = FeatureConfig(default: true)
                static let beta: FeatureConfig<Bool> = .init()
            }
            final class Dependencies { subscript<T>(feature feature: FeatureConfig<T>) -> T { value() } }
            func f() { if dependencies[feature: .alpha] {} }
            """, "static_properties FeatureStorage [subscript]: alpha=true, beta"
        ),
        (
            "instance properties",
            """
            struct FeatureFlagProvider {
                var isCachingEnabled: () -> Bool
                var useNewPlayer: Bool
                private let isReady: Bool
                let name: String
            }
            func f(provider: FeatureFlagProvider, other: FeatureFlagProvider) {
                if provider.isCachingEnabled(), other.useNewPlayer {}
            }
            """, "instance_properties FeatureFlagProvider [other]: isCachingEnabled, useNewPlayer"
        ),
        (
            "defaults of an initializer",
            """
            struct FeatureFlags: Codable {
                let a: Bool
                let b: Bool
                static let initial = FeatureFlags()
                init(a: Bool = true, b: Bool = false) { self.a = a; self.b = b }
            }
            """, "instance_properties FeatureFlags []: a=true, b=false"
        ),
        (
            "conditions in an initializer",
            """
            struct FeatureFlags {
                let a: Bool
                let b: Bool
                init() {
                    #if A_DISABLED
                    self.a = false
                    #else
                    self.a = true
                    #endif
                    b = false
                }
            }
            """, "instance_properties FeatureFlags []: a=true, b=false"
        ),
        (
            "untyped attribute",
            """
            struct Features {
                @Feature(name: "Air Play") var airPlay
                @Feature(name: "dead_one") var deadOne
                @Feature(name: "typed") var typed: Bool
                @Environment(\\.colorScheme) var scheme
            }
            """, "attributed_properties Feature []: airPlay(Air Play), deadOne(dead_one), typed(typed)"
        ),
        (
            "getters over keys",
            """
            final class AppValues {
                var newSearch: Bool { bool(forKey: "new_search") }
                var oldMenu: Bool { bool(forKey: "old_menu") }
                var chat: Bool { source["chat"] ?? false }
                var isLoggedIn: Bool { token != nil }
                var title: String { string(forKey: "title") }
            }
            func f(values: AppValues) { if values.chat {} }
            """, "instance_properties AppValues []: newSearch(new_search), oldMenu(old_menu), chat(chat)"
        ),
        (
            "option set",
            """
            struct FeatureFlags: OptionSet {
                let rawValue: Int
                static let search = FeatureFlags(rawValue: 1 << 0)
                static let chat = FeatureFlags(rawValue: 1 << 1)
                static let both: FeatureFlags = [.search, .chat]
            }
            func f() { if flags.contains(.search) {} }
            """, "static_properties FeatureFlags [contains]: search, chat"
        ),
        (
            "constants of keys",
            """
            struct Preference {
                struct Key { init(_ text: String) {} }
            }
            extension Preference.Key {
                static let newA = Preference.Key("new_a")
                static let newB = Preference.Key("new_b")
                static let newC = Preference.Key("new_c")
                static let newD = Preference.Key("new_d")
                static let newE = Preference.Key("new_e")
            }
            func bool(for key: Preference.Key) -> Bool { true }
            func f() { if bool(for: .newA), bool(for: .newB) {} }
            """,
            "static_properties Key [bool]: newA(new_a), newB(new_b), newC(new_c), newD(new_d), newE(new_e)"
        ),
        (
            "text keys", "func f() { if isFeatureEnabled(\"new_a\"), isFeatureEnabled(\"new_b\") {} }",
            "string_keys isFeatureEnabled []: new_a(new_a), new_b(new_b)"
        ),
        (
            "conditions",
            """
            #if FEATURE_CHAT && canImport(UIKit)
            let a = 1
            #elseif !FEATURE_SEARCH || DEBUG
            let a = 2
            #endif
            """, "compilation_conditions FEATURE_* []: FEATURE_CHAT(FEATURE_CHAT), FEATURE_SEARCH(FEATURE_SEARCH)"
        ),
        (
            "protocol with defaults",
            """
            protocol FeatureFlags { var a: Bool { get }; var b: Bool { get } }
            extension FeatureFlags { var a: Bool { true }; var b: Bool { false } }
            func f(features: any FeatureFlags) { if features.a {} }
            """, "instance_properties FeatureFlags [features]: a=true, b=false"
        ),
        (
            "groups",
            """
            enum BuildFlags {
                static let a = build <= .beta
                static let b = false
                enum Debug { static let c = false; static let d = TestableFlag(true, title: "D") }
            }
            func f() { if BuildFlags.Debug.c, BuildFlags.Debug.d.get() {} }
            """,
            "static_properties BuildFlags.Debug [Debug, get]: c=false, d=true|static_properties BuildFlags []: a, b=false"
        ),
    ])
    func findsStyles(style: String, code: String, expected: String) {
        #expect(summary(report(code)).joined(separator: "|") == expected, "\(style)")
    }

    @Test func joinsExtensionsOfSeveralFiles() {
        let files = (1...3).map {
            ("F\($0).swift", "extension FeatureStorage { static let f\($0) = FeatureConfig(false) }")
        }
        let found = report(Dictionary(uniqueKeysWithValues: files))
        #expect(summary(found) == ["static_properties FeatureStorage []: f1=false, f2=false, f3=false"])
        #expect(found.declarations.first?.source.file == nil)
    }

    @Test func separatesAppsOfOneRepository() {
        let read = "func f() { if s.isOn(.NAME) {} }\nstruct S { func isOn(_ flag: FeatureFlag) -> Bool { true } }"
        let found = report([
            "iOS/Flags.swift": "enum FeatureFlag { case a, b }", "iOS/App.swift": read.replacing("NAME", with: "a"),
            "macOS/Flags.swift": "enum FeatureFlag { case b, c }", "macOS/App.swift": read.replacing("NAME", with: "c"),
        ])
        #expect(found.declarations.map(\.source.file) == ["iOS/Flags.swift", "macOS/Flags.swift"])
    }

    @Test func leavesOutWhatRepeatsFlags() {
        let flags = (1...4).map { "flag\($0)" }
        let found = report([
            "Core/FeatureFlag.swift": "enum FeatureFlag { case \(flags.joined(separator: ", ")) }\n"
                + "protocol Service { func isOn(_ flag: FeatureFlag) -> Bool }\nfunc f() { if service.isOn(.flag1) {} }",
            "Tests/MockFlags.swift":
                "enum MockFlags { \(flags.map { "static var \($0) = true" }.joined(separator: "\n")) }",
            "Core/FeatureFlags.generated.swift":
                "extension FeatureFlags { \(flags.map { "static var \($0): Bool { isOn(.\($0)) }" }.joined(separator: "\n")) }",
            "App/View.swift": "func g() { if FeatureFlags.flag2 {} }",
        ])
        #expect(summary(found) == ["cases FeatureFlag [FeatureFlags, isOn]: flag1, flag2, flag3, flag4"])
        let omissions = found.declarations.compactMap(\.omission)
        #expect(
            Set(omissions) == [
                .repeats("FeatureFlag", role: .mock), .repeats("FeatureFlag", role: .generatedMirror),
            ]
        )
    }

    @Test func leavesOutSettingsOfUsers() {
        let code = """
            final class AppSettings {
                @Preference(defaultValue: true) var appearance: Bool
                @Preference(defaultValue: true) var hasSeenWelcome: Bool
                // MARK: - Feature Flags
                @Preference(defaultValue: false) var threads: Bool
                @Preference(defaultValue: true) var galleries: Bool
            }
            """
        let found = report(code)
        #expect(summary(found) == ["attributed_properties Preference []: threads=false, galleries=true"])
        #expect(found.declarations.first?.settings.map(\.name) == ["appearance", "hasSeenWelcome"])
        #expect(found.declarations.first?.source.except == ["appearance", "hasSeenWelcome"])
    }

    @Test func nameOfFlagIsAsGoodAsHeading() {
        let code = """
            final class Store {
                @Setting(key: "a", default_value: false) var appearance: Bool
                @Setting(key: "b", default_value: false) var enable_experimental_relay: Bool
                // MARK: - Labs
                @Setting(key: "d", default_value: false) var live: Bool
            }
            """
        #expect(report(code).declarations.first?.flags.map(\.name) == ["enable_experimental_relay", "live"])
    }

    @Test func valueOfConfigurationIsNotSetting() {
        let code = """
            extension AppConfig {
                var badgesEnabled: Bool { bool(forKey: "BADGES_ENABLED") }
                var hasSeenTour: Bool { bool(forKey: "TOUR") }
                var chatEnabled: Bool { bool(forKey: "CHAT_ENABLED") }
                var videosEnabled: Bool { bool(forKey: "VIDEOS_ENABLED") }
            }
            func f(config: AppConfig) { if config.badgesEnabled, config.chatEnabled, config.videosEnabled {} }
            """
        let found = report(code).declarations.first
        #expect(found?.flags.map(\.name) == ["badgesEnabled", "chatEnabled", "videosEnabled"])
        #expect(found?.settings.map(\.name) == ["hasSeenTour"])
    }

    @Test func propertyThatScreenChangesIsSetting() {
        let code = """
            struct FeatureFlags { var a: Bool; var b: Bool; var c: Bool }
            func f(flags: FeatureFlags) { if flags.a {} }
            struct Screen { var body: some View { Toggle("A", isOn: $flags.b) } }
            """
        #expect(report(code).declarations.first?.settings.map(\.name) == ["b"])
        let menu = report(["Debug/DebugMenu.swift": code])
        #expect(menu.declarations.first?.settings == [])
    }

    /// Returns the flags that the linter takes for constants, with their values.
    private func constants(_ code: String, _ found: DiscoveredDeclaration) -> [String: Bool] {
        var configuration = LintConfiguration()
        configuration.sources = [found.source]
        return scan(code, configuration: configuration).constants.mapValues(\.value)
    }

    @Test func readsValuesOfSwitch() throws {
        let code = """
            enum FeatureFlag { case a, b, c, d }
            struct DefaultService {
                func isOn(_ flag: FeatureFlag) -> Bool {
                    let build = Build.current
                    switch flag {
                    case .a: return true
                    case .b: return build == .alpha
                    case .c:
                        #if DEBUG
                        return true
                        #else
                        return false
                        #endif
                    default: return false
                    }
                }
            }
            func f() { if service.isOn(.a) {} }
            """
        let found = try #require(report(code).declarations.first)
        #expect(found.flags.map(\.defaultValue) == ["true", nil, "false", "false"])
        #expect(found.defaultsPlace == "DefaultService.isOn(_:)")
        #expect(constants(code, found) == ["a": true, "d": false])
        #expect(found.reads.map(\.text) == ["isOn(_:)"] && found.reads.map(\.count) == [1])
    }

    @Test func overrideIsNoConstant() throws {
        let code = """
            enum FeatureFlag: String {
                case a, b
                var isOn: Bool {
                    if let value = store[rawValue] { return value }
                    switch self { case .a: return true; case .b: return false }
                }
            }
            func f() { if FeatureFlag.a.isOn {} }
            """
        let found = try #require(report(code).declarations.first)
        #expect(found.flags.map(\.defaultValue) == ["true", "false"])
        #expect(constants(code, found) == [:])
    }

    @Test(arguments: [
        "struct FlagView: View { var isOn: Bool; var isBold: Bool }",
        "enum KillSwitch { case on, off }",
        "enum Flags { static let ad = ImageAsset(name: \"ad\"); static let ae = ImageAsset(name: \"ae\") }",
        "struct Attributes: OptionSet { static let bold = Attributes(rawValue: 1) }",
        "struct Device { enum Feature { case fan, light }; func supports(_ feature: Feature) -> Bool { true } }",
        "struct Tool: ParsableCommand { @Flag var a = false; @Flag var b = false; @Flag var c = false }\nimport ArgumentParser",
        "struct Screen { @State var a = false; @State var b: Bool; @Binding var c: Bool }",
        "enum Loc { static let a = Text(key: \"a\"); static let b = Text(key: \"b\") }",
    ])
    func leavesOutOtherTypes(code: String) {
        #expect(summary(report(code)) == [])
    }

    @Test func listsBestCandidatesIfNothingQualifies() {
        let found = report("enum KillSwitch { case on, off }")
        #expect(found.declarations.map(\.source.type) == ["KillSwitch"])
        #expect(found.declarations.map(\.omission) == [.other("states of one flag")])
    }

    @Test func listsTypesThatAreOneFlag() {
        let found = report(
            """
            protocol FeatureFlag { static var key: String { get } }
            struct NewCart: FeatureFlag { static let key = "new_cart" }
            struct OldCart: Sendable, FeatureFlag { static let key = "old_cart" }
            struct MockCart: FeatureFlag { static let key = "mock" }
            """
        )
        #expect(found.declarations.map(\.source.type) == ["FeatureFlag"])
        #expect(found.declarations.map(\.omission) == [.other("types that are one flag each: NewCart and OldCart")])
    }

    @Test func keysOfModelAreNoFlags() {
        let code = """
            struct RemoteConfiguration: Codable {
                let isChatOn: Bool
                let isMenuNew: Bool
                let host: String
                enum CodingKeys: String, CodingKey { case isChatOn, isMenuNew, host }
            }
            func f(configuration: RemoteConfiguration) { if configuration.isChatOn, configuration.isMenuNew {} }
            """
        let imported = report(code).declarations.filter { $0.omission == nil }
        #expect(imported.flatMap(\.flags).map(\.name) == ["isChatOn", "isMenuNew"])
    }

    @Test func valueThatOnlyDeveloperMenuChangesIsFlag() {
        let reads = "func f() { if UserDefaults.standard.bool(forKey: \"staging\") {} }"
        let writes = "func g() { UserDefaults.standard.set(true, forKey: \"staging\") }"
        let menu = report(["App.swift": reads, "Debug/DebugMenu.swift": writes])
        #expect(summary(menu) == ["string_keys bool(forKey:) []: staging(staging)"])
        let settings = report(["App.swift": reads, "Settings.swift": writes])
        #expect(summary(settings) == [])
        #expect(settings.declarations.map(\.omission) == [.settings])
        // A screen of the system changes it.
        let bundle = report(["App.swift": reads, "Settings.bundle/Root.plist": "<string>staging</string>"])
        #expect(bundle.declarations.map(\.omission) == [.settings])
        #expect(summary(report(reads)).count == 1)
    }

    @Test(arguments: ["defaults.bool(forKey: .newCart)", "defaults.bool(forKey: Key.newCart.rawValue)"])
    func caseIsKeyOfDefaults(read: String) {
        let keys = """
            enum Key: String { case newCart = "new-cart", hasSeenTour, playerName, legacyMode }
            extension UserDefaults { func bool(forKey key: Key) -> Bool { bool(forKey: key.rawValue) } }
            """
        let files = [
            "Key.swift": keys,
            "App.swift": "func f() { if \(read) {}; if \(read.replacing("newCart", with: "hasSeenTour")) {} }",
            "Other.swift": "func g() { if \(read.replacing("newCart", with: "legacyMode")) {} }",
        ]
        let found = report(files)
        #expect(summary(found) == ["cases Key [bool]: newCart(new-cart)"])
        #expect(found.declarations.first?.settings.map(\.name) == ["hasSeenTour", "legacyMode"])
        #expect(found.declarations.first?.source.except == ["hasSeenTour", "playerName", "legacyMode"])
    }

    @Test func propertyOfFlagsThatReadsDefaultsIsOneFlag() {
        let code = """
            final class FeatureFlags {
                var isChatEnabled: Bool {
                    get { UserDefaults.standard.bool(forKey: Keys.chatEnabled) }
                    set { UserDefaults.standard.set(newValue, forKey: Keys.chatEnabled) }
                }
                var isMenuEnabled: Bool { UserDefaults.standard.bool(forKey: "menu_enabled") }
                enum Keys { static let chatEnabled = "feature.chat" }
            }
            func f(flags: FeatureFlags) { if flags.isChatEnabled, flags.isMenuEnabled {} }
            """
        #expect(summary(report(code)).count == 1)
    }

    @Test func linterReadsConditions() throws {
        let code = "#if FEATURE_CHAT && !DEBUG\nlet FEATURE_CHAT = 1\n#endif"
        let found = try #require(report(code).declarations.first)
        var configuration = LintConfiguration()
        configuration.sources = [found.source]
        let facts = scan(code, configuration: configuration)
        #expect(facts.declared.map(\.key) == ["feature_chat"])
        #expect(facts.uses.map(\.summary) == ["feature_chat"])
    }

    /// The manifest that describes the declaration leads the linter to the same flags.
    @Test func linterFindsSameFlags() throws {
        let code = """
            struct FeatureFlagProvider {
                var isCachingEnabled: () -> Bool
                var isSeekPaused: () -> Bool
                var useNewPlayer: Bool
            }
            func f(provider: FeatureFlagProvider) { if provider.isCachingEnabled() {}; if provider.useNewPlayer {} }
            """
        let found = try #require(report(code).declarations.first)
        var configuration = LintConfiguration()
        configuration.sources = [found.source]
        let facts = scan(code, path: "Sources/App.swift", configuration: configuration)
        #expect(facts.declared.map(\.name) == found.flags.map(\.name))
        #expect(facts.uses.map(\.summary) == ["is_caching_enabled property", "use_new_player property"])
    }

    @Test(arguments: ["ABTesting/Flag.swift", "SpeedTest/Flag.swift", "App/ABTest.swift"])
    func experimentIsNoTest(path: String) {
        let code = "enum FeatureFlag: String { case a, b }\nfunc isOn(_ f: FeatureFlag) -> Bool { x }"
        #expect(summary(report([path: code])) == ["cases FeatureFlag [isOn]: a, b"])
    }

    @Test func commentAboutGenerationIsNoHeader() {
        let code =
            "// Generated images need .a\nenum FeatureFlag: String { case a, b }\n"
            + "func isOn(_ f: FeatureFlag) -> Bool { x }"
        #expect(summary(report(code)) == ["cases FeatureFlag [isOn]: a, b"])
    }

    @Test func copyWithFlagsOfItsOwnIsImportedWithoutTheOthers() {
        let code = """
            enum FeatureFlag: String { case a, b, c, d }
            enum RemoteFlag: String { case a, b, c, e, f }
            func isOn(_ f: FeatureFlag) -> Bool { x }
            func isRemote(_ f: RemoteFlag) -> Bool { x }
            func f() { if isOn(.d) {}; if isRemote(.e) {} }
            """
        let found = summary(report(code))
        #expect(found.contains { $0.hasPrefix("cases RemoteFlag") && $0.hasSuffix(": e, f") }, "\(found)")
    }

    @Test func releaseBranchHasTheDefault() {
        let code = """
            struct FeatureFlags {
                static var a: Bool {
            #if !DEBUG
                return false
            #else
                return true
            #endif
                }
                static let b = true
            }
            func f() { if FeatureFlags.a {}; if FeatureFlags.b {} }
            """
        #expect(summary(report(code)) == ["static_properties FeatureFlags []: a=false, b=true"])
    }
}
