#if OVERRIDES
package import ToggleBase

/// The changes sent to the backend, and the overrides and saved state that result from them.
package struct OverrideEdits: Sendable {
    /// The expected override of a toggle, from a pending write or from a finished one that no model shows yet.
    package struct Expectation: Hashable, Sendable {
        package var value: JSONValue?
        /// Whether the write has finished.
        package var isWritten = false
        /// The number of models since the write that showed another value.
        package var contradictions = 0
    }

    /// The saved state after all pending changes.
    package private(set) var memory: ConsoleMemory
    /// The saved state as last reported by the backend.
    package private(set) var remembered: ConsoleMemory
    /// The pending changes of the saved state, newest last.
    package private(set) var pendingChanges: [MemoryChange] = []
    /// The overrides expected from pending writes, until the model confirms them.
    package private(set) var expected: [String: Expectation] = [:]
    /// The number of writes whose result is pending.
    package private(set) var writesInFlight = 0
    /// The overrides that the stored history ends with, and when each was written.
    private var written: [String: (value: JSONValue, time: Int64)] = [:]
    /// The titles of the steps that the last undo or redo skipped because they would change nothing.
    package private(set) var skipped: [String] = []

    package init(_ memory: ConsoleMemory) {
        self.memory = memory
        remembered = memory
        noteTimes()
    }

    /// Returns when an override was written, in seconds since 1970, if the history contains it.
    ///
    /// An override that another program has changed since without the history has no known time.
    package func time(of key: String, _ value: JSONValue?) -> Int64? {
        guard let value, let entry = written[key], entry.value == value else { return nil }
        return entry.time
    }

    /// Finds out when the overrides were written.
    ///
    /// - Complexity: O(*n*) in the size of the history.
    private mutating func noteTimes() {
        written = [:]
        for step in remembered.undo {
            for edit in step.edits {
                written[edit.key] = edit.after.flatMap { value in step.time.map { (value, $0) } }
            }
        }
    }

    /// Returns the overrides after all pending writes.
    package func overrides(after overrides: [String: JSONValue]) -> [String: JSONValue] {
        var overrides = overrides
        for (key, expectation) in expected { overrides[key] = expectation.value }
        return overrides
    }

    /// Returns the override of a key after all pending writes.
    package func currentOverride(of key: String, in overrides: [String: JSONValue]) -> JSONValue? {
        if let expectation = expected[key] { return expectation.value }
        return overrides[key]
    }

    // MARK: Sending

    /// Sends a change to the local defaults file.
    package mutating func write(_ change: OverrideChange) -> [OverrideRequest] {
        guard !change.edits.isEmpty else { return [] }
        for edit in change.edits { expected[edit.key] = Expectation(value: edit.after) }
        writesInFlight += 1
        note(.history(change))
        return [.write(change)]
    }

    /// Sends a change of the saved state.
    package mutating func remember(_ change: MemoryChange) -> [OverrideRequest] {
        note(change)
        return [.remember(change)]
    }

    private mutating func note(_ change: MemoryChange) {
        pendingChanges.append(change)
        adopt(remembered)
    }

    /// Sends a request that the user has confirmed.
    ///
    /// - Throws: ``OverrideError`` if it undoes or redoes a step that is no longer the newest one. Nothing is changed.
    package mutating func confirm(_ request: OverrideRequest) throws(OverrideError) -> [OverrideRequest] {
        guard case .write(let change) = request else { return [request] }
        guard change.purpose == .edit || isNewest(change) else {
            throw OverrideError("nothing was changed, because another program changed the history")
        }
        return write(change)
    }

    // MARK: Receiving

    /// Handles the result of a write or of a change of the saved state, or a change by another program.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - overrides: The overrides in the newest model.
    package mutating func receive(_ report: OverrideReport, overrides: [String: JSONValue]) {
        switch report {
        case .written(let change, let failure, let memory):
            finish(change, isWritten: failure == nil, memory: memory, overrides: overrides)
        case .remembered(let change, let memory): adopt(memory, answering: change)
        case .memory(let memory): adopt(memory)
        case .presets, .notice: break
        }
    }

    /// Handles the result of a write.
    package mutating func finish(
        _ change: OverrideChange,
        isWritten: Bool,
        memory newMemory: ConsoleMemory?,
        overrides: [String: JSONValue]
    ) {
        writesInFlight = max(0, writesInFlight - 1)
        var written = remembered
        if isWritten { written.apply(.history(change)) }
        for edit in change.edits where !isWritten || expected[edit.key]?.value == edit.after {
            // The model may have arrived before this result.
            if !isWritten || overrides[edit.key] == edit.after {
                expected[edit.key] = nil
            } else {
                expected[edit.key]?.isWritten = true
            }
        }
        adopt(newMemory ?? written, answering: .history(change))
    }

    /// Adopts the stored state.
    ///
    /// - Parameters:
    ///   - newMemory: The stored state.
    ///   - change: The pending change that the state includes, if there is one.
    package mutating func adopt(_ newMemory: ConsoleMemory, answering change: MemoryChange? = nil) {
        if let change, let index = pendingChanges.firstIndex(of: change) { pendingChanges.remove(at: index) }
        let isNewHistory = newMemory.undo != remembered.undo || newMemory.undo.last?.time != remembered.undo.last?.time
        remembered = newMemory
        if isNewHistory { noteTimes() }
        memory = newMemory
        for change in pendingChanges { memory.apply(change) }
    }

    /// Drops the expectations that a new model confirms or contradicts for the second time.
    ///
    /// After two contradictions, another program must have changed the override.
    package mutating func compare(with overrides: [String: JSONValue]) {
        for (key, expectation) in expected where expectation.isWritten {
            if expectation.value == overrides[key] || expectation.contradictions >= 1 {
                expected[key] = nil
            } else {
                expected[key]?.contradictions += 1
            }
        }
    }

    // MARK: History

    /// A step to undo or redo.
    package struct Step: Sendable {
        /// The change as recorded in the history.
        package var recorded: OverrideChange
        /// The same change based on the current overrides.
        package var change: OverrideChange

        /// The edits of overrides that another program has changed since, as recorded and as they would be now.
        ///
        /// An override that already has the target value is not a conflict.
        package var conflicts: [(recorded: OverrideChange.Edit, current: OverrideChange.Edit)] {
            zip(recorded.edits, change.edits).filter { $0 != $1 && $1.before != $1.after }
                .map { (recorded: $0, current: $1) }
        }

        /// Returns what to ask the user before the step is written; `nil` if it can be written at once.
        ///
        /// - Parameter reminder: Why the user may not expect this step, if there is a reason.
        /// - Returns: The question, the reasons for it, and the edits to show.
        package func question(
            reminder: String? = nil
        ) -> (title: String, reasons: [String], edits: [OverrideChange.Edit])? {
            let verb = change.purpose == .undo ? "Undo" : "Redo"
            let reasons = reminder.map { [$0] } ?? []
            let conflicts = self.conflicts.map { recorded, current in
                let (before, after) = (ValueText.short(recorded.before), ValueText.short(recorded.after))
                let now = ValueText.short(current.before)
                return "\(recorded.key) was \(before) and is \(now) now; this would write \(after)"
            }
            if !conflicts.isEmpty {
                let reasons = reasons + ["Another program has changed this since."] + conflicts
                return ("\(verb) \(change.title) anyway?", reasons, [])
            }
            if !reasons.isEmpty { return ("\(verb) \(change.title) instead?", reasons, recorded.edits) }
            guard change.edits.count > OverrideEdits.unconfirmedEditLimit else { return nil }
            return ("\(verb): \(change.title)?", [], recorded.edits)
        }
    }

    /// Returns the next step to undo or redo that changes an override.
    ///
    /// Steps whose values are already in place, because another program has undone or redone them, are skipped.
    ///
    /// - Parameters:
    ///   - purpose: Whether to undo or redo.
    ///   - overrides: The current overrides.
    /// - Returns: The step, or `nil` if there is none, and the effects of the skipped steps.
    package mutating func nextStep(
        _ purpose: OverrideChange.Purpose,
        overrides: [String: JSONValue]
    ) -> (step: Step?, effects: [OverrideRequest]) {
        var effects: [OverrideRequest] = []
        skipped = []
        for step in (purpose == .undo ? memory.undo : memory.redo).reversed() {
            let recorded = step.change(for: purpose)
            let change = recorded.rebased { currentOverride(of: $0, in: overrides) }
            if change.isEffective { return (Step(recorded: recorded, change: change), effects) }
            skipped.append(step.title)
            effects += remember(.history(change))
        }
        return (nil, effects)
    }

    /// Returns whether a change undoes or redoes the newest step of the history.
    private func isNewest(_ change: OverrideChange) -> Bool {
        (change.purpose == .undo ? memory.undo.last : memory.redo.last) == change.step
    }

    /// Describes the skipped steps, if there are any.
    package func skippedText(_ purpose: OverrideChange.Purpose) -> String? {
        guard let first = skipped.first else { return nil }
        let names = skipped.count == 1 ? "‘\(first)’ was" : "\(skipped.count) steps were"
        return "\(names) already \(purpose == .undo ? "undone" : "redone")"
    }
}
#endif
