// Generated from toggles.yaml by swift-feature-toggles. Do not edit: change toggles.yaml.

public import FeatureToggles

/// The toggles that `toggles.yaml` declares.
public enum ReferenceToggles {
    /// Every toggle, in the order of the manifest.
    public static let registry = ToggleRegistry(
        namespace: "ReferenceToggles",
        application: "reference-shop"
    ) { toggles in
        register(in: &toggles)
    }

    private static func register(in toggles: inout ToggleRegistry.Builder) {
        toggles.add(
            release: ReleaseToggle.newCheckout,
            details: ToggleDetails(
                description: "One-page checkout. It takes the place of three pages.",
                owner: "payments",
                created: CalendarDate("2026-11-01"),
                expires: CalendarDate("2026-12-15"),
                issue: "https://example.com/PAY-123"
            )
        )
        toggles.add(
            release: ReleaseToggle.expiredBanner,
            details: ToggleDetails(
                description: "Long past its date, which does not change what is generated.",
                owner: "growth",
                created: CalendarDate("2020-01-01"),
                expires: CalendarDate("2020-02-01")
            )
        )
        toggles.add(
            ops: OpsToggle<Bool>.recommendations,
            details: ToggleDetails(description: "Recommendations below the basket", owner: "growth", isPermanent: true)
        )
        toggles.add(
            ops: OpsToggle<ReferenceToggles.SearchRanking>.searchRanking,
            remote: "search_ranking_2",
            retired: ["search_ranking", "search_rank"],
            details: ToggleDetails(
                description: "Which ranking the search uses.",
                owner: "search",
                created: CalendarDate("2026-09-01"),
                expires: CalendarDate("2027-01-31")
            )
        )
        toggles.add(
            ops: OpsToggle<Int>.basketLimit,
            details: ToggleDetails(description: "How many things fit in a basket.", owner: "payments")
        )
        toggles.add(
            ops: OpsToggle<Int>.smallestNumber,
            details: ToggleDetails(description: "The least Int there is.", owner: "payments")
        )
        toggles.add(
            ops: OpsToggle<Double>.samplingRate,
            details: ToggleDetails(
                description: "The share of sessions that send a trace, from 0 to 1.",
                owner: "platform"
            )
        )
        toggles.add(
            ops: OpsToggle<Double>.wholeRate,
            details: ToggleDetails(description: "A number that happens to be whole.", owner: "platform")
        )
        toggles.add(
            ops: OpsToggle<String>.supportLine,
            details: ToggleDetails(description: "The text above the telephone number.", owner: "support")
        )
        toggles.add(
            ops: OpsToggle<ReferenceToggles.CheckoutLimits>.checkoutLimits,
            details: ToggleDetails(description: "What the checkout lets through.", owner: "payments")
        )
        toggles.add(
            ops: OpsToggle<JSONValue>.countries,
            details: ToggleDetails(
                description: "Where orders are shipped to, in an array, which stays JSON.",
                owner: "payments"
            )
        )
        toggles.add(
            experiment: ExperimentToggle<ReferenceToggles.CheckoutButton>.checkoutButton,
            details: ToggleDetails(
                description: "Green button against blue.",
                owner: "growth",
                created: CalendarDate("2026-11-01"),
                expires: CalendarDate("2026-12-01")
            )
        )
        toggles.add(
            permission: PermissionToggle.adminTools,
            details: ToggleDetails(
                description: "Tools for the staff.",
                owner: "platform",
                created: CalendarDate("2025-01-10"),
                isPermanent: true
            )
        )
        toggles.add(
            permission: PermissionToggle.earlyAccess,
            details: ToggleDetails(
                description: "Features that are not available to all users yet.",
                owner: "platform",
                expires: CalendarDate("2027-03-01")
            )
        )
        toggles.add(
            migration: MigrationToggle.bookStore,
            details: ToggleDetails(
                description: "SQLite to Firestore.",
                owner: "data",
                created: CalendarDate("2026-10-01"),
                expires: CalendarDate("2027-06-01"),
                issue: "DATA-7"
            )
        )
        toggles.add(
            migration: MigrationToggle.userStore,
            details: ToggleDetails(description: "Users move, too.", owner: "data")
        )
        toggles.add(
            ops: OpsToggle<Bool>.hostileQuotes,
            details: ToggleDetails(
                description: "\"quotes\" \\\"escaped\\\" \"\"\" #\" \\(exit(1)) \\u{0041} \\",
                owner: "o\"wner\\",
                issue: "\"); exit(1) //"
            )
        )
        toggles.add(
            ops: OpsToggle<Bool>.hostileComment,
            details: ToggleDetails(description: "*/ ends it, /* opens it, // too. */*/ func f() {}", owner: "*/")
        )
        toggles.add(
            ops: OpsToggle<Bool>.hostileLines,
            details: ToggleDetails(
                description: "one\n\n- Returns: two\r\nthree\u{2028}four\u{2029}five\u{85}six\n# seven\n```\neight",
                owner: "team\nmate"
            )
        )
        toggles.add(
            ops: OpsToggle<Bool>.hostileMarks,
            details: ToggleDetails(
                description: """
                    \u{202E}txet desrever\u{202C}, a \u{200B}zero\u{FEFF}width\u{200B} space, \
                    \u{2066}isolates\u{2069}, bell\u{7}, escape\u{1B}[2J, null\u{0}.
                    """,
                owner: "\u{202E}reversed"
            )
        )
        toggles.add(
            ops: OpsToggle<Bool>.hostileWords,
            details: ToggleDetails(
                description: """
                    `tick, *star*, <b>html</b>, [link](https://example.com), @Metadata, all of it. 1. not a list 2) \
                    nor this
                    """,
                owner: "`"
            )
        )
        toggles.add(
            ops: OpsToggle<Bool>.longWords,
            details: ToggleDetails(
                description: """
                    Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftsvorsitzendenstellv\
                    ertreterinnenzimmerschlüssel and \
                    https://example.com/a/very/long/address/that/goes/on/and/on/and/on/and/on/until/it/is/longer/than/a\
                    ny/line/may/be.html are words longer than a line. \
                    日本語の説明は単語の間に空白がないので行の折り返しは単語の中で起こります。日本語の説明は単語の間に空白がないので行の折り返しは単語の中で起こります。
                    """,
                owner: "docs"
            )
        )
        toggles.add(
            ops: OpsToggle<Bool>.longText,
            details: ToggleDetails(
                description: """
                    A description may be as long as it wants to be. It is wrapped in the comment, where the first \
                    sentence stands alone, and it is wrapped in the string literal, whose lines are joined again by \
                    the compiler. Nothing of it is lost on the way, and no line is longer than a hundred and twenty \
                    columns.
                    """,
                owner: """
                    a team with a name that is long enough to be noticed by anybody who reads the generated source, \
                    and then some
                    """
            )
        )
        toggles.add(
            ops: OpsToggle<Bool>.`default`,
            details: ToggleDetails(
                description: "A keyword of Swift, which needs back-ticks in its declaration.",
                owner: "docs"
            )
        )
        toggles.add(
            ops: OpsToggle<ReferenceToggles.UseHTTPProxy>.useHTTPProxy,
            details: ToggleDetails(description: "A name in Swift that the key doesn't give.", owner: "docs")
        )
    }
}

