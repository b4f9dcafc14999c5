// The declarations of LaunchDarkly's SDK that its adapter uses, to type-check the adapter without the SDK.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public class LDClient {
    public static func get(environment: String = "default") -> LDClient? { nil }
    public var allFlags: [String: LDValue]? { nil }
    public func observeAll(owner: AnyObject, handler: @escaping ([String: LDChangedFlag]) -> Void) {}
    public func stopObserving(owner: AnyObject) {}
}

public struct LDChangedFlag {}

public enum LDValue {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([LDValue])
    case object([String: LDValue])
}
