#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// This process, its environment, and its user.
package enum ProcessEnvironment {
    /// All variables by name.
    package static var current: [String: String] {
        var result: [String: String] = [:]
        guard var entry = block else { return result }
        while let text = entry.pointee {
            let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { result[String(pair[0])] = String(pair[1]) }
            entry += 1
        }
        return result
    }

    /// Returns the value of a variable, or `nil` if it isn't set.
    package static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// The identifier of this process.
    package static var processID: Int32 { getpid() }

    /// Returns whether there is no process with an identifier, of any user.
    package static func hasEnded(_ processID: Int32) -> Bool { kill(processID, 0) != 0 && errno == ESRCH }

    /// The effective user of this process.
    static var userID: UInt32 { geteuid() }

    /// The number of processors that can be used, at least 1.
    package static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// Ends this process.
    package static func exit(code: Int32) -> Never { endProcess(code) }

    /// Returns the home folder in the account's entry of the user database.
    package static func accountHome() -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16 * 1_024) { buffer in
            var entry = passwd()
            var found: UnsafeMutablePointer<passwd>?
            guard let text = buffer.baseAddress,
                getpwuid_r(getuid(), &entry, text, buffer.count, &found) == 0, found != nil,
                let folder = entry.pw_dir
            else { return nil }
            let home = String(cString: folder)
            return home.isEmpty ? nil : home
        }
    }

    private static var block: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        #if canImport(Darwin)
        _NSGetEnviron().pointee
        #else
        // `environ` is a global variable, which Swift doesn't allow concurrent code to use, so its address is looked up
        // instead.
        dlsym(nil, "environ")?
            .assumingMemoryBound(to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self).pointee
        #endif
    }
}

/// Ends the process; ``ProcessEnvironment/exit(code:)`` hides the system's function in there.
private func endProcess(_ code: Int32) -> Never { exit(code) }
