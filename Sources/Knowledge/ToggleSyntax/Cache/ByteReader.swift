import ToggleBase
import ToggleLint
import ToggleManifest

/// Reads facts from bytes; damaged or missing data is `nil`.
struct ByteReader {
    private let bytes: [UInt8]
    private var position: Int
    private let end: Int

    /// Creates a reader of a range of bytes.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        let range = range.clamped(to: 0..<bytes.count)
        position = range.lowerBound
        end = range.upperBound
    }

    /// Whether all bytes have been read.
    var isAtEnd: Bool { position == end }

    mutating func number() -> UInt64? {
        guard end - position >= 8 else { return nil }
        defer { position += 8 }
        return bytes.withUnsafeBytes {
            UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        }
    }

    /// Reads the range of a block that is preceded by its length.
    mutating func block() -> Range<Int>? {
        guard let count = number(), count <= UInt64(end - position) else { return nil }
        defer { position += Int(count) }
        return position..<(position + Int(count))
    }

    mutating func text() -> String? {
        block().map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    mutating func hash() -> ContentDigest? {
        guard let first = number(), let second = number() else { return nil }
        return ContentDigest(first: first, second: second)
    }

    /// Reads a Boolean; `nil` if the data is damaged.
    private mutating func flag() -> Bool? {
        number().flatMap { $0 <= 1 ? $0 == 1 : nil }
    }

    /// Reads a count that fits into the remaining bytes.
    private mutating func count() -> Int? {
        number().flatMap { $0 <= UInt64(end - position) ? Int($0) : nil }
    }

    /// Reads an optional value: `nil` for damaged data, `.some(nil)` for no value.
    private mutating func optional<Value>(_ read: (inout ByteReader) -> Value?) -> Value?? {
        guard let isThere = flag() else { return nil }
        guard isThere else { return .some(nil) }
        return read(&self).map { .some($0) }
    }

    private mutating func list<Value>(_ read: (inout ByteReader) -> Value?) -> [Value]? {
        guard let count = count() else { return nil }
        var result: [Value] = []
        for _ in 0..<count {
            guard let value = read(&self) else { return nil }
            result.append(value)
        }
        return result
    }

    private mutating func texts() -> [String]? { list { $0.text() } }

    private mutating func location() -> SourceLocation? {
        guard let line = number(), let column = number(), let offset = number() else { return nil }
        return SourceLocation(line: Int(clamping: line), column: Int(clamping: column), offset: Int(clamping: offset))
    }

    private mutating func range() -> SourceRange? {
        guard let start = location(), let end = location() else { return nil }
        return SourceRange(start: start, end: end)
    }

    private mutating func callee() -> FileFacts.Callee? {
        guard let name = text(), let label = text() else { return nil }
        return FileFacts.Callee(name: name, label: label)
    }

    /// Reads the facts of a file.
    mutating func facts(path: String) -> FileFacts? {
        guard let uses = list({ $0.use(path: path) }), let suppressions = list({ $0.suppression(path: path) }),
            let problem = optional({ $0.problem(path: path) }),
            let signatures = list({ reader -> FileFacts.Signature? in
                guard let callee = reader.callee(), let type = reader.text() else { return nil }
                return FileFacts.Signature(callee: callee, type: type)
            }),
            let answers = list({ reader -> FileFacts.Answer? in
                guard let key = reader.text(), let source = reader.number(), let value = reader.optional({ $0.text() }),
                    let range = reader.range()
                else { return nil }
                let number = Int(clamping: source)
                return FileFacts.Answer(key: key, source: number, value: value.map { $0 == "true" }, range: range)
            }),
            let mirrors = texts()
        else { return nil }
        return FileFacts(
            uses: uses,
            suppressions: suppressions,
            problem: problem,
            signatures: signatures,
            answers: answers,
            mirrors: mirrors
        )
    }

    private mutating func problem(path: String) -> Diagnostic? {
        guard let message = text(), let range = range() else { return nil }
        return Diagnostic(.note, path: path, range: range, message: message)
    }

    private mutating func suppression(path: String) -> CodeSuppression? {
        guard let rules = texts(), let reason = optional({ $0.text() }), let misspelling = optional({ $0.text() }),
            let range = range(), let line = number()
        else { return nil }
        let lines = Int(clamping: line)...Int(clamping: line)
        return CodeSuppression(
            rules: rules,
            reason: reason,
            misspelling: misspelling,
            path: path,
            range: range,
            lines: lines
        )
    }

    private mutating func use(path: String) -> FileFacts.Use? {
        guard let target = texts().flatMap(Self.target), let kinds = texts(), kinds.count == 3,
            let form = ToggleUse.Form(rawValue: kinds[0]), let certainty = ToggleUse.Certainty(rawValue: kinds[1]),
            let place = ToggleUse.Place(rawValue: kinds[2]), let call = optional({ $0.text() }), let range = range(),
            let line = text(), let function = optional({ $0.text() }), let bodyPlace = optional({ $0.bodyPlace() }),
            let freeze = optional({ $0.text() }),
            let conditions = texts(), let condition = optional({ $0.condition() }),
            let callee = optional({ $0.callee() }),
            let types = texts(), let through = texts(), let table = optional({ $0.text() }),
            let isInMenu = flag(), let needsMirror = flag(), let base = optional({ $0.text() })
        else { return nil }
        let use = ToggleUse(
            target: target,
            form: form,
            certainty: certainty,
            place: place,
            call: call,
            path: path,
            range: range,
            line: line,
            function: function,
            bodyPlace: bodyPlace,
            condition: condition,
            freeze: freeze.flatMap(ToggleUse.Freeze.init),
            compilationConditions: conditions
        )
        return FileFacts.Use(
            use: use,
            callee: callee,
            types: types,
            through: through,
            table: table,
            isInMenu: isInMenu,
            needsMirror: needsMirror,
            base: base
        )
    }

    private static func target(_ words: [String]) -> ToggleUse.Target? {
        guard words.count == 2 else { return nil }
        switch words[0] {
        case "toggle": return .toggle(words[1])
        case "undeclared": return .undeclared(words[1])
        case "computed": return .computed
        default: return nil
        }
    }

    private mutating func bodyPlace() -> BodyPlace? {
        guard let body = number(),
            let branches = list({ reader -> BodyPlace.Branch? in
                guard let choice = reader.number(), let index = reader.number(), let leaves = reader.flag() else {
                    return nil
                }
                return BodyPlace.Branch(choice: Int(clamping: choice), index: Int(clamping: index), leaves: leaves)
            })
        else { return nil }
        return BodyPlace(body: Int(clamping: body), branches: branches)
    }

    private mutating func condition() -> ToggleCondition? {
        guard let isNegated = flag(), let constant = optional({ $0.text() }), let same = flag(),
            let enclosing = texts(),
            let on = optional({ $0.excerpt() }), let off = optional({ $0.excerpt() }), let partial = flag(),
            let release = flag()
        else { return nil }
        return ToggleCondition(
            isNegated: isNegated,
            constant: constant.map { $0 == "true" },
            hasSameBranches: same,
            enclosing: enclosing,
            whenOn: on,
            whenOff: off,
            isPartial: partial,
            meetsReleaseCondition: release
        )
    }

    private mutating func excerpt() -> CodeExcerpt? {
        guard let text = text(), let range = range() else { return nil }
        return CodeExcerpt(range: range, text: text)
    }
}
