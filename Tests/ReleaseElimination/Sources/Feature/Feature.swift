public import FeatureToggles
import Keys

/// Functions that each guard a different text, which is printed only if the toggle is enabled.
public struct Feature: Sendable {
    let toggles: any FeatureToggle

    /// Creates a feature that reads the given toggles.
    public init(toggles: any FeatureToggle) {
        self.toggles = toggles
    }

    /// Guards with a branch of an `if`.
    public func ifBranch() {
        if toggles.isEnabled(.unfinishedCheckoutOfTheYear) {
            print("SECRET_IN_AN_IF_BRANCH")
        }
    }

    /// Guards with an early exit.
    public func guardStatement() {
        guard toggles.isEnabled(.unfinishedCheckoutOfTheYear) else { return }
        print("SECRET_BEHIND_A_GUARD")
    }

    /// Guards with an expression.
    public func ternary() -> String {
        toggles.isEnabled(.unfinishedCheckoutOfTheYear) ? "SECRET_IN_A_TERNARY_EXPRESSION" : "plain"
    }

    /// Guards one of two strategies.
    public func selection() -> any Payment {
        toggles.select(.unfinishedCheckoutOfTheYear, on: { NewPayment() }, off: { OldPayment() })
    }

    /// Guards one of two strategies that are created asynchronously.
    public func asynchronousSelection() async -> any Payment {
        await toggles.select(
            .unfinishedCheckoutOfTheYear,
            on: {
                await later("SECRET_IN_A_STRATEGY_THAT_TAKES_A_WHILE")
                return NewPayment()
            },
            off: { OldPayment() }
        )
    }

    /// Guards a closure that outlives the call.
    public func escapingClosure() -> (() -> Void)? {
        if toggles.isEnabled(.unfinishedCheckoutOfTheYear) {
            return { print("SECRET_IN_AN_ESCAPING_CLOSURE") }
        }
        return nil
    }

    /// Guards an `await`.
    public func asynchronous() async {
        if toggles.isEnabled(.unfinishedCheckoutOfTheYear) {
            await later("SECRET_IN_AN_ASYNC_FUNCTION")
        }
    }

    private func later(_ text: String) async {
        await Task.yield()
        print(text)
    }

    /// Guards a function that has no other caller.
    public func onlyCalledFromTheBranch() {
        if toggles.isEnabled(.unfinishedCheckoutOfTheYear) { unfinished() }
    }

    private func unfinished() {
        print("SECRET_IN_A_FUNCTION_OF_THE_BRANCH")
    }

    /// The control: if this text isn't in the binary, the check is not reliable.
    public func control() {
        if toggles.isEnabled(.remoteControlForComparison) {
            print("CONTROL_BEHIND_AN_OPS_TOGGLE")
        }
    }
}

/// Two strategies, of which a release toggle selects one.
public protocol Payment: Sendable {
    /// Pays.
    func pay()
}

struct OldPayment: Payment {
    func pay() { print("CONTROL_IN_THE_OLD_PAYMENT") }
}

struct NewPayment: Payment {
    func pay() { print("SECRET_IN_THE_NEW_PAYMENT") }
}
