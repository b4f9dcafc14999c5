// Classes of Foundation, and the values that `as` converts to them in modules that import Foundation.

@_exported import CoreFoundation
@_exported import Darwin
@_exported import Dispatch
@_exported import ObjectiveC

public typealias NSString = CFString
public typealias NSNumber = CFNumber
public typealias NSData = CFData
public typealias NSDate = CFDate
public typealias NSArray = CFArray
public typealias NSDictionary = CFDictionary
public typealias NSURL = CFURL

open class NSMutableDictionary: NSDictionary, @unchecked Sendable {}
open class NSMutableArray: NSArray, @unchecked Sendable {}
open class NSMutableSet: NSObject {}
open class NSNull: NSObject, @unchecked Sendable {}

open class NSError: CFError, Error, @unchecked Sendable {
    public init(domain: String, code: Int, userInfo dict: [String: Any]? = nil) {}
    open var domain: String { "" }
    open var code: Int { 0 }
    open var userInfo: [String: Any] { [:] }
    open var localizedDescription: String { "" }
}

public let NSUnderlyingErrorKey = ""
public let NSLocalizedDescriptionKey = ""
public let NSFilePathErrorKey = ""
public let NSCocoaErrorDomain = ""
public let NSPOSIXErrorDomain = ""
public let NSURLErrorDomain = ""

public struct NSRange {
    public init(location: Int, length: Int) {}
}

/// The requirements of `as` between a value and a class.
public protocol _Bridged: _ObjectiveCBridgeable {}

extension _Bridged {
    public func _bridgeToObjectiveC() -> _ObjectiveCType { fatalError() }
    public static func _forceBridgeFromObjectiveC(_ source: _ObjectiveCType, result: inout Self?) {}
    public static func _conditionallyBridgeFromObjectiveC(_ source: _ObjectiveCType, result: inout Self?) -> Bool { false }
    public static func _unconditionallyBridgeFromObjectiveC(_ source: _ObjectiveCType?) -> Self { fatalError() }
}

extension String: _Bridged { public typealias _ObjectiveCType = NSString }
extension Data: _Bridged { public typealias _ObjectiveCType = NSData }
extension Date: _Bridged { public typealias _ObjectiveCType = NSDate }
extension URL: _Bridged { public typealias _ObjectiveCType = NSURL }
extension Array: _Bridged, _ObjectiveCBridgeable { public typealias _ObjectiveCType = NSArray }
extension Dictionary: _Bridged, _ObjectiveCBridgeable { public typealias _ObjectiveCType = NSDictionary }
extension Bool: _Bridged { public typealias _ObjectiveCType = NSNumber }
extension Int: _Bridged { public typealias _ObjectiveCType = NSNumber }
extension Int32: _Bridged { public typealias _ObjectiveCType = NSNumber }
extension Int64: _Bridged { public typealias _ObjectiveCType = NSNumber }
extension UInt: _Bridged { public typealias _ObjectiveCType = NSNumber }
extension UInt64: _Bridged { public typealias _ObjectiveCType = NSNumber }
extension Double: _Bridged { public typealias _ObjectiveCType = NSNumber }
extension Float: _Bridged { public typealias _ObjectiveCType = NSNumber }

extension NSNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral {
    public convenience init(value: Bool) { self.init() }
    public convenience init(value: Int) { self.init() }
    public convenience init(value: Int8) { self.init() }
    public convenience init(value: Int16) { self.init() }
    public convenience init(value: Int32) { self.init() }
    public convenience init(value: Int64) { self.init() }
    public convenience init(value: UInt64) { self.init() }
    public convenience init(value: Double) { self.init() }
    public convenience init(value: Float) { self.init() }
    public convenience init(integerLiteral value: Int) { self.init() }
    public convenience init(floatLiteral value: Double) { self.init() }
    public convenience init(booleanLiteral value: Bool) { self.init() }
    public var boolValue: Bool { false }
    public var intValue: Int { 0 }
    public var int64Value: Int64 { 0 }
    public var doubleValue: Double { 0 }
    public var stringValue: String { "" }
    public var objCType: UnsafePointer<CChar> { fatalError() }
}

extension Int { public init?(exactly number: NSNumber) { nil } }
extension Int64 { public init?(exactly number: NSNumber) { nil } }
extension UInt64 { public init?(exactly number: NSNumber) { nil } }
extension Double { public init?(exactly number: NSNumber) { nil } }
extension Bool { public init?(exactly number: NSNumber) { nil } }

extension NSDictionary {
    public convenience init(dictionary: [AnyHashable: Any]) { self.init() }
    public func object(forKey key: Any) -> Any? { nil }
}
extension NSArray {
    public convenience init(array: [Any]) { self.init() }
}

// The function that the compiler calls to convert an error to an NSError.
public func _convertErrorToNSError(_ error: any Error) -> NSError { fatalError() }
public func _convertNSErrorToError(_ error: NSError?) -> any Error { fatalError() }

extension NSObject {
    open func setValue(_ value: Any?, forKey key: String) {}
    open func value(forKey key: String) -> Any? { nil }
}
