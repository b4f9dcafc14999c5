import FeatureToggles
import FeatureTogglesRemote
import ForcedUpdates

/// Values next to those that a rule names.
extension RuleAttributes {
    /// Returns a constant and values next to it.
    static func candidates(for constant: JSONValue, operation: String) -> [JSONValue] {
        switch constant {
        case .null: [.null]
        case .bool: [true, false]
        case .integer(let number):
            [.integer(number), .integer(number &- 1), .integer(number &+ 1)]
        case .number(let number): [.number(number), .number(number - 1), .number(number + 1)]
        case .string(let text):
            switch operation {
            case "sem_ver": versions(around: text)
            case "starts_with":
                [.string(text), .string(text + "x"), .string("x" + text)] + versions(beginningWith: text)
            case "ends_with": [.string(text), .string("x" + text), .string(text + "x")] + versions(endingWith: text)
            case "in":
                [.string(text), .string("x\(text)x")] + (text.hasSuffix(".") ? versions(beginningWith: text) : [])
            default: [.string(text)]
            }
        case .array: constant.scalars(atMost: limit)
        case .object: []
        }
    }

    /// Returns a version, and those before and after it.
    private static func versions(around text: String) -> [JSONValue] {
        guard let version = ComparableVersion(text) else { return [.string(text)] }
        let numbers = ReleaseNumbers(version)
        var versions = [numbers, numbers.next, numbers.nextMinor, numbers.nextMajor]
        if let patch = numbers.patch.previous { versions.append(ReleaseNumbers(numbers.major, numbers.minor, patch)) }
        if let minor = numbers.minor.previous { versions.append(ReleaseNumbers(numbers.major, minor, .zero)) }
        if let major = numbers.major.previous { versions.append(ReleaseNumbers(major, .zero, .zero)) }
        return [.string(text)] + versions.map { .string($0.text) }
    }

    /// Completes the beginning of a version with zeros, "2." or "2" to 2.0.0, or returns `nil` if no version begins
    /// like this.
    static func completed(_ text: String) -> String? {
        var result = text
        if result.hasSuffix(".") { result.removeLast() }
        guard ComparableVersion(result) != nil else { return nil }
        guard !result.utf8.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }) else { return text }
        var dots = result.utf8.count { $0 == UInt8(ascii: ".") }
        while dots < 2 {
            result += ".0"
            dots += 1
        }
        return result
    }

    private static func versions(beginningWith text: String) -> [JSONValue] {
        guard let version = completed(text), version != text, version.hasPrefix(text) else { return [] }
        return [.string(version)]
    }

    private static func versions(endingWith text: String) -> [JSONValue] {
        guard text.hasPrefix(".") else { return [] }
        return ["1", "1.0"].map { $0 + text }.filter { ComparableVersion($0) != nil }.map { .string($0) }
    }
}
