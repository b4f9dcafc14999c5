package import FeatureToggles

/// The type that a caller asks a flag for, in flagd's words.
package enum FlagType: String, Sendable, CaseIterable {
    case boolean = "Boolean"
    case string = "String"
    case integer = "Integer"
    case float = "Float"
    case object = "Object"

    /// The largest whole number that every platform keeps.
    static let largestInteger: Int64 = 1 << 53 - 1

    /// A value as this type, without loss, or `nil`.
    ///
    /// 10.0 is the integer 10, and 10 the number 10.0; 3.14 is no integer, and neither is what is beyond 2^53 - 1.
    package func value(_ value: FlatValue) -> FlatValue? {
        switch (self, value.kind) {
        case (.boolean, .true), (.boolean, .false), (.string, .string), (.object, .object), (.object, .array),
            (.float, .number):
            return value
        case (.integer, .integer):
            return value.integer.magnitude <= UInt64(Self.largestInteger) ? value : nil
        case (.integer, .number):
            guard let integer = Int64(exactly: value.number), integer.magnitude <= UInt64(Self.largestInteger)
            else { return nil }
            return FlatValue(integer)
        case (.float, .integer):
            let number = Double(value.integer)
            return Int64(exactly: number) == value.integer ? FlatValue(number) : nil
        default:
            return nil
        }
    }
}

/// The whole answer of a flag.
package struct FlagEvaluation: Sendable {
    /// The value, or `nil` where the code's default is meant.
    package var value: JSONValue?
    /// The name of the variant, if one was chosen.
    package var variant: String?
    /// Why.
    package var reason: EvaluationReason
    /// What went wrong.
    package var error: EvaluationError?
    /// Which part of the rule decided, as a path: `targeting.if[1]`; `nil` when no rule did.
    package var rule: String?
    /// The flag that answered; `nil` when there is none.
    package var source: CompiledFlag?

    /// The metadata of the document overlaid by those of the flag, put together when they are asked for.
    package var metadata: JSONObject { source?.metadata ?? JSONObject() }
}
