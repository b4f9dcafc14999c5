/// The names in a generated Kotlin file that could clash, although the ones in Swift don't.
struct KotlinNames {
    /// The name of the class.
    let namespace: String
    /// The name of the client in it, which no toggle has.
    let client: String
    private var types: [String: String] = [:]

    /// Chooses the names.
    ///
    /// Kotlin has one scope for the class and the enums, in which constants hide enums, while Swift's enums are in the
    /// namespace.
    init(_ toggles: [ToggleDeclaration], namespace: String) {
        self.namespace = KotlinText.isUsed(namespace) ? namespace + "Values" : namespace
        // No name in `lowerCamelCase` ends in an underscore.
        client = toggles.contains { $0.swiftName == "client" } ? "client_" : "client"
        var taken = Set(toggles.map { KotlinText.constant($0.key) } + [self.namespace])
        for toggle in toggles where !toggle.variantNames.isEmpty {
            var name = toggle.typeName
            while KotlinText.isUsed(name) || !taken.insert(name).inserted { name += "Values" }
            types[toggle.key] = name
        }
    }

    /// The name of a toggle's enum.
    func type(of toggle: ToggleDeclaration) -> String { types[toggle.key] ?? toggle.typeName }

    /// The entries of a toggle's enum with their values.
    func cases(of toggle: ToggleDeclaration) -> [(name: String, variant: String)] {
        var taken: Set<String> = []
        return toggle.variantNames.map { variant in
            var name = KotlinText.constant(variant.name)
            while !taken.insert(name).inserted { name += "_" }
            return (name: name, variant: variant.name)
        }
    }
}
