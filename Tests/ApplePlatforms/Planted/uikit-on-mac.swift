// target: ToggleBase
// platform: macos
// expects: no such module 'UIKit'
import UIKit
