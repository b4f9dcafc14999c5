import ToggleBase

/// Parses the revisions of a remote document one after the other.
struct DocumentRevisions {
    /// A parameter's definition: its text, and the values that users get from it.
    struct Parameter {
        let text: [UInt8]
        /// The value that all users get.
        let value: String?
        /// The values that users get, if they aren't the same for all.
        let answers: FlagAnswers?
    }

    /// The text that turns one definition into a document.
    private static let opening = Array(#"{"flags":{"parameter":"#.utf8)
    private static let closing = Array("}}".utf8)

    private var parameters: [[UInt8]: Parameter] = [:]

    /// Returns the parameters of a revision by key; `nil` if it isn't a document.
    mutating func parameters(of bytes: [UInt8]) -> [String: Parameter]? {
        guard let flags = (try? JSONReader().document(from: bytes))?.root["flags"] else { return nil }
        var result: [String: Parameter] = [:]
        for member in flags.value.members ?? [] {
            result[member.name] = parameter(Array(bytes[member.value.range]))
        }
        return result
    }

    private mutating func parameter(_ text: [UInt8]) -> Parameter {
        if let known = parameters[text] { return known }
        let outline = DocumentOutline(Self.opening + text + Self.closing)?.parameters.first
        let value = outline?.valueForAllUsers.map { JSONWriter().text($0) }
        let parameter = Parameter(text: text, value: value, answers: value == nil ? outline?.answers : nil)
        parameters[text] = parameter
        return parameter
    }
}
