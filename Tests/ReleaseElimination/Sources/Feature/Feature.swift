public import FeatureToggles
import Keys

/// Each function guards a text of its own that only an enabled toggle may print.
public struct Feature: Sendable {
    let toggles: any FeatureToggle

    /// Creates a feature that reads the given toggles.
    public init(toggles: any FeatureToggle) {
        self.toggles = toggles
    }

    /// Guards by the branch of an `if`.
    public func ifBranch() {
        if toggles.isEnabled(.unfinishedCheckoutOfTheYear) {
            print("SECRET_IN_AN_IF_BRANCH")
        }
    }

    /// Guards by leaving early.
    public func guardStatement() {
        guard toggles.isEnabled(.unfinishedCheckoutOfTheYear) else { return }
        print("SECRET_BEHIND_A_GUARD")
    }

    /// Guards by an expression.
    public func ternary() -> String {
        toggles.isEnabled(.unfinishedCheckoutOfTheYear) ? "SECRET_IN_A_TERNARY_EXPRESSION" : "plain"
    }

    /// Guards by one of two strategies.
    public func selection() -> any Payment {
        toggles.select(.unfinishedCheckoutOfTheYear, on: { NewPayment() }, off: { OldPayment() })
    }

    /// Guards by one of two strategies that take a while to make.
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

    /// Guards by a closure that outlives the call.
    public func escapingClosure() -> (() -> Void)? {
        if toggles.isEnabled(.unfinishedCheckoutOfTheYear) {
            return { print("SECRET_IN_AN_ESCAPING_CLOSURE") }
        }
        return nil
    }

    /// Guards by an `await`.
    public func asynchronous() async {
        if toggles.isEnabled(.unfinishedCheckoutOfTheYear) {
            await later("SECRET_IN_AN_ASYNC_FUNCTION")
        }
    }

    private func later(_ text: String) async {
        await Task.yield()
        print(text)
    }

    /// Guards a function that nobody else calls.
    public func onlyCalledFromTheBranch() {
        if toggles.isEnabled(.unfinishedCheckoutOfTheYear) { unfinished() }
    }

    private func unfinished() {
        print("SECRET_IN_A_FUNCTION_OF_THE_BRANCH")
    }

    /// The control: this text must be in the binary, otherwise the check checks nothing.
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
