import ToggleBase

/// What the words of a file say about declarations of flags in it.
struct FileSurvey: Sendable {
    /// The number of properties that are Boolean or have no type, by their attribute.
    var attributes: [String: Int] = [:]
    /// The number of constants that are created from a literal, by the name of their type.
    var keyConstants: [String: Int] = [:]
    /// The number of Boolean constants that a function returns for a key: `Config.value(for: .newCheckout) ?? false`.
    var fetchedConstants = 0
    /// The names of static Boolean constants that are named like flags: `static var isNewCartEnabled: Bool { false }`.
    var constants: [String] = []
    /// Whether the file declares a type that keeps a configuration.
    var hasConfiguration = false
    /// The number of stored Boolean properties whose name says that something is enabled.
    var enabledProperties = 0
    /// The number of Boolean getters that contain a literal, or read a key.
    var literalGetters = 0
    /// Whether a heading says that flags follow: `// MARK: - Feature flags`.
    var hasHeading = false
    /// The number of static Boolean getters.
    var staticGetters = 0
    /// The keys that are passed to functions that look as if they read flags: `isOn(key:)`.
    var stringKeys: [StringKey] = []
    /// A key that is passed to a function.
    struct StringKey: Sendable {
        /// The function with its label: `isOn(key:)`.
        var function: String
        var key: String
        /// The offset of the key's first byte.
        var offset: Int
        /// The label of the argument that the function's result is: `isNew` for `Flags(isNew: client.isOn("new"))`.
        var label: String?
    }

    /// The uses of keys of `UserDefaults`.
    var defaultsKeys: [DefaultsKeys.Use] = []
    /// The types that functions such as `bool(forKey key: DefaultsKey)` take.
    var defaultsKeyTypes: Set<String> = []
    /// The types that conform to a protocol such as `FeatureFlag`, so that each of them is one flag.
    var typesOfOneFlag: [TypeOfOneFlag] = []
    /// A type that is one flag.
    struct TypeOfOneFlag: Sendable {
        var name: String
        /// The protocol.
        var inherited: String
        /// The offset of the name's first byte.
        var offset: Int
    }

    /// The types whose properties a type of flags has by `@dynamicMemberLookup`, with that type.
    var forwarded: [String: String] = [:]
    /// The last type with a name that says that it declares flags.
    private var typeOfFlags: String?

    /// Whether the file extends `UserDefaults`.
    var extendsDefaults = false
    /// The body of the last Boolean property with one, and the property's name.
    private var getter: (body: Range<Int>, name: Range<Int>) = (0..<0, 0..<0)
    /// The names of conditions of `#if`.
    var conditions: [String: [Range<Int>]] = [:]
    /// How much the name of a type says that it declares flags.
    var nameOfType = FlagNames.Rank.none

    private static let functions = [
        "isEnabled", "isFeatureEnabled", "isFeatureOn", "isOn", "isFlagEnabled", "configValue", "boolVariation",
        "isActive", "isToggled", "isFeatureFlagEnabled", "isFeatureActive", "isFeatureAvailable", "featureEnabled",
        "isToggleOn", "isFlagOn", "flagEnabled",
    ]
    private static let keywords = ["enum", "struct", "class", "actor", "protocol", "extension"]
    private static let table = WordTable(
        keywords + ["var", "let", "if", "elseif", "forKey", "dynamicMember", "boolValue", "MARK", FlagNames.appStorage]
            + functions
    )

    /// Attributes of libraries, whose properties aren't flags.
    private static let knownAttributes: Set<String> = [
        "Environment", "EnvironmentObject", "State", "StateObject", "ObservedObject", "Binding", "Bindable",
        "Published", "FocusState", "GestureState", "SceneStorage", "Namespace", "ScaledMetric", "FetchRequest",
        "Query", "Dependency", "LazyInjected", "Injected", "InjectedObject", "WeakLazyInjected", "Inject", "NSManaged",
        "IBOutlet", "IBInspectable", "Persisted", "MainActor", "Attribute", "Relationship", "Parameter", "Argument",
        "Option", "OptionGroup", "ViewBuilder", "UIApplicationDelegateAdaptor", "NSApplicationDelegateAdaptor",
        "WKApplicationDelegateAdaptor", "AccessibilityFocusState", "DynamicInjected", "Shared", "SharedReader",
        "ObservationIgnored", "Presents", "BindingState", "PresentationState", "ObservableState", "GlobalActor",
        "FocusedValue", "FocusedBinding", "Field", "ID", "Timestamp", "Parent", "Children", "OptionalField", "Enum",
        "Transient", "Guide", "Generable", "Test", "Suite", "Inlinable", "Atomic", "Locked", "ThreadSafe", "Lazy",
        "Default", "DefaultFalse", "DefaultTrue", "CodableIgnored", "Sendable", "Entry", "Model", "Observable",
        "DecodableDefault", "FuncStub", "Dependencies", "Provided", "Clamped", "Trimmed", "Resettable",
    ]

