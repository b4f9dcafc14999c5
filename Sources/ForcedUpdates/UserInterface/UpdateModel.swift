public import Observation

/// What a user interface shows of an update policy, on the main actor.
///
/// ```swift
/// @State private var model = UpdateModel(updates)
///
/// var body: some View {
///     ShopView()
///         .task { await model.follow() }
///         .overlay { if model.isLocked { LockView(notice: model.notice) } }
///         .onChange(of: scenePhase) { model.isInForeground = scenePhase == .active }
/// }
/// ```
///
/// Observation needs iOS 17; an app for iOS 16 follows ``UpdatePolicy/decisions()`` itself.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@Observable
public final class UpdateModel {
    /// Whether the app may go on.
    public private(set) var decision: UpdateDecision
    /// The recommendation that the person put off.
    private var dismissed: UpdateDecision?
    private let updates: UpdatePolicy

    /// Whether the app is in the foreground, as it is at first.
    ///
    /// On each return the source is asked, when its last answer is old enough or was marked stale.
    public var isInForeground = true {
        didSet {
            guard isInForeground != oldValue else { return }
            if isInForeground { updates.enterForeground() } else { updates.enterBackground() }
        }
    }

    /// Creates a model.
    ///
    /// - Parameter updates: What is shown.
    public init(_ updates: UpdatePolicy) {
        self.updates = updates
        decision = updates.decision
    }

    /// Whether nothing but ``notice`` may be shown.
    public var isLocked: Bool { !decision.mayGoOn }

    /// What to tell the person; `nil` for nothing, also after ``dismiss()``.
    public var notice: UpdateNotice? { decision == dismissed ? nil : decision.notice }

    /// Puts a recommendation off, until there is another one.
    ///
    /// A lock cannot be put off.
    public func dismiss() {
        if decision.mayGoOn { dismissed = decision }
    }

    /// Follows the decisions until the task is cancelled.
    public func follow() async {
        for await decision in updates.decisions() { self.decision = decision }
    }
}
