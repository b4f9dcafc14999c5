// target: JSONText
// platform: macos
// expects: no such module 'UIKit'
import UIKit
