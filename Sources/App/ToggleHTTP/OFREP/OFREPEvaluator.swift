import FeatureToggles
import FeatureTogglesRemote
import ToggleBase

/// Evaluates the toggles of a client for the context of an OFREP request.
struct OFREPEvaluator {
    private let inventory: ToggleInventory
    private let definitions: [ToggleDefinition]
    /// The request's context on top of the ambient one.
    private let context: EvaluationContext

    /// Creates an evaluator.
    ///
    /// - Parameters:
    ///   - inventory: The client's data, so that all values of a response belong to the same document.
    ///   - context: The request's context.
    init(_ inventory: ToggleInventory, for context: EvaluationContext) {
        self.inventory = inventory
        definitions = inventory.definitions
        self.context = inventory.context.overlaid(by: context)
    }

    /// Returns the index of the toggle that is served under a key.
    ///
    /// The remote parameter has precedence, because it is the key that other programs know from the document. A release
    /// toggle has none, and isn't served: each program decides it when it's compiled.
    func index(of key: String) -> Int? {
        definitions.firstIndex { $0.remoteParameter == key }
            ?? definitions.firstIndex { $0.remoteParameter != nil && $0.key == key }
    }

    /// The response to a bulk evaluation: every toggle, under its remote parameter, in the order of the registries.
    var bulkResponse: OFREPResponder.Response {
        var keys: Set<String> = []
        var flags: [JSONValue] = []
        for (index, toggle) in definitions.enumerated() {
            // Two modules may declare the same parameter; the first one counts, as for a single evaluation.
            guard let key = toggle.remoteParameter, keys.insert(key).inserted else { continue }
            switch answer(at: index, key: key) {
            case .success(let members): flags.append(.object(members))
            case .failure(let error):
                var members: JSONObject = ["key": .string(key)]
                members.add(error, metadata(at: index))
                flags.append(.object(members))
            }
        }
        var members: JSONObject = ["flags": .array(flags)]
        members.add(inventory.remoteMetadata())
        return OFREPResponder.Response(200, members)
    }

    /// Returns the answer about a toggle, or the error because of which it has no value.
    ///
    /// - Parameters:
    ///   - index: The index of the toggle among the definitions.
    ///   - key: The key of the request.
    /// - Returns: The members of the response, or the error.
    func answer(at index: Int, key: String) -> Result<JSONObject, EvaluationError> {
        guard let explanation = inventory.explanation(at: index, for: context) else {
            return .failure(EvaluationError(.general, "the toggle can't be evaluated"))
        }
        let evaluation = explanation.evaluation
        if let error = evaluation.error { return .failure(error.forOFREP) }
        let remote = explanation.steps.first { $0.source == .remote }
        if needsTargetingKey(definitions[index], evaluation, remote) {
            let message = "the variant of an experiment depends on the user; add a ‘targetingKey’ to the context"
            return .failure(EvaluationError(.targetingKeyMissing, message))
        }
        var reason = evaluation.reason
        // So that the caller knows that reading the value is an exposure. Rules in process don't have this reason.
        if reason == .targetingMatch, remote?.isDecisive == true, remote?.isSplit == true { reason = .split }
        var members: JSONObject = ["key": .string(key), "reason": .string(reason.forOFREP.rawValue)]
        // Some clients require a variant.
        members["variant"] = .string(evaluation.variant ?? evaluation.source.rawValue)
        if evaluation.source != .default || remote?.isLeftToCode != true { members["value"] = explanation.value }
        members.add(metadata(at: index))
        return .success(members)
    }

    /// Returns the document's metadata of a toggle.
    func metadata(at index: Int) -> JSONObject {
        inventory.remoteMetadata(of: definitions[index].remoteParameter)
    }

    /// Returns whether an experiment has its default only because the context has no targeting key.
    private func needsTargetingKey(
        _ toggle: ToggleDefinition,
        _ evaluation: Evaluation<JSONValue?>,
        _ remote: Explanation.Step?
    ) -> Bool {
        guard toggle.category == .experiment, context.targetingKey?.isEmpty != false else { return false }
        guard case .value? = remote?.answer else { return false }
        return evaluation.source == .remote && evaluation.reason == .default
    }
}

extension Explanation.Step {
    /// Whether the remote document contains the flag, but leaves its value to the code.
    fileprivate var isLeftToCode: Bool {
        if case .notQueried = answer { origin != nil } else { false }
    }
}

extension EvaluationError {
    /// The error with one of the codes that OFREP knows.
    fileprivate var forOFREP: EvaluationError {
        switch code {
        case .parseError, .targetingKeyMissing, .invalidContext, .general: self
        default: EvaluationError(.general, message)
        }
    }
}

extension EvaluationReason {
    /// The reason, or `UNKNOWN` in place of one that OpenFeature doesn't have, which clients can't read.
    fileprivate var forOFREP: EvaluationReason {
        switch self {
        case .static, .default, .targetingMatch, .split, .disabled, .cached, .stale: self
        default: EvaluationReason(rawValue: "UNKNOWN")
        }
    }
}

extension JSONObject {
    /// Adds an error, and metadata if there is any.
    mutating func add(_ error: EvaluationError, _ metadata: JSONObject) {
        self["errorCode"] = .string(error.code.rawValue)
        self["errorDetails"] = .string(error.message)
        add(metadata)
    }

    /// Adds metadata, if there is any.
    mutating func add(_ metadata: JSONObject) {
        if !metadata.members.isEmpty { self["metadata"] = .object(metadata) }
    }
}
