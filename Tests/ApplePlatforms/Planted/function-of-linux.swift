// target: ToggleBase
// platform: macos
// expects: cannot find 'pipe2' in scope
import Darwin

func planted(_ ends: inout [Int32]) -> Int32 { pipe2(&ends, O_CLOEXEC) }