    /// Searches the words of a file.
    init(_ buffer: UnsafeBufferPointer<UInt8>) {
        let code = CodeBytes(buffer)
        defer {
            // The options of a command-line tool.
            if attributes["Flag"] != nil, Self.parsesArguments(buffer) { attributes["Flag"] = nil }
        }
        for hit in Self.table.hits(in: buffer) where hit.word >= 0 {
            switch hit.word {
            case 0..<Self.keywords.count: readType(hit, code)
            case Self.keywords.count: readVariable(hit, code)
            case Self.keywords.count + 1: readConstant(hit, code)
            case Self.keywords.count + 2, Self.keywords.count + 3: readCondition(hit, code)
            case Self.keywords.count + 4: readDefaultsKey(hit, code)
            case Self.keywords.count + 5: readDynamicMember(hit, code)
            case Self.keywords.count + 6: readSubscript(hit, code)
            case Self.keywords.count + 7: readHeading(hit, code)
            case Self.keywords.count + 8: readStoredKey(hit, code)
            default: readCall(hit, code)
            }
        }
    }

    private static let argumentParser = WordTable(["ArgumentParser"])

    private static func parsesArguments(_ buffer: UnsafeBufferPointer<UInt8>) -> Bool {
        argumentParser.hits(in: buffer).contains { $0.word == 0 }
    }

    private mutating func readType(_ hit: WordHit, _ code: CodeBytes) {
        guard code[hit.end] == 0x20 else { return }
        var word = code.word(from: code.afterBlanks(hit.end))
        if code.isWord(word, "UserDefaults") { extendsDefaults = true }
        if Self.keywords[hit.word] == "struct" || Self.keywords[hit.word] == "class" { readInherited(word, code) }
        while code[word.upperBound] == UInt8(ascii: ".") { word = code.word(from: word.upperBound + 1) }
        guard Self.mayNameFlags(code.bytes[word]) else { return }
        let text = code.text(word)
        if FlagNames.isConfiguration(text) { hasConfiguration = true }
        let rank = FlagNames.rank(ofType: text)
        if rank == .strong { typeOfFlags = text }
        nameOfType = max(nameOfType, rank)
    }

    /// Reads the root of the key path in `subscript<Value>(dynamicMember path: KeyPath<FeatureData, Value>) -> Value`.
    private mutating func readDynamicMember(_ hit: WordHit, _ code: CodeBytes) {
        let name = code.word(from: code.afterBlanks(hit.end))
        let colon = code.afterBlanks(name.isEmpty ? hit.end : name.upperBound)
        guard code[colon] == UInt8(ascii: ":"), let typeOfFlags else { return }
        let path = code.word(from: code.afterBlanks(colon + 1))
        guard code.text(path).hasSuffix("KeyPath"), code[path.upperBound] == UInt8(ascii: "<") else { return }
        var root = code.word(from: code.afterBlanks(path.upperBound + 1))
        while code[root.upperBound] == UInt8(ascii: ".") { root = code.word(from: root.upperBound + 1) }
        if !root.isEmpty, code.text(root) != typeOfFlags { forwarded[code.text(root)] = typeOfFlags }
    }

