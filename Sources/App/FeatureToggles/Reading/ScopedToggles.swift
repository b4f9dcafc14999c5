/// Toggles that are read for a context, such as those of a request.
///
/// Use ``FeatureToggle/scoped(to:)`` to create them, and inject them as `any` ``FeatureToggle``. Every read, observation,
/// and snapshot uses the context on top of the ambient one, also in code that doesn't know the context:
///
/// ```swift
/// func handle(_ request: Request) -> Response {
///     let toggles = client.scoped(to: EvaluationContext(targetingKey: request.userID))
///     return Checkout(toggles: toggles).response
/// }
/// ```
///
/// Creating them allocates one object, and in another scope also a merged context. Reading a toggle is as fast as reading it from the client, unless its remote
/// definition depends on the context; then each read evaluates the rule.
public final class ScopedToggles: FeatureToggle, ForwardingToggles {
    /// The toggles that are read.
    package let source: any FeatureToggle
    /// The client's values that don't depend on the context, which reads access without retaining the client.
    private let resolved: ToggleTable.UnmarkedWords?
    /// The context of the reads, on top of the ambient context.
    public let context: EvaluationContext

    init(_ source: any FeatureToggle, context: EvaluationContext) {
        self.source = source
        resolved = (source as? ToggleClient)?.resolvedWords
        self.context = context
    }

    /// Returns toggles of the same scope with more attributes.
    fileprivate func narrowed(to context: EvaluationContext) -> ScopedToggles {
        ScopedToggles(source, context: self.context.overlaid(by: context))
    }

    /// Returns the context of a read that has a context of its own.
    private func merged(_ context: EvaluationContext?) -> EvaluationContext {
        context.map { $0 == self.context ? $0 : self.context.overlaid(by: $0) } ?? self.context
    }

    // MARK: Reading

    /// Returns the value as bits, for the scope.
    ///
    /// Not inlined into the protocol witness; see ``ToggleClient/bits(of:)``.
    @inline(never)
    public func bits(of toggle: ToggleReference) -> UInt64 {
        resolved?.homeWord(of: toggle.id) ?? otherBits(of: toggle)
    }

    /// Returns the value of a toggle that isn't found at once, or that may depend on the context.
    @inline(never)
    private func otherBits(of toggle: ToggleReference) -> UInt64 {
        resolved?.word(of: toggle.id, fallback: toggle.fallback) ?? contextualBits(of: toggle)
    }

    /// Returns the value of a toggle that may depend on the context.
    ///
    /// This is a separate function so that reads of other toggles retain neither the client nor the context.
    @inline(never)
    private func contextualBits(of toggle: ToggleReference) -> UInt64 {
        source.bits(of: toggle, for: context)
    }

    /// Returns the value as bits, for the given context on top of the scope.
    ///
    /// - Complexity: O(*n*) in the size of both contexts, unless they are the same.
    public func bits(of toggle: ToggleReference, for context: EvaluationContext?) -> UInt64 {
        source.bits(of: toggle, for: merged(context))
    }

    /// Returns the current string, for the scope and the given context.
    public func text(of toggle: ToggleReference, for context: EvaluationContext?) -> String? {
        source.text(of: toggle, for: merged(context))
    }

    /// Returns the current object, for the scope and the given context.
    public func object(of toggle: ToggleReference, for context: EvaluationContext?) -> (any AnyObject & Sendable)? {
        source.object(of: toggle, for: merged(context))
    }

    /// Returns the current value and its reason, for the scope and the given context.
    public func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution {
        source.resolve(toggle, for: merged(context))
    }

    /// Explains a toggle, for the scope and the given context.
    public func explanation(of toggle: ToggleReference, for context: EvaluationContext?) -> Explanation {
        source.explanation(of: toggle, for: merged(context))
    }

    // MARK: Observing

    /// Returns a stream with an element after each change that may affect the toggle.
    public func changes(of toggle: ToggleReference) -> AsyncStream<Void> {
        source.changes(of: toggle)
    }

    /// Returns a snapshot of all current values, with the same scope.
    public func snapshot() -> ScopedToggles {
        ScopedToggles(source.snapshot(), context: context)
    }

    /// The ambient context of the toggles that are read, with the scope on top of it.
    public var ambientContext: EvaluationContext? {
        source.ambientContext?.overlaid(by: context) ?? context
    }
}

