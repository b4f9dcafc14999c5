import FeatureToggles
import ToggleDocuments
import ToggleManifest

/// The remote document, and the toggles that read its parameters.
struct DocumentFacts {
    let project: LintProject
    let path: String
    let document: DocumentOutline
    let lifecycle: LifecycleFacts
    /// The toggles by the parameter that they read.
    let readers: [String: ToggleDeclaration]
    /// The toggles by the parameters that they used to read.
    let retirers: [String: ToggleDeclaration]
    /// The parameters by key.
    let parameters: [String: DocumentOutline.Parameter]
    private let codeOwners: CodeOwners?

    /// Reads the document; `nil` if there is none, or it can't be read.
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

    /// Returns the owner of a parameter that no toggle reads: the one in its metadata, or otherwise the document's code
    /// owner.
    private func owner(ofParameter key: String) -> String? {
        if case .string(let owner)? = parameters[key]?.metadata["owner"] { return owner }
        return codeOwners?.owner(of: path)
    }
}

extension JSONValue {
    /// The value for a sentence.
    var text: String {
        let text = JSONWriter(.oneLine).text(self)
        return text.count > 40 ? "\(text.prefix(40))…" : text
    }
}
