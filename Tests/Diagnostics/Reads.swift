// Lines that end in `// error: TEXT` must cause an error that contains the text; all others must compile.

import FeatureToggles

enum Ranking: GeneratedToggleVariant {
    case classic
    case neural

    static var variantNames: [String] { ["classic", "neural"] }
    static var variantCount: UInt64 { 2 }
}

extension ReleaseToggle {
    static var newCheckout: ReleaseToggle { ReleaseToggle("new_checkout", id: 1) }
    // If two modules declare the same key, the compiler selects the one that fits the call.
    static var shared: ReleaseToggle { ReleaseToggle("shared", id: 2) }
}

extension PermissionToggle {
    static var adminTools: PermissionToggle { PermissionToggle("admin_tools", id: 1) }
    static var shared: PermissionToggle { PermissionToggle("shared", id: 3) }
}

extension MigrationToggle {
    static var bookStore: MigrationToggle { MigrationToggle("book_store", id: 5) }
}

extension OpsToggle where Value == Bool {
    static var reviews: OpsToggle<Bool> { OpsToggle("reviews", id: 1, default: true) }
}

extension OpsToggle where Value == Int {
    static var pageSize: OpsToggle<Int> { OpsToggle("page_size", id: 2, default: 20) }
}

extension OpsToggle where Value == Ranking {
    static var searchRanking: OpsToggle<Ranking> { OpsToggle("search_ranking", id: 5, default: .neural) }
}

extension ExperimentToggle where Variant == Ranking {
    static var checkoutButton: ExperimentToggle<Ranking> {
        ExperimentToggle("checkout_button", id: 5, default: .classic)
    }
}

func readsCompile(_ toggles: any FeatureToggle, _ client: ToggleClient, for context: EvaluationContext) {
    _ = toggles.isEnabled(.newCheckout)
    _ = client.isEnabled(.newCheckout)
    _ = toggles.isEnabled(.shared)
    _ = toggles.isEnabled(.shared, for: context)
    _ = toggles.isEnabled(.reviews) && toggles.isEnabled(.reviews, for: context)
    _ = toggles.isEnabled(.adminTools, for: context)
    _ = toggles.value(of: .pageSize) + toggles.value(of: .pageSize, for: context)
    let ranking: Ranking = toggles.value(of: .searchRanking)
    let button = toggles.variant(of: .checkoutButton, for: context)
    _ = [ranking, button] as [Ranking]
    _ = toggles.stage(of: .bookStore)
    _ = toggles.evaluation(of: .adminTools, for: context).value
    _ = toggles.evaluation(of: .checkoutButton, for: context).value == .classic
    _ = toggles.evaluation(of: .searchRanking).value == .neural
    _ = toggles.explanation(of: .newCheckout)
    _ = toggles.explanation(of: .checkoutButton, for: context)
    _ = toggles.updates(of: .adminTools, for: context)
    _ = toggles.updates(of: .bookStore)
    _ = toggles.select(.newCheckout, on: { 1 }, off: { 2 })
    _ = toggles.select(.reviews, on: { "on" }, off: { "off" })
    _ = toggles.select(.adminTools, for: context, on: { 1 }, off: { 2 })
}

func readsWithoutContext(_ toggles: any FeatureToggle, _ client: ToggleClient) {
    _ = toggles.isEnabled(.adminTools)  // error: pass one, as in ‘isEnabled(
    if client.isEnabled(.adminTools) {}  // error: permissions are evaluated for a context
    _ = toggles.variant(of: .checkoutButton)  // error: pass one, as in ‘variant(
    _ = toggles.evaluation(of: .adminTools)  // error: pass one, as in ‘evaluation(
    _ = toggles.evaluation(of: .checkoutButton)  // error: pass one, as in ‘evaluation(
    _ = toggles.explanation(of: .adminTools)  // error: pass one, as in ‘explanation(
    _ = toggles.explanation(of: .checkoutButton)  // error: pass one, as in ‘explanation(
    _ = toggles.updates(of: .adminTools)  // error: permissions are evaluated for a context: pass one, as in ‘updates(
    _ = toggles.updates(of: .checkoutButton)  // error: pass one, as in ‘updates(
    _ = toggles.select(.adminTools, on: { 1 }, off: { 2 })  // error: pass one, as in ‘select(
}

