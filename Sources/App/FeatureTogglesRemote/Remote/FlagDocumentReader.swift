import FeatureToggles
import ToggleBase

/// Parses a document's text into compiled flags.
struct FlagDocumentReader {
    private static let limits = FlagDocument.Limits.standard

    let arena: FlatArena
    let text: UnsafeBufferPointer<UInt8>
    private(set) var records: [FlagRecord] = []
    private(set) var index = FlagIndex(capacity: 0)
    private(set) var metadata = FlatValue.null
    private(set) var notes: [FlagNote] = []
    /// The number of notes that leave their flag usable.
    private var listedNotes = 0
    private var omittedNotes = 0
    /// The names that are written with escapes, with their offsets.
    private var escapedNames: [(name: UnsafePointer<UInt8>, offset: Int)] = []
    /// The sentences that say why flags are invalid.
    private(set) var sentences: [String] = []
    private(set) var program: RuleProgram

    /// Creates the contents of an empty document.
    init() {
        arena = FlatArena(blockSize: 64)
        text = UnsafeBufferPointer(start: nil, count: 0)
        program = Self.program(nodes: [.empty], path: [FlatString("")], bucketing: .v3, in: arena)
    }

    private static var isSigned: RemoteDocumentError {
        RemoteDocumentError(
            description: """
                this is a signed document in its envelope, which only a client with a verifier can open; \
                `toggles verify … --output FILE` extracts the document
                """
        )
    }

    /// Copies the text into an arena, which must outlive all values parsed from it.
    init(text: [UInt8]) throws(RemoteDocumentError) {
        guard text.count <= Self.limits.size else {
            // The largest envelopes are larger than the largest documents.
            if text.count <= Self.limits.envelopeSize, let json = try? JSONReader(maximumDepth: 2).value(from: text),
                case .object(let members) = json, members["payload"] != nil, members["signature"] != nil
            {
                throw Self.isSigned
            }
            throw RemoteDocumentError(
                description: "the document has \(text.count) bytes, more than the \(Self.limits.size) allowed"
            )
        }
        let arena = FlatArena(blockSize: 1 << 16)
        self.arena = arena
        self.text = text.withUnsafeBufferPointer { arena.copy($0) }
        program = Self.program(nodes: [.empty], path: [FlatString("")], bucketing: .v3, in: arena)
    }

    private static func program(
        nodes: [RuleNode],
        path: [FlatString],
        bucketing: Bucketing,
        in arena: FlatArena
    ) -> RuleProgram {
        nodes.withUnsafeBufferPointer { nodes in
            path.withUnsafeBufferPointer { path in
                RuleProgram(nodes: arena.copy(nodes), path: arena.copy(path), bucketing: bucketing)
            }
        }
    }

    /// Parses the whole document.
    mutating func read(bucketing: Bucketing?) throws(RemoteDocumentError) {
        let root = try readJSON()
        guard root.kind == .object else {
            throw RemoteDocumentError(
                description: "a flagd document must be an object with ‘flags’, not \(root.kindDescription)"
            )
        }
        guard let flags = root[FlatString("flags")], flags.kind == .object else {
            if root[FlatString("payload")] != nil, root[FlatString("signature")] != nil { throw Self.isSigned }
            throw RemoteDocumentError(
                description: "the document has no object ‘flags’; without flags, it is {\"flags\": {}}"
            )
        }
        guard flags.members.count <= Self.limits.flags else {
            throw RemoteDocumentError(
                description:
                    "the document has \(flags.members.count) flags, more than the \(Self.limits.flags) allowed"
            )
        }
        for member in root.members where member.name != FlatString("flags") && member.name != FlatString("$evaluators")
        {
            noteDepth(of: member, below: 1, flag: nil)
        }
        readMetadata(root)
        var compiler = RuleCompiler(
            arena: arena,
            bucketing: self.bucketing(bucketing),
            maximumDepth: Self.limits.depth,
            size: text.count,
            evaluators: root[FlatString("$evaluators")]?.members.count ?? 0
        )
        readEvaluators(root, into: &compiler)
        readFlags(flags, into: &compiler)
        compiler.nodes.append(.empty)
        compiler.path.append(FlatString(""))
        program = Self.program(
            nodes: compiler.nodes,
            path: compiler.path,
            bucketing: compiler.bucketing,
            in: arena
        )
        resolveConstantReferences()
        let omitted = omittedNotes + compiler.omittedProblems
        if omitted > 0 {
            notes.append(
                FlagNote(
                    flag: nil,
                    message: "\(omitted) more problems are not listed; fix these first",
                    offset: text.count
                )
            )
        }
    }

