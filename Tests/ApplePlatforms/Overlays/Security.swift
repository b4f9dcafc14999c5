@_exported import CoreFoundation

public typealias OSStatus = Int32
public class SecCertificate {}
public class SecTrust {}

public var errSecSuccess: OSStatus { 0 }
public var errSecItemNotFound: OSStatus { 0 }
public var errSecDuplicateItem: OSStatus { 0 }
public var errSecInteractionNotAllowed: OSStatus { 0 }
@available(macOS 10.0, iOS 2.0, *)
public var errSecMissingEntitlement: OSStatus { 0 }
public var errSecAuthFailed: OSStatus { 0 }
public var errSecNotAvailable: OSStatus { 0 }
public var errSecParam: OSStatus { 0 }
public var errSecInternalComponent: OSStatus { 0 }

nonisolated(unsafe) public let kSecClass: CFString = CFString()
nonisolated(unsafe) public let kSecClassGenericPassword: CFString = CFString()
nonisolated(unsafe) public let kSecAttrService: CFString = CFString()
nonisolated(unsafe) public let kSecAttrAccount: CFString = CFString()
nonisolated(unsafe) public let kSecAttrGeneric: CFString = CFString()
@available(macOS 10.9, iOS 3.0, tvOS 9.0, watchOS 2.0, *)
nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = CFString()
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = CFString()
@available(macOS 10.9, iOS 4.0, tvOS 9.0, watchOS 2.0, *)
nonisolated(unsafe) public let kSecAttrAccessible: CFString = CFString()
@available(macOS 10.9, iOS 4.0, tvOS 9.0, watchOS 2.0, *)
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = CFString()
@available(macOS 10.9, iOS 4.0, tvOS 9.0, watchOS 2.0, *)
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlock: CFString = CFString()
@available(macOS 10.9, iOS 4.0, tvOS 9.0, watchOS 2.0, *)
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlocked: CFString = CFString()
@available(macOS 10.9, iOS 4.0, tvOS 9.0, watchOS 2.0, *)
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = CFString()
@available(macOS 10.10, iOS 8.0, tvOS 9.0, watchOS 2.0, *)
nonisolated(unsafe) public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = CFString()
@available(macOS 10.9, iOS 7.0, tvOS 9.0, watchOS 2.0, *)
nonisolated(unsafe) public let kSecAttrSynchronizable: CFString = CFString()
@available(macOS 10.9, iOS 7.0, tvOS 9.0, watchOS 2.0, *)
nonisolated(unsafe) public let kSecAttrSynchronizableAny: CFString = CFString()
nonisolated(unsafe) public let kSecMatchLimit: CFString = CFString()
nonisolated(unsafe) public let kSecMatchLimitAll: CFString = CFString()
nonisolated(unsafe) public let kSecMatchLimitOne: CFString = CFString()
nonisolated(unsafe) public let kSecReturnAttributes: CFString = CFString()
nonisolated(unsafe) public let kSecReturnData: CFString = CFString()
nonisolated(unsafe) public let kSecValueData: CFString = CFString()

public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus { 0 }
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { 0 }
@available(macOS 10.3, iOS 11.3, tvOS 11.3, watchOS 4.3, *)
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? { nil }
public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData) -> SecCertificate? { nil }
public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ anchorCertificates: CFArray?) -> OSStatus { 0 }
public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ anchorCertificatesOnly: Bool) -> OSStatus { 0 }
@available(macOS 10.14, iOS 12.0, tvOS 12.0, watchOS 5.0, *)
public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool { false }
