// target: ToggleBase
// platform: macos
// expects: to specified type 'UInt32'
import Darwin

let planted: UInt32 = mode_t(0o644)
