import Testing
import ToggleLint
import ToggleSyntax

/// Finds the flags of less common shapes, and leaves out what only looks like flags.
@Suite struct DiscoveredShapeTests {
    @Test(arguments: [
        (
            "properties of a type of flags",
            """
            struct FeatureFlag { let defaultValue: Bool; let key: String }
            struct PreferenceKeys { var sound: PreferenceKey<Bool> { .init(defaultValue: true, key: "sound") } }
            extension PreferenceKeys {
                var newMenu: FeatureFlag { .init(defaultValue: true, key: "new-menu") }
                var newChat: FeatureFlag { return FeatureFlag(defaultValue: false, key: "new-chat") }
                var flags: RemoteConfig { .init(defaultValue: 1, key: "x") }
            }
            func value<K: Key>(for key: KeyPath<PreferenceKeys, K>) -> K.Value { store[key] }
            func f() { if value(for: \\.newMenu) {} }
            """, "instance_properties PreferenceKeys [value]: newMenu(new-menu)=true, newChat(new-chat)=false"
        ),
        (
            "readers that publish values",
            """
            enum AppFeature: Int { case a, b }
            protocol Service { func isEnabled(_ feature: AppFeature) -> AnyPublisher<Bool, Never> }
            func f() { service.isEnabled(.a).sink { _ in } }
            """, "cases AppFeature [isEnabled]: a, b"
        ),
        (
            "a single case",
            """
            enum Feature: String { case scanner }
            func isEnabled(_ feature: Feature) -> Bool { false }
            func f() { if isEnabled(.scanner) {} }
            """, "cases Feature [isEnabled]: scanner"
        ),
        (
            "objects whose names say onboarding",
            """
            struct Feature: RawRepresentable { var rawValue: String }
            extension Feature {
                static let onboardingName = Feature(rawValue: "onboarding_name")
                static let hasWelcome = Feature(rawValue: "welcome")
            }
            func available(_ feature: Feature) -> Bool { false }
            func f() { if available(.onboardingName) {} }
            """, "static_properties Feature [available]: onboardingName(onboarding_name), hasWelcome(welcome)"
        ),
        (
            "members that describe an object",
            """
            enum FeatureFlag: String { case a, b, description, title, id }
            func isOn(_ flag: FeatureFlag) -> Bool { false }
            func f() { if isOn(.a), isOn(.description) {} }
            """, "cases FeatureFlag [isOn]: a, b"
        ),
        (
            "a case for unknown flags",
            """
            enum FeatureFlag: String, Codable { case a, b, unknown }
            func isOn(_ flag: FeatureFlag) -> Bool { flag != .unknown }
            func f() { if isOn(.a), isOn(.b) {} }
            """, "cases FeatureFlag [isOn]: a, b"
        ),
        (
            "keys of a remote config",
            """
            final class FirebaseRemoteConfig {
                enum Key: String { case newMenu, minimumVersion, oldMenu }
                func boolValue(key: Key) -> Bool? { nil }
                func value(key: Key) -> String? { nil }
            }
            func f() { if config.boolValue(key: .newMenu) == true {}; print(config.value(key: .minimumVersion)) }
            """, "cases FirebaseRemoteConfig.Key [boolValue]: newMenu, oldMenu"
        ),
        (
            "keys of a remote config that has only texts",
            """
            final class FirebaseRemoteConfig {
                enum Key: String { case newMenu, minimumVersion, chatEnabled }
                func boolValue(key: Key) -> Bool? { nil }
                func value(key: Key) -> String? { nil }
            }
            func f() {
                if config.boolValue(key: .newMenu) == true {}
                if config.value(key: .chatEnabled) == "true" {}
                print(config.value(key: .minimumVersion))
            }
            """, "cases FirebaseRemoteConfig.Key [boolValue]: newMenu, chatEnabled"
        ),
        (
            "constants with values of a configuration",
            """
            enum Brand {
                static let name: String = Config.value(for: .name) ?? ""
                static let hideSearch: Bool = Config.value(for: .hideSearch) ?? false
                static let hidePrint: Bool = Config.value(for: .hidePrint) ?? false
                static let hideShare: Bool = Config.value(for: .hideShare) ?? false
                static let disableZoom: Bool = Config.value(for: .disableZoom) ?? true
                static let isLocked: Bool = Config.value(for: .isLocked) ?? false
            }
            func f() { if Brand.hideSearch, Brand.hidePrint {} }
            """, "static_properties Brand []: hideSearch, hidePrint, hideShare, disableZoom, isLocked"
        ),
        (
            "parts of a model in a list with the name of a type",
            """
            enum Feature { case wide, fast, red, blue, green }
            struct Server { var feature: Set<ServerBit>; var all: [Feature] }
            func f(server: Server, feature: Feature) { if server.feature.contains(.fast) {} }
            """, ""
        ),
        (
            "settings of a device",
            """
            enum UserDefaultsKeys: String { case touchIdEnabled, isFaceIDEnabled, betaMenuEnabled }
            func f() {
                if defaults.bool(forKey: UserDefaultsKeys.touchIdEnabled.rawValue) {}
                if defaults.bool(forKey: UserDefaultsKeys.isFaceIDEnabled.rawValue) {}
                if defaults.bool(forKey: UserDefaultsKeys.betaMenuEnabled.rawValue) {}
            }
            """, "cases UserDefaultsKeys [bool]: betaMenuEnabled"
        ),
        (
            "properties that read keys of a remote config",
            """
            final class RemoteConfig {
                enum Key: String { case menu, version, chat }
                var isMenuShown: Bool { bool(.menu) ?? false }
                var isChatOn: Bool { bool(.chat) ?? false }
                func bool(_ key: Key) -> Bool? { nil }
            }
            func f(config: RemoteConfig) { if config.isMenuShown {} }
            """, "instance_properties RemoteConfig []: isMenuShown, isChatOn"
        ),
        (
            "properties with keys of their own",
            """
            final class FeatureFlags {
                static let shared = FeatureFlags()
                var newMenu: Bool { defaults.bool(forKey: Constant.newMenuKey) }
                var newChat: Bool { defaults.bool(forKey: Constant.newChatKey) }
                private enum Constant {
                    static let newMenuKey: String = "menu"
                    static let newChatKey: String = "chat"
                }
            }
            func f() { if FeatureFlags.shared.newMenu {} }
            """, "instance_properties FeatureFlags []: newMenu(menu), newChat(chat)"
        ),
        (
            "properties that read flags",
            """
            enum FeatureFlag: String { case reader, listen }
            final class FeatureFlagService {
                var shouldOpenReader: Bool { isAssigned(.reader) || defaults.bool(forKey: "hasOriginal") }
                func isAssigned(_ flag: FeatureFlag) -> Bool { false }
            }
            func f() { if service.isAssigned(.listen), featureFlagService.shouldOpenReader {} }
            """, "cases FeatureFlag [isAssigned]: reader, listen"
        ),
        (
            "flags of a remote configuration",
            """
            struct RemoteConfiguration {
                struct Flags {
                    let isSwapDisabled: Bool
                    let isChatDisabled: Bool
                    static var `default`: Flags { Flags(isSwapDisabled: true, isChatDisabled: false) }
                }
            }
            func f(flags: RemoteConfiguration.Flags) { if flags.isSwapDisabled {} }
            """, "instance_properties Flags []: isSwapDisabled=true, isChatDisabled=false"
        ),
        (
            "experimental options",
            """
            final class AcmeExperimentalOptions { var newParser = false; var newCache = true }
            final class Options { var experimental = AcmeExperimentalOptions() }
            func f() { if options.experimental.newParser {} }
            """, "instance_properties AcmeExperimentalOptions [experimental]: newParser=false, newCache=true"
        ),
        (
            "values of other types in Firebase",
            """
            func f() {
                if config.configValue(forKey: "new_a").boolValue, config.configValue(forKey: "new_b").boolValue {}
                if config.configValue(forKey: "new_c").boolValue {}
                print(config.configValue(forKey: "host").stringValue, config.configValue(forKey: "n").numberValue)
            }
            """, "string_keys configValue(forKey:) []: new_a(new_a), new_b(new_b), new_c(new_c)"
        ),
        (
            "functions that return the object of a flag",
            """
            struct Experiment: Decodable { var name: String?; var active: Bool = false }
            enum ExperimentName: String { case map, sell = "sell-button" }
            struct State { func experiment(named name: ExperimentName) -> Experiment? { nil } }
            func f() { if state.experiment(named: .map)?.active == true {} }
            """, "cases ExperimentName [experiment]: map, sell(sell-button)"
        ),
        (
            "a configuration that is all on or off",
            """
            class ScreenConfig: NSObject {
                var searchEnabled: Bool
                var chatEnabled: Bool
                var loginEnabled: Bool
                init(dictionary: [String: Any]) { searchEnabled = dictionary["search"] as? Bool ?? false }
            }
            class SizeConfig { var width = 1; var wideEnabled: Bool; var tallEnabled: Bool; var thinEnabled: Bool }
            extension Config { var screen: ScreenConfig { ScreenConfig(dictionary: [:]) } }
            func f() { if config.screen.searchEnabled {} }
            """, "instance_properties ScreenConfig [screen]: searchEnabled, chatEnabled, loginEnabled"
        ),
        (
            "constants from a property list",
            """
            struct AppInfo {
                static let streaksEnabled = Self.info?.get(for: Path.Feature.streaks) as? Bool ?? true
                static let canLeave = info?.get(for: Path.Feature.leave) as? Bool ?? false
                static let usesPush = info?.get(for: Path.Feature.push) as? Bool
                static let host = info?.get(for: Path.Address.host) as? String ?? ""
            }
            func f() { if AppInfo.streaksEnabled {} }
            """, "static_properties AppInfo []: streaksEnabled=true, canLeave=false, usesPush"
        ),
        (
            "a type that asks for the flags of another one",
            """
            enum FeatureFlag: String { case mailSnooze = "mail-snooze", mailReactions, bimi }
            enum AppFeature { case snooze, reactions }
            struct FeatureService {
                func isEnabled(_ flag: FeatureFlag) -> Bool { false }
                func isAvailable(_ feature: AppFeature) -> Bool {
                    switch feature {
                    case .snooze: return isEnabled(.mailSnooze)
                    case .reactions: return isEnabled(.mailReactions) && hasThreads
                    }
                }
            }
            func f() { if service.isAvailable(.snooze), service.isEnabled(.bimi) {} }
            """, "cases FeatureFlag [isEnabled]: mailSnooze(mail-snooze), mailReactions, bimi"
        ),
        (
            "constants with the keys of a remote config",
            """
            enum ConfigNames {
                static let newChat = "new_chat"
                static let newMenu = "new_menu"
                static let host = "host"
            }
            func f() {
                if remoteConfig[ConfigNames.newChat].boolValue {}
                if remoteConfig.configValue(forKey: ConfigNames.newMenu).boolValue {}
                print(remoteConfig[ConfigNames.host].stringValue)
            }
            """, "static_properties ConfigNames [configValue, subscript]: newChat, newMenu"
        ),
        (
            "constants that are alone in their types",
            """
            enum CoinConfig { static var isFeatureEnabled: Bool { true } }
            enum SwapConfig { static var isFeatureEnabled: Bool { false } }
            enum CircleConstants { static let depositsEnabled = false; static let minimum = 3 }
            enum Defaults { static let soundEnabled = true; static let cardsEnabled = true }
            final class Call { static let supportsVideo = true; static let isLoggingEnabled = false }
            func f() {
                if CoinConfig.isFeatureEnabled, SwapConfig.isFeatureEnabled, CircleConstants.depositsEnabled {}
                if Defaults.cardsEnabled, Call.supportsVideo, Call.isLoggingEnabled {}
            }
            """,
            "static_properties CircleConstants []: depositsEnabled=false"
                + "|static_properties SwapConfig []: isFeatureEnabled=false"
                + "|static_properties CoinConfig []: isFeatureEnabled=true"
        ),
        (
            "a type that is one flag",
            """
            enum PasscodeFeatureFlag {
                static let defaultsKey = "passcode"
                static var isEnabled: Bool { isEnabled(in: .standard) }
                static func isEnabled(in defaults: UserDefaults) -> Bool { defaults.bool(forKey: defaultsKey) }
            }
            func f() { if PasscodeFeatureFlag.isEnabled {} }
            """, "static_properties PasscodeFeatureFlag []: isEnabled"
        ),
        (
            "texts in subscripts and calls of a remote config",
            """
            func f() {
                if RemoteConfig.remoteConfig()["chat.new"].boolValue {}
                if remoteConfig.configValue(forKey: "new_menu").boolValue {}
                print(remoteConfig["host"].stringValue, cache["menu"].boolValue)
            }
            """,
            "string_keys configValue(forKey:) []: new_menu(new_menu)|string_keys subscript []: chat.new(chat.new)"
        ),
        (
            "a model of the features that a server has",
            """
            struct Features: Decodable { let chat: Bool; let search: Bool? }
            struct Limits: Decodable { let features: Int; let isLow: Bool }
            struct Account: Decodable { let features: Features }
            func f(account: Account) { if account.features.chat {} }
            """, "instance_properties Features []: chat, search"
        ),
        (
            "a value that isn't Boolean",
            """
            enum FeatureFlag: String { case chat, menu, feePadding }
            func isOn(_ flag: FeatureFlag) -> Bool { false }
            func f() { if isOn(.chat), isOn(.menu) { pad(client.payload(of: .feePadding)?.numberValue) } }
            """, "cases FeatureFlag [isOn]: chat, menu"
        ),
        (
            "getters under a heading",
            """
            final class Environment: NSObject {
                static var isBusiness: Bool { flavor == 1 }
                // MARK: - Feature flags
                static var deleteEdit: Bool { true }
                static var groups: Bool { if Info.isShots { return false }; return true }
                static var lists: Bool {
                    #if DEBUG
                        return true
                    #else
                        return false
                    #endif
                }
            }
            func f() { if Environment.deleteEdit, Environment.groups, Environment.lists {} }
            """, "static_properties Environment []: deleteEdit=true, groups, lists=false"
        ),
        (
            "getters of a type for developers over constants with keys",
            """
            final class DebugSettings {
                private enum Keys { static let log = "Log"; static let pseudo = "Pseudo"; static let gpx = "GPX" }
                var showLog: Bool { get { d.bool(forKey: Keys.log) } set { d.set(newValue, forKey: Keys.log) } }
                var isPseudo: Bool { get { d.bool(forKey: Keys.pseudo) } set { d.set(newValue, forKey: Keys.pseudo) } }
                var gpx: Bool { get { d.bool(forKey: Keys.gpx) } set { d.set(newValue, forKey: Keys.gpx) } }
            }
            func f(settings: DebugSettings) { if settings.showLog {} }
            """, "instance_properties DebugSettings []: showLog(Log), isPseudo(Pseudo), gpx(GPX)"
        ),
        (
            "Boolean keys of another package in a nested type",
            """
            extension Defaults.Keys {
                enum Experimental {
                    static var downloads: Key<Bool> { UserKey("downloads", default: false) }
                    static var autoSwitch: Key<Bool> { UserKey("autoSwitch", default: false) }
                }
            }
            func f() { if Defaults[.Experimental.autoSwitch], Defaults[.Experimental.downloads] {} }
            """,
            "static_properties Experimental [subscript]: downloads(downloads)=false, autoSwitch(autoSwitch)=false"
        ),
        (
            "Boolean keys of another package beside settings",
            """
            extension Defaults.Keys {
                enum Experimental {
                    static var downloads: Key<Bool> { UserKey("downloads", default: false) }
                    static var autoSwitch: Key<Bool> { UserKey("autoSwitch", default: false) }
                }
                enum Player {
                    static var rate: Key<Double> { UserKey("rate", default: 1) }
                    static var isAutomatic: Key<Bool> { UserKey("isAutomatic", default: true) }
                    static var action: Key<Action> { UserKey("action", default: .play) }
                    static var gesture: Key<Gesture> { UserKey("gesture", default: .tap) }
                    static var isCinematic: Key<Bool> { UserKey("isCinematic", default: true) }
                }
            }
            func f() {
                if Defaults[.Experimental.autoSwitch], Defaults[.Experimental.downloads] {}
                play(Defaults[.Player.rate], Defaults[.Player.isAutomatic], Defaults[.Player.action])
            }
            """,
            "static_properties Experimental [subscript]: downloads(downloads)=false, autoSwitch(autoSwitch)=false"
        ),
        (
            "nested types of a configuration",
            """
            struct AppConfig {
                struct Video { let allowEffects: Bool; let allowCamera: Bool }
                struct Audio { let allowMicrophone: Bool; let rate: Int }
                static let video = Video(allowEffects: true, allowCamera: true)
            }
            func f() { if AppConfig.video.allowCamera {} }
            """, "instance_properties Video []: allowEffects, allowCamera"
        ),
        (
            "keys of a dictionary of Boolean values",
            """
            enum AppFeature: String { case chat, menu, tips }
            struct FeatureFlag { let enabled: Bool; static let chat = FeatureFlag(enabled: false) }
            final class Manager { @Published private(set) var states: [AppFeature: Bool] = [:] }
            func f() { if manager.states[.chat] ?? false, manager.states[.menu] ?? true {} }
            """, "cases AppFeature [subscript]: chat, menu, tips"
        ),
        (
            "a single flag that no code reads",
            "@objc public enum AppFeatureFlags: Int { case buyCoins }", "cases AppFeatureFlags []: buyCoins"
        ),
        (
            "conditions named like switches",
            """
            #if CHAT_ENABLED
            #endif
            #if USE_VERBOSE_LOGGING || os(macOS)
            #endif
            #if USE_METAL
            #endif
            """, "compilation_conditions CHAT_ENABLED []: CHAT_ENABLED(CHAT_ENABLED)"
        ),
        (
            "constants of a file with the keys of user defaults",
            """
            private let newSearchKey = "new_search_enabled"
            private let lockdownKey = "LDMGlobalEnabled"
            func f() {
                if UserDefaults.standard.bool(forKey: newSearchKey) {}
                if UserDefaults.standard.bool(forKey: lockdownKey) {}
            }
            """, "string_keys bool(forKey:) []: new_search_enabled(new_search_enabled)"
        ),
    ])
    func findsShapes(shape: String, code: String, expected: String) {
        #expect(summary(report(code)).joined(separator: "|") == expected, "\(shape)")
    }