    /// Finds a protocol of flags among those that a type conforms to.
    private mutating func readInherited(_ name: Range<Int>, _ code: CodeBytes) {
        var next = code.afterBlanks(name.upperBound)
        guard code[next] == UInt8(ascii: ":"), !code.isInComment(name.lowerBound) else { return }
        repeat {
            let type = code.word(from: code.afterBlanks(next + 1))
            if type.isEmpty { return }
            if Self.mayNameFlags(code.bytes[type]) {
                let text = code.text(type)
                let protocolName = text.hasSuffix("Protocol") ? String(text.dropLast(8)) : text
                if FlagNames.isOneFlag(protocolName) {
                    typesOfOneFlag.append(
                        TypeOfOneFlag(name: code.text(name), inherited: text, offset: name.lowerBound)
                    )
                }
            }
            next = code.afterBlanks(type.upperBound)
        } while code[next] == UInt8(ascii: ",")
    }

    /// Returns whether a name contains a part of one of the words that name flags.
    private static func mayNameFlags(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard name.count >= 4 else { return false }
        var (first, second) = (name[name.startIndex], name[name.startIndex + 1])
        for third in name.dropFirst(2) {
            let part = Int(first | 0x20) << 16 | Int(second | 0x20) << 8 | Int(third | 0x20)
            if parts.contains(part) { return true }
            (first, second) = (second, third)
        }
        return false
    }

    /// Three letters of each name of flags, few of which other names have.
    private static let parts = Set(
        FlagNames.namesOfFlags.map { name in
            ["lag", "ogg", "eat", "xpe", "wit", "onf", "ett", "ild"].first { name.contains(bytesOf: $0) }
                ?? String(name.prefix(3))
        }
    ).map { part in part.utf8.reduce(0) { $0 << 8 | Int($1) } }

    private mutating func readVariable(_ hit: WordHit, _ code: CodeBytes) {
        let name = code.word(from: code.afterBlanks(hit.end))
        guard !name.isEmpty else { return }
        var next = name.upperBound
        if code[next] == UInt8(ascii: "`") { next += 1 }
        var isBoolean = false
        var isUntyped = true
        let colon = code.afterBlanks(next)
        if code[colon] == UInt8(ascii: ":") {
            isUntyped = false
            let type = code.word(from: code.afterBlanks(colon + 1))
            isBoolean = code.isWord(type, "Bool")
            next = type.upperBound
        }
        if isBoolean || isUntyped, isConstant(hit, name, after: next, code) { constants.append(code.text(name)) }
        guard isBoolean || isUntyped else {
            let type = code.word(from: code.afterBlanks(colon + 1))
            if Self.mayNameFlags(code.bytes[type]), FlagNames.isOneFlag(code.text(type)) {
                keyConstants[code.text(type), default: 0] += 1
            }
            return
        }
        if isBoolean {
            let open = code.afterBlanks(next)
            if code[open] == UInt8(ascii: "{"), let close = code.closingBracket(of: open, within: 2 * CodeBytes.reach) {
                getter = (open..<close, name)
                let isShort = close - open < CodeBytes.reach
                let hasKey = code.bytes[open..<close].contains(UInt8(ascii: "\""))
                if isShort, hasKey || code.text(open..<close).contains(bytesOf: "forKey:") { literalGetters += 1 }
                let modifier = code.word(endingAt: code.beforeBlanks(hit.offset - 1))
                if code.isWord(modifier, "static") { staticGetters += 1 }
            } else if code.text(name).hasSuffix("nabled") {
                enabledProperties += 1
            }
        }
        if let (attribute, arguments) = attribute(before: hit.offset, code) {
            // Without a type, its name or a literal says that the value is Boolean.
            if isUntyped, FlagNames.rank(ofType: attribute) == .none,
                !["true", "false"].contains(where: code.text(arguments).contains(bytesOf:))
            {
                let value = code.word(from: code.afterBlanks(colon + 1))
                guard code[colon] == UInt8(ascii: "="), code.isWord(value, "true") || code.isWord(value, "false") else {
                    return
                }
            }
            attributes[attribute, default: 0] += 1
        }
    }

    /// Returns whether a property is static, is named like a flag, and has a literal value.
    private func isConstant(_ hit: WordHit, _ name: Range<Int>, after end: Int, _ code: CodeBytes) -> Bool {
        var value = code.afterBlanks(end)
        switch code[value] {
        case UInt8(ascii: "="): value = code.afterBlanks(value + 1)
        case UInt8(ascii: "{"):
            value = code.afterBlanks(value + 1)
            let keyword = code.word(from: value)
            if code.isWord(keyword, "return") || code.isWord(keyword, "get") {
                value = code.afterBlanks(keyword.upperBound)
                if code[value] == UInt8(ascii: "{") { value = code.afterBlanks(value + 1) }
            }
        default: return false
        }
        let literal = code.word(from: value)
        guard code.isWord(literal, "true") || code.isWord(literal, "false") else { return false }
        let modifier = code.word(endingAt: code.beforeBlanks(hit.offset - 1))
        return code.isWord(modifier, "static") && FlagNames.isConstantFlag(code.text(name))
    }

