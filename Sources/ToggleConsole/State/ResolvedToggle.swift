#if !RELEASE || InternalBuild
import FeatureToggles

/// What a row shows of a toggle's explanation.
struct ResolvedToggle: Sendable {
    let value: JSONValue
    let source: ToggleSource
    /// Whether something that a source says is skipped or outdone by another override.
    let isConflict: Bool
    /// The override that wins over the local defaults file, as people write it.
    let strongerOrigin: String?

    init(_ explanation: Explanation) {
        value = explanation.value
        source = explanation.evaluation.source
        var overrides: [JSONValue] = []
        var isRejected = explanation.evaluation.error != nil
        var stronger: String?
        for step in explanation.steps {
            switch step.answer {
            case .value(let value) where step.source.isOverride:
                overrides.append(value)
                if step.isDecisive, step.source != .localDefaults { stronger = step.origin ?? step.source.rawValue }
            case .rejected: isRejected = true
            default: break
            }
        }
        strongerOrigin = stronger
        isConflict = isRejected || overrides.dropFirst().contains { $0 != overrides[0] }
    }

    var isOn: Bool { value == .bool(true) }
    var isOff: Bool { value == .bool(false) }
}

/// The answers of every toggle, where a filter or an order needs all of them.
struct ResolvedToggles: Sendable {
    let all: [ResolvedToggle]

    init(_ model: ConsoleModel, context: EvaluationContext?) {
        all = model.toggles.indices.map { ResolvedToggle(model.explanation($0, context)) }
    }
}

/// The texts of a toggle's row, as far as a line has room for them.
struct RowTexts: Sendable {
    let value: String
    /// `nil` where the screen has no column for it.
    let description: String?

    init(_ toggle: ToggleDefinition, _ answer: ResolvedToggle, hasDescription: Bool) {
        value = ValueText.beginning(of: answer.value)
        description = hasDescription ? ValueText.beginning(of: toggle.details?.description ?? "") : nil
    }
}
#endif
