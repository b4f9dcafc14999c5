// target: ToggleBase
// platform: ios
// expects: in a synchronous nonisolated context
import UIKit

func planted() { _ = UIViewController() }
