#if OVERRIDES
import ToggleBase
import FeatureToggles
import FeatureTogglesOverrides

extension ToggleMenuModel {
    /// The content of a toggle's row.
    struct Row: Identifiable, Hashable, Sendable {
        let id: UInt64
        let key: String
        let description: String
        /// The value on one line.
        let value: String
        let source: ToggleSource
        /// What is unusual about the toggle, one or two words each.
        let remarks: [String]
        /// Whether the value is overridden.
        let isOverridden: Bool
        /// The row as VoiceOver reads it.
        let label: String

        /// The source and the remarks.
        var subtitle: String { ([source.rawValue] + remarks).joined(separator: " · ") }
    }

    /// What each source returned about a toggle.
    struct Source: Identifiable, Hashable, Sendable {
        let id: Int
        let name: String
        let answer: String
        /// The exact origin, such as a file or a remote parameter.
        let origin: String?
        let isDecisive: Bool
        let isRejected: Bool
        /// The answer as VoiceOver reads it.
        let label: String
    }

    /// Everything about a toggle.
    struct Detail: Sendable {
        let key: String
        let description: String?
        let value: String
        /// The facts about the current value: the reason, the variant, the rule, the error, and the what-if context or
        /// the scope.
        let valueFacts: [ToggleFact]
        let sources: [Source]
        /// The facts about the declaration.
        let facts: [ToggleFact]
    }

    /// Returns the content of a toggle's row.
    func row(_ index: Int) -> Row {
        let toggle = toggles[index]
        let resolution = toggles.resolution(index)
        let value = ValueText.beginning(of: edits.currentValue(index, in: toggles))
        let remarks = toggles.remarks(on: index)
        let label = ([String(toggle.key.map { $0 == "_" ? " " : $0 }), value, resolution.source.rawValue] + remarks)
        return Row(
            id: toggle.id,
            key: toggle.key,
            description: ValueText.beginning(of: toggle.details?.description ?? ""),
            value: value,
            source: resolution.source,
            remarks: remarks,
            isOverridden: resolution.source.isOverride || override(of: index) != nil,
            label: label.joined(separator: ", ")
        )
    }

    /// Returns the details of a toggle: its value, why it has it, and the facts about its declaration.
    func detail(of index: Int) -> Detail {
        let toggle = toggles[index]
        let explanation = toggles.explanation(index)
        let evaluation = explanation.evaluation
        var facts = [ToggleFact("reason", evaluation.reason.rawValue)]
        if let variant = evaluation.variant { facts.append(ToggleFact("variant", variant)) }
        if let rule = explanation.steps.first(where: \.isDecisive)?.rule { facts.append(ToggleFact("rule", rule)) }
        if let error = evaluation.error {
            facts.append(ToggleFact("error", error.description, isConcern: true))
        }
        if let time = edits.time(of: toggle.key, override(of: index)) {
            facts.append(ToggleFact("overridden", TimeText.minute(time)))
        }
        if let text = toggles.whatIf.text {
            let own = toggles.ownValue(index)
            facts.append(ToggleFact("what if", text, isConcern: true))
            if own != explanation.value { facts.append(ToggleFact("otherwise", ValueText.short(own), isConcern: true)) }
        } else if let scopeText {
            facts.append(ToggleFact("scope", scopeText))
        }
        if let state = explanation.remoteState ?? toggles.model.remoteState {
            facts.append(ToggleFact("remote", state.summary, isConcern: state.needsAttention))
        }
        return Detail(
            key: toggle.key,
            description: toggle.details?.description,
            value: ValueText.beginning(of: edits.currentValue(index, in: toggles)),
            valueFacts: facts,
            sources: explanation.steps.enumerated().map { Self.source($1, id: $0) },
            facts: toggles.facts(of: index)
        )
    }

    private static func source(_ step: Explanation.Step, id: Int) -> Source {
        var isRejected = false
        let answer: String
        switch step.answer {
        case .value(let value): answer = ValueText.beginning(of: value)
        case .rejected:
            isRejected = true
            answer = step.answer.text
        case .notSet, .notQueried: answer = step.answer.text
        }
        let name = step.source.rawValue
        return Source(
            id: id,
            name: name,
            answer: answer,
            origin: step.origin,
            isDecisive: step.isDecisive,
            isRejected: isRejected,
            label: "\(name): \(answer)\(step.isDecisive ? ", decides" : "")"
        )
    }

    // MARK: Sharing

    /// The listed toggles with their values and sources, and the problems, as text to share.
    var shareText: String {
        var lines = ["\(title): \(shownCount.counted("toggle")), \(overrideCount) overridden"]
        if let text = toggles.whatIf.text {
            lines.append("what if: \(text)")
        } else if let scopeText {
            lines.append("scope: \(scopeText)")
        }
        if !filter.isEmpty { lines.append("filter: \(filter)") }
        for section in sections {
            lines.append("")
            if !section.title.isEmpty { lines.append("\(section.title):") }
            lines += section.indices.map { toggles.line($0) }
        }
        let problems = problems
        if !problems.isEmpty { lines += ["", "problems:"] + problems }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns a toggle with its value and what each source returned, as text to share.
    func shareText(of index: Int) -> String {
        let detail = detail(of: index)
        var lines = [toggles.line(index)]
        lines += detail.sources.map { source in
            "\(source.isDecisive ? "→" : " ") \(source.name): \(source.answer)"
                + (source.origin.map { " [\($0)]" } ?? "")
        }
        lines += (detail.valueFacts + detail.facts).map { "  \($0.name): \($0.text)" }
        return lines.joined(separator: "\n") + "\n"
    }
}
#endif
