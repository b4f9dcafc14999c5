// target: ToggleBase
// platform: watchos
// expects: cannot find 'UIApplication' in scope
import UIKit

@MainActor func planted() { _ = UIApplication.shared }
