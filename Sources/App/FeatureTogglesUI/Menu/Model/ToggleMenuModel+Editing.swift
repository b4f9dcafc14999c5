#if OVERRIDES
import ToggleBase
import FeatureToggles
import FeatureTogglesOverrides

extension ToggleMenuModel {
    /// A question to answer before a change is made.
    struct Question: Identifiable, Sendable {
        let title: String
        /// The effect, one fact per line.
        let lines: [String]
        /// The label of the button that makes the change.
        let yes: String
        /// The change.
        let request: OverrideRequest

        var id: String { title }

        /// The lines as one text, without the end of a long list, because an alert doesn't scroll everywhere.
        var message: String {
            let rest = lines.count - Self.shownLineLimit
            guard rest > 1 else { return lines.joined(separator: "\n") }
            return (lines.prefix(Self.shownLineLimit) + ["and \(rest) more"]).joined(separator: "\n")
        }

        private static let shownLineLimit = 12
    }

    /// An answer to whether and how a toggle is overridden: a value, or no override.
    struct Choice: Identifiable, Hashable, Sendable {
        let id: Int
        let label: String
        /// What this answer means, such as the value without the override.
        let detail: String
        /// The override, or `nil` for none.
        let value: JSONValue?

        /// The label with what it means.
        var title: String { detail.isEmpty ? label : "\(label) (\(detail))" }
    }

    // MARK: Values

    /// Returns the answers for a toggle with a closed set of values; for a Boolean unset, on, and off.
    func choices(of index: Int) -> [Choice] {
        let choices = toggles.choices(of: index)
        guard !choices.isEmpty else { return [] }
        let inherited = Choice(
            id: 0,
            label: "unset",
            detail: ValueText.short(toggles.inheritedValue(index)),
            value: nil
        )
        let values = choices.enumerated().map { number, choice in
            let facts = [choice.isInherited ? "if unset" : nil, choice.isDefault ? "default" : nil]
            let detail = facts.compactMap(\.self).joined(separator: ", ")
            return Choice(id: number + 1, label: choice.label, detail: detail, value: choice.value)
        }
        // Something has to be selected, also if a variant was removed, or the file was edited by hand.
        guard let override = override(of: index), !values.contains(where: { $0.value == override }) else {
            return [inherited] + values
        }
        let label = ValueText.beginning(of: override)
        return [inherited] + values
            + [Choice(id: values.count + 1, label: label, detail: "can't be used", value: override)]
    }

    /// Returns the identifier of the current answer, or `nil` if the toggle has no choices.
    func currentChoice(of index: Int) -> Int? {
        let override = override(of: index)
        return choices(of: index).first { $0.value == override }?.id
    }

    /// Returns the override of a toggle in the local defaults file, after all pending writes.
    func override(of index: Int) -> JSONValue? {
        edits.currentOverride(of: toggles[index].key, in: toggles.model.overrides)
    }

    /// Returns the text of a toggle's value to edit, which is JSON on several lines for a JSON toggle.
    func editableText(of index: Int) -> String {
        let value = edits.currentValue(index, in: toggles)
        return toggles[index].type == .json ? JSONWriter(.pretty).text(value) : value.plainText
    }

    /// Describes the values that a toggle can have.
    func limits(of index: Int) -> String { ValueText.limits(of: toggles[index].type) }

    /// Returns why a text isn't a valid value of a toggle, or `nil` if it is.
    func problem(with text: String, for index: Int) -> String? {
        do throws(InputError) {
            _ = try toggles[index].value(typed: text)
            return nil
        } catch {
            return error.description
        }
    }

    /// Returns the text of a toggle's value as the start of an edit.
    func draft(of index: Int) -> ValueDraft { ValueDraft(editableText(of: index)) }

    // MARK: Changes

