public import Foundation

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
public enum Curve25519 {
    public enum Signing {
        public struct PrivateKey: Sendable {
            public init() {}
            public init<D: ContiguousBytes>(rawRepresentation data: D) throws {}
            public var publicKey: PublicKey { fatalError() }
            public var rawRepresentation: Data { fatalError() }
            public func signature<D: DataProtocol>(for data: D) throws -> Data { fatalError() }
        }
        public struct PublicKey: Sendable {
            public init<D: ContiguousBytes>(rawRepresentation: D) throws {}
            public var rawRepresentation: Data { fatalError() }
            public func isValidSignature<S: DataProtocol, D: DataProtocol>(_ signature: S, for data: D) -> Bool { false }
        }
    }
}

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
public protocol Digest: Hashable, ContiguousBytes, CustomStringConvertible, Sendable, Sequence where Element == UInt8 {
    static var byteCount: Int { get }
}

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
public struct SHA256Digest: Digest {
    public static var byteCount: Int { 32 }
    public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
    public var description: String { "" }
}

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
public struct SHA256: Sendable {
    public init() {}
    public static func hash<D: DataProtocol>(data: D) -> SHA256Digest { fatalError() }
    public mutating func update<D: DataProtocol>(data: D) {}
    public func finalize() -> SHA256Digest { fatalError() }
}

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
public protocol HashFunction: Sendable {
    init()
}

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
extension SHA256: HashFunction {}

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
public struct SymmetricKey: ContiguousBytes, Sendable {
    public init<D: ContiguousBytes>(data: D) {}
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
}

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
public struct HashedAuthenticationCode<H: HashFunction>: ContiguousBytes, Sequence, Sendable {
    public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
}

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
public struct HMAC<H: HashFunction>: Sendable {
    public static func authenticationCode<D: DataProtocol>(
        for data: D,
        using key: SymmetricKey
    ) -> HashedAuthenticationCode<H> { fatalError() }
}
