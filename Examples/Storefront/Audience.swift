import FeatureToggles

/// A hundred customers, so that a rollout can be watched: how many of them get what is being rolled out.
struct Audience {
    let toggles: any FeatureToggle

    /// Who the customers are.
    ///
    /// A share of 10 percent happens to be 10 of exactly these; of another hundred it may be 7 or 13.
    static let customers = (1...100).map { number in
        EvaluationContext(
            targetingKey: "customer_\(number)",
            attributes: ["appVersion": .string(versions[number % versions.count])]
        )
    }

    private static let versions = ["2.0.0", "2.1.0", "2.2.0", "2.3.0"]

    /// How many have the neural ranking.
    var withNeuralRanking: Int { count { toggles.value(of: .searchRanking, for: $0) == .neural } }

    var lines: [String] {
        [
            "Of 100 sample customers, 25 on each of \(Self.versions.joined(separator: ", ")), so many have",
            line("the neural ranking", withNeuralRanking),
            line("early access", count { toggles.isEnabled(.earlyAccess, for: $0) }),
            line("stars", count { toggles.isEnabled(.reviews, for: $0) }),
        ]
    }

    private func count(_ has: (EvaluationContext) -> Bool) -> Int {
        Self.customers.count(where: has)
    }

    private func line(_ name: String, _ count: Int) -> String {
        let filled = (count + 1) / 2
        let number = String(repeating: " ", count: 3 - "\(count)".count) + "\(count)"
        let bar = String(repeating: "■", count: filled) + String(repeating: "·", count: 50 - filled)
        return "  \(name)\(String(repeating: " ", count: max(1, 19 - name.count)))\(number) \(bar)"
    }
}
