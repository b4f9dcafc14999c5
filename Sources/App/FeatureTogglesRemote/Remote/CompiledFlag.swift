package import FeatureToggles

/// One flag of a compiled document.
package struct CompiledFlag: Sendable {
    private let document: FlagDocument
    /// The flag's index in the document.
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

    /// The name and value of each variant, in the order of the text; outcomes are indices into this array.
    package var variants: [(name: String, value: JSONValue)] {
        read { record in record.variants.map { ($0.name.text, $0.value.json) } } ?? []
    }

    /// The number of variants.
    package var variantCount: Int { read(\.variants.count) ?? 0 }

    /// Returns the name of a variant.
    package func variantName(at index: Int) -> String? {
        read { $0.variants.indices.contains(index) ? $0.variants[index].name.text : nil } ?? nil
    }

    /// Returns the value of a variant.
    package func variantValue(at index: Int) -> JSONValue? {
        read { $0.variants.indices.contains(index) ? $0.variants[index].value.json : nil } ?? nil
    }

    /// Returns the index of the variant with a name; for a duplicate name, the last one.
    package func index(ofVariant name: String) -> Int? {
        read { record in record.variants.lastIndex { $0.name.text == name } } ?? nil
    }

    /// The number of values in the variant that has most of them.
    package var partsOfLargestVariant: Int {
        read { record in record.variants.reduce(0) { max($0, $1.value.partCount) } } ?? 0
    }

    /// The document's metadata merged with the flag's, which takes precedence.
    package var metadata: JSONObject { read { document.metadata(of: $0) } ?? JSONObject() }

    /// Whether the result depends on the evaluation context.
    package var dependsOnContext: Bool { read(\.dependsOnContext) ?? false }

    /// Whether the result depends on the time.
    package var dependsOnTime: Bool { read(\.dependsOnTime) ?? false }

    /// The result if it is the same for every context and time: the index of a variant or one of ``FlagOutcome``.
    package var decidedOutcome: Int32? { read { $0.isDecided ? $0.outcome : nil } ?? nil }

    /// Whether the definition has a rule, including one whose result is constant.
    package var hasRule: Bool { read { $0.rule >= 0 } ?? false }

    /// The node of the rule; `nil` without a rule, and for one whose answer is decided.
    package var node: Int? { read { $0.rule >= 0 && !$0.isDecided ? Int($0.rule) : nil } ?? nil }

    /// The reason why the definition is invalid, if it is.
    package var problem: String? { read { document.problem(of: $0) } ?? nil }
}
