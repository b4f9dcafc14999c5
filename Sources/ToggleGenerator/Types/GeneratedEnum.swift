/// An enum to generate: the closed set of values of a toggle.
struct GeneratedEnum {
    /// The name of the type.
    var name: String
    /// The values in the order of the manifest: as the manifest spells them, and as the cases are named.
    var cases: [(name: String, swiftName: String)]
}
