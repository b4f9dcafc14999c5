// target: ToggleBase
// platform: macos
// expects: cannot convert value of type 'String' to specified type 'Int'
// configuration: internal
#if OVERRIDES
let planted: Int = "text"
#endif