extension ReferenceToggles {
    /// Values of `search_ranking`.
    public enum SearchRanking: GeneratedToggleVariant {
        case classic
        case neural
        case twoStage
        case _3rdParty
        case `default`
        case `init`
        case upper

        /// The names in the manifest.
        public static var variantNames: [String] {
            ["classic", "neural", "two-stage", "3rd.party", "default", "init", "UPPER"]
        }

        /// The number of values.
        @inlinable
        public static var variantCount: UInt64 { 7 }
    }

    /// Value of `checkout_limits`.
    ///
    /// Fields that are missing in a source have the manifest's defaults.
    public struct CheckoutLimits: ToggleModel, Hashable {
        /// The member `max_items`, by default `20`.
        public var maxItems: Int
        /// The member `maxItems`, by default `21`.
        public var maxItemsValue: Int
        /// The member `banner`, by default `"A banner"`.
        public var banner: String
        /// The member `ratio`, by default `0.5`.
        public var ratio: Double
        /// The member `default`, by default `true`.
        public var `default`: Bool
        /// The member `json`, by default `false`.
        public var jsonValue: Bool
        /// The member `1st-class`, by default `false`.
        public var _1stClass: Bool
        /// The member `tags`, by default `["new", "hot"]`.
        public var tags: [String]
        /// The member `matrix`, by default `[[1, 2], [3]]`.
        public var matrix: [[Int]]
        /// The member `weights`, by default `[1.0, 2.5]`.
        public var weights: [Double]
        /// The member `nothing`, by default `.null`.
        public var nothing: JSONValue
        /// The member `a_member_with_a_name_that_is_long`, by default `1`.
        public var aMemberWithANameThatIsLong: Int
        /// The member `another_member_with_a_name_that_is_longer_than_most`, by default `2`.
        public var anotherMemberWithANameThatIsLongerThanMost: Int
        /// The member `mixed`, by default `.array([.integer(1), .string("one")])`.
        public var mixed: JSONValue
        /// The member `free`, by default `.object([:])`.
        public var free: JSONValue
        /// The member `shipping`.
        public var shipping: Shipping
        /// The member `offers`.
        public var offers: [OffersElement]
        /// The member `places`.
        public var places: [PlacesElement]
        /// The member `404`.
        public var _404: _404Value
        /// The member `日本`.
        public var 日本: 日本Value

