import FeatureTogglesRemote
import ForcedUpdates
import ToggleBase

/// Values next to those that a rule names.
extension RuleAttributes {
    /// Returns a constant and values next to it.
    static func candidates(for constant: LocatedValue, _ neighbors: RuleOperator.Neighbors) -> [JSONValue] {
        switch constant.content {
        case .null: [.null]
        case .bool: [true, false]
        case .integer(let number):
            [.integer(number), .integer(number &- 1), .integer(number &+ 1)]
        case .number(let number): [.number(number), .number(number - 1), .number(number + 1)]
        case .string(let text):
            switch neighbors {
            case .version: versions(around: text)
            case .beginning:
                [.string(text), .string(text + "x"), .string("x" + text)] + versions(beginningWith: text)
            case .end: [.string(text), .string("x" + text), .string(text + "x")] + versions(endingWith: text)
            case .part:
                [.string(text), .string("x\(text)x")] + (text.hasSuffix(".") ? versions(beginningWith: text) : [])
            case .same: [.string(text)]
            }
        case .array(let elements): elements.lazy.filter(\.isScalar).prefix(limit).map(\.json)
        case .object: []
        }
    }

    /// Returns a version, and those before and after it.
    private static func versions(around text: String) -> [JSONValue] {
        guard SemanticVersion.isValid(text), let version = AppVersion(strict: text) else { return [.string(text)] }
        let numbers = ReleaseNumbers(version)
        let count = ReleaseNumbers.usualCount
        let next = (1...count).reversed().compactMap { numbers.next($0) }
        let previous = (0..<count).reversed().compactMap { numbers.previous(at: $0, of: count) }
        return [.string(text)] + ([numbers] + next + previous).map { .string($0.text) }
    }

    /// Completes the beginning of a version with zeros, "2." or "2" to 2.0.0, and "1.2.3." to 1.2.3.0, or returns `nil`
    /// if no version begins like this.
    static func completed(_ text: String) -> String? {
        var result = text
        if result.hasSuffix(".") { result.removeLast() }
        guard let version = AppVersion(strict: result) else { return nil }
        guard !result.utf8.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }) else { return text }
        var count = ReleaseNumbers.usualCount
        if text.hasSuffix(".") { count = min(max(count, version.count + 1), AppVersion.maximumCount) }
        return result + String(repeating: ".0", count: max(count - version.count, 0))
    }

    private static func versions(beginningWith text: String) -> [JSONValue] {
        guard let version = completed(text), version != text, version.hasPrefix(text) else { return [] }
        return [.string(version)]
    }

    private static func versions(endingWith text: String) -> [JSONValue] {
        guard text.hasPrefix(".") else { return [] }
        return ["1", "1.0"].map { $0 + text }.filter { AppVersion(strict: $0) != nil }.map { .string($0) }
    }
}

extension LocatedValue {
    fileprivate var isScalar: Bool { elements == nil && members == nil }
}
