import ToggleBase
import ToggleDocuments

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
        guard let document = try? JSONReader().document(from: bytes), let flags = document.index(of: "flags") else {
            return nil
        }
        var result: [String: Parameter] = [:]
        for member in document.members(of: flags) {
            result[member.name] = parameter(Array(bytes[member.valueRange]))
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
