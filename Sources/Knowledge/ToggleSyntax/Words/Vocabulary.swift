import ToggleLint
import ToggleManifest

/// The words that refer to toggles, and their possible meanings.
struct Vocabulary: Sendable {
    /// A toggle that a member with some name may be.
    struct Candidate: Sendable, Hashable {
        var key: String
        /// The index of the existing declaration; `nil` for a generated key.
        var source: Int?
        /// The types that have the member.
        var types: [String]
        /// The type of the flag's value, if it is a type for flags such as `FeatureConfig<Bool>`; an argument of that type
        /// is a flag, too.
        var valueType: String?
        /// Whether it is a Boolean itself, rather than a key of one.
        var isBoolean = false
        /// The usual names of variables that hold an object with the property; empty for static members.
        var holders: Set<String> = []
        /// The variable of a feature of Nimbus.
        var variable: String?

        /// The types of an argument that accepts the flag.
        var argumentTypes: [String] { types + (valueType.map { [$0] } ?? []) }
    }

    /// All possible meanings of a word.
    struct Word: Sendable {
        /// The word.
        var text: String
        /// The toggles that a member with this name may be.
        var members: [Candidate] = []
        /// The key that the word is in a string.
        var key: String?
        /// The keys of cases with this name in Objective-C: `FeatureFlagNewCheckout`.
        var constants: [String] = []
        /// The key whose environment variable it is.
        var variable: String?
        /// Whether it is a type of keys.
        var isType = false
        /// Whether it is a type with properties that are toggles.
        var isContainer = false
        /// Whether it is a function that takes keys as strings.
        var isStringFunction = false
        /// Whether it is the name in Objective-C of a function that takes keys as strings: `boolForKey`.
        var isSelector = false
        /// Whether it follows a subscript that takes keys as strings: `remoteConfig["new_checkout"].boolValue`.
        var isValueOfSubscript = false
        /// The special meaning of the word in this package, if there is one.
        var role: Role?
    }

    /// The meaning of a word that isn't the name of a toggle.
    enum Role: Sendable {
        /// `RELEASE` in an `#if`.
        case release
        case testLibrary
        /// `--toggle`, `--enable-toggle`, `--disable-toggle`.
        case launchOption
        /// `toggles`, as in `toggles:ignore`.
        case program
        /// `ignore`, as in `toogles:ignore`.
        case suppression
        /// A type of the local defaults file, which takes keys as strings.
        case localDefaults
    }

    /// A function that takes keys as strings, with the label of the key's argument.
    struct StringFunction: Sendable, Hashable {
        var name: String
        /// The label; empty for an argument without one.
        var label: String

        /// The name in Objective-C: `boolForKey`.
        var selector: String { name + label.prefix(1).uppercased() + label.dropFirst() }
    }

    /// The types of generated keys.
    static let keyTypes = ToggleCategory.allCases.map(\.keyType)

    /// The calls that read a toggle, with the label of the key argument.
    static let reads: [String: String] = [
        "isEnabled": "", "select": "", "value": "of", "variant": "of", "stage": "of", "evaluation": "of",
        "explanation": "of", "updates": "of", "changes": "of", "Migration": "",
    ]

    /// The calls that take a toggle without reading it, such as settings for tests.
    static let mentions: [String: String] = ["set": "", "each": ""]

    /// The keys that the manifest declares.
    let keys: Set<String>
    private(set) var words: [Word] = []
    /// The table that finds the words.
    let table: WordTable
    /// The keys of existing declarations by the names that declare them.
    private(set) var declaredKeys: [String: Set<String>] = [:]
    /// The keys of each existing declaration by the names in it.
    private(set) var flags: [[String: String]]
    /// The keys by the texts that stand for them, such as a raw value or the name of a remote parameter.
    let keysOfTexts: [String: String]
    /// The functions that take keys as strings.
    private(set) var stringFunctions: [StringFunction] = [StringFunction(name: "explanations", label: "ofKey")]
    /// The existing declarations.
    let sources: [LintConfiguration.DeclarationSource]
    /// The names of functions and properties that read flags.
    var readers: Set<String> { Set(sources.flatMap(\.reads)) }
    /// The types of generated keys, and the namespaces.
    let generatedTypes: Set<String>

