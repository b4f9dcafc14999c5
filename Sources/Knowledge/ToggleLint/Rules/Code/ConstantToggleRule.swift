import ToggleManifest

/// Finds flags of existing declarations that are on, or off, in every build.
enum ConstantToggleRule: ToggleRule {
    static let description = RuleDescription(
        identifier: "constant_toggle",
        area: .code,
        severity: .warning,
        summary: "a flag that is on, or off, in every build",
        rationale: """
            If the code of an existing declaration always returns the same value for a flag, without asking a server or an \
            override, one of the branches that the flag chooses never runs. A finished feature often stays like this, and \
            an abandoned one, too. Only constants that the code shows count: `return true` in the `switch` of a function \
            or property that `reads:` names, `static let newCheckout = true`, also with `var` if no code assigns another value, \
            and getters that only return one. If other production code with the same name computes the value in another \
            way, a read goes through code that the project doesn't declare, such as `enabledFlags.contains(.newCheckout)`, \
            or a remote document contains the flag, it isn't reported.
            """,
        options: [
            RuleOption("days", standard: 30, meaning: "days during which a flag may have the same value in every build")
        ],
        bad: [
            RuleExample(
                "The function returns true for the flag.",
                toggles: """
                    new_checkout:
                      created: 2026-08-01
                      expires: 2026-12-15
                    """,
                lint: """
                    sources:
                      - { kind: cases, type: FeatureFlag, key: snake_case, reads: [isOn] }
                    """,
                source: """
                    enum FeatureFlag: String {
                        case newCheckout
                    }
                    func isOn(_ flag: FeatureFlag) -> Bool {
                        switch flag {
                        case .newCheckout: return true
                        }
                    }
                    func checkOut() {
                        if isOn(.newCheckout) { showOnePage() } else { startThreeSteps() }
                    }
                    """
            )
        ],
        good: [
            RuleExample(
                "The server decides.",
                toggles: """
                    new_checkout:
                      created: 2026-08-01
                      expires: 2026-12-15
                    """,
                lint: """
                    sources:
                      - { kind: cases, type: FeatureFlag, key: snake_case, reads: [isOn] }
                    """,
                source: """
                    enum FeatureFlag: String {
                        case newCheckout
                    }
                    func isOn(_ flag: FeatureFlag) -> Bool {
                        server.flags[flag.rawValue] ?? false
                    }
                    func checkOut() {
                        if isOn(.newCheckout) { showOnePage() } else { startThreeSteps() }
                    }
                    """
            )
        ]
    )

    static func finding(about toggle: ToggleDeclaration, in facts: LintFacts) -> Finding? {
        guard let constant = facts.constant(toggle), facts.usages?[toggle.key].reads.isEmpty == false else {
            return nil
        }
        let since = constant.since ?? (facts.knowsAge(of: toggle) ? facts.birthday(of: toggle) : nil)
        if let since, since.days(until: facts.today) < option("days", in: facts.configuration) { return nil }
        let advice = RemovalAdvice(toggle, facts)
        let value = constant.value ? "on" : "off"
        let range = constant.range
        return facts.finding(
            description,
            about: toggle,
            message: """
                \(toggle.key.quoted) is \(value) in every build\(since.map { " since \($0)" } ?? ""), because of \
                \(constant.path):\(range.start.line)
                """,
            nextStep: advice.step,
            related: [RelatedPlace(path: constant.path, range: range, message: "always \(value)")] + advice.related
        )
    }
}

extension LintFacts {
    /// Returns the value that a flag of an existing declaration has in every build.
    func constant(_ toggle: ToggleDeclaration) -> SourceFacts.Constant? {
        parameter(of: toggle) == nil ? project.sources?.constants[toggle.key] : nil
    }
}
