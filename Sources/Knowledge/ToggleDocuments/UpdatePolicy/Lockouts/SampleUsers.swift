import ToggleBase

/// The combinations of the values of several attributes.
struct SampleUsers {
    /// The values of an attribute.
    struct Choice {
        let path: [String]
        let values: [JSONValue?]

        /// Creates a choice; dots in the name separate the names of nested attributes.
        init(_ name: String, _ values: [JSONValue?]) {
            path = name.split(separator: ".").map(String.init)
            self.values = values
        }
    }

    private let choices: [Choice]
    private var indices: [Int]
    private var isAtEnd: Bool

    /// Starts with the first value of each choice; the last choice changes fastest.
    init(_ choices: [Choice]) {
        self.choices = choices
        indices = choices.map { _ in 0 }
        isAtEnd = choices.contains { $0.values.isEmpty }
    }

    /// Returns the next combination, or `nil` after the last one.
    mutating func next() -> [String: JSONValue]? {
        guard !isAtEnd else { return nil }
        var root = JSONObject()
        for (choice, index) in zip(choices, indices) {
            if let value = choice.values[index] { RuleAttributes.set(value, at: choice.path[...], in: &root) }
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
