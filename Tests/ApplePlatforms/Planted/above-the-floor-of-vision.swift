// target: ToggleBase
// platform: visionos
// expects: 'Int128' is only available in visionOS 2.0 or newer
func planted(_ number: Int128) {}
