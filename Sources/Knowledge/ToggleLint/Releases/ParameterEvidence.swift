import DocumentSyntax
import ToggleBase
package import ToggleManifest

/// What released versions say about a remote parameter, or about a toggle without one.
package struct ParameterEvidence: Sendable {
    /// Whether the parameter may leave the remote document.
    package enum Verdict: Sendable, Hashable {
        /// A toggle of the work tree declares it: its key.
        case declaredHere(String)
        /// Versions that users may run read it: their indices.
        case readByVersions([Int])
        /// Versions that users may run have a manifest that can't be read: their indices.
        case unknown([Int])
        /// Other apps read it, according to its metadata.
        case readElsewhere(String)
        /// No version that users may run reads it, from the version with this index on; `nil` if none ever did.
        case removable(since: Int?)
        /// The toggle reads no document.
        case noParameter
    }

    /// A difference because of which versions can't use a value.
    package struct Break: Sendable, Hashable {
        /// The indices of the versions.
        package var versions: [Int]
        /// Why they can't use it, as a clause: `the variant ‘neural’ is unknown`.
        package var reason: String
        /// Whether the document serves the value to them; otherwise only the work tree declares it.
        package var isServed: Bool
    }

    /// The parameter, or the key of a toggle without one.
    package let name: String
    /// The declarations in released versions, oldest first.
    package let runs: [ReleasedToggles.Run]
    /// The indices of the versions that may read it.
    package let readers: [Int]
    /// The toggle of the work tree that reads it.
    package let current: ToggleDeclaration?
    /// Whether the document has it.
    package let isInDocument: Bool
    /// Whether it may leave the document.
    package let verdict: Verdict
    /// What versions that users may run can't use.
    package let breaks: [Break]

    /// Collects the evidence about a parameter.
    ///
    /// - Parameters:
    ///   - name: The parameter, or the key of a toggle without one.
    ///   - releases: The released versions.
    ///   - toggles: The toggles of the work tree.
    ///   - document: The parameter in the document, if it has it.
    package init(
        of name: String,
        in releases: ReleasedToggles,
        toggles: [ToggleDeclaration],
        document: DocumentOutline.Parameter?
    ) {
        self.name = name
        var runs = releases.runs(of: name)
        current =
            toggles.first { $0.remoteParameter == name } ?? toggles.first { $0.key == name && $0.category == .release }
        let hasParameter = !runs.isEmpty || current?.remoteParameter == name || document != nil
        if !hasParameter { runs = releases.runs[name] ?? [] }
        self.runs = runs
        isInDocument = document != nil
        let readers = Set(
            runs.flatMap { run in run.versions.filter { releases.isRead(run.toggle.key, in: $0) } }
        ).sorted()
        self.readers = readers
        let keeping = readers.filter { releases.isSupported[$0] }
        if !hasParameter {
            verdict = .noParameter
        } else if let current, current.remoteParameter == name {
            verdict = .declaredHere(current.key)
        } else if !keeping.isEmpty {
            verdict = .readByVersions(keeping)
        } else if let others = document?.metadata["readers"] {
            verdict = .readElsewhere(others.text)
        } else if releases.unreadable.contains(where: { releases.isSupported[$0] }) {
            verdict = .unknown(releases.unreadable.filter { releases.isSupported[$0] })
        } else {
            verdict = .removable(since: readers.last.map { $0 + 1 })
        }
        breaks = hasParameter ? Self.breaks(runs, releases, current: current, document) : []
    }

    // MARK: - Changes

    private static func breaks(
        _ runs: [ReleasedToggles.Run],
        _ releases: ReleasedToggles,
        current: ToggleDeclaration?,
        _ document: DocumentOutline.Parameter?
    ) -> [Break] {
        var found: [Break] = []
        func add(_ version: Int, _ reason: String, isServed: Bool) {
            if let index = found.firstIndex(where: { $0.reason == reason && $0.isServed == isServed }) {
                found[index].versions.append(version)
            } else {
                found.append(Break(versions: [version], reason: reason, isServed: isServed))
            }
        }
        let answers = document?.answers
        for run in runs {
            for version in run.versions
            where releases.isSupported[version] && releases.isRead(run.toggle.key, in: version) {
                var unknown: Set<String> = []
                for value in served(document, answers, to: releases.versions[version].number)
                where run.toggle.refusal(of: value) != nil {
                    let reason = reason(value, run.toggle)
                    if unknown.insert(reason).inserted { add(version, reason, isServed: true) }
                }
                // A served value of another type says it all.
                guard let current, current.remoteParameter != nil,
                    unknown.isEmpty || current.type.name == run.toggle.type.name
                else { continue }
                for reason in differences(from: run.toggle, to: current) where !unknown.contains(reason) {
                    add(version, reason, isServed: false)
                }
            }
        }
        return found.map { Break(versions: Set($0.versions).sorted(), reason: $0.reason, isServed: $0.isServed) }
    }

    /// The values that users of a version can get from the document, in their order there.
    private static func served(
        _ document: DocumentOutline.Parameter?,
        _ answers: FlagAnswers?,
        to version: AppVersion
    ) -> [JSONValue] {
        guard let document, !document.leavesCodeDefault else { return [] }
        guard let answers = answers?.answers(for: version) else { return document.variants.map(\.value) }
        return document.variants.map(\.value).filter { answers.contains(.value($0)) }
    }

    private static func reason(_ value: JSONValue, _ toggle: ToggleDeclaration) -> String {
        if case .variants = toggle.type, case .string(let name) = value {
            return "the variant \(name.quoted) is unknown"
        }
        return "\(value.text) is \(value.kindDescription) instead of a \(toggle.type.name) value"
    }

    private static func differences(from old: ToggleDeclaration, to new: ToggleDeclaration) -> [String] {
        if case .variants(let known) = old.type, case .variants(let names) = new.type {
            return names.filter { !known.contains($0) }.map { "the variant \($0.quoted) is unknown" }
        }
        guard old.type.name != new.type.name else { return [] }
        return ["\(new.key.quoted) now has \(new.type.name) instead of \(old.type.name) values"]
    }
}
