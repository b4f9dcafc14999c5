#if canImport(Combine)
import Combine
#endif

/// The gate of a window, without its views.
///
/// Unlike ``UpdateModel``, it doesn't need Observation, which requires iOS 17.
@MainActor
final class UpdateGateModel {
    #if canImport(Combine)
    // Unsafe: the class is not marked as Sendable, but changes are sent on the main actor only.
    nonisolated(unsafe) let objectWillChange = ObservableObjectPublisher()
    #endif
    /// Called after each change.
    var onChange: () -> Void = {}
    private let updates: UpdatePolicy
    private let texts: UpdateTexts?
    private let state: UpdateGateState

    /// Creates a model whose first decision is the current one.
    ///
    /// - Parameters:
    ///   - updates: The update policy.
    ///   - texts: The app's own texts; `nil` for the standard ones.
    init(_ updates: UpdatePolicy, texts: UpdateTexts?) {
        self.updates = updates
        self.texts = texts
        state = updates.gateState
        state.add(self, of: updates)
    }

    /// Announces a change.
    func willChange() {
        #if canImport(Combine)
        objectWillChange.send()
        #endif
    }

    private var current: DismissibleDecision { state.current ?? DismissibleDecision(updates.decision) }

    /// Whether the policy is being fetched because the user asked for it, in any window.
    var isChecking: Bool { state.isChecking }

    /// Whether the current screen is on display.
    var isShown: Bool { current.decision != .upToDate && !current.isDismissed }

    /// Returns the texts and buttons of the current decision, even if it was dismissed; `nil` if the decision has no notice.
    ///
    /// - Parameter language: The user's language as a tag.
    /// - Returns: The texts and buttons.
    func screen(language: String?) -> UpdateScreen? {
        UpdateScreen(current.decision, texts: texts, language: language)
    }

    /// Follows the decisions until the task is canceled.
    func follow() async {
        // The element isn't used, because the stream of another window may already have delivered a newer one.
        for await _ in updates.decisions() { state.follow(updates) }
    }

    /// Does what a button does, except for opening a link.
    ///
    /// - Returns: The link to open, if any.
    func perform(_ action: UpdateScreen.Action) async -> String? {
        switch action {
        case .open(let link): return link
        case .dismiss:
            dismiss()
            return nil
        case .checkAgain:
            await state.check(updates)
            return nil
        }
    }

    /// Hides a recommendation in all windows.
    func dismiss() {
        state.dismiss()
    }
}

#if canImport(Combine)
extension UpdateGateModel: ObservableObject {}
#endif
