// target: ToggleBase
// platform: macos
// expects: can not be referenced from a nonisolated context
import SwiftUI

struct Planted: View {
    var body: some View { Text("text") }
}

func planted(_ view: Planted) -> Any { view.body }
