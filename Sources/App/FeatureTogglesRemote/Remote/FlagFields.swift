import FeatureToggles
import ToggleBase

/// The validated parts of a flag's definition.
struct FlagFields {
    var isDisabled = false
    var variants = UnsafeBufferPointer<FlatMember>(start: nil, count: 0)
    /// The name of the default variant, which exists in `variants`.
    var defaultVariant: FlatString?
    /// The rule, unless it is empty.
    var targeting: FlatMember?
    var metadata: FlatMember?

    /// Validates a flag.
    ///
    /// - Throws: The problem that makes the flag unusable. Members that flagd doesn't define are ignored.
    init(_ flag: FlatMember, limits: FlagDocument.Limits) throws(RuleError) {
        func broken(_ message: String, at place: FlatString? = nil) -> RuleError {
            RuleError(message: message, place: place ?? flag.name)
        }
        if flag.name.count > limits.keyLength {
            throw broken("the flag's key has more than \(limits.keyLength) bytes")
        }
        guard flag.value.kind == .object else {
            throw broken("a flag must be an object, not \(flag.value.kindDescription)")
        }
        var state: FlatMember?
        var variants: FlatMember?
        var standard: FlatMember?
        for member in flag.value.members {
            switch member.name {
            case Self.state: state = member
            case Self.variants: variants = member
            case Self.defaultVariant: standard = member
            case Self.targeting: targeting = member
            case Self.metadata: metadata = member
            default: break
            }
        }
        if let state, Self.isText(state.value, "DISABLED") {
            isDisabled = true
        } else if state.map({ Self.isText($0.value, "ENABLED") }) != true {
            let problem =
                state.map { "must be \"ENABLED\" or \"DISABLED\", not \($0.value.excerpt)" }
                ?? "is missing; write \"ENABLED\" or \"DISABLED\""
            throw broken("‘state’ \(problem)", at: state?.name)
        }
        guard let variants, variants.value.kind == .object, variants.value.count > 0 else {
            throw broken(
                "‘variants’ is missing or empty; write for example {\"on\": true, \"off\": false}",
                at: variants?.name
            )
        }
        self.variants = variants.value.members
        if variants.value.hasLongString,
            let long = self.variants.first(where: { $0.value.hasLongString || $0.name.isLong })
        {
            let name = long.name.text.prefix(64)
            throw broken("variant ‘\(name)’ has a string of more than \(limits.stringLength) bytes", at: long.name)
        }
        if isDisabled { return }
        if let targeting { try check(targeting, limits: limits) }
        if let standard { try check(standard) }
    }

    private mutating func check(_ rule: FlatMember, limits: FlagDocument.Limits) throws(RuleError) {
        switch rule.value.kind {
        case .null: targeting = nil
        case .object where rule.value.count == 0: targeting = nil
        case .object where rule.value.hasLongString:
            throw RuleError(
                message: "‘targeting’ has a string of more than \(limits.stringLength) bytes",
                place: rule.name
            )
        case .object: break
        default:
            throw RuleError(
                message: "‘targeting’ must be an object, not \(rule.value.kindDescription)",
                place: rule.name
            )
        }
    }

    private mutating func check(_ standard: FlatMember) throws(RuleError) {
        let name: FlatString
        switch standard.value.kind {
        case .null: return
        case .string where standard.value.count == 0: return
        case .string: name = FlatString(standard.value.bytes)
        // `true` selects the variant "true", as in a rule.
        case .true where FlatMember.value(of: Self.true, in: variants) != nil: name = Self.true
        case .false where FlatMember.value(of: Self.false, in: variants) != nil: name = Self.false
        default:
            throw RuleError(
                message: "‘defaultVariant’ must be the name of a variant, not \(standard.value.kindDescription)",
                place: standard.name
            )
        }
        guard FlatMember.value(of: name, in: variants) != nil else {
            throw RuleError(
                message: "‘defaultVariant’ is ‘\(name.text)’, which is not one of the variants",
                place: standard.name
            )
        }
        defaultVariant = name
    }

    private static func isText(_ value: FlatValue, _ text: StaticString) -> Bool {
        value.kind == .string
            && FlatBytes.areEqual(
                value.bytes,
                UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
            )
    }

    // Unchecked: the names are string literals, which are immutable.
    nonisolated(unsafe) private static let state = FlatString("state")
    nonisolated(unsafe) private static let variants = FlatString("variants")
    nonisolated(unsafe) private static let defaultVariant = FlatString("defaultVariant")
    nonisolated(unsafe) private static let targeting = FlatString("targeting")
    nonisolated(unsafe) private static let metadata = FlatString("metadata")
    nonisolated(unsafe) private static let `true` = FlatString("true")
    nonisolated(unsafe) private static let `false` = FlatString("false")
}

/// Lets a `switch` compare names.
func ~= (pattern: FlatString, name: FlatString) -> Bool { pattern == name }
