public import FeatureToggles

/// Toggles with the values that a test gives them, which never change.
///
/// ```swift
/// let checkout = Checkout(toggles: FixedToggles(.set(.newCheckout, to: true)))
/// ```
public final class FixedToggles: FeatureToggle {
    /// What toggles answer that were not given a value.
    public enum Base: Sendable {
        /// The default of the declaration.
        case defaults
        /// Boolean toggles are off, others have their default.
        case off
        /// Boolean toggles are on, others have their default.
        case on
    }

    private let settings: [UInt64: Resolution]
    private let base: Base
    /// Who is signed in, for what is kept by person; the values are those of everybody.
    public let ambientContext: EvaluationContext?

    /// Creates toggles.
    ///
    /// - Parameters:
    ///   - settings: The values. The last setting of a toggle counts.
    ///   - base: What all other toggles answer.
    ///   - ambientContext: Who is signed in, for what is kept by person; the values are those of everybody.
    public init(
        _ settings: [ToggleSetting],
        others base: Base = .defaults,
        ambientContext: EvaluationContext? = nil
    ) {
        self.ambientContext = ambientContext
        self.settings = Dictionary(settings.map { ($0.id, $0.resolution) }, uniquingKeysWith: { $1 })
        self.base = base
    }

    /// Creates toggles.
    ///
    /// - Parameters:
    ///   - settings: The values. The last setting of a toggle counts.
    ///   - base: What all other toggles answer.
    ///   - ambientContext: Who is signed in, for what is kept by person; the values are those of everybody.
    public convenience init(
        _ settings: ToggleSetting...,
        others base: Base = .defaults,
        ambientContext: EvaluationContext? = nil
    ) {
        self.init(settings, others: base, ambientContext: ambientContext)
    }

    /// Every Boolean toggle is off, every other has its default.
    public static var allOff: FixedToggles { FixedToggles(others: .off) }

    /// Every Boolean toggle is on, every other has its default.
    ///
    /// In a RELEASE build release toggles are off all the same.
    public static var allOn: FixedToggles { FixedToggles(others: .on) }

    /// The value that was given, else what the base says.
    public func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution {
        if let resolution = settings[toggle.id] { return resolution }
        switch base {
        case .off where toggle.isBoolean: return Resolution(false, source: .localDefaults)
        case .on where toggle.isBoolean: return Resolution(true, source: .localDefaults)
        default: return Resolution()
        }
    }
}
