/// Toggles with values that a test or a preview sets and that never change.
///
/// ```swift
/// let checkout = Checkout(toggles: FixedToggles(.set(.newCheckout, to: true)))
/// ```
///
/// Values can also differ by user. The targeting key identifies the user, in the context of the read or else in the
/// ambient one:
///
/// ```swift
/// let toggles = FixedToggles(for: ["ada": [.set(.adminTools, to: true)], "bob": []])
/// ```
public final class FixedToggles: FeatureToggle {
    /// The values of toggles that a test doesn't set.
    public enum Base: Sendable {
        /// All toggles have their declared defaults.
        case defaults
        /// Boolean toggles are disabled; others have their defaults.
        case off
        /// Boolean toggles are enabled; others have their defaults.
        case on
    }

    private let settings: [UInt64: Resolution]
    /// The values that differ from `settings`, by targeting key.
    private let users: [String: [UInt64: Resolution]]
    private let base: Base
    /// The signed-in user, whose values are read without a context; also for code that stores data per user.
    public let ambientContext: EvaluationContext?

    /// Creates toggles.
    ///
    /// - Parameters:
    ///   - settings: The values. The last setting of a toggle takes precedence.
    ///   - base: The values of all other toggles.
    ///   - ambientContext: The signed-in user, for code that stores data per user; values are the same for all users.
    public convenience init(
        _ settings: [ToggleSetting],
        others base: Base = .defaults,
        ambientContext: EvaluationContext? = nil
    ) {
        self.init(for: [:], settings, others: base, ambientContext: ambientContext)
    }

    /// Creates toggles whose values can differ by user.
    ///
    /// - Parameters:
    ///   - users: The values of each user, by targeting key. The last setting of a toggle takes precedence.
    ///   - settings: The values for all other users, and of toggles that a user has no value for.
    ///   - base: The values of all other toggles.
    ///   - ambientContext: The signed-in user, whose values are read without a context.
    public init(
        for users: [String: [ToggleSetting]],
        _ settings: [ToggleSetting] = [],
        others base: Base = .defaults,
        ambientContext: EvaluationContext? = nil
    ) {
        func resolutions(_ settings: [ToggleSetting]) -> [UInt64: Resolution] {
            Dictionary(settings.map { ($0.id, $0.resolution) }, uniquingKeysWith: { $1 })
        }
        self.ambientContext = ambientContext
        self.settings = resolutions(settings)
        self.users = users.mapValues(resolutions)
        self.base = base
    }

    /// Creates toggles with the same values for all users; all other toggles have their defaults.
    init(settings: [UInt64: Resolution], ambientContext: EvaluationContext?) {
        self.ambientContext = ambientContext
        self.settings = settings
        users = [:]
        base = .defaults
    }

    /// Creates toggles.
    ///
    /// - Parameters:
    ///   - settings: The values. The last setting of a toggle takes precedence.
    ///   - base: The values of all other toggles.
    ///   - ambientContext: The signed-in user, for code that stores data per user; values are the same for all users.
    public convenience init(
        _ settings: ToggleSetting...,
        others base: Base = .defaults,
        ambientContext: EvaluationContext? = nil
    ) {
        self.init(settings, others: base, ambientContext: ambientContext)
    }

    /// Toggles in which every Boolean is disabled and all others have their defaults.
    public static var allOff: FixedToggles { FixedToggles(others: .off) }

    /// Toggles in which every Boolean is enabled and all others have their defaults.
    ///
    /// In a RELEASE build, release toggles are disabled all the same.
    public static var allOn: FixedToggles { FixedToggles(others: .on) }

    /// Returns the value that was set for the user, otherwise the value for all users, otherwise that of the base.
    public func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution {
        if !users.isEmpty, let user = context?.targetingKey ?? ambientContext?.targetingKey,
            let resolution = users[user]?[toggle.id]
        {
            return resolution
        }
        if let resolution = settings[toggle.id] { return resolution }
        switch base {
        case .off where toggle.isBoolean: return Resolution(false, source: .localDefaults)
        case .on where toggle.isBoolean: return Resolution(true, source: .localDefaults)
        default: return Resolution()
        }
    }
}
