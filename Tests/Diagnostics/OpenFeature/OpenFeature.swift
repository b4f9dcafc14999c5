// A stand-in for OpenFeature's SDK, which behaves as its documentation says: the status follows from the events of the
// provider, and the API waits for a provider to be initialized.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Combine
public import Foundation

public enum ProviderStatus: Sendable {
    case notReady, ready, error, stale, fatal, reconciling
}

public enum ProviderEvent: Sendable {
    case ready(ProviderEventDetails? = nil)
    case error(ProviderEventDetails? = nil)
    case configurationChanged(ProviderEventDetails? = nil)
    case stale(ProviderEventDetails? = nil)
    case reconciling(ProviderEventDetails? = nil)
    case contextChanged(ProviderEventDetails? = nil)
}

public struct ProviderEventDetails: Sendable {
    public let flagsChanged: [String]?
    public let message: String?
    public let errorCode: ErrorCode?

    public init(
        flagsChanged: [String]? = nil,
        message: String? = nil,
        errorCode: ErrorCode? = nil,
        eventMetadata: [String: MetadataValue] = [:]
    ) {
        self.flagsChanged = flagsChanged
        self.message = message
        self.errorCode = errorCode
    }
}

public enum MetadataValue: Sendable, Equatable {
    case boolean(Bool)
    case string(String)
    case integer(Int64)
    case double(Double)
}

public protocol EventPublisher {
    func observe() -> AnyPublisher<ProviderEvent, Never>
}

public final class ProviderStatusTracker: EventPublisher, @unchecked Sendable {
    // Unchecked: the status is only used while the lock is held.
    private let lock = NSLock()
    private let events = PassthroughSubject<ProviderEvent, Never>()
    private var current = ProviderStatus.notReady

    public init() {}

    public var status: ProviderStatus { lock.withLock { current } }

    public func send(_ event: ProviderEvent) {
        lock.withLock {
            switch event {
            case .ready, .contextChanged: current = .ready
            case .error(let details): current = details?.errorCode == .providerFatal ? .fatal : .error
            case .stale: current = .stale
            case .reconciling: current = .reconciling
            case .configurationChanged: break
            }
        }
        events.send(event)
    }

    public func observe() -> AnyPublisher<ProviderEvent, Never> { events.eraseToAnyPublisher() }
}

public protocol ProviderMetadata {
    var name: String? { get }
}

public protocol Hook {
    associatedtype HookValue
}

public enum Value: Equatable, Sendable {
    case boolean(Bool)
    case string(String)
    case integer(Int64)
    case double(Double)
    case date(Date)
    case list([Value])
    case structure([String: Value])
    case null
}

public protocol Structure {
    func keySet() -> Set<String>
    func getValue(key: String) -> Value?
    func asMap() -> [String: Value]
    func asObjectMap() -> [String: AnyHashable?]
}

public protocol EvaluationContext: Structure {
    func getTargetingKey() -> String
    func deepCopy() -> any EvaluationContext
}

public class ImmutableStructure {
    let attributes: [String: Value]

    public init(attributes: [String: Value] = [:]) {
        self.attributes = attributes
    }
}

public struct ImmutableContext: EvaluationContext {
    private let targetingKey: String
    private let attributes: [String: Value]

    public init(targetingKey: String = "", structure: ImmutableStructure = ImmutableStructure()) {
        self.targetingKey = targetingKey
        attributes = structure.attributes
    }

    public func keySet() -> Set<String> { Set(attributes.keys) }
    public func getValue(key: String) -> Value? { attributes[key] }
    public func asMap() -> [String: Value] { attributes }
    public func asObjectMap() -> [String: AnyHashable?] { [:] }
    public func getTargetingKey() -> String { targetingKey }
    public func deepCopy() -> any EvaluationContext { self }
}

public protocol TrackingEventDetails: Structure {
    func getValue() -> Double?
}

public enum Reason: String {
    case staticReason = "STATIC"
    case defaultReason = "DEFAULT"
    case targetingMatch = "TARGETING_MATCH"
    case split = "SPLIT"
    case cached = "CACHED"
    case disabled = "DISABLED"
    case unknown = "UNKNOWN"
    case stale = "STALE"
    case error = "ERROR"
}