func readsOfAnotherCategory(_ toggles: any FeatureToggle, for context: EvaluationContext) {
    _ = toggles.isEnabled(.checkoutButton)  // error: read this one with ‘variant(
    _ = toggles.isEnabled(.checkoutButton, for: context)  // error: experiments have variants
    _ = toggles.isEnabled(.searchRanking)  // error: read this one with ‘value(
    _ = toggles.isEnabled(.pageSize, for: context)  // error: only Bool toggles are on or off
    _ = toggles.isEnabled(.bookStore)  // error: read this one with ‘stage(
    _ = toggles.isEnabled(.bookStore, for: context)  // error: migrations have stages
    _ = toggles.isEnabled(.newCheckout, for: context)  // error: release toggles have the same value in every context
    _ = toggles.value(of: .checkoutButton)  // error: experiments have variants: read this one with ‘variant(of: .key,
    _ = toggles.value(of: .checkoutButton, for: context)  // error: experiments have variants
    _ = toggles.variant(of: .pageSize)  // error: only experiments have variants: read this one with ‘value(of: .key)’
    _ = toggles.variant(of: .searchRanking, for: context)  // error: only experiments have variants
    print(toggles.value(of: .checkoutButton))  // error: read this one with ‘variant(of: .key, for: user.context)’
    print(toggles.variant(of: .pageSize, for: context))  // error: read this one with ‘value(of: .key)’
    _ = toggles.value(of: .newCheckout)  // error: type 'OpsToggle<Value>' has no member 'newCheckout'
    _ = toggles.value(of: .adminTools, for: context)  // error: type 'OpsToggle<Value>' has no member 'adminTools'
    _ = toggles.stage(of: .searchRanking)  // error: only migrations have stages: read this one with ‘value(of: .key)’
    _ = toggles.stage(of: .checkoutButton)  // error: read this one with ‘variant(of: .key, for: user.context)’
    _ = toggles.stage(of: .newCheckout)  // error: read this one with ‘isEnabled(.key)’
    _ = toggles.stage(of: .adminTools)  // error: read this one with ‘isEnabled(.key, for: user.context)’
}

func readsOfUndeclaredToggles(
    _ toggles: any FeatureToggle,
    _ client: ToggleClient,
    _ scoped: ScopedToggles,
    for context: EvaluationContext
) {
    _ = toggles.isEnabled(.newChekout)  // error: type 'ReleaseToggle' has no member 'newChekout'
    if toggles.isEnabled(.newChekout), toggles.value(of: .pageSize) > 3 {}  // error: has no member 'newChekout'
    print(toggles.isEnabled(.newChekout) ? 1 : 2)  // error: type 'ReleaseToggle' has no member 'newChekout'
    _ = [1].map { _ in toggles.isEnabled(.newChekout) }  // error: type 'ReleaseToggle' has no member 'newChekout'
    Task { print(toggles.isEnabled(.newChekout)) }  // error: type 'ReleaseToggle' has no member 'newChekout'
    _ = toggles.isEnabled(.revews, for: context)  // error: type 'OpsToggle<Bool>' has no member 'revews'
    _ = client.isEnabled(.newChekout)  // error: type 'ReleaseToggle' has no member 'newChekout'
    let pages = client.value(of: .pagesize)  // error: has no member 'pagesize'
    _ = scoped.isEnabled(.adminTool)  // error: has no member 'adminTool'
    _ = toggles.value(of: .pagesize)  // error: type 'OpsToggle<Value>' has no member 'pagesize'
    let size = toggles.value(of: .pagesize, for: context)  // error: type 'OpsToggle<Value>' has no member 'pagesize'
    _ = (size, pages)
    _ = toggles.variant(of: .chekoutButton, for: context)  // error: has no member 'chekoutButton'
    _ = toggles.variant(of: .newCheckout)  // error: 'newCheckout' cannot be resolved without a contextual type
    _ = toggles.variant(of: .newCheckout, for: context)  // error: type 'ExperimentToggle<Variant>' has no member
    _ = toggles.stage(of: .bookstore)  // error: type 'MigrationToggle' has no member 'bookstore'
    _ = toggles.evaluation(of: .newChekout)  // error: type 'ReleaseToggle' has no member 'newChekout'
    _ = toggles.explanation(of: .newChekout)  // error: type 'ReleaseToggle' has no member 'newChekout'
    _ = toggles.updates(of: .newChekout)  // error: type 'ReleaseToggle' has no member 'newChekout'
    _ = toggles.select(.newChekout, on: { 1 }, off: { 2 })  // error: 'newChekout'
}
