@testable import FeatureToggles
@testable import FeatureTogglesRemote

extension FlagDocument {
    /// Reads a document from text.
    init(_ text: String, bucketing: Bucketing? = nil) throws(RemoteDocumentError) {
        try self.init(text: Array(text.utf8), bucketing: bucketing)
    }

    /// Returns the evaluation of a flag, or `nil` if there is no flag with that key.
    func evaluation(
        of key: String,
        for context: EvaluationContext = EvaluationContext(),
        at timestamp: Int64 = 0,
        as type: FlagType? = nil
    ) -> RemoteAnswer? {
        index(of: key).map { evaluate($0, context: context, timestamp: timestamp, requested: type) }
    }
}

extension ToggleClient {
    /// Activates a document directly, without a source; `nil` removes the document.
    func put(_ document: FlagDocument?) {
        update { state in
            state.remote.evaluator = document.map { [toggles = state.definitions] in
                DocumentEvaluator(
                    $0,
                    toggles: toggles,
                    experiments: Experiments(ExperimentConfiguration()),
                    time: { 0 }
                )
            }
        }
    }
}
