import FeatureToggles

/// The toggles of a registry by the names that documents use.
struct ToggleIndex {
    /// The toggles by key.
    let toggles: [String: ToggleDefinition]
    /// The toggles that read a parameter, in the order of the manifest.
    let readers: [String: [ToggleDefinition]]
    /// The first toggle that used to read a parameter.
    let retirers: [String: ToggleDefinition]
    /// The parameters that toggles read, in the order of the manifest.
    let parameters: [String]

    init(_ registry: ToggleRegistry) {
        toggles = Dictionary(registry.toggles.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        parameters = registry.toggles.compactMap(\.remoteParameter)
        var readers: [String: [ToggleDefinition]] = [:]
        var retirers: [String: ToggleDefinition] = [:]
        for toggle in registry.toggles {
            if let parameter = toggle.remoteParameter { readers[parameter, default: []].append(toggle) }
            for parameter in toggle.retiredParameters where retirers[parameter] == nil { retirers[parameter] = toggle }
        }
        self.readers = readers
        self.retirers = retirers
    }
}
