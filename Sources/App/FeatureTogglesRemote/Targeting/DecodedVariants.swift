import FeatureToggles

/// The decoded values of a document's JSON toggles, kept as long as the document is active, also when the context
/// changes.
///
/// Decoding takes longer than anything else that a client does with a large value. Small values are decoded when they
/// are first selected. A document with large ones decodes all of them at once and off the threads that read: before it
/// is activated, or, while a client is being created, in the background.
final class DecodedVariants: Sendable {
    /// The maximum number of parts of the values that a client selects; they take less than a millisecond to decode.
    static let maximumParts = 4_000

    /// The objects by the toggle's identifier.
    private let objects: [UInt64: VariantObjects]
    /// Whether the values are decoded by ``decodeAll()`` and not by reads.
    let areDecodedInAdvance: Bool

    /// Creates the objects of the JSON toggles that a document has values for.
    init(_ toggles: [ToggleDefinition], in document: any ParsedDocument) {
        var parts = 0
        var entries: [(id: UInt64, count: Int, decode: @Sendable (Int) -> (any AnyObject & Sendable)?)] = []
        // By index, because copying a definition retains eight references, and most toggles have another type.
        for index in toggles.indices where toggles[index].type == .json {
            let toggle = toggles[index]
            guard let parameter = toggle.remoteParameter, let sizes = document.valueSizes(of: parameter) else {
                continue
            }
            parts += sizes.parts
            entries.append(
                (
                    toggle.id, sizes.count,
                    { document.statedValue(at: $0, of: parameter)?.checked(for: toggle).decoded.object }
                )
            )
        }
        let areDecodedInAdvance = parts > Self.maximumParts
        self.areDecodedInAdvance = areDecodedInAdvance
        objects = Dictionary(
            entries.map { entry in
                (
                    entry.id,
                    VariantObjects(
                        count: entry.count,
                        isDecodedInAdvance: areDecodedInAdvance,
                        decode: entry.decode
                    )
                )
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Returns the objects of a toggle's values, or `nil` if the document has none for it.
    func objects(of toggle: ToggleDefinition) -> VariantObjects? {
        objects[toggle.id]
    }

    /// Decodes all values, if reads don't.
    func decodeAll() {
        guard areDecodedInAdvance else { return }
        for objects in objects.values { objects.decodeAll() }
    }
}