    private mutating func readJSON() throws(RemoteDocumentError) -> FlatValue {
        var reader = FlatReader(
            into: arena,
            maximumDepth: FlagDocument.Limits.bracketDepth,
            skipsDeeper: true,
            stringLength: Self.limits.stringLength
        )
        do throws(JSONSyntaxError) {
            let value = try reader.value(from: text)
            escapedNames = reader.escapedNames
            return value
        } catch {
            let reason =
                error.code == .tooDeep
                ? "arrays and objects are nested more than \(FlagDocument.Limits.bracketDepth) levels deep; flatten them"
                : error.clause
            let (line, column) = (error.location.line, error.location.column)
            throw RemoteDocumentError(description: "line \(line), column \(column): \(reason)")
        }
    }

    /// Notes a member that is nested too deeply but isn't needed for the evaluation.
    private mutating func noteDepth(of member: FlatMember, below level: Int, flag: Int?) {
        if isTooDeep(member, below: level) { note(Self.tooDeep(member.name), at: member.name, flag: flag) }
    }

    private func isTooDeep(_ member: FlatMember, below level: Int) -> Bool {
        level + Int(member.value.height) > Self.limits.depth
    }

    private static func tooDeep(_ name: FlatString) -> String {
        """
        arrays and objects in ‘\(name.text)’ are nested more than \(limits.depth) levels deep, counted from the root of \
        the document; flatten them
        """
    }

    /// Returns the problem of a variant that is nested too deeply: its name and the limit.
    private static func tooDeep(variants: FlatMember) -> RuleError {
        let variant = variants.value.members.first { levelsAroundVariant + Int($0.value.height) > limits.depth }
        guard let variant else { return RuleError(message: tooDeep(variants.name), place: variants.name) }
        return RuleError(
            message: """
                the value of the variant ‘\(variant.name.text)’ is nested more than \(limits.depth - levelsAroundVariant) levels \
                deep; flatten it
                """,
            place: variant.name
        )
    }

    /// The levels of the document, its flags, a flag, and its variants.
    private static let levelsAroundVariant = 4

    /// Returns the offset of a name, or 0 if it is not known.
    private func offset(of name: FlatString) -> Int {
        guard let start = name.start, let base = text.baseAddress else { return 0 }
        // The quote before the name.
        if start >= base, start < base + text.count { return max(0, start - base - 1) }
        return escapedNames.first { $0.name == start }?.offset ?? 0
    }

    /// Notes a problem that leaves the flag usable or concerns the whole document.
    ///
    /// A document may contain a hundred thousand of them.
    private mutating func note(_ message: @autoclosure () -> String, at name: FlatString, flag: Int?) {
        guard listedNotes < RuleCompiler.maximumProblems else {
            omittedNotes += 1
            return
        }
        listedNotes += 1
        add(message(), at: name, flag: flag)
    }

    private mutating func add(_ message: String, at name: FlatString, flag: Int?) {
        let known = offset(of: name)
        let fallback = flag.map { offset(of: records[$0].key) } ?? 0
        notes.append(FlagNote(flag: flag, message: message, offset: known > 0 ? known : fallback))
    }

    // MARK: Metadata

    private mutating func readMetadata(_ root: FlatValue) {
        guard let member = root.members.last(where: { $0.name == FlatString("metadata") }) else { return }
        metadata = readMetadata(member, flag: nil)
    }

    /// Returns the valid members: strings, numbers, and Booleans.
    private mutating func readMetadata(_ member: FlatMember, flag: Int?) -> FlatValue {
        guard member.value.kind == .object else {
            if member.value.kind != .null {
                note("‘metadata’ must be an object, not \(member.value.kindDescription)", at: member.name, flag: flag)
            }
            return .null
        }
        let members = member.value.members
        func isUsable(_ member: FlatMember) -> Bool {
            switch member.value.kind {
            case .null, .array, .object: false
            default: member.name.count > 0
            }
        }
        if members.allSatisfy(isUsable) { return member.value }
        for other in members where !isUsable(other) {
            note(Self.noteOnIgnoredMetadata(other), at: other.name, flag: flag)
        }
        return arena.object(members.filter(isUsable))
    }

    private static func noteOnIgnoredMetadata(_ member: FlatMember) -> String {
        guard member.name.count > 0 else { return "a metadata member is ignored because its name is empty; name it" }
        return """
            the metadata ‘\(member.name.text)’ is ignored because it is \(member.value.kindDescription); write a string, a \
            number, or a Boolean
            """
    }