    /// Returns the name and the arguments of the attribute before the modifiers of a property.
    private func attribute(before place: Int, _ code: CodeBytes) -> (name: String, arguments: Range<Int>)? {
        var last = code.beforeBlanks(place - 1)
        for _ in 0..<6 {
            let end = last
            if code[last] == UInt8(ascii: ")") {
                guard let open = code.openBracket(before: last) else { return nil }
                last = open - 1
            }
            let word = code.word(endingAt: last)
            guard !word.isEmpty else { return nil }
            if code[word.lowerBound - 1] == UInt8(ascii: "@") {
                let name = code.text(word)
                if name.first?.isUppercase == true, !Self.knownAttributes.contains(name) {
                    return (name, (last + 1)..<max(last + 1, end))
                }
            } else if code.bytes[word].first.map({ $0 < UInt8(ascii: "a") || $0 > UInt8(ascii: "z") }) ?? true {
                return nil
            }
            last = code.beforeBlanks(word.lowerBound - (code[word.lowerBound - 1] == UInt8(ascii: "@") ? 2 : 1))
        }
        return nil
    }

    private mutating func readConstant(_ hit: WordHit, _ code: CodeBytes) {
        let before = code.word(endingAt: code.beforeBlanks(hit.offset - 1))
        guard code.isWord(before, "static") else {
            if hasConfiguration { readStored(hit, code) }
            return
        }
        let name = code.word(from: code.afterBlanks(hit.end))
        var equals = code.afterBlanks(name.upperBound)
        defer { if isConstant(hit, name, after: equals, code) { constants.append(code.text(name)) } }
        if code[equals] == UInt8(ascii: ":") {
            let annotation = code.word(from: code.afterBlanks(equals + 1))
            guard code.isWord(annotation, "Bool") else { return }
            equals = code.afterBlanks(annotation.upperBound)
            if code[equals] == UInt8(ascii: "="), Self.endOfFetch(from: equals + 1, code) != nil {
                fetchedConstants += 1
            }
            return
        }
        guard code[equals] == UInt8(ascii: "=") else { return }
        if let end = Self.endOfFetch(from: equals + 1, code), Self.isCastToBool(at: end, code) {
            fetchedConstants += 1
            return
        }
        var type = code.word(from: code.afterBlanks(equals + 1))
        while code[type.upperBound] == UInt8(ascii: ".") { type = code.word(from: type.upperBound + 1) }
        guard !type.isEmpty else { return }
        var open = type.upperBound
        var isBoolean = false
        if code[open] == UInt8(ascii: "<") {
            isBoolean = code.isWord(code.word(from: open + 1), "Bool")
            let limit = min(code.bytes.count, open + CodeBytes.reach)
            while open < limit, code[open] != UInt8(ascii: ">") { open += 1 }
            open += 1
        }
        guard code[open] == UInt8(ascii: "(") else { return }
        let text = code.text(type)
        guard isBoolean || text.hasSuffix("Key") || FlagNames.rank(ofType: text) > .none else { return }
        keyConstants[text, default: 0] += 1
    }

    /// Counts `let isChatOn: Bool` in a type that keeps a configuration.
    private mutating func readStored(_ hit: WordHit, _ code: CodeBytes) {
        let name = code.word(from: code.afterBlanks(hit.end))
        let colon = code.afterBlanks(name.upperBound)
        guard code[colon] == UInt8(ascii: ":") else { return }
        let type = code.word(from: code.afterBlanks(colon + 1))
        if code.isWord(type, "Bool"), FlagNames.isOnOrOff(code.text(name)) { enabledProperties += 1 }
    }

