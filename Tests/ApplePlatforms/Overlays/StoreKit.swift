import Foundation

public struct AppTransaction: Sendable {
    public static var shared: VerificationResult<AppTransaction> { get async throws { fatalError() } }
    public let environment: AppStore.Environment
}

public enum AppStore {
    public struct Environment: RawRepresentable, Equatable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let production = Environment(rawValue: "")
        public static let sandbox = Environment(rawValue: "")
        public static let xcode = Environment(rawValue: "")
    }
}

public enum VerificationResult<SignedType> {
    public enum VerificationError: Error {
        case invalidSignature
    }

    case unverified(SignedType, VerificationError)
    case verified(SignedType)
}

extension VerificationResult: Sendable where SignedType: Sendable {}
