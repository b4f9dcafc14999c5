#if OVERRIDES
import ToggleBase

/// Why a ``LocalDefaultsFile`` could not be read or changed.
///
/// Overrides that were read before remain valid, and the file is unchanged. To show the error, use ``description``: this
/// module doesn't use Foundation, so `localizedDescription` doesn't contain the message.
public struct LocalDefaultsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of an error.
    package struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        package let rawValue: String

        /// Creates a code from its name.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The path is not a valid path of a file.
        package static let invalidPath = Code(rawValue: "invalid_path")
        /// The file can't be read.
        package static let unreadable = Code(rawValue: "unreadable")
        /// The file can't be written.
        package static let unwritable = Code(rawValue: "unwritable")
        /// Another process held the lock for too long.
        package static let locked = Code(rawValue: "locked")
        /// The file is larger than ``LocalDefaultsFile/maximumSize``, or would become so.
        package static let tooLarge = Code(rawValue: "too_large")
        /// The file is not valid JSON, or doesn't have the structure of a local defaults file.
        package static let malformed = Code(rawValue: "malformed")
        /// The file has a version that this code must not write.
        package static let unsupportedVersion = Code(rawValue: "unsupported_version")
        /// The file is a JSON file with another purpose, which must not be written.
        package static let foreign = Code(rawValue: "foreign")
        /// The file can't represent the value, or not in a way that it is read back unchanged.
        package static let invalidValue = Code(rawValue: "invalid_value")
    }

    /// The kind of the error.
    package let code: Code
    /// The file or folder that caused the error.
    public let path: String
    /// The system's error number, if a system call failed.
    package let systemErrorNumber: Int32?
    /// The location of the error in the file.
    public let location: JSONLocation?
    /// A sentence that says what is wrong, why, and what to do or write instead.
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

    /// The path, the line and column if known, and the message, in the format of compilers.
    public var description: String {
        guard let location else { return "\(path): \(message)" }
        return "\(path):\(location.line):\(location.column): \(message)"
    }
}
#endif
