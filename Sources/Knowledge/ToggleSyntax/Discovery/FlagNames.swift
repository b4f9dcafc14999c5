import ToggleBase
import ToggleLint

/// What the names of types, members, and files say about flags.
package enum FlagNames {
    /// How much the name of a type says that it declares flags.
    enum Rank: Int, Comparable, Sendable {
        case none, weak, strong

        static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
    }

    /// Returns the words of a name in lowercase, without a plural `s`.
    ///
    /// Letters outside ASCII count as lowercase.
    static func words(_ name: some StringProtocol) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        func add() {
            if word.count > 3, word.last == UInt8(ascii: "s"), word[word.count - 2] != UInt8(ascii: "s") {
                word.removeLast()
            }
            words.append(String(decoding: word, as: UTF8.self))
            word.removeAll(keepingCapacity: true)
        }
        let bytes = Array(name.utf8)
        for (index, byte) in bytes.enumerated() {
            let isEndOfAcronym = byte.isUppercase && index + 1 < bytes.count && bytes[index + 1].isLowercase
            let isStart = byte.isUppercase && (index == 0 || !bytes[index - 1].isUppercase || isEndOfAcronym)
            let isPart = byte.isUppercase || byte.isLowercase || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            if isStart || !isPart, !word.isEmpty { add() }
            if isPart { word.append(byte.isUppercase ? byte | 0x20 : byte) }
        }
        if !word.isEmpty { add() }
        return words
    }

    /// Pairs of words that name flags wherever they stand.
    private static let pairs: Set<String> = [
        "feature flag", "feature toggle", "feature switch", "feature gate", "feature storage", "feature config",
        "feature description", "feature available", "feature availability", "experimental feature", "beta feature",
        "lab feature", "build flag", "build setting", "remote config", "kill switch", "release toggle", "debug flag",
        "local flag", "remote flag", "app flag", "app feature", "developer flag", "remote configuration",
        "experimental option", "experimental setting",
    ]
    private static let lastWords: Set<String> = [
        "flag", "toggle", "experiment", "experimental", "feature", "subfeature", "killswitch", "featureflag",
        "featuretoggle",
    ]
    /// All names of flags, as one word each.
    static var namesOfFlags: [String] { pairs.map { $0.replacing(" ", with: "") } + lastWords }
    /// Words that may follow: they say how the flags are kept, not what else the type is.
    private static let roles: Set<String> = [
        "id", "key", "type", "name", "identifier", "definition", "description", "list", "available", "value", "option",
        "configuration", "config", "storage", "store", "provider", "providing", "set", "state", "constant", "registry",
        "default", "protocol", "service", "manager", "holder", "container", "variable", "info", "repository", "setting",
        "switch", "availability", "case", "variant", "environment", "client", "parameter", "flag", "toggle", "feature",
    ]

    /// Returns how much the name of a type says that it declares flags.
    static func rank(ofType name: some StringProtocol) -> Rank { rank(ofWords: words(name)) }

    private static func rank(ofWords words: [String]) -> Rank {
        guard let last = words.last else { return .none }
        for index in words.indices.dropLast() where pairs.contains(words[index] + " " + words[index + 1]) {
            if words[(index + 2)...].allSatisfy(roles.contains) { return .strong }
        }
        if lastWords.contains(last) {
            return words.count == 1 && !["feature", "experimental"].contains(last) ? .strong : .weak
        }
        if listsConfiguration(words) { return .weak }
        let core = words.reversed().drop(while: roles.contains).first
        if let core, lastWords.contains(core) { return .weak }
        let isFollowed = words.count > 1 && lastWords.contains(words[words.count - 2]) && roles.contains(last)
        return isFollowed ? .weak : .none
    }

    /// Returns whether objects of a type are flags, one each, according to its name: `FeatureFlag`, but not
    /// `FeatureFlags` and `RemoteConfig`.
    static func isOneFlag(_ type: String) -> Bool {
        guard !type.hasSuffix("s"), type.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "." }) else { return false }
        return rank(ofType: type) == .strong && ["flag", "toggle", "featureflag"].contains(words(type).last)
    }

    private static let frameworks = [
        "NS", "UI", "AV", "CG", "CF", "CA", "SK", "WK", "MK", "CN", "EK", "HK", "PK", "AR", "SCN", "MTL", "UN", "CL",
        "PH",
    ]

    /// Returns whether a type belongs to one of Apple's frameworks, according to its prefix: `NSEvent.ModifierFlags`.
    static func isOfFramework(_ type: String) -> Bool {
        frameworks.contains { prefix in
            let rest = type.dropFirst(prefix.count).prefix(2)
            return type.hasPrefix(prefix) && rest.first?.isUppercase == true && rest.last?.isLowercase == true
        }
    }

    private static let wordsOfStores: Set<String> = [
        "default", "standard", "preference", "setting", "store", "storage", "config", "suite", "group", "ud",
        "userdefault",
    ]

    /// Returns whether an object keeps values by their keys, according to its name; an empty one is the object itself.
    static func isStore(_ name: String) -> Bool { name.isEmpty || words(name).contains(where: wordsOfStores.contains) }

    private static let parts: Set<String> = [
        "service", "manager", "provider", "store", "storage", "client", "repository", "handler", "controller",
        "evaluator", "resolver", "source", "view", "model",
    ]

    /// Returns whether a type keeps or shows flags, according to its last word: `FeatureFlagService`.
    static func keepsFlags(_ type: String) -> Bool { words(type).last.map(parts.contains) ?? false }

    private static let doubles: Set<String> = ["mock", "mocked", "stub", "fake", "spy", "dummy"]

    /// Returns whether the name of a type, or of a file without its ending, is that of a double for tests.
    static func isDouble(_ name: some StringProtocol) -> Bool {
        // A fake door is an experiment, and a view with such a name is about something else: `FakeCallView`.
        let others = ["View", "Screen", "Controller", "Cell"]
        if name.hasPrefix("FakeDoor") || others.contains(where: name.hasSuffix) { return false }
        let words = words(name)
        return words.first.map(doubles.contains) ?? false || words.last.map(doubles.contains) ?? false
    }

    private static let places = FilePlaces(LintConfiguration())

    /// Returns whether a file belongs to tests, or to their doubles.
    package static func isTest(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        let isTested = places.place(path) == .test
        // An experiment is also called an A/B test, and a module may be about testing something else.
        let endings = ["Tests", "Mocks", "Mock", "Fakes", "TestUtils", "TestHelpers", "Specs"]
        let isInTests = parts.dropLast().contains { part in
            part.hasPrefix("Tests") || endings.contains(where: part.hasSuffix) && words(part) != ["ab", "test"]
        }
        if isTested || isInTests { return true }
        guard let name = parts.last?.split(separator: ".").first else { return false }
        return ["Tests", "Mock", "Mocks", "Spec"].contains { name.hasSuffix($0) && words(name) != ["ab", "test"] }
            || words(name).first == "mock"
    }

    private static let menus: Set<String> = ["debug", "developer", "beta", "internal", "lab", "qa", "admin", "secret"]

    /// Returns whether a file or type is a menu for developers or testers.
    static func isMenu(_ path: String) -> Bool {
        path.split(separator: "/").suffix(3).contains { part in
            words(part.split(separator: ".").first ?? part).contains(where: menus.contains)
        }
    }

    /// Whether a type or folder looks like a menu of flags, by the words in its name.
    static func isDebugMenu(_ name: String) -> Bool {
        if isScreenOfFlags(name) { return true }
        let isShown = ["Menu", "View", "Screen", "Settings", "Options", "List"].contains { name.contains(bytesOf: $0) }
        for word in isShown ? ["Debug", "Developer", "Beta", "Internal"] : ["Debug", "Developer"] {
            guard let range = name.range(ofBytes: word) else { continue }
            let next = name[range.upperBound...].first
            if next.map({ !$0.isLowercase }) ?? true { return true }
        }
        return false
    }

    /// Returns whether a type or file is a screen with a list of flags: `FeatureFlagDemoView`.
    private static func isScreenOfFlags(_ name: String) -> Bool {
        let base = name.prefix { $0 != "." }
        let words = ["FeatureFlag", "FeatureToggle"]
        return ["View", "Screen", "ViewController", "Menu"].contains(where: base.hasSuffix)
            && words.contains { base.contains(bytesOf: $0) }
    }

    private static let screens: Set<String> = [
        "view", "screen", "controller", "list", "row", "cell", "page", "panel", "model", "menu", "demo", "inspector",
        "browser", "editor",
    ]

    /// Returns whether a file is about the flags themselves, such as a screen that changes them.
    static func isAboutFlags(_ path: String) -> Bool {
        let name = PathText.name(of: path).split(separator: ".").first ?? ""
        return rank(ofWords: words(name).filter { !screens.contains($0) }) == .strong
    }

    /// Returns whether a file is generated, according to its path and its first lines.
    static func isGenerated(_ path: String, _ bytes: [UInt8]) -> Bool {
        path.split(separator: "/").dropLast().contains("Generated")
            || FileReader.isGeneratedByAnyTool(path: path, bytes)
    }

    private static let wordsOfFlags: Set<String> = [
        "feature", "flag", "experiment", "experimental", "beta", "lab", "toggle",
    ]

    /// Returns whether a heading says that flags follow.
    static func isHeadingOfFlags(_ text: String) -> Bool {
        words(text).contains { ["flag", "experiment", "lab", "toggle"].contains($0) }
    }

    /// Returns how much the name of a property says that it is a flag.
    static func rank(ofProperty name: String) -> Rank {
        let words = words(name)
        if words.contains(where: wordsOfFlags.contains) { return .strong }
        let isFirst = words.first.map(["enable", "use", "new"].contains) ?? false
        return isFirst || words.last == "enabled" ? .weak : .none
    }

    /// SwiftUI's attribute for a value in `UserDefaults`, and the type itself.
    static let (appStorage, userDefaults) = ("AppStorage", "UserDefaults")

    /// Returns whether a Boolean value in `UserDefaults` is a flag, rather than a setting or a state of a user.
    ///
    /// - Parameters:
    ///   - name: The name of the property or constant.
    ///   - key: The key.
    ///   - isWritten: Whether code of the app changes the value, other than a menu for developers.
    ///   - isSwitch: Whether only people outside of the app, or that menu, change it.
    /// - Returns: Whether the names, or the missing changes, say that it is a flag.
    static func isFlagOfDefaults(_ name: String, key: String?, isWritten: Bool, isSwitch: Bool = false) -> Bool {
        let names = [name, key].compactMap { $0 }
        if names.contains(where: isSetting) || key.map(isOfSystem) ?? false { return false }
        let rank = names.map(rank(ofProperty:)).max() ?? .none
        // What an earlier version stored, and whether other values are replaced.
        let others: Set = ["legacy", "override", "overriding", "overridden"]
        if names.contains(where: { !others.isDisjoint(with: words($0)) }) { return false }
        return rank == .strong || !isWritten && rank == .weak || isSwitch
    }

    /// Returns whether a key of `UserDefaults` belongs to the system or to a tool that starts the app.
    private static func isOfSystem(_ key: String) -> Bool {
        ["Apple", "NS", "LDM", "WebKit", "com.apple.", "FASTLANE_", "XCT"].contains(where: key.hasPrefix)
    }

    /// Returns whether a type keeps settings of users, according to its name.
    static func keepsSettings(_ type: some StringProtocol) -> Bool {
        words(type).contains { ["setting", "preference", "default", "user"].contains($0) }
    }

    /// Returns whether a function or property tells that a flag is off, according to its name: `isDisabled`.
    static func isInverse(_ reader: String) -> Bool {
        words(reader).contains { ["disabled", "off", "hidden", "inactive", "unavailable", "blocked"].contains($0) }
    }

    /// Returns whether a function tells what a server, a device, or a purchase supports, according to its name:
    /// `supports(_:)`, `isEligible(for:)`.
    static func tellsAbility(_ reader: String) -> Bool {
        let words = ["support", "supported", "eligible", "entitled", "purchased", "licensed", "subscribed"]
        return Self.words(reader).contains(where: words.contains)
    }

    /// Returns whether a key stands for a Boolean value, according to its name: `chatEnabled`, `showChat`.
    static func isOnOrOff(_ key: String) -> Bool {
        let words = words(key)
        let verbs = ["enable", "disable", "show", "hide", "use", "allow", "is", "should"]
        return words.first.map(verbs.contains) ?? false || words.last.map(["enabled", "disabled"].contains) ?? false
            || words.contains(where: wordsOfFlags.contains)
    }

    private static let typesOfValues: Set<String> = [
        "int", "integer", "number", "double", "float", "string", "text", "data", "json", "array", "dictionary", "date",
        "url",
    ]

    /// Returns whether a function returns a value that isn't Boolean, according to its name: `intValue`.
    static func returnsOtherValues(_ function: String) -> Bool {
        words(function).contains(where: typesOfValues.contains)
    }

    /// Last words of types whose properties describe a single flag.
    static let partsOfOneFlag: Set<String> = [
        "state", "value", "info", "definition", "description", "variant", "identifier", "name", "key", "type",
    ]

    private static let genericWords: Set<String> = [
        "is", "feature", "flag", "toggle", "enabled", "disabled", "on", "off", "active", "available", "enable",
    ]

    /// Returns whether the name of a flag doesn't say what it's about: `isEnabled`, `isFeatureEnabled`.
    static func isGeneric(_ name: String) -> Bool { words(name).allSatisfy(genericWords.contains) }

    /// Returns whether a member of a type that is one flag is a part of it: `forceEnable`.
    static func isPartOfOneFlag(_ name: String) -> Bool {
        let parts: Set = [
            "force", "forced", "disable", "override", "overridden", "rollout", "percentage", "default", "remote",
        ]
        return words(name).allSatisfy { genericWords.contains($0) || parts.contains($0) }
    }

    /// Returns whether an object is about logging, according to its name: `LoggingControl.isEnabled("Checkout")`.
    static func isAboutLogging(_ name: String) -> Bool {
        words(name).contains { ["log", "logging", "logger"].contains($0) }
    }

    /// Returns whether a constant is a flag according to its name: `isNewCartEnabled`, but not `isEnabledByDefault`.
    static func isConstantFlag(_ name: String) -> Bool {
        let others = [
            "default", "log", "logging", "debug", "test", "testing", "preview", "mock", "animation", "animated",
        ]
        return rank(ofProperty: name) > .none && !isSetting(name) && !words(name).contains(where: others.contains)
    }

    /// Names of cases that stand for a flag that the app doesn't know, or for none.
    static let placeholders: Set<String> = [
        "unknown", "unspecified", "undefined", "unsupported", "unrecognized", "invalid", "none",
    ]

    /// Names of members that describe an object, so that they are never those of flags.
    static let descriptions: Set<String> = ["description", "debugDescription", "hashValue", "id", "title", "name"]

    /// Names of types whose constants are the keys of the type around them.
    private static let keyGroups: Set<String> = ["key", "constant", "parameter", "option", "variable"]

    /// Returns whether a type contains keys, according to its last word.
    static func listsKeys(_ type: some StringProtocol) -> Bool { words(type).last.map(keyGroups.contains) ?? false }

    /// Returns whether a type contains the keys of a configuration with values of all types: `ConfigKey`.
    static func listsConfiguration(_ type: String) -> Bool { listsConfiguration(words(type)) }

    private static func listsConfiguration(_ words: [String]) -> Bool {
        guard let last = words.last, keyGroups.contains(last), let core = words.dropLast().last else { return false }
        return ["config", "configuration"].contains(core)
    }

    /// Returns whether a type keeps the values of a configuration, according to its name: `ComponentsConfig`.
    static func isConfiguration(_ type: String) -> Bool { ["Config", "Configuration"].contains(where: type.hasSuffix) }

    private static let firstWordsOfSettings: Set<String> = [
        "has", "did", "last", "was", "share", "hide", "user", "selected", "preferred",
    ]
    private static let wordsOfSettings: Set<String> = [
        "appearance", "theme", "notification", "sound", "haptic", "badge", "onboarding", "displayed", "seen", "shown",
        "dismissed", "consent", "opted", "authorization", "autoplay", "wifi", "cellular", "language", "biometric",
        "passcode", "was", "did", "loaded", "loading", "fetched", "fetching", "initialized", "initialised",
    ]

    /// Returns whether a property is a setting or a state of a user, according to its name.
    static func isSetting(_ name: String) -> Bool {
        let words = words(name)
        let isOfDevice = zip(words, words.dropFirst()).contains { $1 == "id" && ["touch", "face"].contains($0) }
        return isState(name) || isOfDevice || words.contains(where: wordsOfSettings.contains)
    }

    /// Returns whether a property is a state of a user, according to its first word.
    static func isState(_ name: String) -> Bool { words(name).first.map(firstWordsOfSettings.contains) ?? false }
}

extension UInt8 {
    fileprivate var isUppercase: Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }
    fileprivate var isLowercase: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self || self >= 0x80 }
}
