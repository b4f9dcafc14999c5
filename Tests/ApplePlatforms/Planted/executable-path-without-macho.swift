// target: ToggleBase
// platform: macos
// expects: cannot find '_NSGetExecutablePath' in scope
import Darwin

func planted() -> Int32 {
    var size: UInt32 = 0
    return _NSGetExecutablePath(nil, &size)
}