        /// Creates a value; arguments default to the manifest's values.
        public init(
            maxItems: Int = 20,
            maxItemsValue: Int = 21,
            banner: String = "A banner",
            ratio: Double = 0.5,
            default: Bool = true,
            jsonValue: Bool = false,
            _1stClass: Bool = false,
            tags: [String] = ["new", "hot"],
            matrix: [[Int]] = [[1, 2], [3]],
            weights: [Double] = [1.0, 2.5],
            nothing: JSONValue = .null,
            aMemberWithANameThatIsLong: Int = 1,
            anotherMemberWithANameThatIsLongerThanMost: Int = 2,
            mixed: JSONValue = .array([.integer(1), .string("one")]),
            free: JSONValue = .object([:]),
            shipping: Shipping = Shipping(),
            offers: [OffersElement] = [
                OffersElement(title: "First", percent: 10.0),
                OffersElement(title: "Second", percent: 12.5),
            ],
            places: [PlacesElement] = [
                PlacesElement(point: PlacesElement.Point(x: 1, y: 2), areas: [PlacesElement.AreasElement(`inout`: 3)])
            ],
            _404: _404Value = _404Value(),
            日本: 日本Value = 日本Value()
        ) {
            self.maxItems = maxItems
            self.maxItemsValue = maxItemsValue
            self.banner = banner
            self.ratio = ratio
            self.`default` = `default`
            self.jsonValue = jsonValue
            self._1stClass = _1stClass
            self.tags = tags
            self.matrix = matrix
            self.weights = weights
            self.nothing = nothing
            self.aMemberWithANameThatIsLong = aMemberWithANameThatIsLong
            self.anotherMemberWithANameThatIsLongerThanMost = anotherMemberWithANameThatIsLongerThanMost
            self.mixed = mixed
            self.free = free
            self.shipping = shipping
            self.offers = offers
            self.places = places
            self._404 = _404
            self.日本 = 日本
        }

