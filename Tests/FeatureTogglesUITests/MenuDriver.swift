#if OVERRIDES
import FeatureToggles
import FeatureTogglesOverrides
import FeatureTogglesRemote
import TestSupport

@testable import FeatureTogglesUI

/// The debug menu of a client with the toggles of a shop, and its files.
@MainActor
final class MenuDriver {
    let folder: TemporaryFolder
    let client: ToggleClient
    let model: ToggleMenuModel

    init(
        overrides: [String: JSONValue] = [:],
        arguments: [String] = [],
        toggles: [ToggleDefinition] = ShopDefinitions.standard,
        context: EvaluationContext = EvaluationContext(targetingKey: "ada"),
        scope: EvaluationContext? = nil,
        remote: (any RemoteSource)? = nil,
        hasFile: Bool = true
    ) throws {
        folder = try TemporaryFolder()
        let path = folder.path("toggles.json")
        if !overrides.isEmpty { try Self.write(overrides.mapValues { $0 }, path) }
        client = ToggleClient(
            registries: [ToggleRegistry(namespace: "Shop", application: "shop", toggles: toggles)],
            overrides: OverrideSources(arguments: arguments, localDefaultsPath: hasFile ? path : nil),
            remote: remote,
            context: context
        )
        model = ToggleMenuModel(client: client, scope: scope, today: { ShopDefinitions.today })
        model.settle()
    }

    private static func write(_ values: [String: JSONValue?], _ path: String) throws {
        _ = try LocalDefaultsFile(path: path).update { _ in
            values.map { key, value in value.map { .set(key, $0) } ?? .unset(key) }
        }
    }

    /// The overrides in the local defaults file.
    var overrides: [String: JSONValue] {
        get throws { try LocalDefaultsFile(path: folder.path("toggles.json")).read().values }
    }

    func index(_ key: String) -> Int { model.toggles.index(of: key) ?? 0 }

    /// The listed keys.
    var keys: [String] { model.sections.flatMap(\.indices).map { model.toggles[$0].key } }

    /// Changes an override as another program would.
    func changeElsewhere(_ key: String, _ value: JSONValue?) throws {
        try Self.write([key: value], folder.path("toggles.json"))
        model.reload()
        model.settle()
    }

    func perform(_ step: EditingScenario.Step) throws {
        switch step {
        case .type(let key, let text): _ = model.set(text, forKey: key)
        case .choose(let key, let value):
            let choices = model.choices(of: index(key))
            model.choose(choices.first { $0.value == value }?.id ?? -1, for: index(key))
        case .flip(let key): model.flip(index(key))
        case .unset(let key): model.unset(index(key))
        case .undo: model.applyNextStep(.undo)
        case .redo: model.applyNextStep(.redo)
        case .elsewhere(let key, let value): try changeElsewhere(key, value)
        case .answer(let isYes): if let question = model.question { model.answer(isYes, to: question) }
        }
        model.settle()
    }
}
#endif
