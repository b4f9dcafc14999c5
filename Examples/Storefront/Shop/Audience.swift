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

    static let versions = ["2.0.0", "2.1.0", "2.2.0", "2.3.0"]

    /// The number of customers with the neural ranking.
    var withNeuralRanking: Int { count { toggles.value(of: .searchRanking, for: $0) == .neural } }

    /// The number of customers who see products before they are on sale.
    var withEarlyAccess: Int { count { toggles.isEnabled(.earlyAccess, for: $0) } }

    /// The number of customers who see the stars of a product.
    var withReviews: Int { count { toggles.isEnabled(.reviews, for: $0) } }

    private func count(_ hasFeature: (EvaluationContext) -> Bool) -> Int {
        Self.customers.count(where: hasFeature)
    }
}