        /// Decodes a value; missing fields have the manifest's defaults.
        public init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            self.init()
            maxItems = try fields.decodeIfPresent(Int.self, forKey: .maxItems) ?? maxItems
            maxItemsValue = try fields.decodeIfPresent(Int.self, forKey: .maxItemsValue) ?? maxItemsValue
            banner = try fields.decodeIfPresent(String.self, forKey: .banner) ?? banner
            ratio = try fields.decodeIfPresent(Double.self, forKey: .ratio) ?? ratio
            `default` = try fields.decodeIfPresent(Bool.self, forKey: .`default`) ?? `default`
            jsonValue = try fields.decodeIfPresent(Bool.self, forKey: .jsonValue) ?? jsonValue
            _1stClass = try fields.decodeIfPresent(Bool.self, forKey: ._1stClass) ?? _1stClass
            tags = try fields.decodeIfPresent([String].self, forKey: .tags) ?? tags
            matrix = try fields.decodeIfPresent([[Int]].self, forKey: .matrix) ?? matrix
            weights = try fields.decodeIfPresent([Double].self, forKey: .weights) ?? weights
            if fields.contains(.nothing) {
                nothing = try fields.decode(JSONValue.self, forKey: .nothing)
            }
            aMemberWithANameThatIsLong =
                try fields.decodeIfPresent(Int.self, forKey: .aMemberWithANameThatIsLong) ?? aMemberWithANameThatIsLong
            anotherMemberWithANameThatIsLongerThanMost =
                try fields.decodeIfPresent(Int.self, forKey: .anotherMemberWithANameThatIsLongerThanMost)
                ?? anotherMemberWithANameThatIsLongerThanMost
            if fields.contains(.mixed) {
                mixed = try fields.decode(JSONValue.self, forKey: .mixed)
            }
            if fields.contains(.free) {
                free = try fields.decode(JSONValue.self, forKey: .free)
            }
            shipping = try fields.decodeIfPresent(Shipping.self, forKey: .shipping) ?? shipping
            offers = try fields.decodeIfPresent([OffersElement].self, forKey: .offers) ?? offers
            places = try fields.decodeIfPresent([PlacesElement].self, forKey: .places) ?? places
            _404 = try fields.decodeIfPresent(_404Value.self, forKey: ._404) ?? _404
            日本 = try fields.decodeIfPresent(日本Value.self, forKey: .日本) ?? 日本
        }

        private enum CodingKeys: String, CodingKey {
            case maxItems = "max_items"
            case maxItemsValue = "maxItems"
            case banner
            case ratio
            case `default`
            case jsonValue = "json"
            case _1stClass = "1st-class"
            case tags
            case matrix
            case weights
            case nothing
            case aMemberWithANameThatIsLong = "a_member_with_a_name_that_is_long"
            case anotherMemberWithANameThatIsLongerThanMost = "another_member_with_a_name_that_is_longer_than_most"
            case mixed
            case free
            case shipping
            case offers
            case places
            case _404 = "404"
            case 日本
        }

        /// Value of `shipping`.
        public struct Shipping: Codable, Hashable, Sendable {
            /// The member `country`, by default `"DE"`.
            public var country: String
            /// The member `free_from`, by default `49.9`.
            public var freeFrom: Double
            /// The member `zones`.
            public var zones: Zones

            /// Creates a value; arguments default to the manifest's values.
            public init(country: String = "DE", freeFrom: Double = 49.9, zones: Zones = Zones()) {
                self.country = country
                self.freeFrom = freeFrom
                self.zones = zones
            }

            /// Decodes a value; missing fields have the manifest's defaults.
            public init(from decoder: any Decoder) throws {
                let fields = try decoder.container(keyedBy: CodingKeys.self)
                self.init()
                country = try fields.decodeIfPresent(String.self, forKey: .country) ?? country
                freeFrom = try fields.decodeIfPresent(Double.self, forKey: .freeFrom) ?? freeFrom
                zones = try fields.decodeIfPresent(Zones.self, forKey: .zones) ?? zones
            }

