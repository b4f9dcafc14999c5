extension EvaluationContext: CustomStringConvertible {
    /// The targeting key and the attributes, sorted by name, as JSON: `{"plan":"pro","targetingKey":"ada"}`.
    ///
    /// Rules see the same members. The description contains all values, including personal data, so don't log it in
    /// production.
    public var description: String {
        var members = attributes
        if let targetingKey { members["targetingKey"] = .string(targetingKey) }
        let texts = members.sorted { $0.key < $1.key }.map { "\(JSONValue.string($0.key)):\($0.value)" }
        return "{\(texts.joined(separator: ","))}"
    }
}
