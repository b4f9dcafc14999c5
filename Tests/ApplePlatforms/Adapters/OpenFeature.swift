// The declarations of OpenFeature's SDK that its adapter and the pages use, to type-check them without the SDK.
public import Combine
public import Foundation

public enum ProviderStatus: Sendable {
    case notReady, ready, error, stale, fatal, reconciling
}

public enum ProviderEvent {
    case ready(ProviderEventDetails? = nil)
    case error(ProviderEventDetails? = nil)
    case configurationChanged(ProviderEventDetails? = nil)
    case stale(ProviderEventDetails? = nil)
    case reconciling(ProviderEventDetails? = nil)
    case contextChanged(ProviderEventDetails? = nil)
}

public struct ProviderEventDetails {
    public init(
        flagsChanged: [String]? = nil,
        message: String? = nil,
        errorCode: ErrorCode? = nil,
        eventMetadata: [String: MetadataValue] = [:]
    ) {}
}

public enum MetadataValue {
    case boolean(Bool)
    case string(String)
    case integer(Int64)
    case double(Double)
}

public protocol EventPublisher {
    func observe() -> AnyPublisher<ProviderEvent, Never>
}

public final class ProviderStatusTracker: EventPublisher, @unchecked Sendable {
    public init() {}
    public private(set) var status: ProviderStatus { get { .ready } set {} }
    public func send(_ event: ProviderEvent) {}
    public func observe() -> AnyPublisher<ProviderEvent, Never> { fatalError() }
}

public protocol ProviderMetadata {
    var name: String? { get }
}

public protocol Hook {
    associatedtype HookValue
}

public enum Value: Equatable {
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
    public init(attributes: [String: Value] = [:]) {}
}

public struct ImmutableContext: EvaluationContext {
    public init(targetingKey: String = "", structure: ImmutableStructure = ImmutableStructure()) {}
    public func keySet() -> Set<String> { [] }
    public func getValue(key: String) -> Value? { nil }
    public func asMap() -> [String: Value] { [:] }
    public func asObjectMap() -> [String: AnyHashable?] { [:] }
    public func getTargetingKey() -> String { "" }
    public func deepCopy() -> any EvaluationContext { self }
}

public protocol TrackingEventDetails: Structure {
    func getValue() -> Double?
}

public enum Reason: String {
    case staticReason, defaultReason, targetingMatch, split, cached, disabled, unknown, stale, error
}

public enum ErrorCode: Int {
    case providerNotReady, flagNotFound, parseError, typeMismatch, targetingKeyMissing, invalidContext, general
    case providerFatal
}

public enum OpenFeatureError: Error {
    case flagNotFoundError(key: String)
    case typeMismatchError
}

public struct ProviderEvaluation<T> {
    public init(
        value: T,
        flagMetadata: [String: MetadataValue] = [:],
        variant: String? = nil,
        reason: String? = nil,
        errorCode: ErrorCode? = nil,
        errorMessage: String? = nil
    ) {}
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
    public func setProviderAndWait(provider: any FeatureProvider, initialContext: (any EvaluationContext)?) async {}
}
