public import FeatureToggles
import Keys

/// Each function guards a text of its own that only an enabled toggle may print.
public struct Feature {
    let toggles: any FeatureToggle

    public init(toggles: any FeatureToggle) {
        self.toggles = toggles
    }

    public func ifBranch() {
        if toggles.isEnabled(.unfinishedCheckoutOfTheYear) {
            print("SECRET_IN_AN_IF_BRANCH")
        }
    }

    public func guardStatement() {
        guard toggles.isEnabled(.unfinishedCheckoutOfTheYear) else { return }
        print("SECRET_BEHIND_A_GUARD")
    }

    public func ternary() -> String {
        toggles.isEnabled(.unfinishedCheckoutOfTheYear) ? "SECRET_IN_A_TERNARY_EXPRESSION" : "plain"
    }

    public func selection() -> any Payment {
        toggles.select(.unfinishedCheckoutOfTheYear, on: { NewPayment() }, off: { OldPayment() })
    }

    public func escapingClosure() -> (() -> Void)? {
        if toggles.isEnabled(.unfinishedCheckoutOfTheYear) {
            return { print("SECRET_IN_AN_ESCAPING_CLOSURE") }
        }
        return nil
    }

    public func asynchronous() async {
        if toggles.isEnabled(.unfinishedCheckoutOfTheYear) {
            await later("SECRET_IN_AN_ASYNC_FUNCTION")
        }
    }

    private func later(_ text: String) async {
        await Task.yield()
        print(text)
    }

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

public protocol Payment: Sendable {
    func pay()
}

struct OldPayment: Payment {
    func pay() { print("CONTROL_IN_THE_OLD_PAYMENT") }
}

struct NewPayment: Payment {
    func pay() { print("SECRET_IN_THE_NEW_PAYMENT") }
}
