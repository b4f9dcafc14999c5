package import ArgumentParser
package import FeatureToggles

/// The context for which a command evaluates toggles.
package struct ContextOptions: ParsableArguments {
    @Option(
        name: .customLong("context"),
        parsing: .singleValue,
        help: """
            Attributes of the context, as NAME=VALUE, NAME:=JSON, or a JSON object; targetingKey identifies the user. May \
            be repeated.
            """,
        transform: EvaluationContext.init(argument:)
    )
    package var contexts: [EvaluationContext] = []

    package init() {}

    /// The attributes of all arguments, of which later ones take precedence; `nil` without arguments.
    package var given: EvaluationContext? {
        guard !contexts.isEmpty else { return nil }
        return EvaluationContext(
            targetingKey: contexts.last { $0.targetingKey != nil }?.targetingKey,
            attributes: contexts.reduce(into: [:]) { $0.merge($1.attributes) { $1 } }
        )
    }
}
