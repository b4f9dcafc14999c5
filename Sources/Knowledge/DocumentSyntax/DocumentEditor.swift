package import ToggleBase
import ToggleManifest

/// An editor that adds and removes definitions in the text of a remote document and preserves every other byte.
///
/// After each edit, the text is parsed again. If anything except the definition has changed, the edit is rejected
/// and the text stays as it was.
package struct DocumentEditor: Sendable {
    /// The path in errors; no file is opened.
    package let path: String
    /// The current text.
    package private(set) var bytes: [UInt8]

    private var document: JSONDocument
    private var flags: LocatedMember

    /// Creates an editor for a text.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8. An empty one, and an object without members, become a document without flags.
    ///   - path: The path in errors; no file is opened.
    /// - Throws: ``FlagOperationError`` if it isn't a document with flags by key.
    package init(_ bytes: [UInt8], path: String) throws(FlagOperationError) {
        self.path = path
        let bytes = Self.isEmpty(bytes) ? Self.empty : bytes
        self.bytes = bytes
        (document, flags) = try Self.read(bytes, path: path)
    }

    /// The text of a document without flags.
    package static let empty = Array("{\n  \"flags\": {}\n}\n".utf8)

    /// Whether a text is empty, or an object without members, to which the first flag can be added.
    private static func isEmpty(_ bytes: [UInt8]) -> Bool {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let start = text.lazy.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.prefix(3)
        return start.isEmpty || start.elementsEqual("{}".utf8)
    }

    private static func read(_ bytes: [UInt8], path: String) throws(FlagOperationError) -> (JSONDocument, LocatedMember)
    {
        let document: JSONDocument
        do throws(JSONSyntaxError) {
            document = try JSONReader().document(from: bytes)
        } catch {
            throw FlagOperationError("\(path):\(error.location.line): \(error.message)")
        }
        guard let flags = document.root["flags"], flags.value.members != nil else {
            if document.root["payload"] != nil, document.root["signature"] != nil {
                throw FlagOperationError(
                    """
                    \(path) is a signed document in its envelope; change the document that was signed, or extract it with \
                    `toggles verify … --output FILE`
                    """
                )
            }
            throw FlagOperationError(
                "\(path) is not a flagd document: it has no object ‘flags’ of flags by key, as {\"flags\": {}} has"
            )
        }
        return (document, flags)
    }

    private var members: [LocatedMember] { flags.value.members ?? [] }

    /// The parameters in the order of the text.
    package var parameters: [String] { members.map(\.name) }

    /// Returns the text of a definition, or `nil` if there is none.
    package func text(of parameter: String) -> [UInt8]? {
        flags.value[parameter].map { Array(bytes[$0.value.range]) }
    }

    /// Adds a definition after the last one, with the same layout.
    ///
    /// - Parameters:
    ///   - parameter: The new parameter.
    ///   - definition: Its definition.
    /// - Throws: ``FlagOperationError`` if the parameter already exists.
    package mutating func add(_ parameter: String, _ definition: JSONValue) throws(FlagOperationError) {
        let (editor, last) = (JSONEditor(bytes), members.last)
        let isOneLine = last.map { !bytes[$0.value.range].contains(0x0A) } ?? true
        let margin = editor.lineBreak + (last.flatMap { editor.margin(of: $0.nameRange.lowerBound) } ?? [])
        let lines = JSONWriter(isOneLine ? .oneLine : .pretty).bytes(definition)
            .split(separator: 0x0A, omittingEmptySubsequences: false)
        try insert(parameter, Array(lines.joined(separator: margin)), definition)
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

    /// Removes a definition.
    ///
    /// - Parameter parameter: The parameter.
    /// - Throws: ``FlagOperationError`` if there is no such parameter.
    package mutating func remove(_ parameter: String) throws(FlagOperationError) {
        guard flags.value[parameter] != nil else {
            let question = Suggestion.question(for: parameter, in: parameters)
            throw FlagOperationError("\(path) has no parameter \(parameter.quoted)\(question)")
        }
        try apply([(parameter, nil)]) { $0[parameter] = nil }
    }

    private mutating func insert(
        _ parameter: String,
        _ definition: [UInt8],
        _ value: JSONValue
    ) throws(FlagOperationError) {
        guard flags.value[parameter] == nil else {
            throw FlagOperationError("\(path) already has the parameter \(parameter.quoted)")
        }
        try apply([(parameter, definition)]) { $0.members.append(JSONObject.Member(name: parameter, value: value)) }
    }

    private mutating func apply(
        _ changes: [(String, [UInt8]?)],
        expecting change: (inout JSONObject) -> Void
    ) throws(FlagOperationError) {
        let edited = JSONEditor(bytes)
            .edits(setting: changes, in: flags.value, named: flags.nameRange).applied(to: bytes)
        let (document, flags) = try Self.read(edited, path: path)
        var expected = self.document.value
        if case .object(var root) = expected, case .object(var all)? = root["flags"] {
            change(&all)
            root["flags"] = .object(all)
            expected = .object(root)
        }
        guard document.value == expected else {
            throw FlagOperationError(
                "\(path) has a layout that cannot be edited; edit \(changes.map(\.0).quotedList("and")) by hand"
            )
        }
        (self.bytes, self.document, self.flags) = (edited, document, flags)
    }
}
