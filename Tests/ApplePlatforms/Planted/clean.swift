// target: ToggleBase
// platform: ios
func planted() {}
