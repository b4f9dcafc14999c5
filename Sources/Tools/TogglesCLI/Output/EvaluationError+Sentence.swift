import FeatureToggles

extension EvaluationError {
    /// The message with a full stop at the end.
    var sentence: String { message.hasSuffix(".") ? message : message + "." }
}
