/// The version of `toggles` and its companions.
package enum ToolVersion {
    /// The current version.
    package static let current = "0.1.0"
}
