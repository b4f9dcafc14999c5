public import Foundation

extension Data: StoredConvertible {
    /// Accepts data.
    public init?(stored: StoredValue) {
        guard case .data(let bytes) = stored else { return nil }
        self = Data(bytes)
    }
    /// Data.
    public var stored: StoredValue { .data([UInt8](self)) }
}
