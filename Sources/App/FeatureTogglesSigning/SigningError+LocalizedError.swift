public import Foundation

extension SigningError: LocalizedError {
    /// The same text as the description, for `localizedDescription`.
    public var errorDescription: String? { description }
}
