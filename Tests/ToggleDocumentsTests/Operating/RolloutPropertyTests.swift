import FeatureToggles
import FeatureTogglesRemote
import TestSupport
import Testing
import ToggleDocuments

/// Random documents and steps, with the users' variants from the evaluator.
@Suite struct RolloutPropertyTests {
    private typealias Flag = OperatedFlag

    private static let names = ["classic", "popular", "neural", "hybrid"]
    private static let toggle = OperatedFlag.toggle("ranking", .variants(names), "classic")
    private static let keys = (0..<1_000).map { "user \($0)" }

    /// A document whose layout is random, split at the rule of the flag.
    private struct Sample {
        var text: String
        let before: String
        let after: String
    }

    private static func space(_ random: inout SeededRandom) -> String {
        ["", "", " ", "  ", "\n  ", "\t", "\r\n"][Int.random(in: 0..<7, using: &random)]
    }

    private static func sample(_ random: inout SeededRandom) -> Sample {
        func space() -> String { Self.space(&random) }
        var shares: [String] = []
        for _ in 0..<(1 + Int.random(in: 0..<5, using: &random)) {
            let name = names[Int.random(in: 0..<names.count, using: &random)]
            let weight = [0, 1, 5, 10, 25, 33, 50, 100, 1_000][Int.random(in: 0..<9, using: &random)]
            let number = Int.random(in: 0..<10, using: &random) == 0 ? "" : ",\(space())\(weight)"
            shares.append("[\(space())\"\(name)\"\(number)\(space())]")
        }
        let bucketing = Int.random(in: 0..<4, using: &random) == 0 ? "{\"var\":\(space())\"targetingKey\"}," : ""
        var rule =
            "{\(space())\"fractional\"\(space()):\(space())[\(bucketing)\(shares.joined(separator: ",\(space())"))]}"
        switch Int.random(in: 0..<4, using: &random) {
        case 0: rule = "{\"if\": [{\"==\": [{\"var\":\"x\"}, 1]},\(space())\"neural\",\(space())\(rule)]}"
        case 1:
            rule =
                Int.random(in: 0..<2, using: &random) == 0
                ? "{}" : "{\"if\": [{\"==\": [{\"var\":\"x\"}, 1]},\(space())\"neural\"]}"
        default: break
        }
        let variants = names.map { "\"\($0)\":\(space())\"\($0)\"" }.joined(separator: ",")
        let before = """
            {\(space())"flags":{\(space())"a": {"state":"ENABLED","variants":{"on":true},"defaultVariant":"on"},
            "ranking":{\(space())"state":\(space())"ENABLED",\(space())"variants":{\(variants)},\(space())"defaultVariant":"classic",\(space())"targeting":
            """
        let after = ",\(space())\"metadata\":{\"n\":1.50}\(space())}\(space())}\(space())}\(space())"
        return Sample(text: before + rule + after, before: before, after: after)
    }

    @Test func growthTakesVariantFromNobodyElse() throws {
        var random = SeededRandom(seed: 2_026)
        var steps = 0
        for _ in 0..<150 {
            var sample = Self.sample(&random)
            for _ in 0..<4 {
                let grown = Self.names[1 + Int.random(in: 0..<3, using: &random)]
                let amount = ["1", "2.5", "10", "33.3", "50", "75", "100"][Int.random(in: 0..<7, using: &random)]
                guard
                    let change = try? Flag.operate(
                        sample.text,
                        Self.toggle,
                        { operation in
                            try operation.rollout(Flag.rollout([:]).growing(grown, amount))
                        }
                    ), !change.isEmpty
                else { continue }
                steps += 1
                let old = try Flag.variants(of: "ranking", in: Array(sample.text.utf8), for: Self.keys)
                let new = try Flag.variants(of: "ranking", in: change.new, for: Self.keys)
                // Only the default variant gives up users, and only to the growing variant.
                for (old, new) in zip(old, new) where old != new {
                    #expect(old == "classic" && new == grown, "\(sample.text)")
                }
                let count = new.filter { $0 == grown }.count
                let expected = Double(amount).map { $0 * 10 } ?? 0
                #expect(abs(Double(count) - expected) < 60, "\(count) instead of \(expected): \(sample.text)")
                let text = String(decoding: change.new, as: UTF8.self)
                #expect(text.hasPrefix(sample.before) && text.hasSuffix(sample.after))
                sample.text = text
            }
        }
        #expect(steps > 100)
    }

