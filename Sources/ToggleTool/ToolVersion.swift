/// The version of `toggles` and of the executables beside it.
package enum ToolVersion {
    /// The version of this one.
    package static let current = "0.1.0"
}
