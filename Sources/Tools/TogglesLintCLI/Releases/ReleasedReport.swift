import FeatureToggles
import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleTool

/// What released versions say about the parameters of a project, for people and for tools.
struct ReleasedReport {
    /// The version of the JSON format, which `Schemas/released.schema.json` describes.
    static let version = 1

    private let releases: ReleasedToggles
    private let project: LintProject
    /// The evidence about each parameter, and about each toggle without one.
    var evidence: [ParameterEvidence]

    init(_ releases: ReleasedToggles, _ project: LintProject) {
        self.releases = releases
        self.project = project
        let parameters = project.outline?.parameters ?? []
        var known: Set<String> = []
        let names =
            project.manifest.toggles.map { $0.remoteParameter ?? $0.key } + parameters.map(\.key) + releases.parameters
            + releases.keysWithoutParameter
        evidence = names.filter { known.insert($0).inserted }.map { name in
            ParameterEvidence(
                of: name,
                in: releases,
                toggles: project.manifest.toggles,
                document: project.outline?[name]
            )
        }
    }

    // MARK: - Text

    func printTable() {
        var table = Table(header: ["PARAMETER", "FIRST", "LAST", "TYPE", "DEFAULT", "MAY LEAVE THE DOCUMENT"])
        for evidence in evidence {
            table.add(
                [
                    evidence.name, first(evidence) ?? "-", last(evidence) ?? "-", evidence.type, evidence.defaultText,
                    verdict(evidence),
                ]
                .map { Table.Cell(text: $0) }
            )
        }
        ToolOutput.print(table, flexible: 5, optional: [4, 3])
        let breaks = evidence.flatMap(breakLines)
        if !breaks.isEmpty {
            ToolOutput.print("")
            for line in breaks { ToolOutput.print(lines: line) }
        }
        ToolOutput.print("")
        ToolOutput.print(lines: summary)
    }

    /// The number of versions, and which of them users may run.
    private var summary: String {
        let versions = releases.versions
        let range =
            releases.text([0]) == releases.text([versions.count - 1])
            ? releases.text([0]) : "\(releases.text([0])) to \(releases.text([versions.count - 1]))"
        let count = "\(versions.count.counted("release")), \(range); "
        guard let support = releases.support else {
            return count + "users may run all of them, as far as is known: --supported or --policy says which"
        }
        return count
            + (releases.supportedText.map { "users may run \($0), according to \(support.source)" }
                ?? "users may run none of them, according to \(support.source)")
    }

    /// Returns lines about a single parameter.
    func detail(of evidence: ParameterEvidence) -> String {
        var lines = [evidence.name + ": " + verdict(evidence)]
        if evidence.runs.isEmpty { lines.append("  no released version declares it") }
        for run in evidence.runs {
            var readers = run.versions.filter { releases.isRead(run.toggle.key, in: $0) }
            if readers.count == run.versions.count { readers = [] }
            let isUnread = readers.isEmpty && !run.versions.contains { releases.isRead(run.toggle.key, in: $0) }
            let note =
                isUnread ? ", which no code reads" : readers.isEmpty ? "" : ", which \(releases.text(readers)) read"
            lines.append("  \(releases.text(run.versions)): \(Self.description(of: run.toggle))\(note)")
        }
        if let current = evidence.current {
            lines.append("  this checkout: \(Self.description(of: current))")
        }
        lines += breakLines(evidence).map { "  " + $0 }
        if !evidence.isInDocument, let document = project.document, evidence.verdict != .noParameter {
            lines.append("  \(document.path) doesn't have it")
        }
        lines.append("  " + summary)
        return lines.joined(separator: "\n")
    }

    private static func description(of toggle: ToggleDeclaration) -> String {
        let type = if case .variants(let names) = toggle.type { names.joined(separator: "|") } else { toggle.type.name }
        return "\(toggle.key), \(toggle.category.rawValue), \(type), \(JSONWriter(.oneLine).text(toggle.defaultValue))"
    }

    private func breakLines(_ evidence: ParameterEvidence) -> [String] {
        evidence.breaks.map { found in
            let suffix =
                found.isServed
                ? ", and \(project.document?.path ?? "the document") serves it"
                : "; the document must not serve it to them"
            let reason = found.reason.contains("variant") ? found.reason + suffix : found.reason
            return "\(evidence.name) in \(releases.text(found.versions)): \(reason)"
        }
    }

    private func first(_ evidence: ParameterEvidence) -> String? { evidence.readers.first.map { releases.text([$0]) } }

