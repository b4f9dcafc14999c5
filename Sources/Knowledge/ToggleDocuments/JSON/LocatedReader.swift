import FeatureToggles
import FeatureTogglesRemote
import ToggleBase

/// Parses JSON text into values with their locations.
///
/// The core's readers first check that the text is well formed. Anything malformed, or nested deeper than
/// ``maximumDepth``, becomes `null` here.
struct LocatedReader {
    /// The maximum depth of values that are read, much deeper than clients allow.
    static let maximumDepth = 200

    private let bytes: [UInt8]
    private let reader = JSONReader(maximumDepth: 1)
    private var position = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Parses a text.
    ///
    /// - Throws: The first syntax error in the text.
    static func read(_ bytes: [UInt8]) throws(JSONSyntaxError) -> LocatedValue {
        if !isWellFormed(bytes) { _ = try JSONReader(maximumDepth: maximumDepth).value(from: bytes) }
        var reader = LocatedReader(bytes)
        if bytes.starts(with: Findings.byteOrderMark) { reader.position = Findings.byteOrderMark.count }
        return reader.value()
    }

    /// Parses a text; the commas before closing brackets are ignored if it is an update policy, as in apps.
    ///
    /// - Returns: The value, and the offsets of these commas.
    /// - Throws: The first syntax error in the text.
    static func readPolicyOrDocument(_ bytes: [UInt8]) throws(JSONSyntaxError) -> (root: LocatedValue, commas: [Int]) {
        do throws(JSONSyntaxError) {
            return (try read(bytes), [])
        } catch {
            guard error.code == .trailingComma else { throw error }
            let commas = TrailingCommas.offsets(in: bytes)
            let root = try read(TrailingCommas.blanked(commas, in: bytes))
            guard root.isUpdatePolicy else { throw error }
            return (root, commas)
        }
    }

    /// Returns whether a text is JSON, at any depth.
    private static func isWellFormed(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            let arena = FlatArena(blockSize: 1 << 16)
            var parser = FlatParser(bytes, into: arena, maximumDepth: maximumDepth, skipsDeeper: true)
            return withExtendedLifetime(arena) { parser.parse() != nil }
        }
    }

    /// Skips an array or an object that is nested too deeply.
    private mutating func skip() {
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                _ = string()
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            position += 1
            if depth == 0 { return }
        }
    }

    private mutating func value(depth: Int = 0) -> LocatedValue {
        skipWhitespace()
        let start = position
        guard start < bytes.count else { return LocatedValue(content: .null, range: start..<start) }
        let content: LocatedValue.Content
        switch bytes[start] {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if depth >= Self.maximumDepth {
                skip()
                content = .null
            } else {
                content =
                    bytes[start] == UInt8(ascii: "{") ? .object(members(depth: depth)) : .array(elements(depth: depth))
            }
        case UInt8(ascii: "\""): content = .string(string())
        default: content = word()
        }
        return LocatedValue(content: content, range: start..<position)
    }

    private mutating func members(depth: Int) -> [LocatedMember] {
        position += 1
        var result: [LocatedMember] = []
        while let byte = next(), byte == UInt8(ascii: "\"") {
            let start = position
            let name = string()
            let range = start..<position
            skipWhitespace()
            position += 1
            result.append(LocatedMember(name: name, nameRange: range, value: value(depth: depth + 1)))
            skipSeparator()
        }
        position += 1
        return result
    }

    private mutating func elements(depth: Int) -> [LocatedValue] {
        position += 1
        var result: [LocatedValue] = []
        while let byte = next(), byte != UInt8(ascii: "]") {
            result.append(value(depth: depth + 1))
            skipSeparator()
        }
        position += 1
        return result
    }

    private mutating func string() -> String {
        let start = position
        var hasEscapes = false
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            if bytes[position] == UInt8(ascii: "\\") {
                hasEscapes = true
                position += 1
            }
            position += 1
        }
        position = min(position + 1, bytes.count)
        if hasEscapes, case .string(let text)? = try? reader.value(from: Array(bytes[start..<position])) { return text }
        return String(decoding: bytes[(start + 1)..<max(start + 1, position - 1)], as: UTF8.self)
    }

    private mutating func word() -> LocatedValue.Content {
        let start = position
        while position < bytes.count, !Self.delimiters.contains(bytes[position]) { position += 1 }
        // Always advances, so that the loop ends.
        if position == start { position += 1 }
        switch try? reader.value(from: Array(bytes[start..<position])) {
        case .bool(let flag)?: return .bool(flag)
        case .integer(let integer)?: return .integer(integer)
        case .number(let number)?: return .number(number)
        default: return .null
        }
    }

    private static let delimiters: Set<UInt8> = Set(",]} \n\r\t".utf8)

    private mutating func next() -> UInt8? {
        skipWhitespace()
        return position < bytes.count ? bytes[position] : nil
    }

    private mutating func skipSeparator() {
        if next() == UInt8(ascii: ",") { position += 1 }
    }

    private mutating func skipWhitespace() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
            default: return
            }
        }
    }
}
