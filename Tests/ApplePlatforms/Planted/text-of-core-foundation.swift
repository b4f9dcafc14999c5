// target: ToggleBase
// platform: macos
// expects: is not concurrency-safe
import CoreFoundation

enum Planted {
    static let text: CFString? = nil
}
