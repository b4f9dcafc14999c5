/// The fields of the `lint:` section, in the order in which messages list them.
package enum LintField: String, CaseIterable, Sendable {
    case included
    case excluded
    case tests
    case debugMenus = "debug_menus"
    case scripts
    case grace
    case rules
    case allow
    case sources
    case releases

    /// The names of the same fields in other linters.
    static let otherWords: [String: LintField] = [
        "include": .included, "paths": .included, "exclude": .excluded, "ignore": .excluded, "ignored": .excluded,
        "test": .tests, "debug": .debugMenus, "debugmenus": .debugMenus,
        "grace_days": .grace, "severity": .rules, "severities": .rules, "rule": .rules, "disabled": .rules,
        "disabled_rules": .rules, "opt_in_rules": .rules, "only_rules": .rules, "allowed": .allow,
        "allowances": .allow, "suppress": .allow, "source": .sources, "declarations": .sources,
        "release": .releases, "released": .releases, "versions": .releases, "supported": .releases, "tags": .releases,
    ]
}

/// The fields of an entry of `allow`.
package enum AllowanceField: String, CaseIterable, Sendable {
    case rule
    case toggle
    case parameter
    case reason
    case until

    static let otherWords: [String: AllowanceField] = [
        "rules": .rule, "id": .rule, "key": .toggle, "toggles": .toggle, "why": .reason, "comment": .reason,
        "description": .reason, "expires": .until, "date": .until, "end": .until, "expiry": .until,
    ]
}

/// The fields of an entry of `sources`.
package enum DeclarationSourceField: String, CaseIterable, Sendable {
    case kind
    case type
    case file
    case key
    case reads
    case except

    static let otherWords: [String: DeclarationSourceField] = [
        "name": .type, "enum": .type, "struct": .type, "attribute": .type, "macro": .type, "function": .type,
        "path": .file, "calls": .reads, "call": .reads, "read": .reads, "keys": .key, "key_style": .key,
        "without": .except, "excluded": .except, "exclude": .except,
    ]
}

/// The fields of `releases`.
package enum ReleasesField: String, CaseIterable, Sendable {
    case tags
    case supported
    case policy

    static let otherWords: [String: ReleasesField] = [
        "tag": .tags, "pattern": .tags, "minimum": .supported, "oldest": .supported, "since": .supported,
        "update_policy": .policy,
    ]
}

/// The fields of a rule's mapping, in addition to the rule's options.
package enum RuleField: String, CaseIterable, Sendable {
    case severity
    case categories
}
