import CMeasure
import FeatureToggles
@_spi(Measuring) import FeatureTogglesRemote

/// The cost of evaluating rules, and of compiling a document of rules.
enum RulesBenchmark {
    private static let count = 400_000

    static func run() throws {
        let document = try FlagDocument(text: Array(Self.rules.utf8))
        let context = EvaluationContext(
            targetingKey: "5c3d8535-f81a-4478-a6d3-afaa4d51199e",
            attributes: [
                "country": "DE", "age": 42, "version": "2.14.3", "os": "linux", "tier": "gold", "locale": "de_DE",
                "user": ["address": ["city": "Köln"]],
            ]
        )
        print("\nRules, evaluated for a context of seven attributes:\n")
        print(left("", 52) + right("min ns", 9) + right("median", 9) + right("goal", 8) + "  allocations")
        for (key, name, goal) in rows {
            guard let flag = RuleQuestion(key, of: document) else { continue }
            let row = Measurement(name, count: count) { loop(flag, context, $0) }
            print(
                left(row.name, 52) + right(formatted(row.minimum, digits: 0), 9)
                    + right(formatted(row.median, digits: 0), 9) + right(goal.map { "≤ \($0)" } ?? "", 8)
                    + "  \(row.allocations.map { formatted($0, digits: 3) } ?? "not counted")"
            )
        }
        try compile()
    }

    private static func compile() throws {
        print("\nReading and compiling documents of 5,000 flags:\n")
        print(left("", 52) + right("min ms", 9) + right("median", 9) + right("goal", 8) + "  MB/s, allocations")
        for (name, text, goal) in [
            ("values only", ManyToggles.remoteDocument(5_000), nil),
            ("a rule each", ManyRules.document(5_000), 10),
        ] {
            guard try FlagDocument(text: text).problems.isEmpty else { continue }
            let row = Measurement("\(name), \(text.count / 1_024) KiB", passes: 40) {
                (try? FlagDocument(text: text).keys.count) ?? 0
            }
            let reading = Measurement(name, passes: 40) { (try? FlagDocument(text: text)) == nil ? 0 : 1 }
            print(
                left(row.name, 52) + right(formatted(reading.minimum / 1_000_000, digits: 2), 9)
                    + right(formatted(reading.median / 1_000_000, digits: 2), 9)
                    + right(goal.map { "≤ \($0)" } ?? "", 8)
                    + "  \(formatted(Double(text.count) / reading.minimum * 1_000, digits: 0)), "
                    + "\(reading.allocations.map { formatted($0, digits: 0) } ?? "not counted")"
            )
        }
    }

    private static let rows: [(key: String, name: String, goal: Int?)] = [
        ("static", "no rule", nil), ("folded", "a rule of constants", nil),
        ("if", "if of two comparisons on an attribute", 200), ("in", "in an array of ten texts", nil),
        ("path", "an attribute three levels deep", nil), ("fractional", "fractional, key of 36 characters", 150),
        ("sem_ver", "sem_ver", 150), ("starts", "starts_with", nil), ("chain", "if with eight conditions", nil),
        ("cat", "cat of two texts, which allocates", nil),
    ]

    private static let rules = """
        {"flags": {
        "static": {\(head)},
        "folded": {\(head), "targeting": {"if": [{"==": [1, 1]}, "on", "off"]}},
        "if": {\(head), "targeting": {"if": [{"and": [{"==": [{"var": "country"}, "DE"]},
            {"!=": [{"var": "country"}, "FR"]}]}, "on", "off"]}},
        "in": {\(head), "targeting": {"if": [{"in": [{"var": "country"},
            ["AT", "BE", "CH", "CZ", "DK", "FR", "LU", "NL", "PL", "DE"]]}, "on", "off"]}},
        "path": {\(head), "targeting": {"if": [{"==": [{"var": "user.address.city"}, "Köln"]}, "on", "off"]}},
        "fractional": {\(head), "targeting": {"fractional": [{"var": "targetingKey"}, ["on", 50], ["off", 50]]}},
        "sem_ver": {\(head), "targeting": {"if": [{"sem_ver": [{"var": "version"}, ">=", "2.9.0"]}, "on", "off"]}},
        "starts": {\(head), "targeting": {"if": [{"starts_with": [{"var": "locale"}, "de"]}, "on", "off"]}},
        "chain": {\(head), "targeting": {"if": [\(chain) "on"]}},
        "cat": {\(head), "targeting": {"if": [{"==": [{"cat": [{"var": "os"}, {"var": "tier"}]}, "x"]}, "on", "off"]}}
        }}
        """
    private static let head = #""state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off""#
    private static let chain = (0..<8).map { #"{"==": [{"var": "age"}, \#($0)]}, "off","# }.joined(separator: " ")
}

/// A flag of a document, which is evaluated repeatedly.
struct RuleQuestion {
    let document: FlagDocument
    let index: Int

    init?(_ key: String, of document: FlagDocument) {
        guard let index = document.measuredIndex(of: key) else { return nil }
        self.document = document
        self.index = index
    }
}

/// A separate function, so that the optimizer knows only its parameters.
@inline(never)
private func loop(_ question: RuleQuestion, _ context: EvaluationContext, _ count: Int) -> Int {
    var result = 0
    for _ in 0..<count {
        measure_barrier()
        result &+= Int(
            question.document.measuredVariant(of: question.index, context: context, timestamp: 1_800_000_000)
        )
    }
    return result
}
