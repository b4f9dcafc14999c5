// target: ToggleBase
// platform: watchos
// expects: 'Atomic' is only available in watchOS 11.0 or newer
import Synchronization

func planted(_ number: borrowing Atomic<Int>) {}
