/// An error when reading or writing a file.
public struct GeneratorError: Error, Sendable, Hashable {
    /// The kind of error; more codes may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The manifest doesn't exist, isn't readable, or isn't a file.
        public static let unreadable = Code("unreadable")
        /// The generated source can't be written.
        public static let unwritable = Code("unwritable")

        /// The name of the code.
        public let description: String

        init(_ description: String) { self.description = description }
    }

    /// The kind of error.
    public let code: Code
    /// The file.
    public let path: String
    /// The system's error message.
    public let reason: String

    init(_ code: Code, path: String, reason: String) {
        self.code = code
        self.path = path
        self.reason = reason
    }
}

extension GeneratorError: CustomStringConvertible {
    /// A sentence with the file and the reason.
    public var description: String {
        switch code {
        case .unreadable: "cannot read \(path): \(reason)"
        default: "cannot write \(path): \(reason)"
        }
    }
}