    /// Overrides toggles with a value, or removes their overrides if it is `nil`.
    func set(_ keys: [String], to value: JSONValue?) {
        guard canChange() else { return }
        let change = edits.change(of: keys, to: value, in: toggles.model.overrides)
        guard !change.edits.isEmpty else {
            let text = value == nil ? "it is already unset" : "it is already overridden with that value"
            return say(text, .success)
        }
        self.change { $0.write(change) }
    }

    /// Overrides a toggle with one of its choices.
    func choose(_ id: Int, for index: Int) {
        guard let choice = choices(of: index).first(where: { $0.id == id }) else { return }
        set([toggles[index].key], to: choice.value)
    }

    /// Overrides a toggle with a typed value.
    ///
    /// - Returns: Why the text isn't a valid value; nothing is changed then.
    func set(_ text: String, forKey key: String) -> String? {
        guard let index = toggles.index(of: key) else { return "‘\(key)’ is no longer declared" }
        do throws(InputError) {
            set([key], to: try toggles[index].value(typed: text))
            return nil
        } catch {
            return error.description
        }
    }

    /// Returns the label of the button that flips a toggle, or `nil` if its type can't be flipped.
    func flipLabel(of index: Int) -> String? {
        edits.nextValue(index, in: toggles).map { "Set to \(ValueText.short($0))" }
    }

    /// Overrides a Boolean with its opposite, or a toggle with variants with the next one.
    func flip(_ index: Int) {
        guard let value = edits.nextValue(index, in: toggles) else { return }
        set([toggles[index].key], to: value)
    }

    /// Asks whether to remove the overrides of all declared toggles.
    func askToUnsetAll() {
        guard canChange() else { return }
        let change = edits.change(of: overriddenKeys, to: nil, in: toggles.model.overrides)
        guard !change.edits.isEmpty else { return say("nothing is overridden", .success) }
        question = Question(
            title: "Unset \(change.edits.count.counted("override"))?",
            lines: lines(for: change.edits),
            yes: "Unset",
            request: .write(change)
        )
    }

    /// Pins a toggle, or unpins it.
    func flipPin(_ index: Int) {
        let keys: Set<String> = [toggles[index].key]
        let isPinned = isPinned(index)
        change { $0.remember(isPinned ? .unpin(keys) : .pin(keys)) }
    }

    /// Returns whether a toggle is pinned.
    func isPinned(_ index: Int) -> Bool { toggles.pins.contains(toggles[index].key) }

    /// Removes the override of a toggle.
    func unset(_ index: Int) { set([toggles[index].key], to: nil) }

    // MARK: History

    /// Undoes the newest change, or redoes the last undone change, of this app, the console, or the command line.
    ///
    /// If another program has changed one of its overrides since, or if there are many, the user is asked first.
    func applyNextStep(_ purpose: OverrideChange.Purpose) {
        guard canChange() else { return }
        guard let step = takeNextStep(purpose) else {
            let nothing = purpose == .undo ? "nothing was changed" : "nothing was undone"
            return say(edits.skippedText(purpose).map { "nothing changed: \($0)" } ?? nothing, .warning)
        }
        guard let asked = step.question() else { return change { $0.write(step.change) } }
        question = Question(
            title: asked.title,
            lines: asked.reasons + lines(for: asked.edits),
            yes: purpose == .undo ? "Undo" : "Redo",
            request: .write(step.change)
        )
    }

    /// Makes the change that a question is about, or drops it.
    ///
    /// The question may be closed already, because an alert can close before it runs the action of its button.
    func answer(_ isYes: Bool, to question: Question) {
        if self.question?.id == question.id { self.question = nil }
        if isYes { change { edits throws(OverrideError) in try edits.confirm(question.request) } }
    }

    /// Returns lines that describe the effect of each edit.
    func lines(for edits: [OverrideChange.Edit]) -> [String] {
        edits.map { "\($0.key): \(ValueText.short($0.before)) → \(ValueText.short($0.after))" }
    }

    /// Returns whether toggles can be overridden, and says why if they can't.
    func canChange() -> Bool {
        guard let readOnlyReason else { return true }
        say(readOnlyReason, .failure)
        return false
    }
}
#endif
