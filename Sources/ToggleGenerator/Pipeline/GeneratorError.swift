/// A file that could not be read or written.
public struct GeneratorError: Error, Sendable, Hashable {
    /// What went wrong; more codes may come.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The manifest is not there, may not be read, or is not a file.
        public static let unreadable = Code("unreadable")
        /// The generated source could not be written.
        public static let unwritable = Code("unwritable")

        /// The name of the code.
        public let description: String

        init(_ description: String) { self.description = description }
    }

    /// What went wrong.
    public let code: Code
    /// The file.
    public let path: String
    /// Why, in the system's words.
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
