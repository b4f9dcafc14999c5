// target: ToggleBase
// platform: visionos
// expects: was deprecated in visionOS 1
import SwiftUI

struct Planted: View {
    let number: Int
    var body: some View { Text("text").onChange(of: number) { _ in } }
}
