// target: ToggleBase
// platform: ios
// expects: 'vision' is only available in iOS 17
import UIKit

let planted = UIUserInterfaceIdiom.vision