    /// Returns the place after the call if an expression calls a function with a key: `Config.value(for: .newCheckout)`.
    private static func endOfFetch(from start: Int, _ code: CodeBytes) -> Int? {
        var callee = code.word(from: code.afterBlanks(start))
        while true {
            var next = callee.upperBound
            if code[next] == UInt8(ascii: "?") || code[next] == UInt8(ascii: "!") { next += 1 }
            guard code[next] == UInt8(ascii: "."), !callee.isEmpty else { break }
            callee = code.word(from: next + 1)
        }
        guard !callee.isEmpty, code[callee.upperBound] == UInt8(ascii: "(") else { return nil }
        var argument = code.afterBlanks(callee.upperBound + 1)
        let label = code.word(from: argument)
        if !label.isEmpty, code[label.upperBound] == UInt8(ascii: ":") {
            argument = code.afterBlanks(label.upperBound + 1)
        }
        // `.newCheckout`, `Keys.newCheckout`, `"new_checkout"`
        let type = code.word(from: argument)
        let isMember = code[argument] == UInt8(ascii: ".") || code[type.upperBound] == UInt8(ascii: ".")
        guard isMember || code[argument] == UInt8(ascii: "\"") else { return nil }
        return code.closingBracket(of: callee.upperBound).map { $0 + 1 }
    }

    /// Returns whether `as? Bool` follows.
    private static func isCastToBool(at place: Int, _ code: CodeBytes) -> Bool {
        let word = code.word(from: code.afterBlanks(place))
        let mark = code[word.upperBound]
        return code.isWord(word, "as") && (mark == UInt8(ascii: "?") || mark == UInt8(ascii: "!"))
            && code.isWord(code.word(from: code.afterBlanks(word.upperBound + 1)), "Bool")
    }

    private static let messages = WordTable(["boolForKey", "forKey"])

    /// Searches a file in Objective-C for `[defaults boolForKey:@"newCheckout"]` and `[defaults setBool:YES forKey:…]`.
    init(objectiveC code: CodeBytes) {
        for hit in Self.messages.hits(in: code.bytes) where hit.word >= 0 && !code.isInComment(hit.offset) {
            let start = code.afterBlanks(hit.end + 1) + 2
            let isText = code[start - 2] == UInt8(ascii: "@") && code[start - 1] == UInt8(ascii: "\"")
            guard code[hit.end] == UInt8(ascii: ":"), isText else { continue }
            var end = start
            while end < code.bytes.count, code[end] != UInt8(ascii: "\""), code[end] != 0x0A { end += 1 }
            let key = code.text(start..<end)
            let isWrite = hit.word == 1
            guard key.isKeyText, !isWrite || code.isSetter(before: hit.offset) else { continue }
            let receiver = code.word(endingAt: code.beforeBlanks(hit.offset - 1))
            var use = DefaultsKeys.Use(
                function: "bool(forKey:)",
                isWrite: isWrite,
                offset: start,
                isOfFlags: !isWrite && FlagNames.rank(ofType: code.text(receiver)) == .strong
            )
            use.literal = key
            defaultsKeys.append(use)
        }
    }

