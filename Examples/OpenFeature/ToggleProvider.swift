#if canImport(OpenFeature)
import Combine
import FeatureToggles
import FeatureTogglesRemote
import Foundation
import OpenFeature

/// The toggles of a client as a provider for OpenFeature.
///
/// ```swift
/// let client = ToggleClient(registries: [AppToggles.registry], remote: RemoteConfiguration(source))
/// await OpenFeatureAPI.shared.setProviderAndWait(provider: ToggleProvider(client), initialContext: context)
/// ```
///
/// A flag's key is either the toggle's key or its remote parameter, so calls with existing flag keys keep working.
/// OpenFeature's context becomes part of the client's ambient context, so typed reads are for the same user.
///
/// Add this file to the target that links OpenFeature's SDK, version 0.5.
nonisolated final class ToggleProvider: FeatureProvider, @unchecked Sendable {
    // Unchecked: `hooks` never changes, variables are only used while `lock` is held, and everything else is Sendable.

    /// An event that the app tracked, such as an order, for analytics.
    typealias TrackingHandler =
        @Sendable (_ key: String, _ context: FeatureToggles.EvaluationContext, _ details: (any TrackingEventDetails)?)
        -> Void

    /// Hooks that run for every evaluation, after those of the API, the client, and the call.
    let hooks: [any Hook]
    /// The provider's name.
    let metadata: any ProviderMetadata = Metadata()

    private let client: ToggleClient
    private let fetchesForContext: Bool
    private let trackingHandler: TrackingHandler?
    private let definitions: [String: ToggleDefinition]
    private let tracker = ProviderStatusTracker()
    private let lock = NSLock()
    private var tasks: [Task<Void, Never>] = []
    private var values: [String: JSONValue] = [:]
    private var reportedStatus: RemoteState.Status?
    /// The number of changes of the context that aren't complete.
    private var pendingContexts = 0
    private var context = FeatureToggles.EvaluationContext()

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - client: The client to read from.
    ///   - fetchesForContext: Whether a change of the context waits for a fetch, as is necessary if a server evaluates
    ///     the rules, such as an OFREP server. Rules of a remote document are evaluated in the app, without a fetch.
    ///   - hooks: Hooks that run for every evaluation.
    ///   - track: Receives the events that the app tracks, on the thread that tracks them; `nil` ignores them.
    init(
        _ client: ToggleClient,
        fetchesForContext: Bool = false,
        hooks: [any Hook] = [],
        track: TrackingHandler? = nil
    ) {
        self.client = client
        self.fetchesForContext = fetchesForContext
        self.hooks = hooks
        trackingHandler = track
        // Toggles' own keys come first, because a parameter may have the key of another toggle.
        let toggles = client.definitions
        let parameters = toggles.compactMap { toggle in toggle.remoteParameter.map { ($0, toggle) } }
        definitions = Dictionary(toggles.map { ($0.key, $0) } + parameters, uniquingKeysWith: { first, _ in first })
    }

    deinit {
        for task in tasks { task.cancel() }
    }

    // MARK: Status and events

    /// The status that belongs to the last event.
    var status: ProviderStatus { tracker.status }

    /// Returns the status, and then each event.
    func observe() -> AnyPublisher<ProviderEvent, Never> { tracker.observe() }

    /// Applies the context, and waits for the first document if there is none in the cache.
    ///
    /// If that fails, the provider has an error, and its toggles have their defaults.
    func initialize(initialContext: (any OpenFeature.EvaluationContext)?) -> Future<Void, Never> {
        if let initialContext { apply(initialContext) }
        return future { [self] in
            if client.remoteState?.status == .notReady { await fetch() }
            report(client.remoteState)
            followClient()
        }
    }

    /// Applies the context.
    func onContextSet(
        oldContext: (any OpenFeature.EvaluationContext)?,
        newContext: any OpenFeature.EvaluationContext
    ) -> Future<Void, Never> {
        lock.withLock { pendingContexts += 1 }
        tracker.send(.reconciling(nil))
        apply(newContext)
        return future { [self] in
            if fetchesForContext { await fetch(minimumInterval: .zero) }
            lock.withLock {
                values = currentValues
                pendingContexts -= 1
                // The event means that the provider is ready, even if it isn't.
                reportedStatus = .ready
            }
            tracker.send(.contextChanged(nil))
            report(client.remoteState)
        }
    }

    /// Replaces the previous context of OpenFeature with another one, on top of the rest of the ambient context.
    private func apply(_ context: any OpenFeature.EvaluationContext) {
        let new = FeatureToggles.EvaluationContext(context)
        let old = lock.withLock {
            defer { self.context = new }
            return self.context
        }
        client.changeContext { context in
            var attributes = context.attributes
            for name in old.attributes.keys { attributes[name] = nil }
            let targetingKey = old.targetingKey == nil ? context.targetingKey : nil
            return FeatureToggles.EvaluationContext(targetingKey: targetingKey, attributes: attributes)
                .overlaid(by: new)
        }
    }

    /// Fetches and activates the remote document; errors are part of the client's state.
    private func fetch(minimumInterval: Duration? = nil) async {
        _ = try? await client.fetchAndActivate(minimumInterval: minimumInterval)
    }

    /// Reports the changes of the client's state and values from now on.
    private func followClient() {
        let (states, changes) = (client.remoteStates(), client.changes())
        lock.withLock {
            values = currentValues
            // The SDK initializes a provider again that was replaced and is set again.
            for task in tasks { task.cancel() }
            tasks = [
                Task { [weak self] in
                    for await state in states { self?.report(state) }
                },
                Task { [weak self] in
                    for await _ in changes { self?.reportChanges() }
                },
            ]
        }
    }

    /// Sends an event if the status differs from that of the last event.
    private func report(_ state: RemoteState?) {
        let status = state?.status ?? .ready
        let isNew = lock.withLock {
            defer { reportedStatus = status }
            return reportedStatus != status
        }
        guard isNew else { return }
        switch status {
        case .ready: tracker.send(.ready(nil))
        case .stale: tracker.send(.stale(ProviderEventDetails(message: state?.why)))
        case .notReady, .error:
            tracker.send(.error(ProviderEventDetails(message: state?.why, errorCode: .general)))
        }
    }

    /// Sends an event with the toggles whose values have changed, by all their names.
    ///
    /// While the context changes, it sends none, because the event at the end covers all values.
    private func reportChanges() {
        let names: [String] = lock.withLock {
            if pendingContexts > 0 { return [] }
            let (old, new) = (values, currentValues)
            values = new
            return new.keys.filter { new[$0] != old[$0] }.sorted()
        }
        if !names.isEmpty { tracker.send(.configurationChanged(ProviderEventDetails(flagsChanged: names))) }
    }

    /// The values in the ambient context, by toggles' keys and remote parameters.
    private var currentValues: [String: JSONValue] {
        let values = client.evaluations().map { ($0.toggle, $0.value) }
        let byKey = Dictionary(values, uniquingKeysWith: { first, _ in first })
        return definitions.compactMapValues { byKey[$0.key] }
    }

    /// Returns the result of some work, which begins right away.
    private func future(_ work: @escaping @Sendable () async -> Void) -> Future<Void, Never> {
        Future { promise in
            // The promise can be kept on any thread, and is kept only once.
            nonisolated(unsafe) let promise = promise
            Task {
                await work()
                promise(.success(()))
            }
        }
    }

    // MARK: Evaluation

    /// Evaluates a toggle of type Bool.
    func getBooleanEvaluation(key: String, defaultValue: Bool, context: (any OpenFeature.EvaluationContext)?) throws
        -> ProviderEvaluation<Bool>
    {
        try evaluation(of: key, for: context) { if case .bool(let value) = $0 { value } else { nil } }
    }

    /// Evaluates a toggle whose value is a string, an enum, a variant, or a migration stage.
    func getStringEvaluation(key: String, defaultValue: String, context: (any OpenFeature.EvaluationContext)?) throws
        -> ProviderEvaluation<String>
    {
        try evaluation(of: key, for: context) { if case .string(let value) = $0 { value } else { nil } }
    }

    /// Evaluates a toggle of type Int.
    func getIntegerEvaluation(key: String, defaultValue: Int64, context: (any OpenFeature.EvaluationContext)?) throws
        -> ProviderEvaluation<Int64>
    {
        try evaluation(of: key, for: context) { if case .integer(let value) = $0 { Int64(value) } else { nil } }
    }

    /// Evaluates a toggle of type Double.
    func getDoubleEvaluation(key: String, defaultValue: Double, context: (any OpenFeature.EvaluationContext)?) throws
        -> ProviderEvaluation<Double>
    {
        try evaluation(of: key, for: context) { if case .number(let value) = $0 { value } else { nil } }
    }

    /// Evaluates a toggle of type JSON.
    func getObjectEvaluation(
        key: String,
        defaultValue: OpenFeature.Value,
        context: (any OpenFeature.EvaluationContext)?
    ) throws
        -> ProviderEvaluation<OpenFeature.Value>
    {
        if let toggle = definitions[key], toggle.type != .json { throw OpenFeatureError.typeMismatchError }
        return try evaluation(of: key, for: context) { OpenFeature.Value($0) }
    }

    /// Evaluates a toggle.
    ///
    /// If a source had an unusable value, the evaluation has both an error and the value that applies instead.
    ///
    /// - Throws: `OpenFeatureError` if no toggle has the key, or its values are of another type. The caller then gets its
    ///   own default.
    private func evaluation<Result>(
        of key: String,
        for context: (any OpenFeature.EvaluationContext)?,
        converted: (JSONValue) -> Result?
    ) throws -> ProviderEvaluation<Result> {
        guard let definition = definitions[key] else { throw OpenFeatureError.flagNotFoundError(key: key) }
        let evaluation = client.evaluation(
            of: definition,
            for: context.map { FeatureToggles.EvaluationContext($0) }
        )
        guard let value = converted(evaluation.value) else { throw OpenFeatureError.typeMismatchError }
        return ProviderEvaluation(
            value: value,
            flagMetadata: ["source": .string(evaluation.source.rawValue)],
            variant: evaluation.variant,
            reason: Reason(evaluation.reason)?.rawValue ?? evaluation.reason.rawValue,
            errorCode: evaluation.error.map { ErrorCode($0.code) },
            errorMessage: evaluation.error?.message
        )
    }

    // MARK: Tracking

    /// Passes an event to the app's handler, with the context on top of the client's.
    func track(
        key: String,
        context: (any OpenFeature.EvaluationContext)?,
        details: (any TrackingEventDetails)?
    ) throws {
        let own = context.map { FeatureToggles.EvaluationContext($0) } ?? FeatureToggles.EvaluationContext()
        trackingHandler?(key, client.context.overlaid(by: own), details)
    }

    private struct Metadata: ProviderMetadata {
        let name: String? = "swift-feature-toggles"
    }
}

