/// A remote document as it came.
public struct RemoteDocument: Sendable, Hashable {
    /// How a document is written.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// A flagd definition: rules, evaluated here.
        ///
        /// - SeeAlso: https://flagd.dev/reference/flag-definitions/
        case flagd
        /// The answer to an OFREP bulk evaluation: values with their reasons, evaluated elsewhere.
        ///
        /// - SeeAlso: https://openfeature.dev/specification/appendix-d/
        case ofrep
        /// An object of values by remote parameter, decided elsewhere.
        case values
    }

    /// The JSON text in UTF-8.
    public let text: [UInt8]
    /// What identifies this state of the document at its source, such as an ETag; compared, never interpreted.
    public let revision: String?
    /// How the text is written.
    public let format: Format

    /// Creates a document.
    public init(text: [UInt8], revision: String? = nil, format: Format = .flagd) {
        self.text = text
        self.revision = revision
        self.format = format
    }
}
