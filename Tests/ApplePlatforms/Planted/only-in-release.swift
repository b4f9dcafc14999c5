// target: ToggleBase
// platform: macos
// expects: cannot convert value of type 'String' to specified type 'Int'
// configuration: release
#if !OVERRIDES
let planted: Int = "text"
#endif
