/// A remote document: flagd definitions by remote parameter.
///
/// A definition that cannot be used answers with an error for itself and never harms its neighbours. Only a text that is
/// no flagd document at all is refused as a whole.
///
/// - SeeAlso: https://flagd.dev/reference/flag-definitions/
public struct FlagDocument: Sendable {
    /// What a document may not exceed.
    ///
    /// A larger one is refused, and the one before stays in force.
    public struct Limits: Sendable, Hashable {
        /// The size of the text, in bytes.
        public let size: Int
        /// The number of flags.
        public let flags: Int
        /// The depth of nesting.
        public let depth: Int
        /// The length of a flag's key, in bytes of UTF-8.
        public let keyLength: Int
        /// The length of a string, in bytes of UTF-8.
        public let stringLength: Int

        /// The limits that client and tools share: 1 MiB, 5,000 flags, depth 16, keys of 256 bytes, strings of 64 KiB.
        public static let standard = Limits(
            size: 1 << 20,
            flags: 5_000,
            depth: 16,
            keyLength: 256,
            stringLength: 1 << 16
        )
    }

    /// Why a text is no usable document.
    public struct Refusal: Error, Sendable, Hashable, CustomStringConvertible {
        /// A sentence that says what is wrong and where.
        public let description: String
    }

    /// The definitions by remote parameter.
    public let flags: [String: FlagDefinition]

    /// Reads a document.
    ///
    /// - Parameter text: JSON in UTF-8.
    /// - Throws: ``Refusal`` when the text is not JSON, has no `flags` or exceeds a limit.
    /// - Complexity: O(*n*) in the size of the text.
    public init(text: [UInt8]) throws(Refusal) {
        let limits = Limits.standard
        guard text.count <= limits.size else {
            throw Refusal(description: "the document has \(text.count) bytes, more than the \(limits.size) allowed")
        }
        let root: JSONValue
        do {
            root = try JSONReader(maximumDepth: limits.depth).value(from: text)
        } catch {
            throw Refusal(description: error.description)
        }
        guard case .object(let members) = root else {
            throw Refusal(description: "a flagd document is an object with ‘flags’, this is \(root.kindDescription)")
        }
        guard case .object(let flags)? = members["flags"] else {
            throw Refusal(description: "the document has no object ‘flags’")
        }
        guard flags.members.count <= limits.flags else {
            throw Refusal(
                description: "the document has \(flags.members.count) flags, more than the \(limits.flags) allowed"
            )
        }
        var definitions: [String: FlagDefinition] = [:]
        definitions.reserveCapacity(flags.members.count)
        for member in flags.members {
            definitions[member.name] =
                if definitions[member.name] != nil {
                    .broken("the flag is defined twice")
                } else if member.name.utf8.count > limits.keyLength {
                    .broken("the flag's key has more than \(limits.keyLength) bytes")
                } else {
                    FlagDefinition(member.value, limits: limits)
                }
        }
        self.flags = definitions
    }

    /// A document without flags.
    public static let empty = FlagDocument()

    private init() {
        flags = [:]
    }
}
