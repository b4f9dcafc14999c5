// target: ToggleBase
// platform: ios
// expects: 'ContentUnavailableView' is only available in iOS 17 or newer
import SwiftUI

struct Planted: View {
    var body: some View { ContentUnavailableView("None", systemImage: "tray") }
}
