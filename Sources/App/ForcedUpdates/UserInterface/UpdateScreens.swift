#if canImport(SwiftUI)
import Combine
import Foundation
import SwiftUI

/// The lock screen, or other views with the alert of a recommendation.
struct UpdateScreens<Content: View>: View {
    @ObservedObject var model: UpdateGateModel
    @ViewBuilder let content: () -> Content
    @Environment(\.locale) private var locale
    @Environment(\.openURL) private var openURL

    var body: some View {
        let screen = model.screen(language: locale.identifier)
        Group {
            if let screen, screen.isLock {
                UpdateLockView(screen: screen, isChecking: model.isChecking, perform: perform)
            } else {
                content()
            }
        }
        .alert(
            screen?.title ?? "",
            isPresented: Binding(
                get: { model.isShown && screen?.isDismissible == true },
                // Also called after each button.
                set: { if !$0 { model.dismiss() } }
            ),
            presenting: screen,
            actions: { screen in
                ForEach(screen.buttons, id: \.self) { button in
                    Button(button.label, role: button.action == .dismiss ? .cancel : nil) { perform(button.action) }
                }
            },
            message: { screen in
                if let message = screen.message { Text(verbatim: message) }
            }
        )
    }

    private func perform(_ action: UpdateScreen.Action) {
        Task {
            if let link = await model.perform(action), let url = URL(string: link) { openURL(url) }
        }
    }
}
#endif