    /// The last version that reads the parameter, which is the next one if this checkout does.
    private func last(_ evidence: ParameterEvidence) -> String? {
        if evidence.current != nil { return "next" }
        return evidence.readers.last.map { releases.text([$0]) }
    }

    /// The answer and its reason, on one line.
    private func verdict(_ evidence: ParameterEvidence) -> String {
        switch evidence.verdict {
        case .declaredHere(let key):
            let toggle = evidence.current
            let place = toggle.map { " (\(project.manifestPath(of: $0)):\($0.location.start.line))" } ?? ""
            return "no: \(key.quoted) declares it here\(place)"
        case .readByVersions(let versions):
            return "no: \(releases.text(versions)) may read it"
        case .unknown(let versions): return "unknown: a manifest of \(releases.text(versions)) has errors"
        case .readElsewhere(let readers): return "no: other apps read it (\(readers))"
        case .removable(let since?) where since < releases.versions.count:
            let version = releases.versions[since]
            return "yes, since \(version.name)\(version.day.map { " of \($0)" } ?? "")"
        case .removable(nil): return "yes: no version has ever read it"
        case .removable: return "yes: this checkout no longer reads it, and users run none of the versions that do"
        case .noParameter: return "-: a release toggle reads no document"
        }
    }

    // MARK: - JSON

    var json: JSONValue {
        [
            "version": .integer(Self.version),
            "document": project.document.map { .string($0.path) } ?? .null,
            "supported": [
                "source": releases.support.map { .string($0.source) } ?? .null,
                "versions": .array(
                    releases.versions.indices.filter { releases.isSupported[$0] }
                        .map { .string(releases.versions[$0].name) }
                ),
            ],
            "releases": .array(
                releases.versions.map { version in
                    [
                        "version": .string(version.name),
                        "tag": .string(version.tag),
                        "date": version.day.map { .string($0.description) } ?? .null,
                    ]
                }
            ),
            "parameters": .array(evidence.map(json)),
        ]
    }

    private func json(of evidence: ParameterEvidence) -> JSONValue {
        func name(_ version: Int?) -> JSONValue { version.map { .string(releases.versions[$0].name) } ?? .null }
        var mayLeave = false
        var since: Int?
        var keptBy: [JSONValue] = []
        switch evidence.verdict {
        case .removable(let first):
            mayLeave = true
            since = first.flatMap { $0 < releases.versions.count ? $0 : nil }
        case .readByVersions(let versions): keptBy = versions.map { name($0) }
        case .unknown(let versions): keptBy = versions.map { name($0) }
        case .declaredHere, .readElsewhere, .noParameter: break
        }
        return [
            "parameter": evidence.verdict == .noParameter ? .null : .string(evidence.name),
            "toggles": .array(evidence.keys.map { .string($0) }),
            "inDocument": .bool(evidence.isInDocument),
            "first": name(evidence.readers.first),
            "last": name(evidence.readers.last),
            "declaredHere": .bool(evidence.current != nil),
            "mayLeave": .bool(mayLeave),
            "since": name(since),
            "keptBy": .array(keptBy),
            "reason": .string(verdict(evidence)),
            "declarations": .array(
                evidence.runs.map { run in
                    [
                        "first": name(run.versions.lowerBound),
                        "last": name(run.versions.upperBound - 1),
                        "toggle": .string(run.toggle.key),
                        "category": .string(run.toggle.category.rawValue),
                        "type": .string(run.toggle.type.name),
                        "variants": .array(run.toggle.variantNames.map { .string($0.name) }),
                        "default": run.toggle.defaultValue,
                        "isRead": .bool(run.versions.contains { releases.isRead(run.toggle.key, in: $0) }),
                    ]
                }
            ),
            "breaks": .array(
                evidence.breaks.map { found in
                    [
                        "versions": .array(found.versions.map { name($0) }),
                        "reason": .string(found.reason),
                        "served": .bool(found.isServed),
                    ]
                }
            ),
        ]
    }
}

extension ParameterEvidence {
    /// The keys of the toggles that read the parameter, sorted.
    var keys: [String] { Set(runs.map(\.toggle.key) + (current.map { [$0.key] } ?? [])).sorted() }

    private var latest: ToggleDeclaration? { current ?? runs.last?.toggle }

    /// The type of the newest declaration.
    fileprivate var type: String { latest?.type.name ?? "-" }

    /// The default of the newest declaration.
    fileprivate var defaultText: String { latest.map { JSONWriter(.oneLine).text($0.defaultValue) } ?? "-" }
}
