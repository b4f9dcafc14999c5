// target: ToggleBase
// platform: visionos
// expects: is unavailable in visionOS
import SwiftUI

struct Planted: View {
    var body: some View { Text("text").scrollDismissesKeyboard(.never) }
}
