import ToggleLint
import ToggleManifest

/// The keys of Boolean values in `UserDefaults` that code reads by hand.
struct DefaultsKeys {
    /// A call such as `bool(forKey: "newCheckout")`, `set(true, forKey: Key.newCheckout)`, or
    /// `remoteConfig[Key.newCheckout].boolValue`.
    struct Use: Sendable {
        /// The function with its label: `bool(forKey:)`.
        var function: String
        /// Whether it changes the value.
        var isWrite: Bool
        /// The offset of the key's first byte, after its quotation mark.
        var offset: Int
        /// Whether the receiver's name says that its values are flags.
        var isOfFlags: Bool
        /// The Boolean property whose accessors contain the call.
        var property: String?
        /// The key as text.
        var literal: String?
        /// Whether the text is that of a constant in the same file.
        var isOfConstant = false
        /// The parts of the name of a constant, without `rawValue`; the first one is empty for `.newCheckout`.
        var constant: [String]?
    }

    /// A constant with a key.
    private struct Constant: Hashable {
        var container: String
        var name: String
    }

    /// What is known about a key or a constant.
    fileprivate struct Facts {
        var reads = 0
        var files: Set<String> = []
        /// The functions that read it, with the number of calls.
        var functions: [String: Int] = [:]
        var isWritten = false
        /// Whether code names the key with a constant, so that its text says nothing about the number of uses.
        var isOfConstant = false
        /// Whether a menu for developers or testers changes it.
        var isWrittenInMenu = false
        var isOfFlags = false
        /// Whether nothing but reads mentions it, so that only people outside of the app can change it.
        var isOnlyRead = false
    }

    /// The word for a key of `UserDefaults` in the summary.
    static let unit = "defaults key"

    /// The files with what their words say.
    let files: [(path: String, bytes: [UInt8], survey: FileSurvey)]
    /// All files, also those in other languages.
    let all: [(path: String, bytes: [UInt8])]

    /// Returns declarations, together with those for the keys that no other one has.
    func declarations(besides others: [DiscoveredDeclaration]) -> [DiscoveredDeclaration] {
        let own = files.filter { !$0.survey.defaultsKeys.isEmpty && !FlagNames.isTest($0.path) }
        guard own.contains(where: { $0.survey.defaultsKeys.contains { !$0.isWrite } }) else { return others }
        var known: Set<String> = []
        var places: Set<[String]> = []
        for declaration in others {
            // What isn't imported or listed may be.
            if case .other? = declaration.omission { continue }
            for flag in declaration.flags + declaration.settings {
                known.formUnion([flag.name, flag.text])
                places.insert([flag.path, flag.name])
            }
        }
        var constants = constants(in: own)
        var literals: [String: Facts] = [:]
        var named: [Constant: Facts] = [:]
        for (path, _, survey) in own {
            for use in survey.defaultsKeys {
                // The property is the flag or setting, or it replaces the value of one.
                if let property = use.property,
                    places.contains([path, property])
                        || FlagNames.isPartOfOneFlag(property) && !FlagNames.isGeneric(property)
                {
                    if let literal = use.literal { known.insert(literal) }
                    continue
                }
                let isMenu = FlagNames.isMenu(path)
                let isWritten = use.isWrite && !isMenu
                func add(_ facts: inout Facts) {
                    if use.isWrite, isMenu { facts.isWrittenInMenu = true }
                    if !use.isWrite {
                        facts.reads += 1
                        facts.files.insert(path)
                        facts.functions[use.function, default: 0] += 1
                        if use.isOfFlags { facts.isOfFlags = true }
                    }
                    if isWritten { facts.isWritten = true }
                }
                if let literal = use.literal {
                    add(&literals[literal, default: Facts()])
                    if use.isOfConstant { literals[literal]?.isOfConstant = true }
                } else if let flag = constants.flag(of: use, in: path) {
                    add(&named[Constant(container: flag.container, name: flag.name), default: Facts()])
                    if isWritten { literals[flag.text, default: Facts()].isWritten = true }
                }
            }
        }
        for key in bindings { literals[key, default: Facts()].isWritten = true }
        var constantFacts = Dictionary(
            named.map { ($0.key.name, $0.value) },
            uniquingKeysWith: { first, second in
                var facts = first
                facts.reads += second.reads
                return facts
            }
        )
        findMentions(of: &literals, &constantFacts)
        for (constant, facts) in named where constantFacts[constant.name]?.isOnlyRead == true {
            named[constant] = facts.onlyRead
        }
        constants.complete(Set(named.filter { $0.value.reads > 0 }.keys.map(\.container)))
        var result = others
        result += ofConstants(named, constants, literals, except: places)
        for flag in result.suffix(result.count - others.count).flatMap({ $0.flags + $0.settings }) {
            known.insert(flag.rawValue ?? flag.name)
        }
        result += ofLiterals(own, literals, except: known)
        // The keys of a type that was only a candidate are listed now.
        let types = Set(result.dropFirst(others.count).map(\.source.type))
        result.removeAll { declaration in
            guard case .other? = declaration.omission else { return false }
            return types.contains(declaration.source.type)
        }
        return result
    }

