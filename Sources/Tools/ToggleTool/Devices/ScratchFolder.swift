import ToggleBase

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A folder for copies of a device's files, which is removed when the process exits or is interrupted.
///
/// Only its user can read it. The next process of this user removes the folders of processes that were killed.
package final class ScratchFolder: Sendable {
    private static let prefix = "toggles-device-"
    /// The folders to remove at the exit of the process, with their numbers for a signal.
    private static let remaining = Mutex<[String: Int]>([:])
    private static let removesAtExit: Void = {
        atexit { ScratchFolder.removeRemaining() }
    }()

    /// The absolute path.
    package let path: String

    /// Creates a folder.
    ///
    /// - Throws: ``DeviceError`` if it can't be created.
    package init() throws(DeviceError) {
        let parent = PathText.absolute(ProcessEnvironment.value("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp")
        Self.sweep(parent)
        let random = String(UInt64.random(in: .min ... .max), radix: 16)
        path = PathText.joined(parent, "\(Self.prefix)\(ProcessEnvironment.processID)-\(random)")
        let number = EndingSignals.add { [path] in POSIXFileSystem().removePrivateFolder(path) }
        guard mkdir(path, 0o700) == 0 else {
            EndingSignals.remove(number)
            throw DeviceError(.failed, "The folder ‘\(path)’ can't be created: \(SystemError(errno).message).")
        }
        _ = Self.removesAtExit
        Self.remaining.withLock { $0[path] = number }
    }

    deinit { remove() }

    /// Removes the folder, before the signal that ends a console has its usual effect.
    package func remove() {
        POSIXFileSystem().removePrivateFolder(path)
        if let number = Self.remaining.withLock({ $0.removeValue(forKey: path) }) { EndingSignals.remove(number) }
    }

    private static func removeRemaining() {
        for path in remaining.withLock({ Array($0.keys) }) { POSIXFileSystem().removePrivateFolder(path) }
    }

    /// Removes the folders of processes that were killed.
    private static func sweep(_ parent: String) {
        for name in DurableFile.names(inFolder: parent) where name.hasPrefix(prefix) {
            let process = name.dropFirst(prefix.count).prefix { $0 != "-" }
            guard let process = Int32(process), process > 0, ProcessEnvironment.hasEnded(process) else { continue }
            POSIXFileSystem().removePrivateFolder(PathText.joined(parent, name))
        }
    }
}