nonisolated extension FeatureToggles.EvaluationContext {
    /// Creates a context from one of OpenFeature, whose targeting key is empty if there is none.
    fileprivate init(_ context: any OpenFeature.EvaluationContext) {
        let key = context.getTargetingKey()
        self.init(targetingKey: key.isEmpty ? nil : key, attributes: context.asMap().mapValues { JSONValue($0) })
    }
}

nonisolated extension JSONValue {
    /// Creates a value; dates become text in ISO 8601.
    fileprivate init(_ value: OpenFeature.Value) {
        self =
            switch value {
            case .boolean(let value): .bool(value)
            case .string(let value): .string(value)
            case .integer(let value): Int(exactly: value).map { .integer($0) } ?? .number(Double(value))
            case .double(let value): .number(value)
            case .date(let value): .string(value.ISO8601Format())
            case .list(let values): .array(values.map { JSONValue($0) })
            case .structure(let members):
                .object(JSONObject(members.map { JSONObject.Member(name: $0, value: JSONValue($1)) }))
            case .null: .null
            }
    }
}

nonisolated extension OpenFeature.Value {
    /// Creates a value from JSON.
    fileprivate init(_ json: JSONValue) {
        self =
            switch json {
            case .null: .null
            case .bool(let value): .boolean(value)
            case .integer(let value): .integer(Int64(value))
            case .number(let value): .double(value)
            case .string(let value): .string(value)
            case .array(let values): .list(values.map { OpenFeature.Value($0) })
            case .object(let object):
                .structure(
                    Dictionary(object.members.map { ($0.name, OpenFeature.Value($0.value)) }, uniquingKeysWith: { $1 })
                )
            }
    }
}

nonisolated extension Reason {
    /// Creates the SDK's reason; `nil` for one that a server has made up.
    fileprivate init?(_ reason: EvaluationReason) {
        switch reason {
        case .static: self = .staticReason
        case .default: self = .defaultReason
        case .targetingMatch: self = .targetingMatch
        case .split: self = .split
        case .disabled: self = .disabled
        case .cached: self = .cached
        case .stale: self = .stale
        case .error: self = .error
        default: return nil
        }
    }
}

nonisolated extension ErrorCode {
    /// Creates the SDK's code.
    fileprivate init(_ code: EvaluationError.Code) {
        self =
            switch code {
            case .typeMismatch: .typeMismatch
            case .parseError: .parseError
            case .flagNotFound: .flagNotFound
            case .targetingKeyMissing: .targetingKeyMissing
            case .invalidContext: .invalidContext
            case .providerNotReady: .providerNotReady
            default: .general
            }
    }
}
#endif