    /// The keys that controls of nib files are bound to: `keyPath="values.SendReports"`.
    private var bindings: [String] {
        let table = WordTable(["values"])
        let nibs = all.filter { $0.path.hasSuffix(".xib") || $0.path.hasSuffix(".storyboard") }
        return ParallelWork.map(nibs) { file in
            file.bytes.withUnsafeBufferPointer { buffer in
                let code = CodeBytes(buffer)
                return table.hits(in: buffer).filter { $0.word == 0 && code[$0.end] == UInt8(ascii: ".") }
                    .map { code.text(code.word(from: $0.end + 1)) }
            }
        }.flatMap(\.self)
    }

    /// Finds out which keys and constants are mentioned only where they are read.
    ///
    /// - Parameters:
    ///   - literals: The facts by the text of a key.
    ///   - constants: The facts by the name of a constant, whose declaration is another mention.
    private func findMentions(of literals: inout [String: Facts], _ constants: inout [String: Facts]) {
        func candidates(_ facts: [String: Facts]) -> [String] {
            facts.filter { text, facts in
                !facts.isWritten && !facts.isOfConstant && text.utf8.allSatisfy(CodeBytes.isWord)
                    && !FlagNames.isSetting(text)
            }.map(\.key)
        }
        let (texts, names) = (candidates(literals), candidates(constants))
        let words = Set(texts + names).sorted()
        guard !words.isEmpty else { return }
        let table = WordTable(words)
        let hits = ParallelWork.map(all) { file in
            file.bytes.withUnsafeBufferPointer { table.hits(in: $0) }.filter { $0.word >= 0 }.map(\.word)
        }
        var counts: [String: Int] = [:]
        for word in hits.joined() { counts[words[word], default: 0] += 1 }
        for text in texts where counts[text, default: 0] <= literals[text]?.reads ?? 0 {
            literals[text]?.isOnlyRead = true
        }
        for name in names where counts[name, default: 0] <= (constants[name]?.reads ?? 0) + 1 {
            constants[name]?.isOnlyRead = true
        }
    }

    // MARK: - Keys as text

    private func ofLiterals(
        _ own: [(path: String, bytes: [UInt8], survey: FileSurvey)],
        _ facts: [String: Facts],
        except known: Set<String>
    ) -> [DiscoveredDeclaration] {
        var declarations: [String: DiscoveredDeclaration] = [:]
        var seen = known
        for (path, bytes, survey) in own {
            let lines = LineTable(bytes)
            for use in survey.defaultsKeys where !use.isWrite {
                guard let key = use.literal, seen.insert(key).inserted, let facts = facts[key] else { continue }
                // `RemoteFlags.newCheckout` stores the last value of a flag.
                if let name = key.split(separator: ".").last, known.contains(String(name)) { continue }
                let source = LintConfiguration.DeclarationSource(kind: .stringKeys, type: use.function, key: .snakeCase)
                let flag = DeclaredFlag(
                    key: source.key(name: key, rawValue: nil),
                    name: key,
                    rawValue: key,
                    container: use.function,
                    source: 0,
                    path: path,
                    range: lines.range(use.offset..<(use.offset + key.utf8.count)),
                    valueType: "Bool"
                )
                var declaration =
                    declarations[use.function] ?? DiscoveredDeclaration(source: source, flags: [])
                declaration.unit = Self.unit
                declaration.add(flag, facts)
                declarations[use.function] = declaration
            }
        }
        return declarations.sorted { $0.key < $1.key }.map { function, declaration in
            var declaration = declaration
            let facts = declaration.flags.compactMap { facts[$0.name] }
            let files = facts.reduce(into: Set<String>()) { $0.formUnion($1.files) }
            declaration.finish(function, facts.reduce(0) { $0 + $1.reads }, files)
            return declaration
        }
    }

