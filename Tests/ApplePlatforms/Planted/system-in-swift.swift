// target: ToggleBase
// platform: macos
// expects: 'system' is unavailable
import Darwin

func planted() -> Int32 { system("true") }
