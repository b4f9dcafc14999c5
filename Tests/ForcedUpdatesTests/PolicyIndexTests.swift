import FeatureToggles
import FeatureTogglesRemote
import TestSupport
import Testing

@testable import ForcedUpdates

/// Compares the index of a policy with its entries.
struct PolicyIndexTests {
    private static let versions = [
        "0.0.0", "0.9", "1.0.0-0", "1.0.0-beta", "1.0.0-beta.1", "1.0.0-beta.1.0", "1.0.0-beta.2", "1.0.0-rc.1+7",
        "1.0.0",
        "1.0.0+7", "1.0.1-0", "1.0.1", "1.1.0", "1.99.99", "2.0.0-0", "2.0.0-a", "2.0.0", "2.1", "3", "dev", "",
    ]

    private static func pattern(_ numbers: inout SeededRandom) -> String {
        let version = versions.dropLast(2).randomElement(using: &numbers) ?? "1"
        let other = versions.dropLast(2).randomElement(using: &numbers) ?? "1"
        return switch Int.random(in: 0..<8, using: &numbers) {
        case 0: "*"
        case 1: "1.*"
        case 2: "1.0.* || \(version)"
        case 3: version
        case 4: ">\(version) <=\(other)"
        case 5: ">=\(version) <\(other)"
        case 6: "<\(version)"
        default: "2.x >=\(version)"
        }
    }

    @Test func indexMatchesEntries() throws {
        var numbers = SeededRandom(seed: 4)
        for _ in 0..<150 {
            let count = Int.random(in: 1...70, using: &numbers)
            let entries = (0..<count).map { _ in
                let patterns = (0..<Int.random(in: 1...3, using: &numbers)).map { _ in "\"\(Self.pattern(&numbers))\"" }
                let os = Bool.random(using: &numbers) ? #""os_version": "\#(Self.pattern(&numbers))", "# : ""
                let people = Int.random(in: 0..<4, using: &numbers) == 0 ? #""context": {"country": "DE"}, "# : ""
                return "{\(os)\(people)\"app_version\": [\(patterns.joined(separator: ","))], \"title\": \"T\"}"
            }
            let text = #"{"created_at": 0, "all": true, "details": [\#(entries.joined(separator: ","))]}"#
            let document = try #require(UpdatePolicyDocument.read(Array(text.utf8)).document)
            let index = UpdatePolicyIndex(document)
            for _ in 0..<60 {
                let app = Self.versions.randomElement(using: &numbers) ?? ""
                let os = Self.versions.randomElement(using: &numbers) ?? ""
                var attributes: [String: JSONValue] = ["appVersion": .string(app), "osVersion": .string(os)]
                if Bool.random(using: &numbers) { attributes["country"] = "DE" }
                let context = EvaluationContext(attributes: attributes)
                let entry = index.entry(
                    app: index.app(ComparableVersion(app)),
                    os: index.os(ComparableVersion(os)),
                    among: index.entries(for: context)
                )
                #expect(entry == document.verdict(for: context).entry, "\(app) on \(os): \(text)")
            }
        }
    }

    @Test func rangesContainVersionsBetweenCuts() throws {
        var numbers = SeededRandom(seed: 5)
        for _ in 0..<500 {
            let pattern = try VersionPattern(Self.pattern(&numbers))
            let isMatched = Self.versions.dropLast(2).contains { pattern.matches($0) }
            // A pattern that matches one of these versions is not empty.
            if isMatched { #expect(!pattern.isEmpty, "\(pattern)") }
        }
    }

    @Test func decimalDigitsCountInBothDirections() {
        for (text, next) in [
            ("0", "1"), ("9", "10"), ("199", "200"), ("99999999999999999999", "100000000000000000000"),
        ] {
            #expect(DecimalDigits(text).next.text == next)
            #expect(DecimalDigits(next).previous?.text == text)
        }
        #expect(DecimalDigits.zero.previous == nil)
        #expect(DecimalDigits("9") < DecimalDigits("10"))
    }
}