    // MARK: - Keys in constants

    /// The declarations of the types whose constants are keys.
    private struct Constants {
        var flags: [String: [DeclaredFlag]] = [:]
        /// The types of all functions that take keys.
        var types: Set<String> = []
        /// The files that declare types with the names of the others, but contain no name of a key that code uses.
        var unread: [(path: String, bytes: [UInt8])] = []
        private let reader: DeclarationReader

        init(_ reader: DeclarationReader) { self.reader = reader }

        /// Reads the constants in files.
        mutating func read(_ files: [(path: String, bytes: [UInt8])]) {
            let reader = reader
            for flags in ParallelWork.map(files, { reader.flags(path: $0.path, bytes: $0.bytes) }) {
                for var flag in flags {
                    // Which of the two kinds it is; the final source has another index.
                    flag.source %= 2
                    self.flags[flag.name, default: []].append(flag)
                }
            }
        }

        /// Reads the other constants of types.
        mutating func complete(_ containers: Set<String>) {
            let names = containers.map { Set($0.split(separator: ".").map(String.init)) }
            let tables = names.map { (table: WordTable($0.sorted()), count: $0.count) }
            read(
                unread.filter { file in
                    tables.contains { table, count in
                        let hits = file.bytes.withUnsafeBufferPointer { table.hits(in: $0) }
                        return Set(hits.map(\.word).filter { $0 >= 0 }).count == count
                    }
                }
            )
            unread = []
        }

        /// Returns the constant that a call names; `nil` if it's unknown, or isn't the only one.
        func flag(of use: Use, in path: String) -> DeclaredFlag? {
            guard let parts = use.constant, let name = parts.last else { return nil }
            let candidates = (flags[name] ?? []).filter { flag in
                let type = parts.dropLast().joined(separator: ".")
                let types = parts[0].isEmpty ? (parts.count == 2 ? self.types : []) : [type]
                return types.contains { flag.container == $0 || flag.container.hasSuffix("." + $0) }
            }
            // Several types can have a nested type with the same name.
            let near = candidates.filter { $0.path == path }
            let best = near.isEmpty ? candidates : near
            return Set(best.map(\.container)).count == 1 ? best.first : nil
        }
    }

    private static let keywords: Set<String> = ["enum", "struct", "class", "extension"]

    private func constants(in own: [(path: String, bytes: [UInt8], survey: FileSurvey)]) -> Constants {
        var functions: Set<String> = []
        for file in files { functions.formUnion(file.survey.defaultsKeyTypes) }
        var types = functions
        var names: Set<String> = []
        for parts in own.flatMap(\.survey.defaultsKeys).compactMap(\.constant) where parts.count > 1 {
            let type = parts[parts.count - 2]
            if type.first?.isUppercase == true { types.insert(type) }
            names.insert(parts[parts.count - 1])
        }
        var configuration = LintConfiguration()
        for type in types.sorted() {
            for kind in [LintConfiguration.DeclarationSource.Kind.cases, .staticProperties] {
                configuration.sources.append(
                    LintConfiguration.DeclarationSource(kind: kind, type: type, key: .snakeCase)
                )
            }
        }
        var result = Constants(DeclarationReader(configuration: configuration))
        result.types = functions
        guard !types.isEmpty else { return result }
        let table = WordTable(types.sorted())
        let declaring = files.filter { file in
            !FlagNames.isTest(file.path)
                && file.bytes.withUnsafeBufferPointer { buffer in
                    let code = CodeBytes(buffer)
                    return table.hits(in: buffer).contains { hit in
                        guard hit.word >= 0 else { return false }
                        var before = code.beforeBlanks(hit.offset - 1)
                        // `extension UserDefaults.Key`
                        while code[before] == UInt8(ascii: ".") {
                            before = code.beforeBlanks(code.word(endingAt: before - 1).lowerBound - 1)
                        }
                        return Self.keywords.contains(code.text(code.word(endingAt: before)))
                    }
                }
        }
        let used = WordTable(names.sorted())
        var containing: [(path: String, bytes: [UInt8])] = []
        for file in declaring {
            let isUsed = file.bytes.withUnsafeBufferPointer { used.hits(in: $0) }.contains { $0.word >= 0 }
            if isUsed {
                containing.append((file.path, file.bytes))
            } else {
                result.unread.append((file.path, file.bytes))
            }
        }
        result.read(containing)
        return result
    }

