import FeatureToggles
import ToggleBase
import ToggleDocuments
import ToggleTool

extension ResolvedToggles {
    /// Prints on standard error which attributes of the running app rules read, although the given context replaces them.
    ///
    /// - Parameter explanations: The toggles that the command shows.
    func printUnusedAttributes(of explanations: [Explanation]) {
        guard let state = documentApp?.state, let document = AppInputs(state).documentText else { return }
        let given = client.context
        let unused = Set(state.context.map(\.name)).filter { name in
            name == "targetingKey" ? given.targetingKey == nil : given[name] == nil
        }
        guard !unused.isEmpty else { return }
        let parameters = explanations.compactMap { $0.definition?.remoteParameter }
        let names = FlagSummaries(document)?.attributes(of: parameters).intersection(unused).sorted() ?? []
        guard !names.isEmpty else { return }
        ToolOutput.note(
            """
            the given context replaces that of the app, and rules also read these attributes of the app: \
            \(names.joined(separator: ", ")); to use them, pass them as well
            """
        )
    }

    /// Prints on standard error which toggles have shares, in which no user is without a targeting key.
    ///
    /// - Parameter explanations: The toggles that the command shows.
    func printMissingTargetingKey(of explanations: [Explanation]) {
        guard app == nil, client.context.targetingKey == nil, let summaries = documentText.flatMap(FlagSummaries.init)
        else { return }
        let keys = explanations.filter { explanation in
            let parameter = explanation.definition?.remoteParameter
            return parameter.map { summaries.attributes(of: [$0]).contains("targetingKey") } ?? false
        }.map(\.key)
        guard !keys.isEmpty else { return }
        ToolOutput.note("the rules of \(keys.quotedList("and")) need a targeting key; pass --context targetingKey=…")
    }
}