    @Test func reportedLossesAreThoseOfUsers() throws {
        var random = SeededRandom(seed: 11)
        for _ in 0..<150 {
            let sample = Self.sample(&random)
            let shares = Self.names.dropFirst().map {
                ($0, ["0", "5", "20", "30"][Int.random(in: 0..<4, using: &random)])
            }
            guard
                let change = try? Flag.operate(
                    sample.text,
                    Self.toggle,
                    { operation in
                        var rollout = Flag.rollout([:], allowsDecrease: true)
                        for (name, amount) in shares { rollout = rollout.growing(name, amount) }
                        return try operation.rollout(rollout)
                    }
                ), !change.isEmpty
            else { continue }
            let old = try Flag.variants(of: "ranking", in: Array(sample.text.utf8), for: Self.keys)
            let new = try Flag.variants(of: "ranking", in: change.new, for: Self.keys)
            for (name, amount) in shares {
                let count = new.filter { $0 == name }.count
                #expect(abs(Double(count) - (Double(amount) ?? 0) * 10) < 60)
                let line = change.lines.first { $0.hasPrefix("  \(name) ") } ?? ""
                if line.hasSuffix("no users lose it") {
                    #expect(zip(old, new).allSatisfy { $0 != name || $1 == name }, "\(sample.text)\n\(line)")
                }
                // A share that grows never loses anyone, and one that shrinks never gains anyone.
                let (before, after) = (old.filter { $0 == name }.count, count)
                if before > after + 60 { #expect(zip(old, new).allSatisfy { $1 != name || $0 == name }) }
            }
        }
    }

    @Test func killAndRestoreReturnRandomDocuments() throws {
        var random = SeededRandom(seed: 5)
        for _ in 0..<200 {
            let text = Self.sample(&random).text
            guard let killed = try? Flag.operate(text, Self.toggle, { try $0.kill(to: "neural") }) else { continue }
            #expect(
                try Flag.variants(of: "ranking", in: killed.new, for: Array(Self.keys.prefix(50))).allSatisfy {
                    $0 == "neural"
                }
            )
            let restored = try Flag.operate(String(decoding: killed.new, as: UTF8.self), Self.toggle) {
                try $0.restore()
            }
            #expect(String(decoding: restored.new, as: UTF8.self) == text)
        }
    }

    @Test func targetingChangesOnlyUsersWhoMeetTheCondition() throws {
        var random = SeededRandom(seed: 3)
        let condition = try TargetExpression("x == 2")
        for _ in 0..<100 {
            let text = Self.sample(&random).text
            guard let change = try? Flag.operate(text, Self.toggle, { try $0.target(condition, variant: "hybrid") })
            else {
                continue
            }
            let (old, new) = (try FlagDocument(text: Array(text.utf8)), try FlagDocument(text: change.new))
            let index = (try #require(old.index(of: "ranking")), try #require(new.index(of: "ranking")))
            for key in Self.keys.prefix(50) {
                for x in 0..<3 {
                    let context = EvaluationContext(targetingKey: key, attributes: ["x": .integer(x)])
                    let before = old.evaluate(index.0, context: context, timestamp: 0).variant
                    let after = new.evaluate(index.1, context: context, timestamp: 0).variant
                    #expect(after == (x == 2 ? "hybrid" : before))
                }
            }
        }
    }
}

extension FlagOperator.Rollout {
    fileprivate func growing(_ variant: String, _ amount: String) -> Self {
        var copy = self
        if let amount = ShareAmount(amount) { copy.shares.append((variant, amount)) }
        return copy
    }
}
