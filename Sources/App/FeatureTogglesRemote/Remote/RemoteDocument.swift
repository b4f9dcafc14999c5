/// A remote document as received, which is verified and cached but can't be evaluated.
public struct RemoteDocument: Sendable, Hashable {
    /// The format of a document.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// A flagd definition, whose rules are evaluated in this process.
        ///
        /// - SeeAlso: https://flagd.dev/reference/flag-definitions/
        case flagd
        /// The response to an OFREP bulk evaluation: values with their reasons, evaluated elsewhere.
        ///
        /// - SeeAlso: https://openfeature.dev/specification/appendix-c/
        case ofrep
        /// An object of values by remote parameter, evaluated elsewhere.
        case values
    }

    /// The JSON text in UTF-8.
    public let text: [UInt8]
    /// A token that identifies this version of the document at its source, such as an ETag; it is compared, never
    /// interpreted.
    public let revision: String?
    /// The format of the text.
    public let format: Format
    /// Whether the source knows that this is its current document.
    ///
    /// If not, such as for the values that a service's SDK has kept since an earlier launch, the document's values have
    /// the reason `CACHED` until a fetch succeeds.
    public let isConfirmed: Bool

    /// Creates a document.
    public init(text: [UInt8], revision: String? = nil, format: Format = .flagd, isConfirmed: Bool = true) {
        self.text = text
        self.revision = revision
        self.format = format
        self.isConfirmed = isConfirmed
    }
}
