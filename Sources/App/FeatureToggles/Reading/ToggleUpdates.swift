/// The values of a toggle over time: the current value first, then each value that differs from the previous one.
///
/// A slow consumer gets the newest value and not every value in between. Each iterator starts with the value that is
/// current at that time, even in a canceled task. The sequence ends when its task is canceled, or when the values can't
/// change anymore, as in a snapshot and in most test doubles. Until then, it keeps the toggles alive: to release a client,
/// cancel the tasks that observe it.
public struct ToggleUpdates<Value: ToggleValue>: AsyncSequence, Sendable {
    let toggles: any FeatureToggle
    let reference: ToggleReference
    let defaultValue: Value
    let context: EvaluationContext?

    /// Starts observing.
    public func makeAsyncIterator() -> AsyncIterator {
        // Subscribed before the first read, so that no change is missed in between.
        AsyncIterator(updates: self, changes: toggles.changes(of: reference))
    }

    /// An iterator over the values.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let updates: ToggleUpdates
        let changes: AsyncStream<Void>
        var last: Value?

        init(updates: ToggleUpdates, changes: AsyncStream<Void>) {
            self.updates = updates
            self.changes = changes
        }

        /// Returns the current value first, and then waits for the next value that differs from the previous one.
        public mutating func next() async -> Value? {
            await next(isolation: nil)
        }

        /// Returns the current value first, and then waits for the next value that differs from the previous one.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
            if last == nil {
                last = current
                return last
            }
            // The stream iterator's `next(isolation:)` needs iOS 18. A new iterator continues where the previous one
            // stopped.
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
            Value.read(updates.reference, default: updates.defaultValue, from: updates.toggles, for: updates.context)
        }
    }
}

extension FeatureToggle {
    /// Returns whether a release toggle is enabled, now and after each change.
    ///
    /// In a RELEASE build, the sequence contains only `false`.
    public func updates(of toggle: ReleaseToggle) -> ToggleUpdates<Bool> {
        #if !OVERRIDES
        ToggleUpdates(
            toggles: FixedToggles(),
            reference: ToggleReference(id: 0, fallback: 0, key: ""),
            defaultValue: false,
            context: nil
        )
        #else
        ToggleUpdates(toggles: self, reference: toggle.reference, defaultValue: false, context: nil)
        #endif
    }

    /// Returns the value of an ops toggle, now and after each change.
    ///
    /// ```swift
    /// for await ranking in toggles.updates(of: .searchRanking) { … }
    /// ```
    public func updates<Value: ToggleValue>(
        of toggle: OpsToggle<Value>,
        for context: EvaluationContext? = nil
    ) -> ToggleUpdates<Value> {
        ToggleUpdates(toggles: self, reference: toggle.reference, defaultValue: toggle.defaultValue, context: context)
    }

    /// Returns a user's variant of an experiment, now and after each change.
    ///
    /// Each value counts as a read of the experiment, so it assigns the variant and reports the exposure.
    public func updates<Variant: ToggleVariant>(
        of toggle: ExperimentToggle<Variant>,
        for context: EvaluationContext
    ) -> ToggleUpdates<Variant> {
        ToggleUpdates(toggles: self, reference: toggle.reference, defaultValue: toggle.defaultValue, context: context)
    }

    /// Returns whether a user has a permission, now and after each change.
    public func updates(of toggle: PermissionToggle, for context: EvaluationContext) -> ToggleUpdates<Bool> {
        ToggleUpdates(toggles: self, reference: toggle.reference, defaultValue: toggle.defaultValue, context: context)
    }

    /// Returns the stage of a migration, now and after each change.
    @_disfavoredOverload
    public func updates(
        of toggle: MigrationToggle,
        for context: EvaluationContext? = nil
    ) -> ToggleUpdates<MigrationStage> {
        ToggleUpdates(toggles: self, reference: toggle.reference, defaultValue: toggle.defaultValue, context: context)
    }
}
