/// The values of a toggle over time: the one in force first, then each one that differs from the one before.
///
/// A consumer that is slower than the changes sees the newest value and not every one in between. Every iterator starts
/// anew with the value then in force. The sequence ends when its task is cancelled, or when the values cannot change any
/// more (a snapshot, most test doubles).
public struct ToggleUpdates<Value: ToggleValue>: AsyncSequence, Sendable {
    let toggles: any FeatureToggle
    let reference: ToggleReference
    let defaultValue: Value
    let context: EvaluationContext?

    /// Starts observing.
    public func makeAsyncIterator() -> AsyncIterator {
        // Subscribed before the first read, so that no change falls between the two.
        AsyncIterator(updates: self, changes: toggles.changes(of: reference))
    }

    /// Yields the values.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let updates: ToggleUpdates
        let changes: AsyncStream<Void>
        var last: Value?

        init(updates: ToggleUpdates, changes: AsyncStream<Void>) {
            self.updates = updates
            self.changes = changes
        }

        /// The value in force at first, then the next one that differs from the one before.
        public mutating func next() async -> Value? {
            await next(isolation: nil)
        }

        /// The value in force at first, then the next one that differs from the one before.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
            if last == nil {
                last = current
                return last
            }
            // Its own `next(isolation:)` needs iOS 18. A new iterator continues where the last one ended.
            var changes = changes.makeAsyncIterator()
            while await changes.next() != nil {
                let value = current
                if value != last {
                    last = value
                    return value
                }
            }
            return nil
        }

        private var current: Value {
            Value.read(
                updates.reference,
                default: updates.defaultValue,
                from: updates.toggles,
                for: updates.context
            )
        }
    }
}

extension FeatureToggle {
    /// Whether a release toggle is on, now and after each change.
    ///
    /// In a RELEASE build `false`, once.
    public func updates(of toggle: ReleaseToggle) -> ToggleUpdates<Bool> {
        #if RELEASE && !InternalBuild
        ToggleUpdates(
            toggles: ConstantToggles.shared,
            reference: ToggleReference(id: 0, fallback: 0, key: ""),
            defaultValue: false,
            context: nil
        )
        #else
        ToggleUpdates(toggles: self, reference: toggle.reference, defaultValue: false, context: nil)
        #endif
    }

    /// The value of an ops toggle, now and after each change.
    ///
    /// ```swift
    /// for await ranking in toggles.updates(of: .searchRanking) { … }
    /// ```
    public func updates<Value: ToggleValue>(
        of toggle: OpsToggle<Value>,
        for context: EvaluationContext? = nil
    ) -> ToggleUpdates<Value> {
        ToggleUpdates(
            toggles: self,
            reference: toggle.reference,
            defaultValue: toggle.defaultValue,
            context: context
        )
    }

    /// The variant of an experiment for the person of a context, now and after each change.
    public func updates<Variant: ToggleVariant>(
        of toggle: ExperimentToggle<Variant>,
        for context: EvaluationContext
    ) -> ToggleUpdates<Variant> {
        ToggleUpdates(
            toggles: self,
            reference: toggle.reference,
            defaultValue: toggle.defaultValue,
            context: context
        )
    }

    /// Whether a permission is granted to the person of a context, now and after each change.
    public func updates(of toggle: PermissionToggle, for context: EvaluationContext) -> ToggleUpdates<Bool> {
        ToggleUpdates(
            toggles: self,
            reference: toggle.reference,
            defaultValue: toggle.defaultValue,
            context: context
        )
    }

    /// The stage of a migration, now and after each change.
    public func updates(
        of toggle: MigrationToggle,
        for context: EvaluationContext? = nil
    ) -> ToggleUpdates<MigrationStage> {
        ToggleUpdates(
            toggles: self,
            reference: toggle.reference,
            defaultValue: toggle.defaultValue,
            context: context
        )
    }
}

#if RELEASE && !InternalBuild
/// Answers every default and never changes.
final class ConstantToggles: FeatureToggle {
    static let shared = ConstantToggles()

    func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution { Resolution() }

    var ambientContext: EvaluationContext? { nil }
}
#endif
