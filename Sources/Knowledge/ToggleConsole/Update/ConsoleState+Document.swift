#if OVERRIDES
import FeatureToggles

/// Changes of a toggle's flag in a remote document.
extension ConsoleState {
    /// The kinds of changes that the user types an answer for.
    enum FlagQuestion: Hashable, Sendable {
        case rollout
        case target
        case kill
    }

    /// A menu of the changes that the document's flag of the selected toggle can get.
    func documentMenu(for key: String) -> Menu {
        func item(_ label: String, _ detail: String, _ key: String, _ intent: Intent) -> Menu.Item {
            Menu.Item(label, detail: detail, key: key, intent: intent)
        }
        func request(_ command: FlagCommand) -> Intent { .operate(FlagRequest(key: key, command: command)) }
        let history = item("history", "shows what was published, by whom, and why", "6", request(.history))
        return Menu(
            "Change \(key) in the document",
            [
                item("roll out …", "changes the shares of its variants", "1", .askFlag(key: key, .rollout)),
                item("target …", "gives a variant to users who meet a condition", "2", .askFlag(key: key, .target)),
                item("switch off", "for all users; keeps the rule", "3", request(.kill(variant: nil))),
                item("set for all …", "gives all users a variant; keeps the rule", "4", .askFlag(key: key, .kill)),
                item("restore", "brings back the rule from before", "5", request(.restore)),
            ] + (settings.showsHistory ? [history] : []),
            note: "shows the effect, then asks"
        )
    }

    /// Returns the prompt for a change of a flag.
    func prompt(for question: FlagQuestion, key: String) -> Prompt {
        let purpose = Prompt.Purpose.flag(key: key, question)
        let toggle = toggles.index(of: key).map { toggles[$0] }
        // The one that a rollout brings to users; only the document names those of other types.
        let name =
            switch toggle?.type {
            case .variants(let names): names.first { .string($0) != toggle?.defaultValue } ?? "VARIANT"
            case .bool: "on"
            default: "VARIANT"
            }
        return switch question {
        case .rollout:
            Prompt(
                title: "Roll out \(key)",
                note: "percentages, such as \(name)=10; for a salt: toggles rollout --salt",
                purpose: purpose
            )
        case .target:
            Prompt(
                title: "Target \(key)",
                note: "a condition and a variant, such as app.version >= 2.2.0 then \(name)",
                purpose: purpose
            )
        case .kill: Prompt(title: "Set \(key) for all users", note: "the name of a variant", purpose: purpose)
        }
    }

    /// Returns the command that the answer to a question stands for.
    ///
    /// - Throws: ``ConsoleError`` if a part is missing.
    func flagCommand(_ question: FlagQuestion, _ text: String) throws(ConsoleError) -> FlagCommand {
        guard !text.isEmpty else { throw ConsoleError("the answer is empty; Esc cancels") }
        switch question {
        case .rollout: return .rollout(text)
        case .kill: return .kill(variant: text)
        case .target:
            guard let (condition, variant) = Self.conditionAndVariant(text) else {
                throw ConsoleError("write ‘then’ and a variant after the condition: country == DE then on")
            }
            return .target(condition: condition, variant: variant)
        }
    }

    /// Splits a text at its last `then`; returns `nil` if a part is missing.
    private static func conditionAndVariant(_ text: String) -> (condition: String, variant: String)? {
        // Spaces within the condition can be part of a quoted text, so they stay.
        guard let space = text.lastIndex(of: " ") else { return nil }
        let head = String(text[..<space]).trimmed
        guard head.hasSuffix(" then") else { return nil }
        return (String(head.dropLast(" then".count)).trimmed, String(text[text.index(after: space)...]))
    }

    /// Handles the effect of a change that is not made yet.
    mutating func receive(_ request: FlagRequest, _ result: Result<FlagPreview, ConsoleError>) {
        // The prompt that the command was typed into stays open until the result is known.
        var sent: Prompt?
        if case .prompt(let prompt) = dialogs.last, prompt.isSent {
            sent = prompt
            closeDialog()
        }
        switch result {
        case .failure(let error):
            guard var prompt = sent else {
                say(error.description, .failure)
                return
            }
            prompt.isSent = false
            prompt.problem = error.description
            show(prompt)
        case .success(let preview) where request.command == .history:
            let lines = preview.lines.map { StyledText($0) }
            dialogs.append(.page(Page(title: "History of \(preview.path)", lines: lines)))
        case .success(let preview) where preview.isEmpty: say(preview.lines.joined(separator: " "))
        case .success(let preview):
            var lines = preview.lines.map { StyledText($0) }
            if let concern = preview.concern {
                lines += [StyledText(), StyledText("Look twice, because \(concern).", CellStyle(.stale))]
            }
            lines += preview.warnings.map { StyledText($0, CellStyle(.stale)) }
            var confirmed = request
            confirmed.confirmed = preview
            show(Confirmation("Change \(preview.path)?", lines, yes: "Change", intent: .operate(confirmed)))
        }
    }
}
#endif
