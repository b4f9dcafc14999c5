import FeatureToggles
package import ToggleBase

/// The type of value that a caller requests from a flag, named as in flagd.
package enum FlagType: String, Sendable, CaseIterable {
    case boolean = "Boolean"
    case string = "String"
    case integer = "Integer"
    case float = "Float"
    case object = "Object"

    /// The largest whole number that every platform represents exactly.
    static let largestInteger: Int64 = 1 << 53 - 1

    /// Converts a value to this type without loss, or returns `nil`.
    ///
    /// 10.0 converts to the integer 10, and 10 to the number 10.0. 3.14 and whole numbers beyond 2^53 - 1 don't convert
    /// to an integer.
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
