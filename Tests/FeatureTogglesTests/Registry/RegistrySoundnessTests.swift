import Testing

@testable import FeatureToggles

/// The checks that a tool makes once and a client doesn't repeat.
struct RegistrySoundnessTests {
    private static func registry(
        _ keys: [String],
        _ soundness: ToggleRegistry.Soundness = .unknown
    ) -> ToggleRegistry {
        ToggleRegistry(
            namespace: keys.joined(),
            application: nil,
            toggles: keys.map { ToggleDefinition(key: $0, category: .ops, type: .int, defaultValue: 1) },
            soundness: soundness
        )
    }

    @Test func keysMustBeUniqueAmongAllRegistries() {
        #expect([Self.registry(["a", "b"]), Self.registry(["c"])].areSound)
        #expect(![Self.registry(["a", "b"]), Self.registry(["b"])].areSound)
        #expect(![Self.registry(["a", "a"])].areSound)
    }

    @Test func identifiersMustMatchTheirTypes() {
        let toggle = ToggleDefinition(
            key: "a",
            id: ToggleIdentifier.make(category: .ops, type: .bool, key: "a"),
            category: .ops,
            type: .int,
            canonicalDefault: 1,
            remoteParameter: nil,
            retiredParameters: [],
            details: nil,
            at: 0
        )
        #expect(![ToggleRegistry(namespace: "N", toggles: [toggle])].areSound)
    }

    @Test(arguments: [
        ([ToggleRegistry.Soundness.alone], true), ([.together(1)], true), ([.unknown], false),
        ([.together(1), .together(1)], true), ([.together(1), .together(2)], false), ([.alone, .alone], false),
        ([.together(1), .unknown], false), ([.unknown, .together(1)], false), ([], false),
    ])
    func registriesWithTheSameNumberAreSound(soundness: [ToggleRegistry.Soundness], areSound: Bool) {
        let registries = soundness.enumerated().map { Self.registry(["t\($0)"], $1) }
        #expect(registries.areKnownSound == areSound)
    }

    @Test func clientOfSoundRegistriesFindsEveryToggle() {
        let registries = (0..<4).map { number in
            Self.registry((0..<20).map { "t\(number)_\($0)" }, .together(1))
        }
        let state = ToggleState(registries: registries, overrides: .none, context: EvaluationContext())
        #expect(state.definitions.map(\.key) == registries.flatMap { $0.toggles.map(\.key) })
        #expect(state.registryProblems.isEmpty)
        // The first lookups use no index.
        for (index, toggle) in state.definitions.enumerated() {
            #expect(state.toggles(withKeys: [toggle.key])[toggle.key]?.map(\.id) == [toggle.id], "\(index)")
            #expect(!state.hasToggle("\(toggle.key)_"))
        }
    }
}
