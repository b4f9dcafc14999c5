#if !RELEASE || InternalBuild
/// Why a ``LocalDefaultsFile`` could not be read or changed.
///
/// What was read before stays valid; the file is as it was.
public struct LocalDefaultsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of thing went wrong.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The word.
        public let rawValue: String

        /// Creates a code from its word.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The path cannot name a file.
        public static let invalidPath = Code(rawValue: "invalid_path")
        /// The file cannot be read.
        public static let unreadable = Code(rawValue: "unreadable")
        /// The file cannot be written.
        public static let unwritable = Code(rawValue: "unwritable")
        /// Another process holds the lock for too long.
        public static let locked = Code(rawValue: "locked")
        /// The file is larger than ``LocalDefaultsFile/maximumSize``, or would be.
        public static let tooLarge = Code(rawValue: "too_large")
        /// The file is not JSON, or not of the shape of a local defaults file.
        public static let malformed = Code(rawValue: "malformed")
        /// The file is of a version that this code must not write.
        public static let unsupportedVersion = Code(rawValue: "unsupported_version")
        /// A value that the file cannot hold, or not so that it reads back the same.
        public static let invalidValue = Code(rawValue: "invalid_value")
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// The file or folder that it is about.
    public let path: String
    /// The system's error number, if it was asked.
    public let systemErrorNumber: Int32?
    /// Where in the file it is.
    public let location: JSONLocation?
    /// A sentence that says what, why, and what to do or write instead.
    public let message: String

    init(_ code: Code, path: String, at location: JSONLocation? = nil, _ message: String) {
        self.code = code
        self.path = path
        self.location = location
        self.message = message
        systemErrorNumber = nil
    }

    init(_ error: DurableFileError) {
        code =
            switch error.kind {
            case .invalidPath: .invalidPath
            case .unreadable: .unreadable
            case .unwritable: .unwritable
            case .locked: .locked
            case .tooLarge: .tooLarge
            }
        path = error.path
        systemErrorNumber = error.systemError?.code
        location = nil
        message = error.message
    }

    /// The path with line and column, where there are, and the sentence, as compilers write them.
    public var description: String {
        guard let location else { return "\(path): \(message)" }
        return "\(path):\(location.line):\(location.column): \(message)"
    }
}
#endif
