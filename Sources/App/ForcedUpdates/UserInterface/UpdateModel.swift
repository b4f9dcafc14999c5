public import Observation

/// An update policy for user interfaces, observable on the main actor.
///
/// ```swift
/// @State private var model = UpdateModel(updates)
///
/// var body: some View {
///     ShopView()
///         .task { await model.follow() }
///         .overlay { if model.isLocked { LockView(notice: model.notice) } }
/// }
/// ```
///
/// Use it for screens of your own; `UpdateGate` shows the standard ones. Observation requires iOS 17. An app for iOS
/// 16 can follow ``UpdatePolicy/decisions()``.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@Observable
public final class UpdateModel {
    private var current: DismissibleDecision
    private let updates: UpdatePolicy

    /// Creates a model.
    ///
    /// - Parameter updates: The update policy.
    public init(_ updates: UpdatePolicy) {
        self.updates = updates
        current = DismissibleDecision(updates.decision)
    }

    /// Whether the app can be used.
    public var decision: UpdateDecision { current.decision }

    /// Whether the app must show nothing but ``notice``.
    public var isLocked: Bool { decision.isLocked }

    /// The notice to show; `nil` if the decision has no notice, or after ``dismiss()``.
    public var notice: UpdateNotice? { current.isDismissed ? nil : decision.notice }

    /// Hides a recommendation until there is another one.
    ///
    /// A lock can't be dismissed.
    public func dismiss() {
        current.dismiss()
    }

    /// Follows the decisions until the task is canceled.
    public func follow() async {
        for await decision in updates.decisions() { current.follow(decision) }
    }
}