    private mutating func bucketing(_ chosen: Bucketing?) -> Bucketing {
        if let chosen { return chosen }
        guard let member = metadata.members.last(where: { $0.name == FlatString("bucketing") }) else { return .v3 }
        if let bucketing = Bucketing(rawValue: String(decoding: member.value.bytes, as: UTF8.self)) { return bucketing }
        note("‘bucketing’ must be \"v2\" or \"v3\", not \(member.value.excerpt)", at: member.name, flag: nil)
        return .v3
    }

    // MARK: Rules

    private mutating func readEvaluators(_ root: FlatValue, into compiler: inout RuleCompiler) {
        guard let member = root.members.last(where: { $0.name == FlatString("$evaluators") }) else { return }
        guard member.value.kind == .object else {
            if member.value.kind != .null {
                note(
                    "‘$evaluators’ must be an object, not \(member.value.kindDescription)",
                    at: member.name,
                    flag: nil
                )
            }
            return
        }
        for evaluator in member.value.members { compiler.compileEvaluator(evaluator) }
        for problem in compiler.problems { note(problem.message, at: problem.place, flag: nil) }
    }

    // MARK: Flags

    private mutating func readFlags(_ flags: FlatValue, into compiler: inout RuleCompiler) {
        records.reserveCapacity(flags.members.count)
        index = FlagIndex(capacity: flags.members.count)
        for member in flags.members {
            let position = records.count
            if let first = index.insert(member.name, at: position, keyAt: { [records] in records[$0].key }) {
                markInvalid(at: first, "the flag is defined twice", place: member.name)
                continue
            }
            records.append(FlagRecord(key: member.name))
            do {
                try readFlag(member, at: position, into: &compiler)
            } catch {
                markInvalid(at: position, error.message, place: error.place)
                if error.isTooExpensive { records[position].outcome = FlagOutcome.failed }
            }
        }
    }

    private mutating func markInvalid(at position: Int, _ message: String, place: FlatString) {
        if records[position].problem < 0 || message == "the flag is defined twice" {
            add(message, at: place, flag: position)
            records[position].problem = Int32(sentences.count)
            sentences.append(message)
        }
        records[position].isDecided = true
        records[position].outcome = FlagOutcome.unusable
        records[position].rule = -1
    }

    private mutating func readFlag(
        _ member: FlatMember,
        at position: Int,
        into compiler: inout RuleCompiler
    ) throws(RuleError) {
        for other in member.value.members where isTooDeep(other, below: 3) {
            switch other.name {
            // The depth of rules is counted separately.
            case FlatString("targeting"): break
            case FlatString("variants"): throw Self.tooDeep(variants: other)
            default: noteDepth(of: other, below: 3, flag: position)
            }
        }
        let fields = try FlagFields(member, limits: Self.limits)
        records[position].variants = fields.variants
        if let metadata = fields.metadata { records[position].metadata = readMetadata(metadata, flag: position) }
        if fields.isDisabled {
            records[position].outcome = FlagOutcome.disabled
            return
        }
        if let name = fields.defaultVariant {
            records[position].defaultVariant = records[position].variant(named: name) ?? -1
        }
        records[position].outcome = records[position].outcome(of: .null)
        guard let targeting = fields.targeting else { return }
        let known = compiler.problems.count
        defer {
            for problem in compiler.problems[known...] { note(problem.message, at: problem.place, flag: position) }
        }
        let root = try compiler.compileRule(targeting, ofFlag: FlatValue(string: member.name.bytes))
        records[position].rule = Int32(root)
        let node = compiler.nodes[root]
        records[position].isDecided = node.operation == .constant
        if node.operation == .constant { records[position].outcome = records[position].outcome(of: node.value) }
        records[position].dependsOnContext = node.operation != .constant && compiler.dependencies.context
        records[position].dependsOnTime = node.operation != .constant && compiler.dependencies.time
    }

    /// Resolves rules that only refer to a constant rule.
    private mutating func resolveConstantReferences() {
        for position in records.indices where !records[position].isDecided {
            let node = program.nodes[Int(records[position].rule)]
            guard node.operation == .reference else { continue }
            let target = program.nodes[Int(node.first)]
            guard target.operation == .constant else { continue }
            records[position].isDecided = true
            records[position].outcome = records[position].outcome(of: target.value)
            records[position].rule = Int32(node.first)
        }
    }
}
