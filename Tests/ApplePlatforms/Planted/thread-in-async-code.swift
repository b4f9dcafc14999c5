// target: ToggleBase
// platform: ios
// expects: unavailable from asynchronous contexts
import Foundation

func planted() async -> Bool { Thread.isMainThread }
