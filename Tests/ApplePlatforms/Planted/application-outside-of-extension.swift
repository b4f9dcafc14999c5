// target: ToggleBase
// platform: ios
import UIKit

@MainActor
func planted() -> UIApplication { .shared }