public enum ErrorCode: Int, Sendable {
    case providerNotReady, flagNotFound, parseError, typeMismatch, targetingKeyMissing, invalidContext, general
    case providerFatal
}

public enum OpenFeatureError: Error {
    case flagNotFoundError(key: String)
    case typeMismatchError
}

public struct ProviderEvaluation<T> {
    public let value: T
    public let flagMetadata: [String: MetadataValue]
    public let variant: String?
    public let reason: String?
    public let errorCode: ErrorCode?
    public let errorMessage: String?

    public init(
        value: T,
        flagMetadata: [String: MetadataValue] = [:],
        variant: String? = nil,
        reason: String? = nil,
        errorCode: ErrorCode? = nil,
        errorMessage: String? = nil
    ) {
        self.value = value
        self.flagMetadata = flagMetadata
        self.variant = variant
        self.reason = reason
        self.errorCode = errorCode
        self.errorMessage = errorMessage
    }
}

public protocol FeatureProvider: EventPublisher {
    var hooks: [any Hook] { get }
    var metadata: any ProviderMetadata { get }
    var status: ProviderStatus { get }
    func initialize(initialContext: (any EvaluationContext)?) -> Future<Void, Never>
    func onContextSet(oldContext: (any EvaluationContext)?, newContext: any EvaluationContext) -> Future<Void, Never>
    func getBooleanEvaluation(key: String, defaultValue: Bool, context: (any EvaluationContext)?) throws
        -> ProviderEvaluation<Bool>
    func getStringEvaluation(key: String, defaultValue: String, context: (any EvaluationContext)?) throws
        -> ProviderEvaluation<String>
    func getIntegerEvaluation(key: String, defaultValue: Int64, context: (any EvaluationContext)?) throws
        -> ProviderEvaluation<Int64>
    func getDoubleEvaluation(key: String, defaultValue: Double, context: (any EvaluationContext)?) throws
        -> ProviderEvaluation<Double>
    func getObjectEvaluation(key: String, defaultValue: Value, context: (any EvaluationContext)?) throws
        -> ProviderEvaluation<Value>
    func track(key: String, context: (any EvaluationContext)?, details: (any TrackingEventDetails)?) throws
}

public class MultiProvider: FeatureProvider {
    public init(providers: [any FeatureProvider]) {}
    public var hooks: [any Hook] { [] }
    public var metadata: any ProviderMetadata { fatalError() }
    public var status: ProviderStatus { .ready }
    public func observe() -> AnyPublisher<ProviderEvent, Never> { fatalError() }
    public func initialize(initialContext: (any EvaluationContext)?) -> Future<Void, Never> { fatalError() }
    public func onContextSet(oldContext: (any EvaluationContext)?, newContext: any EvaluationContext)
        -> Future<Void, Never>
    { fatalError() }
    public func getBooleanEvaluation(key: String, defaultValue: Bool, context: (any EvaluationContext)?) throws
        -> ProviderEvaluation<Bool>
    { fatalError() }
    public func getStringEvaluation(key: String, defaultValue: String, context: (any EvaluationContext)?) throws
        -> ProviderEvaluation<String>
    { fatalError() }
    public func getIntegerEvaluation(key: String, defaultValue: Int64, context: (any EvaluationContext)?) throws
        -> ProviderEvaluation<Int64>
    { fatalError() }
    public func getDoubleEvaluation(key: String, defaultValue: Double, context: (any EvaluationContext)?) throws
        -> ProviderEvaluation<Double>
    { fatalError() }
    public func getObjectEvaluation(key: String, defaultValue: Value, context: (any EvaluationContext)?) throws
        -> ProviderEvaluation<Value>
    { fatalError() }
    public func track(key: String, context: (any EvaluationContext)?, details: (any TrackingEventDetails)?) throws {}
}

public class OpenFeatureAPI {
    nonisolated(unsafe) public static let shared = OpenFeatureAPI()
    public func setProviderAndWait(provider: any FeatureProvider, initialContext: (any EvaluationContext)?) async {
        await provider.initialize(initialContext: initialContext).value
    }
}