    /// Collects the words of manifests, and those of existing declarations.
    init(
        manifest: Manifest,
        namespaces: [String],
        configuration: LintConfiguration,
        declared: [DeclaredFlag]
    ) {
        keys = Set(manifest.toggles.map(\.key))
        sources = configuration.sources
        flags = Array(repeating: [:], count: configuration.sources.count)
        let types = Self.keyTypes + namespaces
        generatedTypes = Set(types)
        var words = WordCollection()
        // No text stands for a case without a raw value.
        let named = declared.filter { !$0.hasText }.map(\.key)
        let keysWithoutText = Set(named).subtracting(declared.filter(\.hasText).map(\.key))
        for toggle in manifest.toggles {
            words.add(toggle.swiftName) { $0.members.append(Candidate(key: toggle.key, types: types)) }
            if !keysWithoutText.contains(toggle.key) { words.add(toggle.key) { $0.key = toggle.key } }
            words.add("TOGGLE_" + toggle.key.uppercased()) { $0.variable = toggle.key }
        }
        for type in types { words.add(type) { $0.isType = true } }
        for flag in declared {
            let source = configuration.sources[flag.source]
            if source.kind == .nimbusFeatures {
                let parts = flag.name.split(separator: ".").map(String.init)
                let candidate = Candidate(
                    key: flag.key,
                    source: flag.source,
                    types: [],
                    holders: Set(source.reads + [NimbusFeatures.holder]),
                    variable: parts.last
                )
                words.add(parts[0]) { $0.members.append(candidate) }
                continue
            }
            let container = flag.container.split(separator: ".").last.map(String.init) ?? flag.container
            let isOfObjects = source.kind == .attributedProperties || source.kind == .instanceProperties
            let candidate = Candidate(
                key: flag.key,
                source: flag.source,
                // Another type may have a property for each flag.
                types: [container] + (isOfObjects ? [] : source.reads),
                valueType: flag.valueType.flatMap(Self.flagType),
                isBoolean: flag.valueType == "Bool",
                holders: isOfObjects ? Self.holders(of: container).union(source.reads) : []
            )
            // Macros such as `@UserPreference` generate further members.
            for suffix in candidate.holders.isEmpty ? [""] : ["", "Publisher", "Subject", "Stream", "Binding"] {
                words.add(flag.name + suffix) { if !$0.members.contains(candidate) { $0.members.append(candidate) } }
            }
            declaredKeys[flag.name, default: []].insert(flag.key)
            flags[flag.source][flag.name] = flag.key
            if let type = candidate.valueType { words.add(type) { $0.isType = true } }
            if source.kind == .cases {
                let constant = container + flag.name.prefix(1).uppercased() + flag.name.dropFirst()
                words.add(constant) { if !$0.constants.contains(flag.key) { $0.constants.append(flag.key) } }
            }
            if flag.rawValue != flag.name, let raw = flag.rawValue {
                words.add(raw) { if $0.key == nil { $0.key = flag.key } }
            }
            if source.kind != .cases { words.add(container) { $0.isContainer = true } }
            if !isOfObjects { words.add(container) { $0.isType = true } }
        }
        // A key is more than the parameter of another toggle.
        for toggle in manifest.toggles {
            if let remote = toggle.remote { words.add(remote) { if $0.key == nil { $0.key = toggle.key } } }
        }
        for source in configuration.sources where source.kind == .stringKeys {
            let function = StringFunction(source.type)
            stringFunctions.append(function)
        }
        for function in stringFunctions {
            words.add(function.name) { $0.isStringFunction = true }
            if function.name == "subscript" { words.add("boolValue") { $0.isValueOfSubscript = true } }
            if !function.label.isEmpty { words.add(function.selector) { $0.isSelector = true } }
        }
        words.add("RELEASE") { $0.role = .release }
        for library in ["XCTest", "Testing", "FeatureTogglesTesting", "Quick", "Nimble"] {
            words.add(library) { $0.role = .testLibrary }
        }
        words.add("toggle") { $0.role = .launchOption }
        words.add("toggles") { $0.role = .program }
        for anchor in SuppressionWord.anchors { words.add(anchor) { $0.role = .suppression } }
        for type in ["LocalDefaultsEdit", "LocalDefaultsFile"] { words.add(type) { $0.role = .localDefaults } }
        self.words = words.words
        keysOfTexts = Dictionary(
            words.words.compactMap { word in word.key.map { (word.text, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
        table = WordTable(words.words.map(\.text))
    }

    /// Returns the name of a type that only flags have; `nil` for the types of values.
    private static func flagType(_ text: String) -> String? {
        let name = text.prefix { $0 != "<" && $0 != "?" }.split(separator: ".").last.map(String.init) ?? ""
        let values = [
            "Bool", "Int", "Double", "Float", "String", "Optional", "Array", "Set", "Dictionary", "Any", "TimeInterval",
            "URL", "Date", "Data",
        ]
        let isName = name.first?.isUppercase == true && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        return isName && !values.contains(name) ? name : nil
    }

    /// Returns the usual names of variables that hold an object of a type: `appSettings` and `settings` for
    /// `AppSettings`.
    static func holders(of type: String) -> Set<String> {
        var result: Set<String> = [type]
        let starts = type.indices.filter { type[$0].isUppercase }
        for start in starts {
            let word = type[start...]
            result.insert(word.prefix(1).lowercased() + word.dropFirst())
        }
        return result
    }
}

extension Vocabulary.StringFunction {
    /// Parses `isOn(key:)` or `isOn`.
    init(_ text: String) {
        let parts = text.split(separator: "(", maxSplits: 1)
        name = parts.first.map(String.init) ?? text
        let label = parts.count > 1 ? parts[1].prefix { $0 != ":" && $0 != ")" } : ""
        self.label = label == "_" ? "" : String(label)
    }
}

/// Words under construction.
private struct WordCollection {
    var words: [Vocabulary.Word] = []
    private var indices: [String: Int] = [:]

    mutating func add(_ text: String, _ change: (inout Vocabulary.Word) -> Void) {
        guard !text.isEmpty else { return }
        let index = indices[text] ?? words.count
        if index == words.count {
            indices[text] = index
            words.append(Vocabulary.Word(text: text))
        }
        change(&words[index])
    }
}
