// target: ToggleBase
// platform: watchos
// expects: 'execv' is unavailable in watchOS
import Darwin

func planted() -> Int32 { execv("/bin/true", nil) }