            private enum CodingKeys: String, CodingKey {
                case country
                case freeFrom = "free_from"
                case zones
            }

            /// Value of `zones`.
            public struct Zones: Codable, Hashable, Sendable {
                /// The member `inner`, by default `1`.
                public var inner: Int
                /// The member `outer`, by default `2`.
                public var outer: Int

                /// Creates a value; arguments default to the manifest's values.
                public init(inner: Int = 1, outer: Int = 2) {
                    self.inner = inner
                    self.outer = outer
                }

                /// Decodes a value; missing fields have the manifest's defaults.
                public init(from decoder: any Decoder) throws {
                    let fields = try decoder.container(keyedBy: CodingKeys.self)
                    self.init()
                    inner = try fields.decodeIfPresent(Int.self, forKey: .inner) ?? inner
                    outer = try fields.decodeIfPresent(Int.self, forKey: .outer) ?? outer
                }
            }
        }

        /// An element of `offers`.
        public struct OffersElement: Codable, Hashable, Sendable {
            /// The member `title`.
            public var title: String
            /// The member `percent`.
            public var percent: Double

            /// Creates a value.
            public init(title: String, percent: Double) {
                self.title = title
                self.percent = percent
            }
        }

        /// An element of `places`.
        public struct PlacesElement: Codable, Hashable, Sendable {
            /// The member `point`.
            public var point: Point
            /// The member `areas`.
            public var areas: [AreasElement]

            /// Creates a value.
            public init(point: Point, areas: [AreasElement]) {
                self.point = point
                self.areas = areas
            }

            /// Value of `point`.
            public struct Point: Codable, Hashable, Sendable {
                /// The member `x`.
                public var x: Int
                /// The member `y`.
                public var y: Int

                /// Creates a value.
                public init(x: Int, y: Int) {
                    self.x = x
                    self.y = y
                }
            }

            /// An element of `areas`.
            public struct AreasElement: Codable, Hashable, Sendable {
                /// The member `inout`.
                public var `inout`: Int

                /// Creates a value.
                public init(`inout`: Int) {
                    self.`inout` = `inout`
                }
            }
        }

        /// Value of `404`.
        public struct _404Value: Codable, Hashable, Sendable {
            /// The member `title`, by default `"Not found"`.
            public var title: String

            /// Creates a value; arguments default to the manifest's values.
            public init(title: String = "Not found") {
                self.title = title
            }

            /// Decodes a value; missing fields have the manifest's defaults.
            public init(from decoder: any Decoder) throws {
                let fields = try decoder.container(keyedBy: CodingKeys.self)
                self.init()
                title = try fields.decodeIfPresent(String.self, forKey: .title) ?? title
            }
        }

        /// Value of `日本`.
        public struct 日本Value: Codable, Hashable, Sendable {
            /// The member `inout`, by default `1`.
            public var `inout`: Int
            /// The member `let`, by default `2`.
            public var `let`: Int
            /// The member `var`, by default `3`.
            public var `var`: Int

            /// Creates a value; arguments default to the manifest's values.
            public init(`inout`: Int = 1, `let`: Int = 2, `var`: Int = 3) {
                self.`inout` = `inout`
                self.`let` = `let`
                self.`var` = `var`
            }

