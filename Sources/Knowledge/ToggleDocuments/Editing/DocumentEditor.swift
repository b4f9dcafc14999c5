package import FeatureToggles
import ToggleManifest

/// An editor that adds definitions to the text of a remote document and preserves every other byte.
///
/// After each edit, the text is parsed again. If anything except the new definition has changed, the edit is rejected
/// and the text stays as it was.
package struct DocumentEditor: Sendable {
    /// The path in errors; no file is opened.
    package let path: String
    /// The current text.
    package private(set) var bytes: [UInt8]

    private var document: JSONDocument
    private var flags: Int

    /// Creates an editor for a text.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - path: The path in errors; no file is opened.
    /// - Throws: ``FlagOperationError`` if it isn't a document with flags by key.
    package init(_ bytes: [UInt8], path: String) throws(FlagOperationError) {
        self.path = path
        self.bytes = bytes
        (document, flags) = try Self.read(bytes, path: path)
    }

    private static func read(_ bytes: [UInt8], path: String) throws(FlagOperationError) -> (JSONDocument, Int) {
        let document: JSONDocument
        do throws(JSONSyntaxError) {
            document = try JSONReader().document(from: bytes)
        } catch {
            throw FlagOperationError("\(path):\(error.location.line): \(error.message)")
        }
        guard case .object(let root) = document.value, case .object? = root["flags"],
            let flags = document.index(of: "flags")
        else {
            throw FlagOperationError("\(path) is not a flagd document: it has no object ‘flags’ of flags by key")
        }
        return (document, flags)
    }

    /// The parameters in the order of the text.
    package var parameters: [String] { document.members(of: flags).map(\.name) }

    /// Returns the text of a definition, or `nil` if there is none.
    package func text(of parameter: String) -> [UInt8]? {
        document.members(of: flags).last { $0.name == parameter }.map { Array(bytes[$0.valueRange]) }
    }

    /// Adds a definition after the last one, with the same layout.
    ///
    /// - Parameters:
    ///   - parameter: The new parameter.
    ///   - definition: Its definition.
    /// - Throws: ``FlagOperationError`` if the parameter already exists.
    package mutating func add(_ parameter: String, _ definition: JSONValue) throws(FlagOperationError) {
        let members = document.members(of: flags)
        let isOneLine = members.last.map { !bytes[$0.valueRange].contains(0x0A) } ?? true
        let written = JSONWriter(isOneLine ? .oneLine : .pretty).text(definition)
        let margin = members.last.flatMap { self.margin(of: $0.nameRange.lowerBound) } ?? ""
        try insert(parameter, Array(written.replacingLineBreaks(with: lineBreak + margin).utf8), definition)
    }

    /// Adds a copy of another definition, byte for byte.
    ///
    /// - Parameters:
    ///   - parameter: The new parameter.
    ///   - other: The parameter whose definition is copied.
    /// - Throws: ``FlagOperationError`` if the parameter already exists, or the other one doesn't.
    package mutating func add(_ parameter: String, copying other: String) throws(FlagOperationError) {
        guard let text = self.text(of: other), let definition = try? JSONReader().value(from: text) else {
            throw FlagOperationError("\(path) has no parameter \(other.quoted)")
        }
        try insert(parameter, text, definition)
    }

    private mutating func insert(
        _ parameter: String,
        _ definition: [UInt8],
        _ value: JSONValue
    ) throws(FlagOperationError) {
        let members = document.members(of: flags)
        guard !members.contains(where: { $0.name == parameter }) else {
            throw FlagOperationError("\(path) already has the parameter \(parameter.quoted)")
        }
        let member = JSONWriter().bytes(.string(parameter)) + Array(": ".utf8) + definition
        let object = document.members[flags].valueRange
        var edited = bytes
        if let last = members.last {
            let separator = self.margin(of: last.nameRange.lowerBound).map { "," + lineBreak + $0 } ?? ", "
            edited.insert(contentsOf: Array(separator.utf8) + member, at: last.valueRange.upperBound)
        } else {
            let margin = self.margin(of: document.members[flags].nameRange.lowerBound)
            let (open, end) =
                margin.map { ("{" + lineBreak + $0 + $0.prefix(2), lineBreak + $0 + "}") } ?? ("{ ", " }")
            edited.replaceSubrange(object, with: Array(open.utf8) + member + Array(end.utf8))
        }
        let (document, flags) = try Self.read(edited, path: path)
        var expected = self.document.value
        if case .object(var root) = expected, case .object(var all)? = root["flags"] {
            all.members.append(JSONObject.Member(name: parameter, value: value))
            root["flags"] = .object(all)
            expected = .object(root)
        }
        guard document.value == expected else {
            throw FlagOperationError(
                "\(path) has a layout that cannot be edited; add \(parameter.quoted) by hand"
            )
        }
        (self.bytes, self.document, self.flags) = (edited, document, flags)
    }

    /// Returns the white space before an offset if nothing else precedes it on its line, otherwise `nil`.
    private func margin(of offset: Int) -> String? {
        let start = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let margin = bytes[start..<offset]
        guard start > 0, margin.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { return nil }
        return String(decoding: margin, as: UTF8.self)
    }

    private var lineBreak: String {
        guard let end = bytes.firstIndex(of: 0x0A), end > 0, bytes[end - 1] == 0x0D else { return "\n" }
        return "\r\n"
    }
}

extension String {
    fileprivate func replacingLineBreaks(with text: String) -> String {
        split(separator: "\n", omittingEmptySubsequences: false).joined(separator: text)
    }
}
