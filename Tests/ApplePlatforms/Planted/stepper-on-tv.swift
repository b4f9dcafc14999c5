// target: ToggleBase
// platform: tvos
// expects: 'Stepper' is unavailable in tvOS
import SwiftUI

struct Planted: View {
    @State private var number = 0
    var body: some View { Stepper("Number", value: $number) }
}
