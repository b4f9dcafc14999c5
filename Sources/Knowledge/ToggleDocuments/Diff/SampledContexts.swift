import FeatureToggles

/// Sample users, who are the same each time.
struct SampledContexts {
    /// An attribute, or the nested attributes of an object.
    private struct Attribute {
        /// The number that the choice of a value depends on, and the values; `nil` if there are only nested attributes.
        var choice: (number: Int, values: [JSONValue?])?
        /// The members, in the order of their names.
        var members: [(name: String, attribute: Attribute)] = []

        /// Returns the attribute's value for a user, or `nil`.
        func value(_ index: Int) -> JSONValue? {
            var object: JSONObject?
            for (name, attribute) in members {
                guard let value = attribute.value(index) else { continue }
                // Names are unique.
                object = object ?? JSONObject()
                object?.members.append(JSONObject.Member(name: name, value: value))
            }
            if let object { return .object(object) }
            guard let (number, values) = choice else { return nil }
            let bits = SampledContexts.mixed(UInt64(index) &* 0x9E37_79B9 &+ UInt64(number))
            return values[Int(bits % UInt64(values.count))]
        }

        mutating func add(_ path: ArraySlice<String>, _ choice: (number: Int, values: [JSONValue?])) {
            guard let name = path.first else {
                self.choice = choice
                return
            }
            // Names are added in order, so an existing one is the last.
            if members.last?.name != name { members.append((name, Attribute())) }
            members[members.count - 1].attribute.add(path.dropFirst(), choice)
        }
    }

    private var root = Attribute()
    /// The number of attributes.
    private(set) var attributeCount = 0

    /// Creates a sample.
    ///
    /// - Parameter values: The attributes that rules use, with values that make a difference; a dot separates the names
    ///   of nested attributes.
    init(_ values: [String: [JSONValue]]) {
        let paths = values.map { (path: $0.split(separator: ".").map(String.init), values: $1) }
            // Deeper attributes than any document can compare are left out.
            .filter { (1...16).contains($0.path.count) }
            .sorted { $0.path.lexicographicallyPrecedes($1.path) }
        for (number, attribute) in paths.enumerated() {
            // Some users have another value, and some have none.
            let choices = attribute.values.map { Optional($0) } + [.string("something else"), nil]
            root.add(attribute.path[...], (number, choices))
        }
        attributeCount = paths.count
    }

    /// Returns a user of the sample.
    ///
    /// - Parameter index: The index of the user, from 0.
    /// - Returns: A context with a unique targeting key.
    /// - Complexity: O(*n*) in the number of attributes.
    func context(_ index: Int) -> EvaluationContext {
        var values: [String: JSONValue] = [:]
        for (name, attribute) in root.members {
            if let value = attribute.value(index) { values[name] = value }
        }
        return EvaluationContext(targetingKey: "sample-\(index)", attributes: values)
    }

    /// Returns well-mixed bits of a number (the finalizer of SplitMix64).
    private static func mixed(_ number: UInt64) -> UInt64 {
        var bits = number &+ 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}
