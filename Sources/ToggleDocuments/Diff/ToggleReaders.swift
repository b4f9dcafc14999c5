import FeatureToggles

/// The toggles that read one flag.
struct ToggleReaders {
    private let toggles: [ToggleDefinition]

    /// Their keys, in the order of the manifest.
    var keys: [String] { toggles.map(\.key) }

    init(_ toggles: [ToggleDefinition]) {
        self.toggles = toggles
    }

    /// What an answer of the flag comes to where it is read.
    ///
    /// The code's default is a value where all readers have the same one. A value that no reader can have is a mistake.
    func reading(_ answer: FlagDifference.Answer) -> FlagDifference.Answer {
        switch answer {
        case .failure: return .failure
        case .codeDefault:
            guard let first = toggles.first?.defaultValue, toggles.allSatisfy({ $0.defaultValue == first })
            else { return .codeDefault }
            return .value(first)
        case .value(let value):
            if toggles.isEmpty { return answer }
            // Canonical, so that 10.0 and 10 are one value.
            let usable = toggles.lazy.compactMap { try? $0.usable(ofDocument: value) }.first
            return usable.map { .value($0) } ?? .failure
        }
    }
}
