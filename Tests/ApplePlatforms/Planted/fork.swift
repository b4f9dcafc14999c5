// target: ToggleBase
// platform: macos
// expects: 'fork()' is unavailable
import Darwin

func planted() -> Int32 { fork() }
