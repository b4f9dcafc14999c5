extension Explanation {
    /// The current value, or the declared default if no source has one.
    package var value: JSONValue { evaluation.value ?? definition?.defaultValue ?? .null }
}

extension Explanation.Step.Answer {
    /// The answer on one line, for people to read.
    package var text: String {
        switch self {
        case .notSet: "not set"
        case .value(let value): value.tableText
        case .rejected(let error): "skipped: \(error.message)"
        case .notQueried(let reason): "not queried: \(reason)"
        }
    }
}