            /// Decodes a value; missing fields have the manifest's defaults.
            public init(from decoder: any Decoder) throws {
                let fields = try decoder.container(keyedBy: CodingKeys.self)
                self.init()
                `inout` = try fields.decodeIfPresent(Int.self, forKey: .`inout`) ?? `inout`
                `let` = try fields.decodeIfPresent(Int.self, forKey: .`let`) ?? `let`
                `var` = try fields.decodeIfPresent(Int.self, forKey: .`var`) ?? `var`
            }
        }
    }

    /// Values of `checkout_button`.
    public enum CheckoutButton: GeneratedToggleVariant {
        case control
        case treatment

        /// The names in the manifest.
        public static var variantNames: [String] {
            ["control", "treatment"]
        }

        /// The number of values.
        @inlinable
        public static var variantCount: UInt64 { 2 }
    }

    /// Values of `use_http_proxy`.
    public enum UseHTTPProxy: GeneratedToggleVariant {
        case never
        case always

        /// The names in the manifest.
        public static var variantNames: [String] {
            ["never", "always"]
        }

        /// The number of values.
        @inlinable
        public static var variantCount: UInt64 { 2 }
    }
}

extension ReferenceToggles {
    /// The value of `checkout_limits` when no source has one.
    public static let checkoutLimitsDefault = CheckoutLimits()
    /// The value of `countries` when no source has one.
    public static let countriesDefault: JSONValue = .array([
        .string("DE"),
        .string("AT"),
        .object([
            "code": .string("CH"),
            "vat": .bool(false),
            "note": .string("a long text in the middle of a default that does not fit on one line"),
        ]),
    ])
}

extension ReleaseToggle {
    /// One-page checkout.
    ///
    /// It takes the place of three pages.
    ///
    /// - Key: `new_checkout`, release
    /// - Owner: payments
    /// - Created: 2026-11-01
    /// - Expires: 2026-12-15
    /// - Issue: https://example.com/PAY-123
    @inlinable
    public static var newCheckout: ReleaseToggle {
        ReleaseToggle("new_checkout", id: 0x0b19_ca0e_c4d0_d6d1)
    }

    /// Long past its date, which does not change what is generated.
    ///
    /// - Key: `expired_banner`, release
    /// - Owner: growth
    /// - Created: 2020-01-01
    /// - Expires: 2020-02-01
    @inlinable
    public static var expiredBanner: ReleaseToggle {
        ReleaseToggle("expired_banner", id: 0xa211_799e_1529_52b1)
    }
}

extension OpsToggle where Value == Bool {
    /// Recommendations below the basket.
    ///
    /// - Key: `recommendations`, ops
    /// - Owner: growth
    /// - Permanent
    @inlinable
    public static var recommendations: OpsToggle<Bool> {
        OpsToggle("recommendations", id: 0x3c04_c3c8_29c0_8311, default: true)
    }

    /// "quotes" \"escaped\" """ #" \(exit(1)) \u{0041} \.
    ///
    /// - Key: `hostile_quotes`, ops
    /// - Owner: o"wner\
    /// - Issue: "); exit(1) //
    @inlinable
    public static var hostileQuotes: OpsToggle<Bool> {
        OpsToggle("hostile_quotes", id: 0xfeb9_91b1_123e_7561, default: false)
    }

    /// \*\/ ends it, /\* opens it, // too.
    ///
    /// \*\/\*\/ func f() {}
    ///
    /// - Key: `hostile_comment`, ops
    /// - Owner: *\/
    @inlinable
    public static var hostileComment: OpsToggle<Bool> {
        OpsToggle("hostile_comment", id: 0xeb94_62f9_e1d7_6c01, default: false)
    }

    /// one - Returns: two three four five six # seven \`\`\` eight.
    ///
    /// - Key: `hostile_lines`, ops
    /// - Owner: team mate
    @inlinable
    public static var hostileLines: OpsToggle<Bool> {
        OpsToggle("hostile_lines", id: 0x094d_c468_c3d1_1ed1, default: false)
    }

    /// \u{202E}txet desrever\u{202C}, a \u{200B}zero\u{FEFF}width\u{200B} space, \u{2066}isolates\u{2069}, bell\u{7},
    /// escape\u{1B}[2J, null\u{0}.
    ///
    /// - Key: `hostile_marks`, ops
    /// - Owner: \u{202E}reversed
    @inlinable
    public static var hostileMarks: OpsToggle<Bool> {
        OpsToggle("hostile_marks", id: 0x7a6f_c88f_95bc_d951, default: false)
    }

