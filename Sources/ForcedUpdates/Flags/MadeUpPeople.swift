import FeatureToggles

/// Each combination of some attributes' values, one after the other.
struct MadeUpPeople {
    /// The values that an attribute is tried with.
    struct Choice {
        let path: [String]
        let values: [JSONValue?]

        /// Creates a choice; a dot in the name separates the names of nested attributes.
        init(_ name: String, _ values: [JSONValue?]) {
            path = name.split(separator: ".").map(String.init)
            self.values = values
        }
    }

    private let choices: [Choice]
    private var indices: [Int]
    private var isAtEnd: Bool

    /// Begins with the first value of each choice; the last choice changes fastest.
    init(_ choices: [Choice]) {
        self.choices = choices
        indices = choices.map { _ in 0 }
        isAtEnd = choices.contains { $0.values.isEmpty }
    }

    /// The attributes of the next ones; `nil` when there are no more.
    mutating func next() -> [String: JSONValue]? {
        guard !isAtEnd else { return nil }
        var root = JSONObject()
        for (choice, index) in zip(choices, indices) {
            if let value = choice.values[index] { AttributeValues.set(value, at: choice.path[...], in: &root) }
        }
        var digit = choices.count - 1
        while digit >= 0 {
            indices[digit] += 1
            if indices[digit] < choices[digit].values.count { break }
            indices[digit] = 0
            digit -= 1
        }
        isAtEnd = digit < 0
        return Dictionary(root.members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }
}
