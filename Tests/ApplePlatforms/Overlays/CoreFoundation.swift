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
open class CFString: NSObject, @unchecked Sendable {}
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
