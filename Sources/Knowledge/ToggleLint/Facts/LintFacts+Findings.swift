import ToggleBase
import ToggleManifest

extension LintFacts {
    /// Returns a finding about a toggle, at one of its fields in the manifest, or at its key if the field is missing.
    func finding(
        _ rule: RuleDescription,
        about toggle: ToggleDeclaration,
        at field: ManifestField? = nil,
        message: String,
        nextStep: String,
        related: [RelatedPlace] = []
    ) -> Finding {
        Finding(
            rule,
            toggle: toggle,
            path: project.manifestPath(of: toggle),
            range: field.flatMap(toggle.range) ?? toggle.location,
            message: message,
            nextStep: nextStep,
            related: related
        )
    }

    /// Returns a finding at a place in the sources.
    func finding(
        _ rule: RuleDescription,
        about toggle: ToggleDeclaration?,
        at use: ToggleUse,
        message: String,
        nextStep: String,
        related: [RelatedPlace] = [],
        discriminator: String? = nil
    ) -> Finding {
        Finding(
            rule,
            toggle: toggle,
            path: use.path,
            range: use.range,
            message: message,
            nextStep: nextStep,
            related: related,
            // The function stays the same when lines move.
            discriminator: discriminator ?? use.function ?? ""
        )
    }

    /// Returns a toggle's declaration as a related place with a message.
    func related(_ toggle: ToggleDeclaration, _ message: String) -> RelatedPlace {
        RelatedPlace(path: project.manifestPath(of: toggle), range: toggle.location, message: message)
    }

    /// Returns a toggle's place in its manifest for a sentence: `toggles.yaml:12`.
    func place(of toggle: ToggleDeclaration, _ field: ManifestField? = nil) -> String {
        "\(project.manifestPath(of: toggle)):\((field.flatMap(toggle.range) ?? toggle.location).start.line)"
    }
}

extension ToggleUse {
    /// The place for a sentence: `Sources/App.swift:12`.
    var placeText: String { "\(path):\(range.start.line)" }

    /// Returns the place as a related place with a message.
    func related(_ message: String) -> RelatedPlace {
        RelatedPlace(path: path, range: range, message: message)
    }

    /// Whether this use evaluates the toggle, rather than only naming its key or passing it on.
    var isRead: Bool {
        switch call {
        case nil: form == .property
        case "updates", "select", "Migration", "explanation", "set", "unset", "override": false
        default: true
        }
    }

    /// The toggle's key; `nil` if the toggle isn't declared.
    package var key: String? {
        if case .toggle(let key) = target { key } else { nil }
    }
}

extension Sequence<ToggleUse> {
    /// Returns the first few places as related places; a longer list is of no use.
    func relatedPlaces(_ message: String) -> [RelatedPlace] {
        prefix(10).map { $0.related(message) }
    }

    /// The places for a sentence, the first three by name: `A.swift:1, B.swift:2, C.swift:3 and 4 more`.
    var placesText: String {
        // Two uses on a line are one place.
        var seen: Set<String> = []
        let all = map(\.placeText).filter { seen.insert($0).inserted }
        let rest = all.count - 3
        if rest > 1 { return all.prefix(3).joined(separator: ", ") + " and \(rest.counted("more place"))" }
        guard let last = all.last, all.count > 1 else { return all.first ?? "" }
        return all.dropLast().joined(separator: ", ") + " and " + last
    }
}
