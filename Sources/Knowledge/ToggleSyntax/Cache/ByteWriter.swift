import ToggleBase
import ToggleLint
import ToggleManifest

/// Writes facts as bytes.
struct ByteWriter {
    var bytes: [UInt8] = []

    mutating func write(_ number: UInt64) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ text: String) {
        write(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func write(_ text: String?) {
        write(UInt64(text == nil ? 0 : 1))
        if let text { write(text) }
    }

    mutating func write(_ hash: ContentDigest) {
        write(hash.first)
        write(hash.second)
    }

    mutating func write(_ texts: [String]) {
        write(UInt64(texts.count))
        for text in texts { write(text) }
    }

    mutating func write(_ range: SourceRange) {
        for location in [range.start, range.end] {
            for number in [location.line, location.column, location.offset] { write(UInt64(max(0, number))) }
        }
    }

    mutating func write(_ facts: FileFacts) {
        write(UInt64(facts.uses.count))
        for use in facts.uses { write(use) }
        write(UInt64(facts.suppressions.count))
        for suppression in facts.suppressions {
            write(suppression.rules)
            write(suppression.reason)
            write(suppression.misspelling)
            write(suppression.range)
            write(UInt64(suppression.lines.lowerBound))
        }
        write(facts.problem?.message)
        if let problem = facts.problem { write(problem.range) }
        write(UInt64(facts.signatures.count))
        for signature in facts.signatures {
            write(signature.callee)
            write(signature.type)
        }
        write(UInt64(facts.answers.count))
        for answer in facts.answers {
            write(answer.key)
            write(UInt64(answer.source))
            write(answer.value.map { $0 ? "true" : "false" })
            write(answer.range)
        }
        write(facts.mirrors)
    }

    private mutating func write(_ callee: FileFacts.Callee) {
        write(callee.name)
        write(callee.label)
    }

    private mutating func write(_ found: FileFacts.Use) {
        let use = found.use
        switch use.target {
        case .toggle(let key): write(["toggle", key])
        case .undeclared(let key): write(["undeclared", key])
        case .computed: write(["computed", ""])
        }
        write([use.form.rawValue, use.certainty.rawValue, use.place.rawValue])
        write(use.call)
        write(use.range)
        write(use.line)
        write(use.function)
        write(UInt64(use.bodyPlace == nil ? 0 : 1))
        if let place = use.bodyPlace { write(place) }
        write(use.freeze?.rawValue)
        write(use.compilationConditions)
        write(UInt64(use.condition == nil ? 0 : 1))
        if let condition = use.condition { write(condition) }
        write(UInt64(found.callee == nil ? 0 : 1))
        if let callee = found.callee { write(callee) }
        write(found.types)
        write(found.through)
        write(found.table)
        write(UInt64(found.isInMenu ? 1 : 0))
        write(UInt64(found.needsMirror ? 1 : 0))
        write(found.base)
    }

    private mutating func write(_ place: BodyPlace) {
        write(UInt64(place.body))
        write(UInt64(place.branches.count))
        for branch in place.branches {
            write(UInt64(branch.choice))
            write(UInt64(branch.index))
            write(UInt64(branch.leaves ? 1 : 0))
        }
    }

    private mutating func write(_ condition: ToggleCondition) {
        write(UInt64(condition.isNegated ? 1 : 0))
        write(condition.constant.map { $0 ? "true" : "false" })
        write(UInt64(condition.hasSameBranches ? 1 : 0))
        write(condition.enclosing)
        for excerpt in [condition.whenOn, condition.whenOff] {
            write(excerpt?.text)
            if let excerpt { write(excerpt.range) }
        }
        write(UInt64(condition.isPartial ? 1 : 0))
        write(UInt64(condition.meetsReleaseCondition ? 1 : 0))
    }
}
