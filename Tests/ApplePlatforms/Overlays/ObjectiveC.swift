// Common members of the SDK's classes.

public protocol NSObjectProtocol: AnyObject {
    var hash: Int { get }
    func isEqual(_ object: Any?) -> Bool
}

open class NSObject: NSObjectProtocol, Hashable, CustomStringConvertible {
    public init() {}
    open var hash: Int { 0 }
    open func isEqual(_ object: Any?) -> Bool { false }
    open var description: String { "" }
    open func copy() -> Any { self }
    public static func == (one: NSObject, other: NSObject) -> Bool { false }
    public func hash(into hasher: inout Hasher) {}
}

public struct ObjCBool: ExpressibleByBooleanLiteral, Sendable {
    public init(_ value: Bool) {}
    public init(booleanLiteral value: Bool) {}
    public var boolValue: Bool { false }
}

public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
