import FeatureTogglesRemote
import ToggleManifest

/// Checks that don't depend on the meaning of values: size, depth, duplicate names, numbers that lose digits.
extension DocumentChecker {
    /// The largest integer that every reader represents exactly.
    private static let largestExact = 9_007_199_254_740_991.0

    mutating func checkText(_ text: [UInt8], _ root: LocatedValue, as subject: DocumentCheck.Subject) {
        if text.starts(with: Findings.byteOrderMark) {
            findings.warning(
                0..<0,
                "the text begins with a byte order mark, which many readers reject; save it without one"
            )
        }
        checkValue(root, depth: 1, subject == .document ? .root : .rule)
    }

    /// Reports that the text is too large to be checked.
    mutating func refuse() {
        // Without its size, because only the beginning of standard input is read.
        findings.error(
            0..<0,
            """
            the document has more than the \(limits.size) bytes that clients accept, so nothing in it was checked; \
            remove flags that no toggle reads, or old entries of an update policy
            """
        )
    }

    /// Checks a value and everything in it; the reader limits the depth.
    ///
    /// Outside rules, each array and object is a level. In a rule, an operator with its arguments is a level, and so is
    /// an array in its arguments.
    private mutating func checkValue(_ value: LocatedValue, depth: Int, _ place: Place) {
        switch value.content {
        case .null, .bool: break
        case .integer(let integer):
            if Double(integer.magnitude) > Self.largestExact { warnOfDigits(value.range) }
        case .number(let number):
            if number.magnitude > Self.largestExact, number.rounded() == number, number.magnitude < 1e21 {
                warnOfDigits(value.range)
            }
        case .string(let string): checkLength(of: string, value.range)
        case .array(let elements):
            let level = place == .arguments ? depth - 1 : depth
            guard checkDepth(level, value.range, place) else { return }
            let inner: Place = place == .arguments ? .rule : place
            for element in elements { checkValue(element, depth: level + 1, inner) }
        case .object(let members):
            guard checkDepth(depth, value.range, place) else { return }
            var names: Set<String> = []
            for member in members {
                if !names.insert(member.name).inserted {
                    findings.error(
                        member.nameRange,
                        """
                        \(member.name.quoted) occurs twice in this object, and readers differ in which one they use; \
                        remove one
                        """
                    )
                }
                checkLength(of: member.name, member.nameRange)
                let inner = place.inside(member.name)
                checkValue(member.value, depth: inner == .rule && place != .rule ? 1 : depth + 1, inner)
            }
        }
    }

    /// The part of a document that a value belongs to.
    private enum Place {
        case root, flags, flag, variants, variant, evaluators, plain, rule, arguments

        /// Returns the part that a member of an object belongs to.
        func inside(_ name: String) -> Place {
            switch (self, name) {
            case (.root, "flags"): .flags
            case (.root, "$evaluators"): .evaluators
            case (.flags, _): .flag
            case (.flag, "variants"): .variants
            case (.variants, _), (.variant, _): .variant
            case (.evaluators, _), (.flag, "targeting"): .rule
            case (.rule, _), (.arguments, _): .arguments
            default: .plain
            }
        }
    }

    private mutating func checkDepth(_ depth: Int, _ range: Range<Int>, _ place: Place) -> Bool {
        guard depth > limits.depth else { return true }
        let problem = "this is nested more than \(limits.depth) levels deep, the most that clients accept"
        switch place {
        case .rule, .arguments:
            findings.error(
                range.prefix(1),
                """
                \(problem) in a rule; flatten it, or move a part of the rule of a flag to ‘$evaluators’
                """
            )
        case .variant:
            findings.error(
                range.prefix(1),
                """
                \(problem), counted from the root, which leaves \(limits.depth - Self.levelsAroundVariant) for the value \
                of a variant; flatten it
                """
            )
        default:
            findings.error(
                range.prefix(1),
                "\(problem), counted from the root; flatten it"
            )
        }
        return false
    }

    /// The levels around a variant: the document, its flags, a flag, its variants.
    private static let levelsAroundVariant = 4

    private mutating func checkLength(of string: String, _ range: Range<Int>) {
        if string.utf8.count > limits.stringLength {
            findings.error(
                range.prefix(1),
                "this string has \(string.utf8.count) bytes, more than the \(limits.stringLength) that clients accept"
            )
        }
    }

    private mutating func warnOfDigits(_ range: Range<Int>) {
        findings.warning(
            range,
            "readers round integers beyond 9007199254740991 (2^53 - 1) differently; write a string or a smaller number"
        )
    }
}
