#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The error of a failed system call.
package struct SystemError: Error, Hashable, CustomStringConvertible {
    /// The value of `errno`.
    package let code: Int32

    package init(_ code: Int32) {
        self.code = code
    }

    /// Whether access was denied, by permissions (EACCES) or by a sandbox (EPERM).
    package var isDenial: Bool { code == EACCES || code == EPERM }

    /// Whether nothing exists at a path.
    package var isAbsence: Bool { code == ENOENT || code == ENOTDIR || code == ELOOP }

    /// The error of the call that just failed on this thread.
    package static var last: SystemError { SystemError(errno) }

    /// The system's message and the number, such as "No space left on device (errno 28)".
    package var description: String {
        guard let text = strerror(code) else { return "errno \(code)" }
        return "\(String(cString: text)) (errno \(code))"
    }
}
