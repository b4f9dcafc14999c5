package import FeatureToggles

extension DocumentCache {
    /// Where the last good remote document is kept.
    public enum Location: Sendable, Hashable {
        /// In the platform's folder for the application, which the first registry's manifest names.
        ///
        /// | | |
        /// |---|---|
        /// | Apple platforms | `~/Library/Application Support/<application>/remote-config`, on tvOS in `~/Library/Caches` |
        /// | elsewhere | `$XDG_CACHE_HOME/<application>/remote-config`, by default in `~/.cache` |
        ///
        /// A process without a home folder (no `HOME`, no account's, no `TMPDIR`) keeps nothing.
        case standard
        /// In this folder, which is created when it is missing.
        ///
        /// Several sources, clients and processes may share one.
        case folder(String)
        /// Nowhere: every start waits for the source.
        case none

        /// The folder, or `nil` for none.
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
