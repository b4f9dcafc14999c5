import FeatureToggles
import TestSupport
import Testing

@testable import ForcedUpdates

/// Randomly generated policies.
struct GeneratedPolicyTests {
    /// Compares versions independently of the tested code.
    private static func holds(_ version: [Int], _ comparison: String, _ bound: [Int]) -> Bool {
        let difference = zip(version, bound).map { $0 - $1 }.first { $0 != 0 } ?? 0
        return switch comparison {
        case "<": difference < 0
        case "<=": difference <= 0
        case ">": difference > 0
        case ">=": difference >= 0
        default: difference == 0
        }
    }

    @Test func rangesMatchNumericComparison() throws {
        var numbers = SeededRandom(seed: 1)
        for _ in 0..<2_000 {
            func version() -> [Int] { (0..<3).map { _ in [0, 1, 2, 9, 10, 11].randomElement(using: &numbers) ?? 0 } }
            func comparison() -> String { ["<", "<=", ">", ">="].randomElement(using: &numbers) ?? "<" }
            func text(_ version: [Int]) -> String { version.map(String.init).joined(separator: ".") }
            let (first, second, third, asked) = (version(), version(), version(), version())
            let (one, two) = (comparison(), comparison())
            let pattern = "\(one)\(text(first)) \(two)\(text(second)) || \(text(third))"
            let expected =
                Self.holds(asked, one, first) && Self.holds(asked, two, second) || Self.holds(asked, "=", third)
            #expect(try VersionPattern(pattern).matches(text(asked)) == expected, "\(pattern): \(text(asked))")
        }
    }

    @Test func lockoutLeavesNoVersion() throws {
        var numbers = SeededRandom(seed: 2)
        var lockouts = 0
        for _ in 0..<400 {
            func bound() -> Int { Int.random(in: 0...2, using: &numbers) }
            // Intervals from 0.0.0 to 2.0.0, the only versions that the bounds distinguish.
            let entries = (0..<3).map { _ -> (text: String, locks: (Int) -> Bool) in
                let bound = bound()
                return Bool.random(using: &numbers)
                    ? ("<\(bound).0.0", { $0 < bound }) : (">=\(bound).0.0", { $0 >= bound })
            }
            let text = entries.map { #"{"app_version": "\#($0.text)", "title": "T"}"# }.joined(separator: ",")
            let document = try #require(
                UpdatePolicyDocument.read(Array(#"{"created_at": 0, "all": true, "details": [\#(text)]}"#.utf8))
                    .document
            )
            let isLockout = (0...3).allSatisfy { version in entries.contains { $0.locks(version) } }
            #expect((document.lockout?.isOfEveryVersion ?? false) == isLockout, "\(text)")
            if isLockout { lockouts += 1 }
        }
        // Both results occur often.
        #expect((50...350).contains(lockouts))
    }

    /// Compares the check with answers for each pair of versions that the policy names, and their neighbors.
    @Test func lockoutAgreesWithAnswersForAllVersions() throws {
        var numbers = SeededRandom(seed: 4)
        var counts = [false: 0, true: 0]
        for _ in 0..<2_000 {
            func pick(_ texts: [String]) -> String { texts.randomElement(using: &numbers) ?? "" }
            func version() -> String {
                pick(["0", "1.0.0", "1.0.1", "1.2", "2.0.0-beta", "2.0.0-beta.0", "2.0.0", "2.0.0.1"])
            }
            func side() -> String {
                switch Int.random(in: 0..<6, using: &numbers) {
                case 0: "*"
                case 1: pick(["0.*", "1.*", "1.0.*", "2.x", "2.0.0.*"])
                case 2: version()
                case 3: ">\(pick(["", "="]))\(version()) <\(pick(["", "="]))\(version())"
                default: pick(["<", "<=", ">", ">="]) + version()
                }
            }
            func pattern() -> String { Bool.random(using: &numbers) ? side() : "\(side()) || \(side())" }
            func patterns() -> [JSONValue] {
                (0..<Int.random(in: 1...3, using: &numbers)).map { _ in .string(pattern()) }
            }
            let entries = (0..<Int.random(in: 1...4, using: &numbers)).map { _ -> JSONValue in
                var entry: JSONObject = ["level": .string(pick(["required", "required", "maintenance", "up_to_date"]))]
                let isAboutSystem = Int.random(in: 0..<3, using: &numbers) == 0
                if !isAboutSystem || Bool.random(using: &numbers) { entry["app_version"] = .array(patterns()) }
                if isAboutSystem { entry["os_version"] = .array(patterns()) }
                if Int.random(in: 0..<8, using: &numbers) == 0 { entry["context"] = ["country": "DE"] }
                return .object(entry)
            }
            let policy: JSONValue = ["created_at": 0, "all": true, "details": .array(entries)]
            let document = try #require(UpdatePolicyDocument.read(policy, as: .file).document, "\(policy)")
            let (apps, systems) = document.boundaries
            let isLockout = VersionGrid.releases(around: apps).allSatisfy { app in
                VersionGrid.releases(around: systems).allSatisfy { os in
                    let context = EvaluationContext(attributes: [
                        "appVersion": .string(app.description), "osVersion": .string(os.description),
                    ])
                    return document.verdict(for: context).decision.level.isLock
                }
            }
            #expect((document.lockout?.isOfEveryVersion ?? false) == isLockout, "\(policy)")
            counts[isLockout]? += 1
            for pattern in document.entries.flatMap({ $0.appVersions + $0.osVersions }) {
                let grid = VersionGrid.versions(around: pattern.boundaries)
                let releases = VersionGrid.releases(around: pattern.boundaries)
                #expect(pattern.hasRelease == releases.contains { pattern.matches($0) }, "\(pattern)")
                if grid.contains(where: { pattern.matches($0) }) { #expect(!pattern.isEmpty, "\(pattern)") }
            }
        }
        #expect(counts.values.allSatisfy { $0 > 200 }, "\(counts)")
    }

    @Test func damagedPolicyIsParsedOrRejected() throws {
        let rows = PolicyDecisionTests.policies.sorted { $0.key < $1.key }.map(\.value)
        var numbers = SeededRandom(seed: 3)
        var refused = 0
        for round in 0..<3_000 {
            var text = Array(#"{"created_at": "2026-11-21T10:00:00Z", "details": [\#(rows[round % rows.count])]}"#.utf8)
            for _ in 0...Int.random(in: 0...3, using: &numbers) {
                let place = Int.random(in: 0..<text.count, using: &numbers)
                switch Int.random(in: 0..<4, using: &numbers) {
                case 0: text[place] = UInt8.random(in: .min ... .max, using: &numbers)
                case 1: text.remove(at: place)
                case 2:
                    text.insert(
                        contentsOf: Array(#""*"<>|.[]{},:0"#.utf8).shuffled(using: &numbers).prefix(2),
                        at: place
                    )
                default: text.swapAt(place, Int.random(in: 0..<text.count, using: &numbers))
                }
            }
            let reading = UpdatePolicyDocument.read(text)
            let hasErrors = reading.diagnostics.contains { $0.severity == .error }
            #expect((reading.document == nil) == hasErrors)
            if hasErrors { refused += 1 }
            _ = reading.document?.verdict(for: EvaluationContext(attributes: ["appVersion": "1.0.0"]))
        }
        #expect((500...2_999).contains(refused))
    }
}
