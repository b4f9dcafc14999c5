import FeatureToggles
import FeatureTogglesOverrides
import StoreMigration
import TestSupport

@testable import ToggleConsole

/// The toggles of a shop, with the values of sources set by a test.
struct ShopModel {
    var toggles: [ToggleDefinition] = Self.standard
    /// The names of the toggles' modules by key; empty for a single module.
    var modules: [String: String] = [:]
    var overrides: [String: JSONValue] = [:]
    /// The overrides by environment variables.
    var environment: [String: JSONValue] = [:]
    /// The remote values for all users.
    var remote: [String: JSONValue] = [:]
    /// The remote values for single users, by targeting key and toggle key.
    var remoteForUser: [String: [String: JSONValue]] = [:]
    var origin = ConsoleOrigin.client
    var problems: [ToggleProblem] = []
    var document: ConsoleDocument?
    var documentChanged: Int64?
    /// The app's migration summaries.
    var migrations: [String: MigrationSummary] = [:]
    var revision = 1
    var path: String? = "/home/ada/.local/share/toggles/shop.json"

    /// Returns a running app whose toggles all have their defaults from the remote source.
    static func app(
        _ name: String,
        status: RemoteState.Status = .ready,
        since: Int64 = 1_795_252_500,
        why: String = "the document is active"
    ) -> ConsoleOrigin {
        let state = RemoteState(
            status: status,
            since: since,
            why: why,
            lastSuccess: 1_795_252_560,
            revision: "12",
            source: "flags.json"
        )
        return .app(
            ConsoleApp(name: name, remoteState: state, problems: []) { toggle, _ in
                Explanation(
                    key: toggle.key,
                    definition: toggle,
                    evaluation: Evaluation(value: toggle.defaultValue, reason: .static, source: .remote),
                    steps: []
                )
            }
        )
    }

    static let today = ShopDefinitions.today
    static let standard = ShopDefinitions.standard

    static func date(_ year: Int, _ month: Int, _ day: Int) -> CalendarDate { ShopDefinitions.date(year, month, day) }

    static func toggle(
        _ key: String,
        _ category: ToggleCategory,
        _ type: ToggleType,
        _ value: JSONValue,
        _ description: String,
        owner: String = "shop",
        expires: CalendarDate? = nil,
        isPermanent: Bool = false
    ) -> ToggleDefinition {
        ShopDefinitions.toggle(
            key,
            category,
            type,
            value,
            description,
            owner: owner,
            expires: expires,
            isPermanent: isPermanent
        )
    }

    /// Returns a number of toggles, modeled in turn on the standard ones.
    static func many(_ count: Int) -> [ToggleDefinition] {
        let words = ["search", "checkout", "banner", "delivery", "ranking", "wish", "list", "price", "order", "gift"]
        return (0..<count).map { number in
            let model = standard[number % standard.count]
            let key = "\(words[number % 7])_\(words[number / 7 % 10])_\(words[number / 70 % 10])_\(number)"
            return toggle(
                key,
                model.category,
                model.type,
                model.defaultValue,
                "Toggle number \(number) changes the \(words[number / 3 % 10]) of the shop.",
                owner: words[number % 10],
                expires: number % 9 == 0 ? date(2026, 11, 1) : nil
            )
        }
    }

    var model: ConsoleModel {
        let toggles = toggles
        let (overrides, environment, remote, remoteForUser, path) = (
            overrides, self.environment, self.remote, self.remoteForUser, self.path
        )
        var overview = ToggleOverview(
            revision: revision,
            toggles: toggles,
            context: EvaluationContext(targetingKey: "ada"),
            today: Self.today
        ) { index, context in
            let toggle = toggles[index]
            let user = context.map { $0.targetingKey ?? "" } ?? "ada"
            let values: [(ToggleSource, String, JSONValue?)] = [
                (.environment, "TOGGLE_\(toggle.key.uppercased())", environment[toggle.key]),
                (.localDefaults, path ?? "", overrides[toggle.key]),
                (.remote, toggle.key, remoteForUser[user]?[toggle.key] ?? remote[toggle.key]),
                (.default, "declaration", toggle.defaultValue),
            ]
            return explain(toggle, values)
        }
        overview.modules = Dictionary(
            toggles.compactMap { toggle in modules[toggle.key].map { (toggle.id, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
        overview.overrides = overrides
        overview.processOverrides = Set(environment.keys)
        overview.defaultsPath = path
        overview.environment = "debug"
        overview.remoteName = "flags.json"
        overview.remoteState =
            origin.app?.remoteState
            ?? RemoteState(
                status: .ready,
                since: 1_795_252_500,
                why: "the document is active",
                source: "flags.json"
            )
        overview.lacksDocument = origin.app?.remoteState?.revision != nil && overview.remoteName == nil
        overview.problems = problems
        return ConsoleModel(
            overview: overview,
            origin: origin,
            document: document,
            documentChanged: documentChanged,
            migrations: migrations
        )
    }
}

/// Returns the explanation of a toggle for the values of its sources, in order of precedence.
private func explain(
    _ toggle: ToggleDefinition,
    _ values: [(source: ToggleSource, origin: String, value: JSONValue?)]
) -> Explanation {
    var decided: (source: ToggleSource, value: JSONValue)?
    var failure: EvaluationError?
    let steps = values.map { source, origin, value in
        guard let value else { return Explanation.Step(source: source, answer: .notSet) }
        do throws(EvaluationError) {
            let usable = try toggle.usable(value)
            let isDecisive = decided == nil
            if isDecisive { decided = (source, usable) }
            return Explanation.Step(source: source, origin: origin, answer: .value(usable), isDecisive: isDecisive)
        } catch {
            failure = failure ?? error
            return Explanation.Step(source: source, origin: origin, answer: .rejected(error))
        }
    }
    return Explanation(
        key: toggle.key,
        definition: toggle,
        evaluation: Evaluation(
            value: decided?.value,
            reason: decided?.source == .default ? .default : .static,
            source: decided?.source ?? .default,
            error: failure
        ),
        steps: steps
    )
}
