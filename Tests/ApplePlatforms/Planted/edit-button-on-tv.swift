// target: ToggleBase
// platform: tvos
// expects: 'EditButton' is unavailable in tvOS
import SwiftUI

struct Planted: View {
    var body: some View { EditButton() }
}
