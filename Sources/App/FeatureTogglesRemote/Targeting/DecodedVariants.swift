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
    ///
    /// - Parameters:
    ///   - toggles: The declared toggles.
    ///   - rules: The document, if it has rules.
    ///   - values: The document, if its values were decided elsewhere.
    init(_ toggles: [ToggleDefinition], rules: FlagDocument?, values: ValuesDocument?) {
        var parts = 0
        var entries: [(id: UInt64, count: Int, decode: @Sendable (Int) -> (any AnyObject & Sendable)?)] = []
        // By index, because copying a definition retains eight references, and most toggles have another type.
        for index in toggles.indices where toggles[index].type == .json {
            let toggle = toggles[index]
            guard let parameter = toggle.remoteParameter else { continue }
            if let rules, let index = rules.index(of: parameter) {
                let flag = rules.flag(at: index)
                parts += flag.partsOfLargestVariant
                entries.append(
                    (
                        toggle.id, flag.variantCount,
                        { index in
                            flag.variantValue(at: index).flatMap { (try? toggle.decoded(ofDocument: $0))?.object }
                        }
                    )
                )
            } else if let answer = values?.answers[parameter] {
                parts += answer.parts
                entries.append((toggle.id, 1, { _ in answer.checked(for: toggle).decoded.object }))
            }
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

extension RemoteAnswer {
    /// The number of parts of the value.
    fileprivate var parts: Int {
        if isText, case .string(let text)? = value { return ReadingCost.parts(of: Array(text.utf8)) }
        return value?.partCount ?? 0
    }
}