    @Test func findsKeysOfDefaultsInObjectiveC() {
        let code = """
            - (void)open {
                if ([defaults boolForKey:@"enableNewMenu"]) { [self show]; }
                if ([[NSUserDefaults standardUserDefaults] boolForKey:@"feature_chat"]) { [self show]; }
                if ([defaults boolForKey:@"hasSeenTour"]) { [self show]; }
                [defaults setBool:YES forKey:@"hasSeenTour"];
            }
            """
        let found = report([
            "App/A.m": code, "App/B.swift": "func f() { _ = defaults.bool(forKey: \"feature_video\") }",
        ])
        #expect(
            summary(found) == [
                "string_keys bool(forKey:) []: feature_video(feature_video), enableNewMenu(enableNewMenu), "
                    + "feature_chat(feature_chat)"
            ]
        )
    }

    @Test(arguments: [
        "struct Shop { var features: [Feature]; func f() { if features.contains(.chat) {} } }",
        "struct Shop { let enabled: Set<Feature>; func f() { if enabled.contains(.chat) {} } }",
    ])
    func listSaysWhichFeaturesAreOn(code: String) {
        let found = report(["Feature.swift": "enum Feature: CaseIterable { case chat, tips }", "Shop.swift": code])
        #expect(summary(found) == ["cases Feature [contains]: chat, tips"])
    }

    @Test func literalsSayThatUntypedPropertiesAreBoolean() {
        let code = """
            final class AppSettings {
                @Preference(key: Keys.logLevel, defaultValue: LogLevel.info, storage: .user(store)) var logLevel
                // MARK: - Feature Flags
                @Preference(key: Keys.threads, defaultValue: false, storage: .user(store))
                var threads
                @Preference(key: Keys.source, defaultValue: build == .debug, storage: .user(store))
                var source
                @Preference(key: Keys.galleries, defaultValue: true, storage: .user(store))
                var galleries
                @Preference(key: Keys.polls, defaultValue: true, storage: .user(store))
                var polls
            }
            """
        #expect(
            summary(report(code)) == [
                "attributed_properties Preference []: threads=false, source, galleries=true, polls=true"
            ]
        )
    }

    @Test func valuesOfOtherTypesAreNoFlags() {
        let found = report(
            """
            extension SAPConfiguration { enum AppFeature: String { case noCheck, encrypted, countMax } }
            protocol Features {
                func boolValue(for feature: SAPConfiguration.AppFeature) -> Bool
                func intValue(for feature: SAPConfiguration.AppFeature) -> Int
            }
            func f() { if features.boolValue(for: .noCheck), features.intValue(for: .countMax) > 1 {} }
            """
        )
        #expect(summary(found) == ["cases AppFeature [boolValue]: noCheck, encrypted"])
    }

    @Test func closureReadsFeatures() {
        let found = report([
            "Feature.swift": "enum Feature: CaseIterable { case chat, tips }",
            "Shop.swift": "struct Shop { let isOn: (Feature) -> Bool; func f() { if isOn(.chat) {} } }",
            "App.swift": "func make(isOff: @escaping (Feature) -> Bool) { if isOff(.tips) {} }",
        ])
        #expect(summary(found) == ["cases Feature [isOff, isOn]: chat, tips"])
    }

    @Test func propertiesWhoseDefaultsAreFlagsAreAccessors() {
        let found = report([
            "Feature.swift": "enum Feature { case chat, tips, gifts; static let inProduction: [Feature] = [.chat] }",
            "Shop.swift": "struct Shop { let enabled: Set<Feature>; func f() { if enabled.contains(.chat) {} } }",
            "Toggles.swift": """
            struct FeatureToggles {
                @Stored("a", default: Feature.inProduction.contains(.chat)) var chatToggle: Bool
                @Stored("b", default: Feature.inProduction.contains(.tips)) var tipsToggle: Bool
                @Stored("c", default: Feature.inProduction.contains(.gifts)) var giftsToggle: Bool
            }
            """,
        ])
        #expect(summary(found) == ["cases Feature [contains]: chat, tips, gifts"])
        #expect(found.declarations.last?.omission == .repeats("Feature", role: .accessors))
    }

    @Test func flagsOfDoublesAreExcepted() {
        let found = report([
            "Flags.swift": """
            final class AppSettings {
                // MARK: - Feature Flags
                @Preference(defaultValue: false) var threads: Bool
                @Preference(defaultValue: true) var galleries: Bool
            }
            """,
            "MockData.swift": "final class MockData { @Preference(defaultValue: true) var hasData: Bool }",
            "Menu.swift": "// MARK: Flags\nextension AppSettings { @Preference var polls: Bool }",
        ])
        #expect(found.declarations.first?.flags.map(\.name) == ["threads", "galleries", "polls"])
        #expect(found.declarations.first?.source.except == ["hasData"])
    }

    /// The type of flags has the properties of another type, which a service fills.
    @Test func dynamicMembersLeadToFlags() {
        let found = report([
            "Data.swift": "public struct FeatureData { let isChatOn: Bool; let hasNewMenu: Bool; let isDemo: Bool }",
            "FeatureFlags.swift": """
            @dynamicMemberLookup final class FeatureFlags {
                static let shared = FeatureFlags()
                var data: FeatureData
                var hasFetched = false
                subscript<T>(dynamicMember keyPath: KeyPath<FeatureData, T>) -> T { data[keyPath: keyPath] }
            }
            """,
            "Client.swift": """
            func update() {
                flags.data = FeatureData(
                    isChatOn: client.isEnabled(name: "chat_on"),
                    hasNewMenu: !client.isEnabled(name: "no_new_menu"),
                    isDemo: client.isEnabled(
                        name: "demo"
                    )
                )
            }
            """,
            "View.swift": "struct Shop { let featureFlags: FeatureFlags; func f() { if featureFlags.isChatOn {} } }",
        ])
        #expect(
            summary(found) == ["instance_properties FeatureData [featureFlags]: isChatOn, hasNewMenu, isDemo"]
        )
        #expect(found.declarations.last?.source.type == "isEnabled(name:)")
        #expect(found.declarations.last?.omission == .repeats("FeatureData", role: .remoteValues))
    }

    @Test func findsBooleanKeysOfConfiguration() {
        let declaration = """
            enum ConfigVariable: Int {
                case supportEmail, moveGuide, hideSearch, reorderMenu, maximumLength, theme
                func defaultValue() -> NSObject {
                    switch self {
                    case .supportEmail: return "help@example.com" as NSString
                    case .moveGuide: return true as NSNumber
                    case .reorderMenu: return NSNumber(value: false)
                    case .maximumLength: return 3000 as NSNumber
                    case .hideSearch, .theme: return NSNull()
                    }
                }
            }
            final class ConfigRepository {
                func bool(variable: ConfigVariable) -> Bool { false }
                func string(variable: ConfigVariable) -> String? { nil }
            }
            """
        let code = "func f() { if config.bool(variable: .moveGuide) { print(config.string(variable: .supportEmail)) } }"
        let found = report(["Config.swift": declaration, "App.swift": code])
        #expect(summary(found) == ["cases ConfigVariable [bool]: moveGuide=true, hideSearch, reorderMenu=false"])
    }

    @Test(arguments: ["supports(_ feature: AppFeature)", "isEligible(for feature: AppFeature)"])
    func abilitiesAreNoFlags(reader: String) {
        let code = """
            enum AppFeature { case editor, search }
            struct Server { func \(reader) -> Bool { false } }
            func f() { if server.supports(.editor), server.isEligible(for: .search) {} }
            """
        #expect(summary(report(code)) == [])
    }

    @Test func optionsInsideTypeOfFlagsAreFlags() {
        let code = """
            final class BetaFlags {
                enum Option: String { case vibrate, coins, newMenu }
                var isUnlocked: Bool = false
                var hasOptions: Bool { isUnlocked }
                var allowsGifts: Bool { hasEnabled(.newMenu) }
                func hasEnabled(_ option: Option) -> Bool { false }
            }
            """
        let found = report(["BetaFlags.swift": code, "App.swift": "func f() { if flags.hasEnabled(.coins) {} }"])
        #expect(summary(found) == ["cases BetaFlags.Option [hasEnabled]: vibrate, coins, newMenu"])
    }

    @Test func enumInTestsDoesNotHideConstants() {
        let code = """
            public struct FeatureFlag: Identifiable { public let id: String; public let name: String }
            public extension FeatureFlag {
                static let chat = FeatureFlag(id: "chat", name: "Chat")
                static let menu = FeatureFlag(id: "menu", name: "Menu")
            }
            func isEnabled(_ flag: FeatureFlag) -> Bool { false }
            func f() { if isEnabled(.chat), isEnabled(.menu) {} }
            """
        let found = report([
            "App/Flag.swift": code, "AppUITests/Flag.swift": "enum FeatureFlag: String { case chat, menu }",
        ])
        #expect(summary(found) == ["static_properties FeatureFlag [isEnabled]: chat(chat), menu(menu)"])
    }

    @Test func keyThatNibBindsIsSetting() {
        let code = """
            struct DefaultsKey { static let sendReportsKey = "SendReports"; static let newMenuKey = "NewMenu" }
            func f() {
                if UserDefaults.standard.bool(forKey: DefaultsKey.sendReportsKey) {}
                if UserDefaults.standard.bool(forKey: DefaultsKey.newMenuKey) {}
            }
            """
        let binding = "<binding name=\"value\" keyPath=\"values.SendReports\"/>"
        let found = report(["App.swift": code, "Window.xib": binding])
        #expect(summary(found) == ["static_properties DefaultsKey [bool]: newMenuKey"])
    }

    @Test(arguments: [
        (
            "values that only switches of the same view change",
            """
            struct SettingsView: View {
                @AppStorage("exp_layout") var experimentalLayout = false
                @AppStorage("beta") private var enableBetaFeatures = false
                var body: some View {
                    Toggle("Layout", isOn: $experimentalLayout)
                    Toggle(isOn: $enableBetaFeatures) { Text("Beta") }
                    if experimentalLayout, enableBetaFeatures {}
                }
            }
            """
        ),
        (
            "states that a type sets itself",
            """
            final class ListenFeatureConfiguration {
                static let shared = ListenFeatureConfiguration()
                @PublishedValue private(set) var isEnabled: Bool = true
                @PublishedValue private(set) var isHotWordEnabled: Bool = true
                @PublishedValue private(set) var isOtherEnabled: Bool = true
            }
            func f() { if ListenFeatureConfiguration.shared.isEnabled {} }
            """
        ),
        (
            "options of a framework",
            """
            extension NSEvent.ModifierFlags {
                static var leftCommand: NSEvent.ModifierFlags { NSEvent.ModifierFlags(rawValue: 8) }
                static var rightCommand: NSEvent.ModifierFlags { NSEvent.ModifierFlags(rawValue: 16) }
            }
            func f() { if flags.contains(.leftCommand), flags.contains(.rightCommand) {} }
            """
        ),
        (
            "values of any object",
            """
            func f() { if display.value(forKey: "new_layout_enabled") as? Bool == true {} }
            """
        ),
        (
            "parts of one flag",
            """
            struct ParsingFeatureFlag {
                static var rolloutPercentage: Int { defaults.integer(forKey: "parsing_rollout") }
                static var forceEnable: Bool { defaults.bool(forKey: "parsing_on") }
                static var forceDisable: Bool { defaults.bool(forKey: "parsing_off") }
                static func isEnabled() -> Bool { forceEnable || !forceDisable }
            }
            func f() { if ParsingFeatureFlag.isEnabled() {} }
            """
        ),
        (
            "names of what is logged",
            """
            func f() {
                if LoggingControl.isEnabled("Waitlist"), LoggingControl.isEnabled("Splash") {}
                if LoggingControl.isEnabled("Cart") {}
            }
            """
        ),
        (
            "the answer of a server in the file that decodes it",
            """
            final class Flags {
                private struct RemoteFeatureFlags: Decodable { let ads: Bool?; let stories: Bool? }
                func update() { if let ads = decode(RemoteFeatureFlags.self).ads { show(ads) } }
            }
            """
        ),
        (
            "a switch of other switches",
            """
            struct DebugView: View {
                @AppStorage("FeatureFlags.isOverriding") var isOverriding = false
                var body: some View { if isOverriding {} }
            }
            """
        ),
        (
            "a key among those of settings",
            """
            struct PreferenceKeys {
                static let a = "showsTitle", b = "usesSound", c = "opensLast", skip = "skipBy30Seconds"
            }
            func f() {
                if d.bool(forKey: PreferenceKeys.a), d.bool(forKey: PreferenceKeys.b) {}
                if d.bool(forKey: PreferenceKeys.c), d.bool(forKey: PreferenceKeys.skip) {}
                d.set(true, forKey: PreferenceKeys.a)
                d.set(true, forKey: PreferenceKeys.b)
                d.set(true, forKey: PreferenceKeys.c)
            }
            """
        ),
        (
            "a key that a property of a view changes",
            """
            extension UserDefaults { enum Key: String { case ratioEnabled, factorEnabled } }
            struct SettingsView: View {
                @AppStorage(UserDefaults.Key.ratioEnabled.rawValue) private var isOn = false
                var body: some View { FactorView(isOn: $isOn) }
            }
            func f() { if UserDefaults.standard.bool(forKey: UserDefaults.Key.ratioEnabled.rawValue) {} }
            """
        ),
        (
            "how the app was started",
            """
            class BuildSettings { static var isTesting: Bool { CommandLine.arguments.contains("-TESTING") } }
            func f() { if BuildSettings.isTesting {} }
            """
        ),
        (
            "the bits of a message",
            """
            private struct Flags: OptionSet {
                let rawValue: UInt8
                static let useNewKeys = Flags(rawValue: 1 << 0)
                static let isUpdate = Flags(rawValue: 1 << 1)
            }
            func f() { if message.flags.contains(.useNewKeys), flags.contains(.isUpdate) {} }
            """
        ),
        (
            "the state of a service",
            """
            protocol FeatureFlagProviding { var isInitialised: Bool { get } }
            func f(provider: FeatureFlagProviding) { if provider.isInitialised {} }
            """
        ),
        (
            "a key that a setting has as a constant",
            """
            enum Keys { static let clientTag = "client_tag_enabled" }
            func f() {
                if UserDefaults.standard.object(forKey: "client_tag_enabled") as? Bool ?? true {}
                UserDefaults.standard.set(true, forKey: Keys.clientTag)
                if UserDefaults.standard.bool(forKey: Keys.clientTag) {}
            }
            """
        ),
        (
            "constants that a protocol reads",
            """
            protocol Scenario { static var checkInEnabled: Bool { get } }
            extension Scenario { static func show() { if Self.checkInEnabled {} } }
            enum Success: Scenario { static let checkInEnabled = true }
            enum Disabled: Scenario { static let checkInEnabled = false }
            """
        ),
        (
            "keys of user defaults",
            """
            extension Defaults.Keys {
                static let zoom = Key<Double>("zoom", default: 1)
                static let backup = Key<Bool>("backup", default: true)
                static let isFirstLaunch = Key<Bool>("isFirstLaunch", default: true)
                static let color = Key<Bool>("color", default: true)
                static let mode = Key<Mode>("mode", default: .a)
            }
            func f() { if Defaults[.backup], Defaults[.color] { print(Defaults[.zoom], Defaults[.mode]) } }
            """
        ),
        (
            "decisions of users",
            """
            final class PersistentFlags {
                static let shared = PersistentFlags()
                @Stored(key: "a") var isTelemetryAllowed: Bool?
                @Stored(key: "b") var isSharingAllowed: Bool?
                @Stored(key: "c") var hasSeenWelcome: Bool?
            }
            func f() {
                PersistentFlags.shared.isTelemetryAllowed = true
                PersistentFlags.shared.isSharingAllowed = false
                if PersistentFlags.shared.isTelemetryAllowed == true, PersistentFlags.shared.hasSeenWelcome == true {}
            }
            """
        ),
        (
            "cases for settings",
            """
            enum SettingsToggle: String { case blockAds, sendUsage }
            func getToggle(_ toggle: SettingsToggle) -> Bool { true }
            func f() { if getToggle(.blockAds), getToggle(.sendUsage) {} }
            """
        ),
        (
            "states of a flag",
            """
            enum APIFeatureFlagState: String { case off, allowed, on, allowedOn }
            struct FeatureFlagInfo: Codable { let name: String; let locked: Bool }
            func isOn(_ state: APIFeatureFlagState) -> Bool { true }
            func f() { if isOn(.off), isOn(.allowed), info.locked {} }
            """
        ),
        (
            "a remote config of texts and numbers",
            """
            enum RemoteConfigParameterKey: String { case supportURL, maximumCount, minimumVersion, title }
            func f() {
                print(config.string(forKey: .supportURL), config.int(forKey: .maximumCount))
                print(config.double(forKey: .minimumVersion), config.getDefaultValue(forKey: .title))
            }
            """
        ),
        (
            "a collection of flags",
            """
            struct FeatureFlags { private var flags: [Flag]; var isEmpty: Bool { flags.isEmpty } }
            func f(flags: FeatureFlags) { if flags.isEmpty {} }
            """
        ),
        (
            "keys of a model",
            """
            enum AgentFeaturesKeys: String { case netShield, jailed, splitTunnel }
            extension AgentFeatures {
                func getBool(key: AgentFeaturesKeys) -> Bool? { nil }
                var netShield: Int? { getInt(key: .netShield) }
                var isJailed: Bool? { getBool(key: .jailed) }
                var isSplit: Bool? { getBool(key: .splitTunnel) }
            }
            """
        ),
        (
            "getters and setters of an account",
            """
            final class ChatContext {
                var proxyEnabled: Bool { get { bool("proxy_enabled") } set { set("proxy_enabled", newValue) } }
                var isMuted: Bool { get { bool("muted") } set { set("muted", newValue) } }
                var receiptsEnabled: Bool { get { bool("receipts") } set { set("receipts", newValue) } }
            }
            func f(context: ChatContext) { if context.proxyEnabled {} }
            """
        ),
    ])
    func typeOfSettingsIsNotImported(form: String, code: String) {
        #expect(summary(report(code)) == [], "\(form)")
    }
}
