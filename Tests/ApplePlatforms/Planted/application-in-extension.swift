// target: ToggleBase
// platform: ios
// variant: extension
// expects: 'shared' is unavailable in application extensions for iOS
import UIKit

@MainActor
func planted() -> UIApplication { .shared }
