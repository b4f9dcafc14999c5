/// An enum to generate: the closed set of values of a toggle.
struct GeneratedEnum {
    /// One value.
    struct Case {
        /// The value as the manifest spells it.
        var value: String
        /// The name of the case, without backticks.
        var name: String
    }

    /// The name of the type.
    var name: String
    /// The key of the toggle.
    var key: String
    /// The values in the order of the manifest.
    var cases: [Case]

    /// Plans the enum of a toggle.
    ///
    /// - Parameters:
    ///   - name: The name of the type.
    ///   - key: The key of the toggle.
    ///   - values: Its values.
    init(name: String, key: String, values: [String]) {
        self.name = name
        self.key = key
        var taken = Self.reserved
        cases = values.map { value in
            let name = SwiftName.free(SwiftName.lowerCamel(value)) { taken.contains($0) }
            taken.insert(name)
            return Case(value: value, name: name)
        }
    }

    /// Static members that every such enum has, and names that mean something else behind a dot.
    private static let reserved: Set<String> = ["allCases", "init", "self", "toggleType"]
}
