// target: ToggleBase
// platform: macos
// expects: in a synchronous nonisolated context
@MainActor func onMain() {}

func planted() { onMain() }
