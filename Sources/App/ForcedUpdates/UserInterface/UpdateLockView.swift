#if canImport(SwiftUI)
import SwiftUI

/// The screen of an app that can't be used.
struct UpdateLockView: View {
    let screen: UpdateScreen
    let isChecking: Bool
    let perform: (UpdateScreen.Action) -> Void
    @AccessibilityFocusState private var isTitleFocused: Bool
    /// Grows with the text size, so that lines keep their length.
    @ScaledMetric private var width = 420.0

    var body: some View {
        ViewThatFits(in: .vertical) {
            column
            // With large text sizes.
            ScrollView { column }
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .background(.background)
        .accessibilityElement(children: .contain)
        .accessibilityAddTraits(.isModal)
        // VoiceOver would otherwise stay where a view of the app was.
        .onAppear { isTitleFocused = true }
    }

    private var column: some View {
        VStack(spacing: 20) {
            Image(systemName: screen.level == .maintenance ? "wrench.and.screwdriver" : "arrow.down.circle")
                .font(.largeTitle)
                .foregroundStyle(.tint)
                .accessibilityHidden(true)
            Text(verbatim: screen.title)
                .font(.title2)
                .bold()
                .accessibilityAddTraits(.isHeader)
                .accessibilityFocused($isTitleFocused)
            if let message = screen.message {
                Text(verbatim: message)
            }
            ForEach(screen.buttons, id: \.self) { button in
                if button == screen.buttons.first {
                    self.button(button).buttonStyle(.borderedProminent)
                } else {
                    self.button(button).buttonStyle(.bordered)
                }
            }
        }
        .multilineTextAlignment(.center)
        .frame(maxWidth: width)
        .padding(32)
    }

    private func button(_ button: UpdateScreen.Button) -> some View {
        Button {
            perform(button.action)
        } label: {
            HStack(spacing: 8) {
                if button.action == .checkAgain, isChecking { ProgressView() }
                Text(verbatim: button.label)
            }
            .frame(maxWidth: .infinity)
        }
        .disabled(button.action == .checkAgain && isChecking)
    }
}
#endif
