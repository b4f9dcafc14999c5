/// The state of parsing a JSON text.
///
/// The parser recurses once per nesting level, up to the depth limit. ``JSONReader`` is the entry point.
package struct JSONParser {
    /// The information to collect in addition to the value.
    package struct Options {
        var maximumDepth: Int
        var roundsIntegers: Bool
        var spanDepth: Int
        var findsDuplicates: Bool
        /// Receives the members of one large object, which the document then doesn't contain; requires a span depth.
        var skimmer: (any JSONSkimmer)?

        package init(
            maximumDepth: Int,
            roundsIntegers: Bool = true,
            spanDepth: Int = 0,
            findsDuplicates: Bool = false,
            skimmer: (any JSONSkimmer)? = nil
        ) {
            self.maximumDepth = maximumDepth
            self.roundsIntegers = roundsIntegers
            self.spanDepth = spanDepth
            self.findsDuplicates = findsDuplicates
            self.skimmer = skimmer
        }
    }

    /// Whether to record the positions of an object's members, and under which parent.
    enum PositionRecording {
        /// The positions aren't recorded.
        case none
        /// The positions are recorded as those of members of the member at an index, or of the outermost object.
        case children(of: Int?)
    }

    package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    let input: UnsafeBufferPointer<UInt8>
    let options: Options
    package var position = 0
    var members: [JSONDocument.Member] = []
    var duplicates: [JSONDocument.DuplicateName] = []
    private var path: [String] = []

    package init(_ input: UnsafeBufferPointer<UInt8>, options: Options) {
        self.input = input
        self.options = options
    }

    /// The byte at the position, or `nil` at the end.
    @inline(__always)
    var current: UInt8? {
        position < input.count ? input[position] : nil
    }

    @inline(__always)
    mutating func skipWhitespace() {
        while position < input.count {
            switch input[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
            default: return
            }
        }
    }

    mutating func parseDocument() throws(JSONSyntaxError) -> (value: JSONValue, range: Range<Int>) {
        if input.starts(with: Self.byteOrderMark) {
            position = Self.byteOrderMark.count
        }
        skipWhitespace()
        if current == nil {
            throw failure(.emptyInput, at: position, "The text is empty; write a value, for example {}.")
        }
        let start = position
        let value = try parseValue(depth: 0, recording: options.spanDepth > 0 ? .children(of: nil) : .none)
        let end = position
        skipWhitespace()
        if current != nil {
            throw trailingContent()
        }
        return (value, start..<end)
    }

    /// Parses the value at the position, which is not whitespace.
    mutating func parseValue(depth: Int, recording: PositionRecording) throws(JSONSyntaxError) -> JSONValue {
        switch current {
        case UInt8(ascii: "\""):
            return .string(try parseString())
        case UInt8(ascii: "{"):
            return .object(JSONObject(try parseObject(depth: depth + 1, recording: recording)))
        case UInt8(ascii: "["):
            return .array(try parseArray(depth: depth + 1))
        case UInt8(ascii: "t") where skip("true"):
            return .bool(true)
        case UInt8(ascii: "f") where skip("false"):
            return .bool(false)
        case UInt8(ascii: "n") where skip("null"):
            return .null
        case UInt8(ascii: "-")?, (UInt8(ascii: "0")...UInt8(ascii: "9"))?:
            return try parseNumber()
        default:
            throw noValue()
        }
    }

    /// Skips a word if it is at the position and no other word character follows.
    private mutating func skip(_ word: StaticString) -> Bool {
        let end = position + word.utf8CodeUnitCount
        guard end <= input.count else { return false }
        for index in 0..<word.utf8CodeUnitCount where input[position + index] != word.utf8Start[index] {
            return false
        }
        if end < input.count, Self.isWordByte(input[end]) { return false }
        position = end
        return true
    }

    static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }

    private mutating func parseArray(depth: Int) throws(JSONSyntaxError) -> [JSONValue] {
        let start = position
        try checkDepth(depth)
        position += 1
        var elements: [JSONValue] = []
        skipWhitespace()
        if current == UInt8(ascii: "]") {
            position += 1
            return elements
        }
        while true {
            if current == nil { throw unexpectedEnd(of: "array", openedAt: start) }
            if options.findsDuplicates { path.append(String(elements.count)) }
            elements.append(try parseValue(depth: depth, recording: .none))
            if options.findsDuplicates { path.removeLast() }
            skipWhitespace()
            switch current {
            case UInt8(ascii: ","):
                let comma = position
                position += 1
                skipWhitespace()
                if current == UInt8(ascii: "]") { throw trailingComma(at: comma, closing: "]") }
            case UInt8(ascii: "]"):
                position += 1
                return elements
            default:
                throw noSeparator(in: "array", openedAt: start, closing: "]")
            }
        }
    }

    private mutating func parseObject(
        depth: Int,
        recording: PositionRecording
    ) throws(JSONSyntaxError) -> [JSONObject.Member] {
        var result: [JSONObject.Member] = []
        var names = JSONNameSet()
        try parseMembers(depth: depth) { (parser, start, name, nameRange) throws(JSONSyntaxError) in
            if parser.options.findsDuplicates, !names.insert(name, existing: result) {
                parser.duplicates.append(
                    JSONDocument.DuplicateName(path: parser.path, name: name, offset: nameRange.lowerBound)
                )
            }
            try parser.enterValue(of: name, in: start)
            let value = try parser.parseMember(named: name, nameRange: nameRange, depth: depth, recording: recording)
            result.append(JSONObject.Member(name: name, value: value))
        }
        return result
    }

    /// Parses an object and passes its members to a skimmer, without storing them.
    private mutating func skimObject(depth: Int, _ skimmer: any JSONSkimmer) throws(JSONSyntaxError) {
        skimmer.begin()
        try parseMembers(depth: depth) { (parser, start, name, nameRange) throws(JSONSyntaxError) in
            skimmer.name(name, at: nameRange)
            try parser.enterValue(of: name, in: start)
            if parser.options.findsDuplicates { parser.path.append(name) }
            let valueStart = parser.position
            if parser.current == UInt8(ascii: "\"") {
                try parser.skipString()
            } else {
                _ = try parser.parseValue(depth: depth, recording: .none)
            }
            skimmer.value(at: valueStart..<parser.position)
            if parser.options.findsDuplicates { parser.path.removeLast() }
        }
    }

    /// Advances from the end of a name to the value.
    @inline(__always)
    private mutating func enterValue(of name: String, in start: Int) throws(JSONSyntaxError) {
        skipWhitespace()
        guard current == UInt8(ascii: ":") else { throw noColon(after: name, in: start) }
        position += 1
        skipWhitespace()
        if current == nil { throw unexpectedEnd(of: "object", openedAt: start) }
    }

    /// Parses an object member by member.
    ///
    /// - Parameters:
    ///   - depth: The depth of the object.
    ///   - member: Receives the start of the object and each name, and parses the text after it up to the end of the
    ///     value.
    /// - Throws: The first error in the object.
    @inline(__always)
    private mutating func parseMembers(
        depth: Int,
        _ member: (inout JSONParser, Int, String, Range<Int>) throws(JSONSyntaxError) -> Void
    ) throws(JSONSyntaxError) {
        let start = position
        try checkDepth(depth)
        position += 1
        skipWhitespace()
        if current == UInt8(ascii: "}") {
            position += 1
            return
        }
        while true {
            guard current == UInt8(ascii: "\"") else { throw noName(in: start) }
            let nameStart = position
            let name = try parseString()
            try member(&self, start, name, nameStart..<position)
            skipWhitespace()
            switch current {
            case UInt8(ascii: ","):
                let comma = position
                position += 1
                skipWhitespace()
                if current == UInt8(ascii: "}") { throw trailingComma(at: comma, closing: "}") }
            case UInt8(ascii: "}"):
                position += 1
                return
            default:
                throw noSeparator(in: "object", openedAt: start, closing: "}")
            }
        }
    }

    /// Parses the value of a member, and records its position.
    @inline(__always)
    private mutating func parseMember(
        named name: String,
        nameRange: Range<Int>,
        depth: Int,
        recording: PositionRecording
    ) throws(JSONSyntaxError) -> JSONValue {
        if options.findsDuplicates { path.append(name) }
        var memberIndex: Int?
        if case .children(let parent) = recording {
            memberIndex = members.count
            members.append(
                JSONDocument.Member(
                    name: name,
                    parent: parent,
                    nameRange: nameRange,
                    valueRange: position..<position
                )
            )
        }
        let start = position
        let value: JSONValue
        if let memberIndex {
            if depth == 1, current == UInt8(ascii: "{"), let skimmer = options.skimmer, skimmer.isWanted(name) {
                try skimObject(depth: depth + 1, skimmer)
                value = .object(JSONObject())
            } else {
                value = try parseValue(
                    depth: depth,
                    recording: depth < options.spanDepth ? .children(of: memberIndex) : .none
                )
            }
            members[memberIndex].valueRange = start..<position
        } else {
            value = try parseValue(depth: depth, recording: .none)
        }
        if options.findsDuplicates { path.removeLast() }
        return value
    }

    private func checkDepth(_ depth: Int) throws(JSONSyntaxError) {
        if depth > options.maximumDepth {
            throw failure(
                .tooDeep,
                at: position,
                "Arrays and objects are nested more than \(options.maximumDepth) levels deep; flatten them."
            )
        }
    }
}

/// The names found so far in an object.
///
/// A few names are compared one by one, which is faster than hashing; many are stored in a set.
private struct JSONNameSet {
    private static let fewNames = 8
    private var names: Set<String> = []

    /// Adds a name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - existing: The previous members.
    /// - Returns: Whether the name is new.
    mutating func insert(_ name: String, existing: [JSONObject.Member]) -> Bool {
        if existing.count < Self.fewNames {
            return !existing.contains { $0.name == name }
        }
        if names.isEmpty {
            names = Set(existing.map(\.name))
        }
        return names.insert(name).inserted
    }
}
