package import ToggleBase

/// A property list in the old text format, which `simctl listapps` prints.
///
/// ```
/// { "com.example.shop" = { CFBundleName = Shop; SBAppTags = ( ); }; }
/// ```
package struct PropertyListText {
    /// The error of a text that isn't a property list.
    package struct SyntaxError: Error {}

    private static let maximumDepth = 64

    private let bytes: [UInt8]
    private var index = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Parses a text.
    ///
    /// - Parameter bytes: The text in UTF-8.
    /// - Returns: Dictionaries as objects, arrays, and texts; data is returned as its digits.
    /// - Throws: ``SyntaxError``.
    /// - Complexity: O(*n*) in the size of the text.
    package static func value(from bytes: [UInt8]) throws(SyntaxError) -> JSONValue {
        var parser = PropertyListText(bytes)
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.index == bytes.count else { throw SyntaxError() }
        return value
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte <= UInt8(ascii: " ") { index += 1 }
    }

    /// Skips white space and a character, if it is next.
    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func value(depth: Int) throws(SyntaxError) -> JSONValue {
        guard depth < Self.maximumDepth else { throw SyntaxError() }
        if skip("{") { return try object(depth: depth) }
        if skip("(") { return try array(depth: depth) }
        if skip("<") { return .string(try digits()) }
        return .string(try text())
    }

    private mutating func object(depth: Int) throws(SyntaxError) -> JSONValue {
        var members: [JSONObject.Member] = []
        while !skip("}") {
            let name = try text()
            guard skip("=") else { throw SyntaxError() }
            members.append(JSONObject.Member(name: name, value: try value(depth: depth + 1)))
            guard skip(";") else { throw SyntaxError() }
        }
        return .object(JSONObject(members))
    }

    private mutating func array(depth: Int) throws(SyntaxError) -> JSONValue {
        var elements: [JSONValue] = []
        while !skip(")") {
            elements.append(try value(depth: depth + 1))
            if skip(",") { continue }
            guard skip(")") else { throw SyntaxError() }
            break
        }
        return .array(elements)
    }

    private mutating func digits() throws(SyntaxError) -> String {
        let start = index
        while let byte = next, byte != UInt8(ascii: ">") { index += 1 }
        guard next != nil else { throw SyntaxError() }
        defer { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func text() throws(SyntaxError) -> String {
        if skip("\"") { return try quotedText() }
        skipSpace()
        let start = index
        while let byte = next, byte > UInt8(ascii: " "), !"{}()<>=;,\"".utf8.contains(byte) { index += 1 }
        guard index > start else { throw SyntaxError() }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func quotedText() throws(SyntaxError) -> String {
        var text: [UInt8] = []
        var units: [UInt16] = []
        // Escapes are UTF-16, so two of them can form one character.
        func endUnits(_ units: inout [UInt16], _ text: inout [UInt8]) {
            text += Array(String(decoding: units, as: UTF16.self).utf8)
            units = []
        }
        while let byte = next {
            index += 1
            if byte == UInt8(ascii: "\"") {
                endUnits(&units, &text)
                return String(decoding: text, as: UTF8.self)
            }
            guard byte == UInt8(ascii: "\\") else {
                endUnits(&units, &text)
                text.append(byte)
                continue
            }
            guard let escaped = next else { break }
            index += 1
            if escaped == UInt8(ascii: "U") || escaped == UInt8(ascii: "u") {
                let digits = bytes[index...].prefix(4)
                guard digits.count == 4, let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16) else {
                    throw SyntaxError()
                }
                index += 4
                units.append(unit)
                continue
            }
            endUnits(&units, &text)
            switch escaped {
            case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
            case UInt8(ascii: "r"): text.append(UInt8(ascii: "\r"))
            default: text.append(escaped)
            }
        }
        throw SyntaxError()
    }
}
