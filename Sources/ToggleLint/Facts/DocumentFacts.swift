import FeatureToggles
import ToggleDocuments
import ToggleManifest

/// The remote document beside the toggles that follow it.
struct DocumentFacts {
    let project: LintProject
    let path: String
    let document: DocumentOutline
    let lifecycle: LifecycleFacts
    /// The toggles by the parameter they read.
    let readers: [String: ToggleDeclaration]
    /// The toggles by the parameters they used to read.
    let retirers: [String: ToggleDeclaration]
    /// The parameters by key.
    let parameters: [String: DocumentOutline.Parameter]
    private let codeOwners: CodeOwners?

    /// Reads the document; `nil` when there is none, or none that could be read.
    init?(_ project: LintProject) {
        guard let file = project.document, let document = project.outline else { return nil }
        self.project = project
        self.document = document
        path = file.path
        lifecycle = LifecycleFacts(project)
        parameters = Dictionary(document.parameters.map { ($0.key, $0) }, uniquingKeysWith: { _, last in last })
        var readers: [String: ToggleDeclaration] = [:]
        var retirers: [String: ToggleDeclaration] = [:]
        for toggle in project.manifest.toggles {
            if let parameter = toggle.remoteParameter { readers[parameter] = toggle }
            for parameter in toggle.retired { retirers[parameter] = toggle }
        }
        self.readers = readers
        self.retirers = retirers
        codeOwners = project.codeOwners.map { CodeOwners($0) }
    }

    /// A finding in the document.
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

    /// How a parameter is named in a sentence: `flags.json:12`.
    func place(of parameter: DocumentOutline.Parameter) -> String { "\(path):\(parameter.keyRange.start.line)" }

    /// Who looks after a parameter that no toggle reads: by its own account, else by the file it stands in.
    private func owner(ofParameter key: String) -> String? {
        if case .string(let owner)? = parameters[key]?.metadata["owner"] { return owner }
        return codeOwners?.owner(of: path)
    }
}

extension JSONValue {
    /// The value in a sentence.
    var text: String {
        let text = JSONWriter(.oneLine).text(self)
        return text.count > 40 ? "\(text.prefix(40))…" : text
    }
}
