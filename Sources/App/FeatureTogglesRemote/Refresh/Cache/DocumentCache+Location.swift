package import FeatureToggles
import ToggleBase

extension DocumentCache {
    /// The folder in which the last valid remote document is stored.
    public enum Location: Sendable, Hashable {
        /// The platform's folder for the application, which the first registry's manifest names.
        ///
        /// | | |
        /// |---|---|
        /// | Apple platforms | `~/Library/Application Support/<application>/remote-config` |
        /// | tvOS | `~/Library/Caches/<application>/remote-config` |
        /// | other platforms | `$XDG_CACHE_HOME/<application>/remote-config`, by default in `~/.cache` |
        ///
        /// A process for which this folder is unknown, because it has no home folder (no `HOME`, no entry in the user
        /// database, no `TMPDIR`), stores nothing.
        case standard
        /// The folder at a path, which is created if it doesn't exist.
        ///
        /// Several sources, clients, and processes may share a folder.
        case folder(String)
        /// No folder: every start waits for the source.
        case none

        /// Returns the path of the folder, or `nil` for none.
        package func folder(for registries: [ToggleRegistry], environment: [String: String]) -> String? {
            switch self {
            case .none: return nil
            case .folder(let path): return path
            case .standard:
                let registry = registries.first { $0.application != nil } ?? registries.first
                guard let application = registry.map({ $0.application ?? $0.namespace }) else { return nil }
                return Self.standardFolder(application: application, environment: environment)
            }
        }

        static func standardFolder(application: String, environment: [String: String]) -> String? {
            #if canImport(Darwin) && !os(tvOS)
            let base = UserFolders.home(environment).map { PathText.joined($0, "Library/Application Support") }
            #else
            let base = UserFolders.caches(environment)
            #endif
            guard let base else { return nil }
            let folder = PathText.joined(base, UserFolders.name(ofApplication: application))
            return PathText.joined(folder, "remote-config")
        }
    }
}
