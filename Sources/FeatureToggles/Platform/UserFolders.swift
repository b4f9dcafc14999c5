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
enum UserFolders {
    /// The home folder: `HOME`, the account's, or else the folder for temporary files.
    static func home(_ environment: [String: String]) -> String {
        func variable(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        return variable("HOME") ?? accountHome() ?? variable("TMPDIR") ?? "/tmp"
    }

    /// The name of an application's own folder; slashes become hyphens.
    static func name(ofApplication application: String) -> String {
        let folder = String(application.map { $0 == "/" || $0 == "\0" ? "-" : $0 })
        return ["", ".", ".."].contains(folder) ? "app" : folder
    }

    /// The home folder in the account's entry of the user database.
    private static func accountHome() -> String? {
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
