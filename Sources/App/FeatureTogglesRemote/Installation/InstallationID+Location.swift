import FeatureToggles
import ToggleBase

extension InstallationID {
    /// Where a client keeps the identifier of the installation.
    public enum Location: Sendable, Hashable {
        /// ``standard`` if the document is cached at its standard location, otherwise ``off``.
        ///
        /// So a client that stores nothing on disk, or only in a folder of your own, has no identifier unless you ask
        /// for one.
        case automatic
        /// The file `installation-id` in the platform's folder for the application, next to the local defaults file.
        ///
        /// | | |
        /// |---|---|
        /// | Apple platforms | `~/Library/Application Support/<application>/installation-id` |
        /// | tvOS | `~/Library/Caches/<application>/installation-id` |
        /// | other platforms | `$XDG_CONFIG_HOME/<application>/installation-id`, by default in `~/.config` |
        case standard
        /// The file at a path, which is created if it doesn't exist.
        case file(String)
        /// No identifier: users without a targeting key have none.
        case off

        /// Returns the path of the file, or `nil` for no identifier.
        ///
        /// - Parameters:
        ///   - registries: The registries of the client, the first of which names the application.
        ///   - cache: The location of the document's cache.
        ///   - environment: The environment variables by name.
        /// - Returns: The path.
        func path(
            for registries: [ToggleRegistry],
            cache: DocumentCache.Location,
            environment: [String: String]
        ) -> String? {
            switch self {
            case .off: return nil
            case .file(let path): return path
            case .automatic where cache != .standard: return nil
            case .automatic, .standard:
                let registry = registries.first { $0.application != nil } ?? registries.first
                guard let application = registry.map({ $0.application ?? $0.namespace }) else { return nil }
                #if os(tvOS)
                let base = UserFolders.caches(environment)
                #else
                let base = UserFolders.settings(environment)
                #endif
                guard let base else { return nil }
                return PathText.joined(
                    PathText.joined(base, UserFolders.name(ofApplication: application)),
                    "installation-id"
                )
            }
        }
    }
}