extension FeatureToggle where Self == ScopedToggles {
    /// Returns a snapshot of all current values, with the same scope.
    ///
    /// It implements the requirement, whose result has another type.
    public func snapshot() -> any FeatureToggle {
        let snapshot: ScopedToggles = snapshot()
        return snapshot
    }
}

extension FeatureToggle {
    /// Returns these toggles, read for a context on top of the ambient one.
    ///
    /// Create them once per request or user, not once per read. Scopes can be nested: attributes of the inner one take
    /// precedence.
    ///
    /// ```swift
    /// let toggles = client.scoped(to: EvaluationContext(targetingKey: request.userID))
    /// if toggles.isEnabled(.adminTools) { … }
    /// ```
    ///
    /// - Parameter context: The attributes that rules can use.
    /// - Returns: Toggles that keep these ones alive.
    /// - Complexity: O(1): one allocation. In a scope, O(*n*) in the number of attributes of both contexts.
    public func scoped(to context: EvaluationContext) -> ScopedToggles {
        (self as? ScopedToggles)?.narrowed(to: context) ?? ScopedToggles(self, context: context)
    }
}

/// Reads of the categories that need a context, which the scope provides.
extension ScopedToggles {
    /// Returns whether the user of the scope has a permission.
    @inlinable
    @inline(__always)
    public func isEnabled(_ toggle: PermissionToggle) -> Bool {
        bits(of: toggle.reference) != 0
    }

    /// Returns the variant that the user of the scope has of an experiment.
    @inlinable
    @inline(__always)
    public func variant<Variant: ToggleVariant>(of toggle: ExperimentToggle<Variant>) -> Variant {
        Variant.read(toggle.reference, default: toggle.defaultValue, from: self, for: nil)
    }

    /// Returns whether the user of the scope has a permission, and why.
    public func evaluation(of toggle: PermissionToggle) -> Evaluation<Bool> {
        evaluation(of: toggle, for: context)
    }

    /// Returns the variant that the user of the scope has of an experiment, and why.
    public func evaluation<Variant: ToggleVariant>(of toggle: ExperimentToggle<Variant>) -> Evaluation<Variant> {
        evaluation(of: toggle, for: context)
    }

    /// Explains a permission of the user of the scope.
    public func explanation(of toggle: PermissionToggle) -> Explanation {
        explanation(of: toggle, for: context)
    }

    /// Explains an experiment for the user of the scope.
    public func explanation<Variant: ToggleVariant>(of toggle: ExperimentToggle<Variant>) -> Explanation {
        explanation(of: toggle, for: context)
    }

    /// Returns whether the user of the scope has a permission, now and after each change.
    public func updates(of toggle: PermissionToggle) -> ToggleUpdates<Bool> {
        updates(of: toggle, for: context)
    }

    /// Returns the variant that the user of the scope has of an experiment, now and after each change.
    public func updates<Variant: ToggleVariant>(of toggle: ExperimentToggle<Variant>) -> ToggleUpdates<Variant> {
        updates(of: toggle, for: context)
    }

    /// Creates one of two implementations, selected once by a permission of the user of the scope.
    @inlinable
    @inline(__always)
    public func select<Result, Failure: Error>(
        _ toggle: PermissionToggle,
        on: () throws(Failure) -> Result,
        off: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if isEnabled(toggle) { try on() } else { try off() }
    }

    /// Creates one of several implementations, selected once by the variant that the user of the scope has.
    ///
    /// This reads the variant, which can report an exposure.
    @inlinable
    @inline(__always)
    public func select<Variant: ToggleVariant, Result, Failure: Error>(
        _ toggle: ExperimentToggle<Variant>,
        _ make: (Variant) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try make(variant(of: toggle))
    }

    /// Asynchronously creates one of two implementations, selected once by a permission of the user of the scope.
    @inlinable
    @inline(__always)
    @_disfavoredOverload
    public func select<Result, Failure: Error>(
        _ toggle: PermissionToggle,
        on: () async throws(Failure) -> Result,
        off: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        if isEnabled(toggle) { try await on() } else { try await off() }
    }

    /// Asynchronously creates one of several implementations, selected once by the variant that the user of the scope
    /// has.
    ///
    /// This reads the variant, which can report an exposure.
    @inlinable
    @inline(__always)
    @_disfavoredOverload
    public func select<Variant: ToggleVariant, Result, Failure: Error>(
        _ toggle: ExperimentToggle<Variant>,
        _ make: (Variant) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await make(variant(of: toggle))
    }
}
