#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Where a person's files lie.
package enum UserFolders {
    /// The home folder: `HOME`, the account's, or else `TMPDIR`; `nil` without these.
    ///
    /// A relative path counts as none: it would be another folder for each working folder. `/tmp` is not used instead:
    /// every user may write there, so another user could plant a file.
    package static func home(
        _ environment: [String: String],
        account: () -> String? = accountHome
    ) -> String? {
        func variable(_ name: String) -> String? {
            environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        return variable("HOME") ?? account() ?? variable("TMPDIR")
    }

    /// The folder for what can be made again: `$XDG_CACHE_HOME`, by default `~/.cache`; on Apple platforms
    /// `~/Library/Caches`.
    ///
    /// - Parameter environment: The environment variables by name; empty ones count as not set.
    /// - Returns: The path, which need not exist; `nil` without a home folder.
    package static func caches(_ environment: [String: String]) -> String? {
        #if canImport(Darwin)
        home(environment).map { PathText.joined($0, "Library/Caches") }
        #else
        // A relative path there is invalid and to be ignored (XDG Base Directory Specification).
        environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? home(environment).map { PathText.joined($0, ".cache") }
        #endif
    }

    /// The name of an application's own folder; slashes become hyphens.
    package static func name(ofApplication application: String) -> String {
        let folder = String(application.map { $0 == "/" || $0 == "\0" ? "-" : $0 })
        return ["", ".", ".."].contains(folder) ? "app" : folder
    }

    /// The home folder in the account's entry of the user database.
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
}
