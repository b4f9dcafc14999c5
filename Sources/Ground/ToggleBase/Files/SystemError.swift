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

    /// The system's message, such as "No space left on device".
    package var message: String {
        guard let text = strerror(code) else { return "errno \(code)" }
        return String(cString: text)
    }

    /// The system's message and the number, such as "No space left on device (errno 28)".
    package var description: String { "\(message) (errno \(code))" }
}

/// The errors that callers handle, with the names that swift-system uses.
extension SystemError {
    package static var badFileDescriptor: SystemError { SystemError(EBADF) }
    package static var brokenPipe: SystemError { SystemError(EPIPE) }
    package static var fileExists: SystemError { SystemError(EEXIST) }
    package static var invalidArgument: SystemError { SystemError(EINVAL) }
    package static var ioError: SystemError { SystemError(EIO) }
    package static var isDirectory: SystemError { SystemError(EISDIR) }
    package static var noSuchFileOrDirectory: SystemError { SystemError(ENOENT) }
    package static var resourceBusy: SystemError { SystemError(EBUSY) }
    package static var tooManySymbolicLinkLevels: SystemError { SystemError(ELOOP) }
    package static var wouldBlock: SystemError { SystemError(EWOULDBLOCK) }

    /// Whether the file system can't make the names in a folder durable.
    var isUnsupportedSynchronization: Bool { code == EINVAL || code == ENOTSUP }

    /// Whether the file system can't give a file another name.
    var isUnsupportedLink: Bool { code == EPERM || code == ENOTSUP || code == EMLINK }

    /// What to do if a file can't be used, as a sentence after a space; empty if there is no advice.
    package var fileAdvice: String {
        switch code {
        case ENOSPC, EDQUOT: " Free some space and try again; the file is unchanged."
        case EROFS: " The volume is read-only; choose a path on another one."
        case EACCES, EPERM: " Check the permissions of the file and of its folders."
        case ENAMETOOLONG: " Choose a shorter path."
        case ENOTDIR: " Part of the path is a file; choose another path."
        case ELOOP: " The path is a symbolic link that points to itself or to too many other links."
        case EISDIR: " The path is a folder; name a file."
        default: ""
        }
    }

    /// What to do if a file can't be watched, as a sentence.
    var watchingAdvice: String {
        switch code {
        case EMFILE:
            #if os(Linux) || os(Android)
            "Raise fs.inotify.max_user_instances or the number of open files, or close programs that use them."
            #else
            "Raise the number of open files."
            #endif
        case ENFILE: "The system has no more open files."
        case ENOSPC: "Raise fs.inotify.max_user_watches, or close programs that use them."
        case EACCES, EPERM: "The folder must be readable to be watched."
        default: "Changes may go unnoticed."
        }
    }
}
