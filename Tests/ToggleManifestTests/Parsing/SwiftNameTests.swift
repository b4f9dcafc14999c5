import Testing

@testable import ToggleManifest

struct SwiftNameTests {
    @Test(
        arguments: [
            ("new_checkout", "newCheckout", "NewCheckout"),
            ("a", "a", "A"),
            ("http_2_push", "http2Push", "Http2Push"),
            ("a_1b", "a1b", "A1b"),
        ]
    )
    func keysBecomeMembersAndTypes(_ key: String, member: String, type: String) {
        #expect(SwiftName.member(ofKey: key) == member)
        #expect(SwiftName.type(ofKey: key) == type)
    }

    @Test(
        arguments: [
            ("classic", "classic"),
            ("new-ui", "newUi"),
            ("new_ui", "newUi"),
            ("v1.2", "v12"),
            ("New Ranking", "newRanking"),
            ("newRanking", "newRanking"),
            ("HTTP", "http"),
            ("HTTPv2", "hTTPv2"),
            ("2024", "_2024"),
            ("3d-view", "_3dView"),
            ("default", "default"),
            ("größe", "größe"),
            ("-x-", "x"),
            ("50%", nil),
            ("a/b", nil),
            ("", nil),
            ("...", nil),
            ("a\u{202E}b", nil),
            ("😀", nil),
        ] as [(String, String?)]
    )
    func valuesBecomeEnumCases(_ value: String, expected: String?) {
        #expect(SwiftName.enumCase(of: value) == expected)
    }

    @Test func declarationNamesItsCasesInOrder() throws {
        let toggle = try ManifestParsingTests.toggle("category: ops, values: [new-ui, '2'], default: '2'")
        #expect(toggle.variantNames.map(\.name) == ["new-ui", "2"])
        #expect(toggle.variantNames.map(\.swiftName) == ["newUi", "_2"])
        #expect(toggle.typeName == "A")
    }

    @Test(arguments: ["a", "ab_c1", "a1_2"])
    func snakeCaseKeysAreAccepted(_ key: String) {
        #expect(SwiftName.isKey(key))
    }

    @Test(arguments: ["", "_a", "a_", "a__b", "1a", "A", "a-b", "a b", "ä"])
    func otherKeysAreRejected(_ key: String) {
        #expect(!SwiftName.isKey(key))
    }

    @Test(
        arguments: ["NewCheckout", "new checkout!", "__a__", "URLSession", "a.b.c", "x--y", "A1B2"]
    )
    func suggestedKeysAreValid(_ text: String) throws {
        let key = try #require(SwiftName.key(from: text))
        #expect(SwiftName.isKey(key))
    }
}
