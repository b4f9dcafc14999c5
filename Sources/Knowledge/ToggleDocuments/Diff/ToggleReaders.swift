import DocumentSyntax
import FeatureToggles
import ToggleBase

/// The toggles that read one flag.
struct ToggleReaders {
    private let toggles: [ToggleDefinition]

    /// The keys of the toggles, in the order of the manifest.
    var keys: [String] { toggles.map(\.key) }

    init(_ toggles: [ToggleDefinition]) {
        self.toggles = toggles
    }

    /// Returns an answer of the flag as its readers see it.
    ///
    /// The code's default becomes a value if it is the same for all readers. A value that no reader can use becomes a
    /// failure.
    func reading(_ answer: FlagDifference.Answer) -> FlagDifference.Answer {
        switch answer {
        case .failure: return .failure
        case .codeDefault:
            guard let first = toggles.first?.defaultValue, toggles.allSatisfy({ $0.defaultValue == first })
            else { return .codeDefault }
            return .value(first)
        case .value(let value):
            if toggles.isEmpty { return answer }
            // Canonical, so that 10.0 and 10 are the same value.
            let usable = toggles.lazy.compactMap { try? $0.usable(ofDocument: value) }.first
            return usable.map { .value($0) } ?? .failure
        }
    }
}
