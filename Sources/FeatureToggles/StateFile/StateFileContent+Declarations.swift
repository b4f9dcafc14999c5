#if OVERRIDES

extension StateFileContent {
    /// The members of each toggle that never change, as text.
    struct Declarations: Sendable {
        /// The beginnings of the toggles' objects, one after another.
        private var text = Text()
        /// The end of each beginning.
        private var ends: [Int] = []

        /// Creates the declarations of no toggles.
        init() {}

        /// Renders declarations.
        ///
        /// - Complexity: O(*n*) in the number of toggles and the size of their defaults.
        init(_ definitions: [ToggleDefinition]) {
            ends.reserveCapacity(definitions.count)
            for toggle in definitions {
                text.open("{")
                text.name("key", isFirst: true)
                text.string(toggle.key)
                text.member("category", toggle.category.rawValue)
                text.member("type", toggle.type.name)
                text.member("default", toggle.defaultValue)
                text.member("parameter", toggle.remoteParameter)
                ends.append(text.bytes.count)
            }
        }

        /// The number of toggles.
        var count: Int { ends.count }

        /// The number of bytes of all declarations.
        var size: Int { text.bytes.count }

        /// Appends the beginning of a toggle's object.
        func append(at index: Int, to other: inout Text) {
            other.bytes.append(contentsOf: text.bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]])
        }
    }
}

#endif
