/// What every source answered about a toggle, in order, and which one won.
///
/// The console, the command line and logs draw this same structure.
public struct Explanation: Sendable {
    /// What one source answered.
    public struct Step: Sendable {
        /// What a source can answer.
        public enum Answer: Sendable {
            /// It has nothing for this toggle.
            case notSet
            /// It has a usable value.
            case value(JSONValue)
            /// It has something that cannot be used and was skipped.
            case rejected(EvaluationError)
            /// It may not speak here; the sentence says why.
            case notAsked(String)
        }

        /// The source.
        public let source: ToggleSource
        /// Where exactly: the argument, the variable, the file, the remote parameter.
        public let origin: String?
        /// What it answered.
        public let answer: Answer
        /// Which part of the remote definition's rule decided, as a path: `targeting.if[1]`.
        public let rule: String?
        /// Whether this answer is the one in force.
        public let isDecisive: Bool

        /// Creates a step.
        public init(
            source: ToggleSource,
            origin: String? = nil,
            answer: Answer,
            rule: String? = nil,
            isDecisive: Bool = false
        ) {
            self.source = source
            self.origin = origin
            self.answer = answer
            self.rule = rule
            self.isDecisive = isDecisive
        }
    }

    /// The toggle's key.
    public let key: String
    /// The declaration, when the client knows it.
    public let definition: ToggleDefinition?
    /// The value in force with its reason.
    ///
    /// `nil` stands for the typed key's default.
    public let evaluation: Evaluation<JSONValue?>
    /// What the sources answered, in the order in which they are asked.
    public let steps: [Step]
    /// How the client stands with its remote source, if it has one.
    public let remoteState: RemoteState?

    /// Creates an explanation.
    public init(
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

    /// Creates the explanation of an answer whose way is not known: a single step.
    public init(key: String, resolution: Resolution) {
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
            evaluation: Evaluation(
                value: resolution.value,
                variant: resolution.variant,
                reason: resolution.reason,
                source: resolution.source,
                error: resolution.error
            ),
            steps: [Step(source: resolution.source, answer: answer, isDecisive: true)]
        )
    }
}
