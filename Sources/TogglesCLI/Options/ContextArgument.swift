import FeatureToggles
import ToggleCompanions

/// Attributes of whoever is asking, on the command line.
struct ContextArgument {
    let context: EvaluationContext

    /// Reads `name=value`, whose value may be JSON, or an object of attributes.
    ///
    /// - Throws: ``EvaluationContext/ArgumentFailure`` for what is neither.
    init(argument: String) throws(EvaluationContext.ArgumentFailure) {
        context = try EvaluationContext(argument: argument)
    }

    /// All of them together; later ones count.
    static func joined(_ arguments: [ContextArgument]) -> EvaluationContext {
        arguments.reduce(EvaluationContext()) { $0.overlaid(by: $1.context) }
    }
}
