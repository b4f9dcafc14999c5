import ToggleBase
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
    /// The options of commands that change the file, with a space before each word.
    let options: String
    private let owner: String?

    /// Reads the file; `nil` if there is none, or it can't be read.
    init?(_ project: LintProject, _ codeOwners: CodeOwners?) {
        guard let file = project.localDefaults, let document = try? JSONReader().document(from: file.bytes),
            document.root.members != nil
        else { return nil }
        path = file.path
        options = project.localDefaultsOptions.map { " \($0.quotedForShell)" }.joined()
        owner = codeOwners?.owner(of: file.path)
        guard let members = document.root["toggles"]?.value.members else { return }
        let last = Dictionary(members.indices.map { (members[$0].name, $0) }, uniquingKeysWith: { $1 })
        overrides = file.bytes.withUnsafeBufferPointer { text in
            var counter = JSONLocationCounter(text)
            func range(_ range: Range<Int>) -> SourceRange {
                let start = SourceLocation(counter.location(at: range.lowerBound))
                return SourceRange(start: start, end: SourceLocation(counter.location(at: range.upperBound)))
            }
            return members.enumerated().filter { last[$1.name] == $0 }.map { _, member in
                Override(
                    key: member.name,
                    value: member.value.json,
                    keyRange: range(member.nameRange),
                    valueRange: range(member.value.range)
                )
            }
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
