import FeatureToggles

/// The value that reads of a toggle have returned since its last report, to leave out reports that change nothing.
///
/// A change of a toggle's source or reason alone, for example when the server confirms the cached document, doesn't have
/// to update views that only show the value.
enum SeenValue: Equatable {
    /// There was no read.
    case nothing
    /// All reads returned these bits, without a context.
    case bits(UInt64)
    /// All reads returned this string, without a context.
    case text(String?)
    /// Reads returned different values, or a value that can't be compared.
    case any

    /// Adds a read.
    mutating func add(_ value: SeenValue) {
        switch self {
        case .nothing: self = value
        default: if self != value { self = .any }
        }
    }

    /// Returns whether a toggle still has the only value that was read.
    func isCurrent(for toggle: ToggleReference, in toggles: any FeatureToggle) -> Bool {
        switch self {
        case .nothing: true
        case .bits(let bits): toggles.bits(of: toggle) == bits
        case .text(let text): toggles.text(of: toggle, for: nil) == text
        case .any: false
        }
    }
}