    /// Reads the argument of `bool(forKey:)`, `object(forKey:) as? Bool`, or `set(_:forKey:)`.
    private mutating func readDefaultsKey(_ hit: WordHit, _ code: CodeBytes) {
        let before = code.beforeBlanks(hit.offset - 1)
        let isOnly = code[before] == UInt8(ascii: "(")
        guard isOnly || code[before] == UInt8(ascii: ","), !code.isInComment(hit.offset),
            let open = isOnly ? before : code.openBracket(before: before), code[open] == UInt8(ascii: "(")
        else { return }
        let callee = code.callee(ofBracketAt: open)
        var function = code.text(callee)
        guard code[hit.end] == UInt8(ascii: ":") else {
            // `func bool(forKey key: DefaultsKey)`
            let name = code.word(from: code.afterBlanks(hit.end))
            guard isOnly, function == "bool", code[name.upperBound] == UInt8(ascii: ":") else { return }
            let type = code.text(code.word(from: code.afterBlanks(name.upperBound + 1)))
            if type != "String", !type.isEmpty { defaultsKeyTypes.insert(type) }
            return
        }
        let isWrite = !isOnly && function.hasPrefix("set")
        if isOnly, ["object", "value"].contains(function), let close = code.closingBracket(of: open) {
            guard Self.isCastToBool(at: close + 1, code) else { return }
        } else if isOnly, function == "configValue", let close = code.closingBracket(of: open) {
            guard Self.isBooleanValue(at: close + 1, code) else { return }
        } else if !isWrite {
            guard isOnly, function == "bool" else { return }
        }
        let isOfConfig = function == "configValue"
        function += "(forKey:)"
        let start = code.afterBlanks(hit.end + 1)
        // The name of what is read, such as `remoteConfig`, says what the keys are.
        let isMember = code[callee.lowerBound - 1] == UInt8(ascii: ".")
        let receiver = isMember ? Self.receiver(before: callee.lowerBound - 1, code) : 0..<0
        // Any object has `value(forKey:)`.
        if ["object(forKey:)", "value(forKey:)"].contains(function), !FlagNames.isStore(code.text(receiver)) { return }
        var use = DefaultsKeys.Use(
            function: function,
            isWrite: isWrite,
            offset: start,
            isOfFlags: isOfConfig || FlagNames.rank(ofType: code.text(receiver)) == .strong,
            property: getter.body.contains(hit.offset) ? code.text(getter.name) : nil
        )
        if let (text, offset) = Self.text(at: start, code) {
            // Literals are keys of a function that reads flags.
            guard text.isKeyText, !isOfConfig else { return }
            (use.literal, use.offset, use.isOfConstant) = (text, offset, code[start] != UInt8(ascii: "\""))
        } else {
            guard let parts = Self.constant(at: start, code) else { return }
            use.constant = parts
        }
        defaultsKeys.append(use)
    }

    /// Reads the constant in `@AppStorage(Keys.newCheckout.rawValue)`: the property can change the value.
    private mutating func readStoredKey(_ hit: WordHit, _ code: CodeBytes) {
        guard code[hit.offset - 1] == UInt8(ascii: "@"), code[hit.end] == UInt8(ascii: "("),
            let parts = Self.constant(at: code.afterBlanks(hit.end + 1), code), !code.isInComment(hit.offset)
        else { return }
        var use = DefaultsKeys.Use(function: FlagNames.appStorage, isWrite: true, offset: hit.end, isOfFlags: false)
        use.constant = parts
        defaultsKeys.append(use)
    }

    /// Returns the last name before a dot, which may be that of a call.
    private static func receiver(before dot: Int, _ code: CodeBytes) -> Range<Int> {
        var last = dot - 1
        if code[last] == UInt8(ascii: "?") || code[last] == UInt8(ascii: "!") { last -= 1 }
        guard code[last] == UInt8(ascii: ")"), let open = code.openBracket(before: last) else {
            return code.word(endingAt: last)
        }
        return code.callee(ofBracketAt: open)
    }

    /// Reads the key in `remoteConfig[Keys.newCheckout].boolValue`.
    private mutating func readSubscript(_ hit: WordHit, _ code: CodeBytes) {
        let close = hit.offset - 2
        guard code[hit.offset - 1] == UInt8(ascii: "."), code[close] == UInt8(ascii: "]"),
            let open = code.openBracket(before: close), !code.isInComment(hit.offset)
        else { return }
        // `RemoteConfig.remoteConfig()["new_checkout"]`
        let call = code[open - 1] == UInt8(ascii: ")") ? code.openBracket(before: open - 1) : nil
        let receiver = code.callee(ofBracketAt: call ?? open)
        guard FlagNames.rank(ofType: code.text(receiver)) == .strong else { return }
        let start = code.afterBlanks(open + 1)
        if code[start] == UInt8(ascii: "\""), let (key, offset) = Self.text(at: start, code), key.isKeyText {
            stringKeys.append(StringKey(function: "subscript", key: key, offset: offset))
            return
        }
        guard let parts = Self.constant(at: start, code) else { return }
        var use = DefaultsKeys.Use(function: "subscript", isWrite: false, offset: open + 1, isOfFlags: true)
        use.property = getter.body.contains(hit.offset) ? code.text(getter.name) : nil
        use.constant = parts
        defaultsKeys.append(use)
    }

    /// Returns whether `.boolValue` follows.
    private static func isBooleanValue(at place: Int, _ code: CodeBytes) -> Bool {
        code[place] == UInt8(ascii: ".") && code.isWord(code.word(from: place + 1), "boolValue")
    }

