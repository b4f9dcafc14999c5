package import FeatureToggles

/// One flag of a compiled document.
package struct CompiledFlag: Sendable {
    private let document: FlagDocument
    /// Where the flag is in the document.
    package let index: Int

    init(document: FlagDocument, index: Int) {
        self.document = document
        self.index = index
    }

    private func read<Result>(_ body: (FlagRecord) -> Result) -> Result? {
        document.withRecord(index, body)
    }

    /// The flag's key.
    package var key: String { read { $0.key.text } ?? "" }

    /// Name and value of each variant, in the order of the text; indices of outcomes count these.
    package var variants: [(name: String, value: JSONValue)] {
        read { record in record.variants.map { ($0.name.text, $0.value.json) } } ?? []
    }

    /// How many variants there are.
    package var variantCount: Int { read(\.variants.count) ?? 0 }

    /// The name of a variant.
    package func variantName(at index: Int) -> String? {
        read { $0.variants.indices.contains(index) ? $0.variants[index].name.text : nil } ?? nil
    }

    /// The value of a variant.
    package func variantValue(at index: Int) -> JSONValue? {
        read { $0.variants.indices.contains(index) ? $0.variants[index].value.json : nil } ?? nil
    }

    /// The metadata of the document overlaid by those of the flag.
    package var metadata: JSONObject { read { document.metadata(of: $0) } ?? JSONObject() }

    /// Whether the answer depends on who is asking.
    package var dependsOnContext: Bool { read(\.dependsOnContext) ?? false }

    /// Whether the answer depends on the time.
    package var dependsOnTime: Bool { read(\.dependsOnTime) ?? false }

    /// The answer when it is the same for everybody at any time: the index of a variant or a number of ``FlagOutcome``.
    package var decidedOutcome: Int32? { read { $0.isDecided ? $0.outcome : nil } ?? nil }

    /// Whether the definition has a rule, also one that always answers the same.
    package var hasRule: Bool { read { $0.rule >= 0 } ?? false }

    /// Why the definition cannot be used, if it cannot.
    package var problem: String? { read { document.problem(of: $0) } ?? nil }
}
