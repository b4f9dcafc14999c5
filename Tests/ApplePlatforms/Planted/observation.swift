// target: ToggleBase
// platform: ios
// expects: 'Observable()' is only available in iOS 17.0 or newer
import Observation

@Observable final class Planted {
    var number = 0
}
