// target: ToggleBase
// platform: ios
// expects: unavailable from asynchronous contexts
import Foundation

func planted(_ condition: NSCondition) async { condition.lock() }
