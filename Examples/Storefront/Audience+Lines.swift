extension Audience {
    /// The numbers of customers as bars.
    var lines: [String] {
        [
            "Of 100 sample customers (25 each on \(Self.versions.joined(separator: ", "))):",
            line("the neural ranking", withNeuralRanking),
            line("early access", withEarlyAccess),
            line("stars", withReviews),
        ]
    }

    private func line(_ name: String, _ count: Int) -> String {
        let filled = (count + 1) / 2
        let number = String(repeating: " ", count: 3 - "\(count)".count) + "\(count)"
        let bar = String(repeating: "■", count: filled) + String(repeating: "·", count: 50 - filled)
        return "  \(name)\(String(repeating: " ", count: max(1, 19 - name.count)))\(number) \(bar)"
    }
}
