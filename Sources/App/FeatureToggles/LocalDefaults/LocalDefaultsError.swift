#if OVERRIDES
import ToggleBase

/// Why a ``LocalDefaultsFile`` could not be read or changed.
///
/// Overrides that were read before remain valid, and the file is unchanged. To show the error, use ``description``: this
/// module doesn't use Foundation, so `localizedDescription` doesn't contain the message.
public struct LocalDefaultsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of an error.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The path is not a valid path of a file.
        public static let invalidPath = Code(rawValue: "invalid_path")
        /// The file can't be read.
        public static let unreadable = Code(rawValue: "unreadable")
        /// The file can't be written.
        public static let unwritable = Code(rawValue: "unwritable")
        /// Another process held the lock for too long.
        public static let locked = Code(rawValue: "locked")
        /// The file is larger than 16 MiB, or would become so.
        public static let tooLarge = Code(rawValue: "too_large")
        /// The file is not valid JSON, or doesn't have the structure of a local defaults file.
        public static let malformed = Code(rawValue: "malformed")
        /// The file has a version that this code must not write.
        public static let unsupportedVersion = Code(rawValue: "unsupported_version")
        /// The file is a JSON file with another purpose, which must not be written.
        public static let foreign = Code(rawValue: "foreign")
        /// The file can't represent the value, or not in a way that it is read back unchanged.
        public static let invalidValue = Code(rawValue: "invalid_value")
    }

    /// The kind of the error.
    public let code: Code
    /// The file or folder that caused the error.
    public let path: String
    /// The location of the error in the file.
    public let location: JSONLocation?
    /// A sentence that says what is wrong, why, and what to do or write instead.
    public let message: String

    init(_ code: Code, path: String, at location: JSONLocation? = nil, _ message: String) {
        self.code = code
        self.path = path
        self.location = location
        self.message = message
    }

    /// Returns the result of an access to a file, and converts its error.
    static func converting<Result>(
        _ access: () throws(DurableFileError) -> Result
    ) throws(LocalDefaultsError) -> Result {
        do throws(DurableFileError) {
            return try access()
        } catch {
            throw LocalDefaultsError(error)
        }
    }

    private init(_ error: DurableFileError) {
        code =
            switch error.code {
            case .invalidPath: .invalidPath
            case .unreadable: .unreadable
            case .unwritable: .unwritable
            case .locked: .locked
            case .tooLarge: .tooLarge
            }
        path = error.path
        location = nil
        message = error.message
    }

    /// The path, the line and column if known, and the message, in the format of compilers.
    public var description: String {
        guard let location else { return "\(path): \(message)" }
        return "\(path):\(location.line):\(location.column): \(message)"
    }
}
#endif
