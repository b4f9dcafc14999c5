import FeatureToggles

/// The decoded variants of a document, kept until another document is activated, also when the context changes.
final class DecodedVariants: Sendable {
    private let objects = Mutex<[UInt64: VariantObjects]>([:])

    /// Returns the objects of a toggle's variants.
    ///
    /// - Parameters:
    ///   - toggle: A JSON toggle.
    ///   - flag: Its flag in the document.
    /// - Returns: The objects, the same for each call with the toggle.
    func objects(of toggle: ToggleDefinition, _ flag: CompiledFlag) -> VariantObjects {
        objects.withLock { objects in
            if let known = objects[toggle.id] { return known }
            let new = VariantObjects(toggle, flag)
            objects[toggle.id] = new
            return new
        }
    }
}