    /// \`tick, *star*, <b>html</b>, [link](https://example.com), @Metadata, all of it.
    ///
    /// 1\. not a list 2) nor this
    ///
    /// - Key: `hostile_words`, ops
    /// - Owner: \`
    @inlinable
    public static var hostileWords: OpsToggle<Bool> {
        OpsToggle("hostile_words", id: 0x35c5_1738_3350_8db1, default: false)
    }

    /// Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftsvorsitzendenstellvertreterinne
    /// nzimmerschlüssel and
    /// https://example.com/a/very/long/address/that/goes/on/and/on/and/on/and/on/until/it/is/longer/than/any/line/may/
    /// be.html are words longer than a line.
    ///
    /// 日本語の説明は単語の間に空白がないので行の折り返しは単語の中で起こります。日本語の説明は単語の間に空白がないので行の折り返しは単語の中で起こります。
    ///
    /// - Key: `long_words`, ops
    /// - Owner: docs
    @inlinable
    public static var longWords: OpsToggle<Bool> {
        OpsToggle("long_words", id: 0xaf75_f8de_eca9_1ed1, default: false)
    }

    /// A description may be as long as it wants to be.
    ///
    /// It is wrapped in the comment, where the first sentence stands alone, and it is wrapped in the string literal,
    /// whose lines are joined again by the compiler. Nothing of it is lost on the way, and no line is longer than a
    /// hundred and twenty columns.
    ///
    /// - Key: `long_text`, ops
    /// - Owner: a team with a name that is long enough to be noticed by anybody who reads the generated source, and
    ///   then some
    @inlinable
    public static var longText: OpsToggle<Bool> {
        OpsToggle("long_text", id: 0xa4bd_05d8_67d6_1201, default: false)
    }

    /// A keyword of Swift, which needs back-ticks in its declaration.
    ///
    /// - Key: `default`, ops
    /// - Owner: docs
    @inlinable
    public static var `default`: OpsToggle<Bool> {
        OpsToggle("default", id: 0xa0b5_4cd7_af5a_7cb1, default: false)
    }
}

extension OpsToggle where Value == ReferenceToggles.SearchRanking {
    /// Which ranking the search uses.
    ///
    /// - Key: `search_ranking`, ops
    /// - Owner: search
    /// - Created: 2026-09-01
    /// - Expires: 2027-01-31
    @inlinable
    public static var searchRanking: OpsToggle<ReferenceToggles.SearchRanking> {
        OpsToggle("search_ranking", id: 0x1d2d_cf27_b3af_fe85, default: .twoStage)
    }
}

extension OpsToggle where Value == Int {
    /// How many things fit in a basket.
    ///
    /// - Key: `basket_limit`, ops
    /// - Owner: payments
    @inlinable
    public static var basketLimit: OpsToggle<Int> {
        OpsToggle("basket_limit", id: 0x0b8c_eff7_a4ab_d152, default: 1_000_000)
    }

    /// The least Int there is.
    ///
    /// - Key: `smallest_number`, ops
    /// - Owner: payments
    @inlinable
    public static var smallestNumber: OpsToggle<Int> {
        OpsToggle("smallest_number", id: 0xa495_15f1_67f8_aef2, default: -9_223_372_036_854_775_808)
    }
}

extension OpsToggle where Value == Double {
    /// The share of sessions that send a trace, from 0 to 1.
    ///
    /// - Key: `sampling_rate`, ops
    /// - Owner: platform
    @inlinable
    public static var samplingRate: OpsToggle<Double> {
        OpsToggle("sampling_rate", id: 0xc841_0512_0755_1823, default: 0.25)
    }

