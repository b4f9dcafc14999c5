import FeatureToggles
import TestSupport
import Testing

@testable import ForcedUpdates

/// The versions between which patterns match the same.
struct VersionNeighborTests {
    private static let versions = [
        "0.0.0", "0.9", "1.0.0-0", "1.0.0-beta", "1.0.0-beta.1", "1.0.0-beta.1.0", "1.0.0-beta.2", "1.0.0-rc.1+7",
        "1.0.0",
        "1.0.0+7", "1.0.0.1-0", "1.0.0.1", "1.0.0.1.0.0.2", "1.0.1-0", "1.0.1", "1.1.0", "1.99.99", "2.0.0-0",
        "2.0.0-a", "2.0.0", "2.1", "3", "dev", "",
    ]

    private static func pattern(_ numbers: inout SeededRandom) -> String {
        let version = versions.dropLast(2).randomElement(using: &numbers) ?? "1"
        let other = versions.dropLast(2).randomElement(using: &numbers) ?? "1"
        return switch Int.random(in: 0..<8, using: &numbers) {
        case 0: "*"
        case 1: "1.*"
        case 2: "1.0.* || 1.0.0.* || \(version)"
        case 3: version
        case 4: ">\(version) <=\(other)"
        case 5: ">=\(version) <\(other)"
        case 6: "<\(version)"
        default: "2.x >=\(version)"
        }
    }

    @Test func patternThatMatchesVersionIsNotEmpty() throws {
        var numbers = SeededRandom(seed: 5)
        for _ in 0..<500 {
            let pattern = try VersionPattern(Self.pattern(&numbers))
            let isMatched = Self.versions.dropLast(2).contains { pattern.matches($0) }
            // A pattern that matches one of these versions is not empty.
            if isMatched { #expect(!pattern.isEmpty, "\(pattern)") }
        }
    }

    @Test(
        arguments: [
            ("0.0.0", 3, "0.0.1", nil), ("1.0.0", 3, "1.0.1", "0.99.99"), ("1.2.3", 3, "1.2.4", "1.2.2"),
            ("1.2.3", 4, "1.2.3.1", "1.2.2.99"), ("1.2.3.4", 4, "1.2.3.5", "1.2.3.3"),
            ("1.2.3.1", 4, "1.2.3.2", "1.2.3"),
            ("1.2.999999999999999999", 3, "1.3.0", "1.2.999999999999999998"),
            (
                "999999999999999999.999999999999999999.999999999999999999", 3, nil,
                "999999999999999999.999999999999999999.999999999999999998"
            ),
        ] as [(String, Int, String?, String?)]
    )
    func neighborsDependOnCountOfNumbers(text: String, count: Int, next: String?, previous: String?) throws {
        let numbers = ReleaseNumbers(try #require(AppVersion(text)))
        #expect(numbers.next(count)?.text == next)
        #expect(numbers.previous(of: count, last: 99)?.text == previous)
    }
}
