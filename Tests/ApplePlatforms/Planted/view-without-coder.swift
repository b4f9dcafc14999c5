// target: ToggleBase
// platform: ios
// expects: 'required' initializer 'init(coder:)' must be provided
import UIKit

final class Planted: UIView {
    let number: Int
    init(number: Int) {
        self.number = number
        super.init(frame: .zero)
    }
}
