package import ToggleLint
package import ToggleManifest

/// Removes a toggle from the sources of a project.
package struct ToggleRemover: Sendable {
    /// The options of a removal.
    package struct Options: Sendable, Hashable {
        /// Whether code and tests that only the removed side used are removed, too.
        package var isDeep = false

        package init() {}
    }

    let manifest: Manifest
    let namespaces: [String]
    let configuration: LintConfiguration

    package init(manifest: Manifest, namespaces: [String] = [], configuration: LintConfiguration) {
        self.manifest = manifest
        self.namespaces = [manifest.namespace] + namespaces
        self.configuration = configuration
    }

    /// Returns the changes that remove a toggle from Swift files.
    ///
    /// - Parameters:
    ///   - key: The key of the toggle, which the manifest declares.
    ///   - value: The value that the toggle keeps.
    ///   - files: All Swift files of the project.
    package func plan(
        removing key: String,
        keeping value: KnownValue,
        options: Options = Options(),
        files: [(path: String, bytes: [UInt8])]
    ) -> RemovalPlan {
        RemovalPlan()
    }
}
