import ToggleBase
import ToggleManifest

/// The remote document.
struct DocumentFacts {
    let path: String
    /// All parameters, in their order in the document.
    let all: [DocumentOutline.Parameter]
    /// The parameters by key.
    let parameters: [String: DocumentOutline.Parameter]
    /// The parameters with one value for all users, by key.
    let settled: [String: SettledParameter]
    /// The document's owner according to CODEOWNERS.
    private let owner: String?

    /// Collects the facts; `nil` if there is no document, or it can't be read.
    init?(_ project: LintProject, _ history: ToggleHistory, _ codeOwners: CodeOwners?) {
        guard let file = project.document, let document = project.outline else { return nil }
        path = file.path
        all = document.parameters
        parameters = Dictionary(all.map { ($0.key, $0) }, uniquingKeysWith: { _, last in last })
        settled = parameters.compactMapValues { SettledParameter($0, of: document, history: history) }
        owner = codeOwners?.owner(of: path)
    }

    /// Returns a finding in the document.
    func finding(
        _ rule: RuleDescription,
        about toggle: ToggleDeclaration?,
        at range: SourceRange?,
        message: String,
        nextStep: String,
        related: [RelatedPlace] = [],
        parameter: String
    ) -> Finding {
        var finding = Finding(
            rule,
            toggle: toggle,
            path: path,
            range: range,
            message: message,
            nextStep: nextStep,
            related: related,
            discriminator: parameter
        )
        finding.owner = finding.owner ?? owner(ofParameter: parameter)
        return finding
    }

    /// Returns a parameter's place for a sentence: `flags.json:12`.
    func place(of parameter: DocumentOutline.Parameter) -> String { "\(path):\(parameter.keyRange.start.line)" }

    /// Returns the owner of a parameter that no toggle reads: the one in its metadata, or otherwise the document's.
    private func owner(ofParameter key: String) -> String? {
        if case .string(let owner)? = parameters[key]?.metadata["owner"] { owner } else { owner }
    }
}

extension JSONValue {
    /// The value for a sentence.
    var text: String {
        let text = JSONWriter(.oneLine).text(self)
        return text.count > 40 ? "\(text.prefix(40))…" : text
    }
}
