import FeatureToggles
import ToggleManifest

/// The overrides of a local defaults file, with their places.
///
/// The file is parsed as JSON, because a RELEASE build doesn't contain the part of the core that reads such a file.
struct LocalOverrides {
    /// One override.
    struct Override {
        let key: String
        let value: JSONValue
        let keyRange: SourceRange
        let valueRange: SourceRange
    }

    let path: String
    /// The overrides in the order of the file; if a toggle occurs twice, the last one counts.
    private(set) var overrides: [Override] = []
    private let owner: String?

    /// Reads the file; `nil` if there is none, or it can't be read.
    init?(_ project: LintProject, _ codeOwners: CodeOwners?) {
        guard let file = project.localDefaults, let document = try? JSONReader().document(from: file.bytes),
            case .object(let root) = document.value
        else { return nil }
        path = file.path
        owner = codeOwners?.owner(of: file.path)
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

    /// Returns a finding about an override.
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
        finding.owner = finding.owner ?? owner
        finding.ownerDescription = "the author of the override"
        return finding
    }
}

extension JSONDocument {
    fileprivate func place(of offset: Int) -> SourceLocation {
        let location = location(at: offset)
        return SourceLocation(line: location.line, column: location.column, offset: offset)
    }
}
