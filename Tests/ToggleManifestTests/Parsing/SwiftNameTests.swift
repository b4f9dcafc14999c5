import Testing

@testable import ToggleManifest

struct SwiftNameTests {
    @Test(
        arguments: [
            ("new_checkout", "newCheckout"),
            ("a", "a"),
            ("http_2_push", "http2Push"),
            ("a_1b", "a1b"),
        ]
    )
    func keysBecomeMembers(_ key: String, member: String) {
        #expect(SwiftName.member(ofKey: key) == member)
    }

    @Test(
        arguments: [
            ("newUI", "new_ui"), ("isAIEnabled", "is_ai_enabled"), ("useURLSession", "use_url_session"),
            ("UIRedesign", "ui_redesign"), ("HTTPProxy", "http_proxy"), ("HTTPSOnly", "https_only"),
            ("driveDDKEnabled", "drive_ddk_enabled"), ("loginUIForAccount", "login_ui_for_account"),
            ("v2API", "v2_api"), ("useV2API", "use_v2_api"), ("http2Push", "http2_push"), ("A1B2", "a1b2"),
            ("UTF8Text", "utf8_text"), ("a11yLabels", "a11y_labels"), ("largeI18NTexts", "large_i18n_texts"),
            ("shareForB2B", "share_for_b2b"), ("B2BShop", "b2b_shop"), ("H2Database", "h2_database"),
            ("iOSApp", "ios_app"), ("iPadOSSplit", "ipados_split"), ("driveIOSSharing", "drive_ios_sharing"),
            ("iOS17Layout", "ios17_layout"), ("newIPhoneLayout", "new_iphone_layout"), ("IOSurface", "io_surface"),
            ("voIPCalls", "voip_calls"), ("allowVoIPUsage", "allow_voip_usage"), ("OAuthLogin", "oauth_login"),
            ("showURLs", "show_urls"), ("URLsInList", "urls_in_list"), ("isABTest", "is_ab_test"),
            ("thisIsATest", "this_is_a_test"), ("_newSearch", "new_search"), ("__x", "x"), ("_1a", "a"),
            ("NEW_SEARCH", "new_search"), ("new-search.v2", "new_search_v2"), ("aB", "a_b"),
        ]
    )
    func acronymsStayTogether(_ name: String, key: String) {
        #expect(SwiftName.key(from: name) == key)
    }

    @Test(arguments: [
        ("größe", true), ("_a", true), ("in", true), ("1a", false), ("_", false), ("", false), ("$x", false),
        ("a b", false), ("`in`", false),
    ])
    func namesThatSwiftAllows(_ name: String, isAllowed: Bool) {
        #expect(SwiftName.isIdentifier(name) == isAllowed)
    }

    @Test func toggleCanHaveAnotherNameInSwift() throws {
        let toggle = try ManifestParsingTests.toggle("category: ops, values: [b, c], default: b, swift: useHTTP")
        #expect(toggle.swiftName == "useHTTP")
        #expect(toggle.typeName == "UseHTTP")
        #expect(GivenKey.resolved(".useHTTP", among: ["a", "use_http"]) == "use_http")
    }

    @Test func keywordsAreNames() throws {
        let manifest = try #require(
            Manifest.parse(
                "schema: 1\nnamespace: N\ntoggles:\n  default: { category: ops, description: d, owner: o }\n",
                path: "toggles.yaml"
            ).manifest
        )
        let code = GeneratedSource(manifest).text
        #expect(code.contains("static var `default`: OpsToggle<Bool> {"), "\(code)")
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
