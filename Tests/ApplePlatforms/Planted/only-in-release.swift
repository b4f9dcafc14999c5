// target: JSONText
// platform: macos
// expects: cannot convert value of type 'String' to specified type 'Int'
// configuration: release
#if RELEASE
let planted: Int = "text"
#endif
