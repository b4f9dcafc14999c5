// target: ToggleBase
// platform: ios
// expects: 'Process' is unavailable in iOS
import Foundation

func planted() -> Process { Process() }
