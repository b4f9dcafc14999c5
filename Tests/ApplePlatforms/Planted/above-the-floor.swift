// target: ToggleBase
// platform: ios
// expects: 'Int128' is only available in iOS 18.0 or newer
func planted(_ number: Int128) {}