    /// Returns the parts of the name of a type's constant, without `rawValue`.
    private static func constant(at start: Int, _ code: CodeBytes) -> [String]? {
        var end = start
        while CodeBytes.isWord(code[end]) || code[end] == UInt8(ascii: ".") { end += 1 }
        var parts = code.text(start..<end).split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if parts.last == "rawValue" { parts.removeLast() }
        if parts.first == "Self" { parts.removeFirst() }
        return parts.count > 1 && code[end] != UInt8(ascii: "(") ? parts : nil
    }

    /// Returns the text of a literal, or of a constant in the same file: `let newSearchKey = "new_search"`.
    private static func text(at start: Int, _ code: CodeBytes) -> (text: String, offset: Int)? {
        if code[start] == UInt8(ascii: "\"") {
            var end = start + 1
            while end < code.bytes.count, code[end] != UInt8(ascii: "\""), code[end] != 0x0A { end += 1 }
            return (code.text((start + 1)..<end), start + 1)
        }
        var word = code.word(from: start)
        if code.isWord(word, "Self") || code.isWord(word, "self"), code[word.upperBound] == UInt8(ascii: ".") {
            word = code.word(from: word.upperBound + 1)
        }
        let next = code[word.upperBound]
        guard !word.isEmpty, next == UInt8(ascii: ")") || next == UInt8(ascii: ",") else { return nil }
        for hit in WordTable([code.text(word)]).hits(in: code.bytes) where hit.word == 0 {
            guard code.isWord(code.word(endingAt: code.beforeBlanks(hit.offset - 1)), "let") else { continue }
            var equals = code.afterBlanks(hit.end)
            if code[equals] == UInt8(ascii: ":") {
                equals = code.afterBlanks(code.word(from: code.afterBlanks(equals + 1)).upperBound)
            }
            let quote = code.afterBlanks(equals + 1)
            guard code[equals] == UInt8(ascii: "="), code[quote] == UInt8(ascii: "\"") else { continue }
            return text(at: quote, code)
        }
        return nil
    }

    private mutating func readHeading(_ hit: WordHit, _ code: CodeBytes) {
        var end = hit.end
        while end < code.bytes.count, end < hit.end + CodeBytes.reach, code[end] != 0x0A { end += 1 }
        if FlagNames.isHeadingOfFlags(code.text(hit.end..<end)) { hasHeading = true }
    }

    private mutating func readCondition(_ hit: WordHit, _ code: CodeBytes) {
        for name in CompilationConditions.names(after: hit, code) {
            conditions[code.text(name), default: []].append(name)
        }
    }

    private mutating func readCall(_ hit: WordHit, _ code: CodeBytes) {
        guard code[hit.end] == UInt8(ascii: "(") else { return }
        var start = code.afterBlanks(hit.end + 1)
        var label = ""
        let word = code.word(from: start)
        if !word.isEmpty, code[word.upperBound] == UInt8(ascii: ":") {
            label = code.text(word)
            start = code.afterBlanks(word.upperBound + 1)
        }
        guard let (key, offset) = Self.text(at: start, code), key.isKeyText, key.utf8.count > 2 else { return }
        let name = code.text(hit.range)
        guard !code.isInComment(hit.offset) else { return }
        let isMember = code[hit.offset - 1] == UInt8(ascii: ".")
        if isMember, FlagNames.isAboutLogging(code.text(Self.receiver(before: hit.offset - 1, code))) { return }
        // Firebase has values of all types.
        if name == "configValue", let close = code.closingBracket(of: hit.end),
            !Self.isBooleanValue(at: close + 1, code)
        {
            return
        }
        stringKeys.append(
            StringKey(
                function: label.isEmpty ? name : "\(name)(\(label):)",
                key: key,
                offset: offset,
                label: argumentLabel(before: hit.offset, code)
            )
        )
    }

    /// Returns the label before an expression such as `!client.isOn` that ends with a function's name.
    private func argumentLabel(before place: Int, _ code: CodeBytes) -> String? {
        var last = place - 1
        while last >= 0, CodeBytes.isWord(code[last]) || ".!?".utf8.contains(code[last]) { last -= 1 }
        last = code.beforeBlanks(last)
        guard code[last] == UInt8(ascii: ":") else { return nil }
        let label = code.word(endingAt: code.beforeBlanks(last - 1))
        return label.isEmpty ? nil : code.text(label)
    }
}
