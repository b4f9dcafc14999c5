/// What each source answered about a toggle, in order, and which one was decisive.
///
/// The console, the command line, and logs show this same structure.
public struct Explanation: Sendable {
    /// The answer of one source.
    public struct Step: Sendable {
        /// The possible answers of a source.
        public enum Answer: Sendable {
            /// The source has nothing for this toggle.
            case notSet
            /// The source has a usable value.
            case value(JSONValue)
            /// The source has an unusable value, which was skipped.
            case rejected(EvaluationError)
            /// The source was not queried; the sentence says why.
            case notQueried(String)
        }

        /// The source.
        public let source: ToggleSource
        /// The exact origin of the answer: the argument, variable, file, or remote parameter.
        public let origin: String?
        /// The answer of the source.
        public let answer: Answer
        /// The part of the remote definition's rule that was decisive, as a path such as `targeting.if[1]`.
        public let rule: String?
        /// Whether the current value comes from this source.
        public internal(set) var isDecisive: Bool
        /// The name of the variant that the source chose, and the reason for its answer.
        let variant: String?
        let reason: EvaluationReason
        /// Whether a split of users chose the variant.
        package var isSplit = false
        /// What the value of a JSON toggle was decoded to.
        var decoded = DecodedObject()

        /// Creates a step.
        package init(
            source: ToggleSource,
            origin: String? = nil,
            answer: Answer,
            rule: String? = nil,
            isDecisive: Bool = false,
            variant: String? = nil,
            reason: EvaluationReason = .default
        ) {
            self.source = source
            self.origin = origin
            self.answer = answer
            self.rule = rule
            self.isDecisive = isDecisive
            self.variant = variant
            self.reason = reason
        }
    }

    /// The toggle's key.
    public let key: String
    /// The declaration, if the client knows it.
    public let definition: ToggleDefinition?
    /// The current value and its reason.
    ///
    /// `nil` stands for the typed key's default.
    public let evaluation: Evaluation<JSONValue?>
    /// The answers of the sources, in evaluation order.
    public let steps: [Step]
    /// The state of the client's remote source, if it has one.
    public let remoteState: RemoteState?

    /// Creates an explanation.
    package init(
        key: String,
        definition: ToggleDefinition?,
        evaluation: Evaluation<JSONValue?>,
        steps: [Step],
        remoteState: RemoteState? = nil
    ) {
        self.key = key
        self.definition = definition
        self.evaluation = evaluation
        self.steps = steps
        self.remoteState = remoteState
    }

    /// Creates an explanation of a resolution whose sources are unknown, with a single step.
    package init(key: String, resolution: Resolution) {
        let answer: Step.Answer =
            if let value = resolution.value {
                .value(value)
            } else if let error = resolution.error {
                .rejected(error)
            } else {
                .notSet
            }
        self.init(
            key: key,
            definition: nil,
            evaluation: Evaluation(resolution.value, resolution),
            steps: [Step(source: resolution.source, answer: answer, isDecisive: true)]
        )
    }
}

extension Explanation {
    /// The current value, or the declared default if no source has one.
    package var value: JSONValue { evaluation.value ?? definition?.defaultValue ?? .null }
}

extension Explanation.Step.Answer {
    /// The answer on one line, for people to read.
    package var text: String {
        switch self {
        case .notSet: "unset"
        case .value(let value): value.tableText
        case .rejected(let error): "skipped: \(error.message)"
        case .notQueried(let reason): "not queried: \(reason)"
        }
    }
}
