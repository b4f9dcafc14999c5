@_exported import Darwin
@_exported import Dispatch
import ObjectiveC

// Most of these headers have no nullability annotations, so results are implicitly unwrapped. Only Foundation bridges text.

public typealias CFTypeRef = AnyObject
public typealias CFTypeID = UInt
public typealias CFIndex = Int
public typealias CFStringEncoding = UInt32
public typealias CFTimeInterval = Double
public typealias CFAbsoluteTime = Double

// Each is the class that Foundation calls NSString, NSArray, and so on.
open class CFString: NSObject {}
public final class CFNumber: NSObject, @unchecked Sendable {}
open class CFBoolean: NSObject, @unchecked Sendable {}
open class CFData: NSObject {}
open class CFDate: NSObject, @unchecked Sendable {}
open class CFArray: NSObject {}
open class CFDictionary: NSObject {}
open class CFURL: NSObject, @unchecked Sendable {}
open class CFError: NSObject, @unchecked Sendable {}
open class CFLocale: NSObject, @unchecked Sendable {}
public class CFAllocator {}
public class CFBundle {}

nonisolated(unsafe) public let kCFAllocatorDefault: CFAllocator! = nil
nonisolated(unsafe) public let kCFBooleanTrue: CFBoolean! = nil
nonisolated(unsafe) public let kCFBooleanFalse: CFBoolean! = nil

public func CFGetTypeID(_ cf: CFTypeRef!) -> CFTypeID { 0 }
public func CFStringGetTypeID() -> CFTypeID { 0 }
public func CFBooleanGetTypeID() -> CFTypeID { 0 }
public func CFNumberGetTypeID() -> CFTypeID { 0 }
public func CFNumberIsFloatType(_ number: CFNumber!) -> Bool { false }
public func CFEqual(_ one: CFTypeRef!, _ other: CFTypeRef!) -> Bool { false }

public enum CFStringBuiltInEncodings: CFStringEncoding {
    case macRoman = 0
    case UTF8 = 0x0800_0100
    case ASCII = 0x0600
}
public func CFStringGetLength(_ theString: CFString!) -> CFIndex { 0 }
public func CFStringGetMaximumSizeForEncoding(_ length: CFIndex, _ encoding: CFStringEncoding) -> CFIndex { 0 }
public func CFStringGetCString(
    _ theString: CFString!, _ buffer: UnsafeMutablePointer<CChar>!, _ bufferSize: CFIndex, _ encoding: CFStringEncoding
) -> Bool { false }
public func CFStringGetCStringPtr(_ theString: CFString!, _ encoding: CFStringEncoding) -> UnsafePointer<CChar>! { nil }
public func CFStringCreateWithCString(
    _ alloc: CFAllocator!, _ cStr: UnsafePointer<CChar>!, _ encoding: CFStringEncoding
) -> CFString! { nil }

public func CFBundleGetMainBundle() -> CFBundle! { nil }
public func CFBundleGetIdentifier(_ bundle: CFBundle!) -> CFString! { nil }
public func CFBundleGetValueForInfoDictionaryKey(_ bundle: CFBundle!, _ key: CFString!) -> CFTypeRef! { nil }
public func CFBundleCopyResourcesDirectoryURL(_ bundle: CFBundle!) -> CFURL! { nil }
public func CFBundleCopyBundleURL(_ bundle: CFBundle!) -> CFURL! { nil }
public func CFURLGetFileSystemRepresentation(
    _ url: CFURL!,
    _ resolveAgainstBase: Bool,
    _ buffer: UnsafeMutablePointer<UInt8>!,
    _ maxBufLen: CFIndex
) -> Bool { false }
public func CFBundleGetInfoDictionary(_ bundle: CFBundle!) -> CFDictionary! { nil }

public struct CFLocaleIdentifier: RawRepresentable, Hashable, @unchecked Sendable {
    public let rawValue: CFString
    public init(rawValue: CFString) { self.rawValue = rawValue }
}
public func CFLocaleCopyCurrent() -> CFLocale! { nil }
public func CFLocaleGetIdentifier(_ locale: CFLocale!) -> CFLocaleIdentifier! { nil }

// Values of graphics, which this module contains, not CoreGraphics.
public struct CGFloat: Hashable, Comparable, SignedNumeric, Strideable, Codable, ExpressibleByFloatLiteral,
    CustomStringConvertible, Sendable
{
    public init() {}
    public init(_ value: Double) {}
    public init(_ value: Float) {}
    public init(_ value: CGFloat) {}
    public init(_ value: some BinaryInteger) {}
    public init(integerLiteral value: Int) {}
    public init(floatLiteral value: Double) {}
    public init?(exactly value: some BinaryInteger) {}
    public static let infinity = CGFloat()
    public static let greatestFiniteMagnitude = CGFloat()
    public var magnitude: CGFloat { self }
    public func rounded() -> CGFloat { self }
    public func rounded(_ rule: FloatingPointRoundingRule) -> CGFloat { self }
    public func distance(to other: CGFloat) -> CGFloat { self }
    public func advanced(by distance: CGFloat) -> CGFloat { self }
    public static func < (one: CGFloat, other: CGFloat) -> Bool { false }
    public static func + (one: CGFloat, other: CGFloat) -> CGFloat { one }
    public static func - (one: CGFloat, other: CGFloat) -> CGFloat { one }
    public static func * (one: CGFloat, other: CGFloat) -> CGFloat { one }
    public static func / (one: CGFloat, other: CGFloat) -> CGFloat { one }
    public static func += (one: inout CGFloat, other: CGFloat) {}
    public static func -= (one: inout CGFloat, other: CGFloat) {}
    public static func *= (one: inout CGFloat, other: CGFloat) {}
    public static func /= (one: inout CGFloat, other: CGFloat) {}
    public var description: String { "" }
}
extension Double {
    public init(_ value: CGFloat) { self = 0 }
}
extension Int {
    public init(_ value: CGFloat) { self = 0 }
}

public struct CGPoint: Hashable, Codable, Sendable {
    public var x: CGFloat
    public var y: CGFloat
    public init(x: CGFloat, y: CGFloat) { (self.x, self.y) = (x, y) }
    public static var zero: CGPoint { CGPoint(x: 0, y: 0) }
}
public struct CGSize: Hashable, Codable, Sendable {
    public var width: CGFloat
    public var height: CGFloat
    public init(width: CGFloat, height: CGFloat) { (self.width, self.height) = (width, height) }
    public static var zero: CGSize { CGSize(width: 0, height: 0) }
}
public struct CGRect: Hashable, Codable, Sendable {
    public var origin: CGPoint
    public var size: CGSize
    public init(origin: CGPoint, size: CGSize) { (self.origin, self.size) = (origin, size) }
    public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) {
        self.init(origin: CGPoint(x: x, y: y), size: CGSize(width: width, height: height))
    }
    public static var zero: CGRect { CGRect(x: 0, y: 0, width: 0, height: 0) }
    public var width: CGFloat { 0 }
    public var height: CGFloat { 0 }
    public var midX: CGFloat { 0 }
    public var midY: CGFloat { 0 }
    public func insetBy(dx: CGFloat, dy: CGFloat) -> CGRect { self }
}
