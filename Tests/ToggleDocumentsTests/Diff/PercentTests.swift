import Testing

@testable import ToggleDocuments

@Suite struct PercentTests {
    @Test func decimalsAreExactOrCutOff() {
        let third = 1.0 / 3, more = 1_000_001.0 / 3_000_000, least = 1.0 / 2_147_483_647
        let texts: [([Double], [String])] = [
            ([0, 1, 0.5, 0.125], ["0%", "100%", "50%", "12.5%"]),
            ([0.1 + 0.2, 0.7 * 0.1], ["30%", "7%"]),
            ([third, 2 * third], ["33.3333…%", "66.6666…%"]),
            ([third, more], ["33.33333…%", "33.33336…%"]),
            ([1e-20, 1 - 0x1p-53], ["0.0000000000…%", "99.9999999999…%"]),
            ([3e-9, 1 - 3e-9], ["0.0000003%", "99.9999997%"]),
            ([least, 1 - least], ["0.00000004…%", "99.99999995…%"]),
        ]
        for (shares, expected) in texts { #expect(shares.percentTexts == expected) }
    }

    /// Weights of the same total have as many texts as there are weights, and only 0 and the total are 0% and 100%.
    @Test(arguments: [3, 7, 64, 1_000, 1_001, 9_999, 1_000_000, 2_147_483_647])
    func weightsHaveTheirOwnTexts(total: Int) {
        let candidates = (0...20).flatMap { [$0, total / 2 + $0, total - $0] }
        let weights = Array(Set(candidates.filter { (0...total).contains($0) }))
        let texts = weights.map { Double($0) / Double(total) }.percentTexts
        #expect(Set(texts).count == weights.count, "\(texts.sorted())")
        for (weight, text) in zip(weights, texts) {
            let single = (Double(weight) / Double(total)).percentText
            for text in [text, single] {
                #expect((text == "0%") == (weight == 0) && (text == "100%") == (weight == total), "\(weight): \(text)")
            }
        }
    }
}
