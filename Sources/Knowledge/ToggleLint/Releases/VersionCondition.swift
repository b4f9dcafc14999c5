import DocumentSyntax
import ToggleBase

/// A condition of a rule, as far as it depends only on the version of the app.
enum VersionCondition {
    /// Returns whether a condition holds for a version; `nil` if it depends on something else.
    static func holds(_ condition: JSONValue, for version: AppVersion, depth: Int = 0) -> Bool? {
        guard depth < 64 else { return nil }
        if case .bool(let value) = condition { return value }
        guard case .object(let object) = condition, let member = object.members.first, object.members.count == 1 else {
            return nil
        }
        let arguments: [JSONValue] = if case .array(let all) = member.value { all } else { [member.value] }
        func all() -> [Bool?] { arguments.map { holds($0, for: version, depth: depth + 1) } }
        switch member.name {
        case "and":
            let values = all()
            return values.contains(false) ? false : values.contains(nil) ? nil : true
        case "or":
            let values = all()
            return values.contains(true) ? true : values.contains(nil) ? nil : false
        case "!": return arguments.count == 1 ? all()[0].map { !$0 } : nil
        case "!!": return arguments.count == 1 ? all()[0] : nil
        case "sem_ver": return compare(arguments, version)
        default: return nil
        }
    }

    private static func compare(_ arguments: [JSONValue], _ version: AppVersion) -> Bool? {
        guard arguments.count == 3, case .string(let name) = arguments[1] else { return nil }
        if isVersion(arguments[0]), case .string(let text) = arguments[2], let other = AppVersion(text) {
            return compare(version, name, other)
        }
        if isVersion(arguments[2]), case .string(let text) = arguments[0], let other = AppVersion(text) {
            return compare(other, name, version)
        }
        return nil
    }

    /// Whether a value is the attribute with the app's version.
    private static func isVersion(_ value: JSONValue) -> Bool {
        guard case .object(let object) = value, object.members.count == 1, let name = object["var"] else {
            return false
        }
        return name == .string("appVersion") || name == .array([.string("appVersion")])
    }

    private static func compare(_ left: AppVersion, _ name: String, _ right: AppVersion) -> Bool? {
        switch name {
        case "=", "==": left == right
        case "!=": left != right
        case "<": left < right
        case "<=": left <= right
        case ">": left > right
        case ">=": left >= right
        case "^": left.begins(with: right, 1)
        case "~": left.begins(with: right, 2)
        default: nil
        }
    }
}

extension FlagAnswers {
    /// Returns the answers that users of a version can get; `nil` if there can be others.
    func answers(for version: AppVersion) -> Set<FlagAnswer>? {
        let (branches, otherwise) = Self.split(root)
        guard !branches.isEmpty else { return Self.all(root) }
        var result: Set<FlagAnswer> = []
        for branch in branches {
            let holds = VersionCondition.holds(branch.condition, for: version)
            if holds == false { continue }
            guard let answers = FlagAnswers(root: branch.node).answers(for: version) else { return nil }
            result.formUnion(answers)
            if holds == true { return result }
        }
        guard let answers = FlagAnswers(root: otherwise).answers(for: version) else { return nil }
        return result.union(answers)
    }
}
