import FeatureToggles

/// A hundred sample customers that show the progress of a rollout.
struct Audience {
    let toggles: any FeatureToggle

    /// The customers.
    ///
    /// A share of 10 percent selects exactly 10 of these. Of another hundred it could be 7 or 13.
    static let customers = (1...100).map { number in
        EvaluationContext(
            targetingKey: "customer_\(number)",
            attributes: ["appVersion": .string(versions[number % versions.count])]
        )
    }

    private static let versions = ["2.0.0", "2.1.0", "2.2.0", "2.3.0"]

    /// The number of customers with the neural ranking.
    var withNeuralRanking: Int { count { toggles.value(of: .searchRanking, for: $0) == .neural } }

    var lines: [String] {
        [
            "Of 100 sample customers (25 each on \(Self.versions.joined(separator: ", "))):",
            line("the neural ranking", withNeuralRanking),
            line("early access", count { toggles.isEnabled(.earlyAccess, for: $0) }),
            line("stars", count { toggles.isEnabled(.reviews, for: $0) }),
        ]
    }

    private func count(_ hasFeature: (EvaluationContext) -> Bool) -> Int {
        Self.customers.count(where: hasFeature)
    }

    private func line(_ name: String, _ count: Int) -> String {
        let filled = (count + 1) / 2
        let number = String(repeating: " ", count: 3 - "\(count)".count) + "\(count)"
        let bar = String(repeating: "■", count: filled) + String(repeating: "·", count: 50 - filled)
        return "  \(name)\(String(repeating: " ", count: max(1, 19 - name.count)))\(number) \(bar)"
    }
}
