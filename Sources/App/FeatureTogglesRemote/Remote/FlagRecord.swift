import FeatureToggles
import ToggleBase

/// One compiled flag of a document, without ownership.
struct FlagRecord: BitwiseCopyable {
    let key: FlatString
    /// The name and value of each variant; for a duplicate name, the last one wins.
    var variants = UnsafeBufferPointer<FlatMember>(start: nil, count: 0)
    /// The index of the default variant, or -1.
    var defaultVariant: Int32 = -1
    /// The flag's own metadata: an object or `null`.
    var metadata = FlatValue.null
    /// The index of the rule's node, or -1 without a rule.
    var rule: Int32 = -1
    /// Whether the result is the same for every context and time.
    var isDecided = true
    /// The result if it is decided: the index of a variant, or one of ``FlagOutcome``.
    var outcome: Int32 = FlagOutcome.codeDefault
    var dependsOnContext = false
    var dependsOnTime = false
    /// The index of the sentence that says why the definition is invalid, or -1.
    var problem: Int32 = -1

    /// Returns the index of a variant by its name; for a duplicate name, the last one wins.
    @inline(__always)
    func variant(named name: FlatString) -> Int32? {
        var index = variants.count
        while index > 0 {
            index &-= 1
            if variants[index].name == name { return Int32(truncatingIfNeeded: index) }
        }
        return nil
    }

    /// Returns the outcome of a rule's result.
    @inline(__always)
    func outcome(of result: FlatValue) -> Int32 {
        switch result.kind {
        case .string: variant(named: FlatString(result.bytes)) ?? FlagOutcome.unknownVariant
        case .null: defaultVariant >= 0 ? defaultVariant : FlagOutcome.codeDefault
        default: outcome(ofOther: result)
        }
    }

    private func outcome(ofOther result: FlatValue) -> Int32 {
        guard var name = Self.variantName(of: result) else { return FlagOutcome.unknownVariant }
        return name.withUTF8 { variant(named: FlatString($0)) } ?? FlagOutcome.unknownVariant
    }

    /// Returns the name of the variant that a rule's result selects.
    static func variantName(of result: FlatValue) -> String? {
        switch result.kind {
        case .true: "true"
        case .false: "false"
        case .integer: String(result.integer)
        case .number: result.number.description
        case .string: String(decoding: result.bytes, as: UTF8.self)
        case .null, .array, .object: nil
        }
    }
}

/// The results of an evaluation that are not the index of a variant.
package enum FlagOutcome {
    /// The default in code applies, because the definition selects no variant.
    package static let codeDefault: Int32 = -1
    /// The default in code applies, because the definition is disabled.
    package static let disabled: Int32 = -2
    /// The default in code applies, because the definition or its rule is invalid (PARSE_ERROR).
    package static let unusable: Int32 = -3
    /// The default in code applies, because the rule returned a variant that does not exist (GENERAL).
    package static let unknownVariant: Int32 = -4
    /// The default in code applies, because the rule failed (GENERAL).
    package static let failed: Int32 = -5
}
