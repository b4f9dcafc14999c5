package import FeatureToggles
package import ToggleBase

/// The toggles of a manifest, and the content that declares them.
package struct CompiledManifest: Sendable {
    /// The toggles.
    package let registry: ToggleRegistry
    /// The digest of the content.
    package let content: ContentDigest
    /// The size of the content in bytes.
    let size: Int
    /// The place of the compiled toggles in the project's file; `nil` for a manifest that was parsed.
    let place: Range<Int>?
}
