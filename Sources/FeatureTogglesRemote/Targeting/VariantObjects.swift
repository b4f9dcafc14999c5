import FeatureToggles

/// The objects that reads of a JSON toggle return, one for each variant of a flag.
///
/// A variant is decoded when a read first selects it, because a document can have thousands of variants of which a
/// client needs a few.
final class VariantObjects: Sendable {
    private let toggle: ToggleDefinition
    private let flag: CompiledFlag
    private let objects: LazyObjects

    init(_ toggle: ToggleDefinition, _ flag: CompiledFlag) {
        self.toggle = toggle
        self.flag = flag
        objects = LazyObjects(count: flag.variantCount)
    }

    /// Returns the object of a variant, and decodes the variant if this is the first call for it.
    ///
    /// - Parameter index: The index of the variant in the document.
    /// - Returns: The object, or `nil` if the variant isn't a valid value of the toggle.
    func object(at index: Int) -> (any AnyObject & Sendable)? {
        objects.object(at: index) {
            guard let value = flag.variantValue(at: index) else { return nil }
            return (try? toggle.decoded(ofDocument: value))?.object
        }
    }
}
