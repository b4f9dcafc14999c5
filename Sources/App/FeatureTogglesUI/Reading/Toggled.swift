#if canImport(SwiftUI)
public import FeatureToggles
public import SwiftUI

/// Reads a toggle in a view, which updates when the value changes.
///
/// ```swift
/// struct SearchView: View {
///     @Toggled(.searchRanking) private var ranking
///
///     var body: some View {
///         ResultList(ranking: ranking)
///     }
/// }
/// ```
///
/// It reads from the toggles that the modifier `toggles(_:)` puts into the environment. In a view
/// without them, such as a preview, each toggle has its declared default. A view that reads a toggle updates only when
/// this toggle changes. The projected value, `$ranking`, is the evaluation: the value, its source, and the reason.
///
/// It's called `Toggled` and not `Toggle`, because SwiftUI has a view with that name.
///
/// Experiments and permissions are read for a user, whose context is an environment value of your app. If an initializer
/// gets the user, it passes the context instead: `_button = Toggled(.checkoutButton, for: user.context)`. Ops and
/// migration toggles accept a context in the same ways, but don't need one.
///
/// ```swift
/// extension EnvironmentValues {
///     @Entry var userContext = EvaluationContext()
/// }
///
/// struct CheckoutView: View {
///     @Toggled(.checkoutButton, for: \.userContext) private var button
///
///     var body: some View {
///         CheckoutButton(style: button)
///     }
/// }
/// ```
///
/// In a RELEASE build, a release toggle is the constant `false` here too. SwiftUI's view builders keep both branches of
/// an `if` as part of the view's type, however. To leave unfinished views out of the binary, see
/// [Release builds](doc:/FeatureToggles/ReleaseBuilds).
@propertyWrapper
public struct Toggled<Key: ReadableToggle>: DynamicProperty {
    @usableFromInline let key: Key
    private let givenContext: EvaluationContext?
    @Environment private var environmentContext: EvaluationContext?
    @Environment(\.toggles) private var source
    @StateObject private var follower = ToggleFollower()

    private init(
        key: Key,
        context: EvaluationContext? = nil,
        path: KeyPath<EnvironmentValues, EvaluationContext?> = \.noToggleContext
    ) {
        self.key = key
        givenContext = context
        _environmentContext = Environment(path)
    }

    /// Reads a release toggle.
    ///
    /// - Parameter toggle: The toggle.
    public init(_ toggle: ReleaseToggle) where Key == ReleaseToggle {
        self.init(key: toggle)
    }

    /// Reads an ops toggle.
    ///
    /// - Parameter toggle: The toggle.
    public init<Value: ToggleValue>(_ toggle: OpsToggle<Value>) where Key == OpsToggle<Value> {
        self.init(key: toggle)
    }

    /// Reads an ops toggle for a context on top of the ambient one.
    ///
    /// - Parameters:
    ///   - toggle: The toggle.
    ///   - context: The attributes that rules can use.
    public init<Value: ToggleValue>(
        _ toggle: OpsToggle<Value>,
        for context: EvaluationContext
    ) where Key == OpsToggle<Value> {
        self.init(key: toggle, context: context)
    }

    /// Reads an ops toggle for a context on top of the ambient one.
    ///
    /// - Parameters:
    ///   - toggle: The toggle.
    ///   - context: The environment value with the attributes that rules can use.
    public init<Value: ToggleValue>(
        _ toggle: OpsToggle<Value>,
        for context: KeyPath<EnvironmentValues, EvaluationContext>
    ) where Key == OpsToggle<Value> {
        self.init(key: toggle, path: context.appending(path: \.optional))
    }

    /// Reads a user's variant of an experiment.
    ///
    /// - Parameters:
    ///   - toggle: The experiment.
    ///   - context: The user. A targeting key is required, so that the same user always gets the same variant.
    public init<Variant: ToggleVariant>(
        _ toggle: ExperimentToggle<Variant>,
        for context: EvaluationContext
    ) where Key == ExperimentToggle<Variant> {
        self.init(key: toggle, context: context)
    }

    /// Reads a user's variant of an experiment.
    ///
    /// - Parameters:
    ///   - toggle: The experiment.
    ///   - context: The environment value with the user. A targeting key is required, so that the same user always gets
    ///     the same variant.
    public init<Variant: ToggleVariant>(
        _ toggle: ExperimentToggle<Variant>,
        for context: KeyPath<EnvironmentValues, EvaluationContext>
    ) where Key == ExperimentToggle<Variant> {
        self.init(key: toggle, path: context.appending(path: \.optional))
    }

    /// Reads whether a user has a permission.
    ///
    /// - Parameters:
    ///   - toggle: The permission.
    ///   - context: The environment value with the user.
    public init(
        _ toggle: PermissionToggle,
        for context: KeyPath<EnvironmentValues, EvaluationContext>
    ) where Key == PermissionToggle {
        self.init(key: toggle, path: context.appending(path: \.optional))
    }

    /// Reads whether a user has a permission.
    ///
    /// - Parameters:
    ///   - toggle: The permission.
    ///   - context: The user.
    public init(_ toggle: PermissionToggle, for context: EvaluationContext) where Key == PermissionToggle {
        self.init(key: toggle, context: context)
    }

    /// Reads the stage of a migration.
    ///
    /// - Parameter toggle: The migration.
    public init(_ toggle: MigrationToggle) where Key == MigrationToggle {
        self.init(key: toggle)
    }

    /// Reads the stage of a migration for a context on top of the ambient one.
    ///
    /// - Parameters:
    ///   - toggle: The migration.
    ///   - context: The attributes that rules can use.
    public init(_ toggle: MigrationToggle, for context: EvaluationContext) where Key == MigrationToggle {
        self.init(key: toggle, context: context)
    }

    /// Reads the stage of a migration for a context on top of the ambient one.
    ///
    /// - Parameters:
    ///   - toggle: The migration.
    ///   - context: The environment value with the attributes that rules can use.
    public init(
        _ toggle: MigrationToggle,
        for context: KeyPath<EnvironmentValues, EvaluationContext>
    ) where Key == MigrationToggle {
        self.init(key: toggle, path: context.appending(path: \.optional))
    }

    /// The current value.
    @MainActor @inlinable @inline(__always)
    public var wrappedValue: Key.Value {
        key.value(from: { toggles }, for: { context })
    }

    /// The current value, its source, and the reason.
    @MainActor
    public var projectedValue: Evaluation<Key.Value> {
        key.evaluation(from: toggles, for: context)
    }

    @usableFromInline
    var context: EvaluationContext? { givenContext ?? environmentContext }

    /// The toggles of the environment, whose reads update the view.
    @MainActor @usableFromInline
    var toggles: any FeatureToggle {
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) { return source }
        return follower.toggles(following: source)
    }
}

extension EnvironmentValues {
    /// The context of toggles that are read without one.
    fileprivate var noToggleContext: EvaluationContext? { nil }
}

extension EvaluationContext {
    /// The context, for key paths to optional contexts.
    fileprivate var optional: EvaluationContext? { self }
}
#endif
