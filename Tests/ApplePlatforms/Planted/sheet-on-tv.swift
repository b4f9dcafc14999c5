// target: ToggleBase
// platform: tvos
// expects: 'pageSheet' is unavailable in tvOS
import UIKit

let planted = UIModalPresentationStyle.pageSheet
