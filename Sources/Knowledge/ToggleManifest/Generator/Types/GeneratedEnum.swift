/// An enum to generate, for a toggle with a closed set of values.
struct GeneratedEnum {
    /// The name of the type.
    var name: String
    /// The values in the order of the manifest, with their names in the manifest and in Swift.
    var cases: [(name: String, swiftName: String)]
}