    private func ofConstants(
        _ facts: [Constant: Facts],
        _ constants: Constants,
        _ literals: [String: Facts],
        except places: Set<[String]>
    ) -> [DiscoveredDeclaration] {
        let declared = constants.flags.values.flatMap(\.self)
        let containers = Set(facts.filter { $0.value.reads > 0 }.keys.map(\.container))
        return containers.sorted().compactMap { container in
            let members = declared.filter { $0.container == container }
                .sorted { ($0.path, $0.range.start.offset) < ($1.path, $1.range.start.offset) }
            guard let first = members.first else { return nil }
            let kind: LintConfiguration.DeclarationSource.Kind = first.source == 0 ? .cases : .staticProperties
            var result = DiscoveredDeclaration(
                source: LintConfiguration.DeclarationSource(
                    kind: kind,
                    type: container,
                    key: .snakeCase,
                    reads: ["bool"]
                ),
                flags: []
            )
            result.unit = Self.unit
            var except: [String] = []
            var (reads, files): (Int, Set<String>) = (0, [])
            var functions: [String: Int] = [:]
            for var member in members where member.source == first.source {
                let known = facts[Constant(container: container, name: member.name)]
                guard let known, known.reads > 0, !places.contains([member.path, member.name]) else {
                    except.append(member.name)
                    continue
                }
                let text = member.text
                member.source = 0
                member.valueType = "Bool"
                member.defaultValue = nil
                let count = result.flags.count
                result.add(member, literals[text]?.isWritten == true ? known.written : known)
                if result.flags.count > count {
                    reads += known.reads
                    files.formUnion(known.files)
                    functions.merge(known.functions, uniquingKeysWith: +)
                } else {
                    except.append(member.name)
                }
            }
            // Among settings, only a name says that a key is a flag.
            if result.settings.count >= 3 {
                let unnamed = result.flags.filter { flag in
                    let isOfFlags = facts[Constant(container: container, name: flag.name)]?.isOfFlags ?? false
                    return !isOfFlags && !FlagNames.isFlagOfDefaults(flag.name, key: flag.rawValue, isWritten: false)
                }
                result.flags.removeAll(where: unnamed.contains)
                result.settings += unnamed
                except += unnamed.map(\.name)
            }
            guard !result.flags.isEmpty || !result.settings.isEmpty else { return nil }
            result.source.except = except
            let ordered = functions.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
            if !ordered.isEmpty { result.source.reads = ordered.map { String($0.prefix { $0 != "(" }) } }
            result.finish(ordered.first ?? "bool(forKey:)", reads, files)
            return result
        }
    }
}

extension DeclaredFlag {
    /// The text of a constant: its raw value, or that of `static let newCheckoutKey = "new_checkout"`.
    fileprivate var text: String {
        if let rawValue { return rawValue }
        guard let text = defaultValue, text.hasPrefix("\"") else { return name }
        return String(text.dropFirst().dropLast())
    }
}

extension DefaultsKeys.Facts {
    /// The facts about a key that code writes.
    fileprivate var written: Self {
        var facts = self
        (facts.isWritten, facts.isOnlyRead) = (true, false)
        return facts
    }

    /// The facts about a key that code only reads.
    fileprivate var onlyRead: Self {
        var facts = self
        facts.isOnlyRead = true
        return facts
    }
}

extension DiscoveredDeclaration {
    /// Adds a key as a flag or as a setting.
    fileprivate mutating func add(_ flag: DeclaredFlag, _ facts: DefaultsKeys.Facts) {
        let isFlag = FlagNames.isFlagOfDefaults(
            flag.name,
            key: flag.rawValue,
            isWritten: facts.isWritten,
            isSwitch: facts.isOnlyRead || facts.isWrittenInMenu && !facts.isWritten
        )
        if facts.isOfFlags || isFlag { flags.append(flag) } else { settings.append(flag) }
    }

    /// Adds the reads, and leaves out what has only settings.
    fileprivate mutating func finish(_ function: String, _ reads: Int, _ files: Set<String>) {
        if flags.isEmpty {
            omission = .settings
        } else {
            self.reads = [ReadForm(text: function, count: reads, files: files.count)]
        }
    }
}
