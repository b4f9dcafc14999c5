import FeatureToggles
import ToggleManifest

/// The overrides of a local defaults file, and where they stand.
///
/// It is read as JSON, since a RELEASE build has nothing of the core that follows such a file.
struct LocalOverrides {
    /// One override.
    struct Override {
        let key: String
        let value: JSONValue
        let keyRange: SourceRange
        let valueRange: SourceRange
    }

    let path: String
    /// The overrides in the order of the file; of two for one toggle the last one, which counts.
    private(set) var overrides: [Override] = []
    private let owner: String?

    /// Reads the file; `nil` when there is none, or none that could be read.
    init?(_ project: LintProject) {
        guard let file = project.localDefaults, let document = try? JSONReader().document(from: file.bytes),
            case .object(let root) = document.value
        else { return nil }
        path = file.path
        owner = project.codeOwners.flatMap { CodeOwners($0).owner(of: file.path) }
        guard case .object(let values)? = root["toggles"], let index = document.index(of: "toggles") else { return }
        func range(_ bytes: Range<Int>) -> SourceRange {
            SourceRange(start: document.place(of: bytes.lowerBound), end: document.place(of: bytes.upperBound))
        }
        var last: [String: Int] = [:]
        let members = document.members(of: index)
        for (number, member) in members.enumerated() { last[member.name] = number }
        for (number, member) in members.enumerated() where last[member.name] == number {
            guard let value = values[member.name] else { continue }
            overrides.append(
                Override(
                    key: member.name,
                    value: value,
                    keyRange: range(member.nameRange),
                    valueRange: range(member.valueRange)
                )
            )
        }
    }

    /// A finding about an override.
    func finding(
        _ rule: RuleDescription,
        about toggle: ToggleDeclaration?,
        at range: SourceRange,
        key: String,
        message: String,
        nextStep: String
    ) -> Finding {
        var finding = Finding(
            rule,
            toggle: toggle,
            path: path,
            range: range,
            message: message,
            nextStep: nextStep,
            discriminator: key
        )
        // An override belongs to who made it, whose file it is.
        finding.owner = finding.owner ?? owner ?? "whoever made the override"
        return finding
    }
}

extension JSONDocument {
    fileprivate func place(of offset: Int) -> SourceLocation {
        let location = location(at: offset)
        return SourceLocation(line: location.line, column: location.column, offset: offset)
    }
}
