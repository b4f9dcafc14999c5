// target: ToggleBase
// platform: ios
// variant: simulator
// expects: cannot find 'missing' in scope
#if targetEnvironment(simulator)
func planted() { missing() }
#endif