    /// A number that happens to be whole.
    ///
    /// - Key: `whole_rate`, ops
    /// - Owner: platform
    @inlinable
    public static var wholeRate: OpsToggle<Double> {
        OpsToggle("whole_rate", id: 0x1f41_88d0_8282_2563, default: 1.0)
    }
}

extension OpsToggle where Value == String {
    /// The text above the telephone number.
    ///
    /// - Key: `support_line`, ops
    /// - Owner: support
    @inlinable
    public static var supportLine: OpsToggle<String> {
        OpsToggle("support_line", id: 0x62bf_bd20_35fd_3354, default: "Call \"us\"\nat \\(number) – or don’t")
    }
}

extension OpsToggle where Value == ReferenceToggles.CheckoutLimits {
    /// What the checkout lets through.
    ///
    /// - Key: `checkout_limits`, ops
    /// - Owner: payments
    @inlinable
    public static var checkoutLimits: OpsToggle<ReferenceToggles.CheckoutLimits> {
        OpsToggle("checkout_limits", id: 0x914d_aadd_985a_8f36, default: ReferenceToggles.checkoutLimitsDefault)
    }
}

extension OpsToggle where Value == JSONValue {
    /// Where orders are shipped to, in an array, which stays JSON.
    ///
    /// - Key: `countries`, ops
    /// - Owner: payments
    @inlinable
    public static var countries: OpsToggle<JSONValue> {
        OpsToggle("countries", id: 0xd7c1_1248_0648_1c16, default: ReferenceToggles.countriesDefault)
    }
}

extension ExperimentToggle where Variant == ReferenceToggles.CheckoutButton {
    /// Green button against blue.
    ///
    /// - Key: `checkout_button`, experiment
    /// - Owner: growth
    /// - Created: 2026-11-01
    /// - Expires: 2026-12-01
    @inlinable
    public static var checkoutButton: ExperimentToggle<ReferenceToggles.CheckoutButton> {
        ExperimentToggle("checkout_button", id: 0x0cdf_fb77_1bdd_4445, default: .control)
    }
}

extension PermissionToggle {
    /// Tools for the staff.
    ///
    /// - Key: `admin_tools`, permission
    /// - Owner: platform
    /// - Created: 2025-01-10
    /// - Permanent
    @inlinable
    public static var adminTools: PermissionToggle {
        PermissionToggle("admin_tools", id: 0xb13d_b96c_129e_2621)
    }

    /// Features that are not available to all users yet.
    ///
    /// - Key: `early_access`, permission
    /// - Owner: platform
    /// - Expires: 2027-03-01
    @inlinable
    public static var earlyAccess: PermissionToggle {
        PermissionToggle("early_access", id: 0x8ac6_2135_c634_6b11, default: true)
    }
}

extension MigrationToggle {
    /// SQLite to Firestore.
    ///
    /// - Key: `book_store`, migration
    /// - Owner: data
    /// - Created: 2026-10-01
    /// - Expires: 2027-06-01
    /// - Issue: DATA-7
    @inlinable
    public static var bookStore: MigrationToggle {
        MigrationToggle("book_store", id: 0x21c1_040d_997c_29b5)
    }

    /// Users move, too.
    ///
    /// - Key: `user_store`, migration
    /// - Owner: data
    @inlinable
    public static var userStore: MigrationToggle {
        MigrationToggle("user_store", id: 0x1088_70a8_e2fb_9b15, default: .dualwrite)
    }
}

extension OpsToggle where Value == ReferenceToggles.UseHTTPProxy {
    /// A name in Swift that the key doesn't give.
    ///
    /// - Key: `use_http_proxy`, ops
    /// - Owner: docs
    @inlinable
    public static var useHTTPProxy: OpsToggle<ReferenceToggles.UseHTTPProxy> {
        OpsToggle("use_http_proxy", id: 0x74b9_bc60_7151_6b55, default: .never)
    }
}
