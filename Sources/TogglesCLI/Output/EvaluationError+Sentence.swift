import FeatureToggles

extension EvaluationError {
    /// The message, ended by a full stop.
    var sentence: String { message.hasSuffix(".") ? message : message + "." }
}
