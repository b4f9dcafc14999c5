#if OVERRIDES
import ToggleBase
package import FeatureToggles

/// A context for which a menu shows values, and the toggles whose values differ in it.
///
/// The context replaces the client's own, so attributes that it doesn't contain are absent.
package struct WhatIf: Sendable {
    /// The context, or `nil` for the client's own.
    package let context: EvaluationContext?
    /// The identifiers of the toggles whose value differs from that in the client's own context.
    package private(set) var changed: Set<UInt64> = []

    package init() { context = nil }

    /// Creates a what-if context.
    ///
    /// - Parameters:
    ///   - context: The context, or `nil` for the client's own.
    ///   - overview: The toggles.
    ///   - scoped: The context to compare with if the app reads its toggles in a scope; `nil` for the client's own.
    package init(_ context: EvaluationContext?, _ overview: ToggleOverview, scoped: EvaluationContext? = nil) {
        self.context = context
        update(overview, scoped: scoped)
    }

    /// The context as text that ``ContextText/parse(_:over:)`` accepts, or `nil` for the client's own.
    ///
    /// It is never empty, because an empty text stands for the client's own context.
    package var text: String? {
        context.map { $0 == EvaluationContext() ? "targetingKey=null" : ContextText.text($0) }
    }

    /// Compares the values again, after the model changed.
    package mutating func update(_ overview: ToggleOverview, scoped: EvaluationContext? = nil) {
        isScoped = scoped != nil
        guard let context else { return }
        lacksDocument = overview.lacksDocument
        let indices = overview.toggles.indices.filter {
            overview.explanation($0, context).value != overview.explanation($0, scoped).value
        }
        changed = Set(indices.map { overview.toggles[$0].id })
    }

    /// Whether the rules of the app's document can't be evaluated here.
    private var lacksDocument = false
    private var isScoped = false

    /// A sentence that summarizes the effect of the context.
    package var summary: String {
        guard context != nil else {
            return "values are shown for the \(isScoped ? "app's scope" : "client's own context") again"
        }
        guard !lacksDocument else {
            return "the app's remote document can't be evaluated here, so the values are those without it"
        }
        guard !changed.isEmpty else { return "no toggle has a different value for this context" }
        let verb = changed.count == 1 ? "has" : "have"
        return "\(changed.count.counted("toggle")) \(verb) a different value for this context; filter with is:changed"
    }
}
#endif
