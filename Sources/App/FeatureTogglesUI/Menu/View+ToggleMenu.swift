#if canImport(SwiftUI) && (os(iOS) || os(macOS) || os(visionOS))
public import FeatureToggles
public import SwiftUI

#if OVERRIDES && os(iOS)
import Combine
import Foundation
import UIKit
#endif

extension View {
    /// Shows the debug menu in a sheet.
    ///
    /// ```swift
    /// struct SettingsView: View {
    ///     @State private var isMenuShown = false
    ///
    ///     var body: some View {
    ///         Button("Feature toggles") { isMenuShown = true }
    ///             .toggleMenu(isPresented: $isMenuShown)
    ///     }
    /// }
    /// ```
    ///
    /// In a RELEASE build without the trait `InternalBuild`, which has no overrides, the modifier does nothing.
    ///
    /// - Parameters:
    ///   - isPresented: Whether the menu is shown.
    ///   - client: The client whose toggles are shown; `nil` for the one that `toggles(_:)` put into the
    ///     environment.
    /// - Returns: A view that can show the menu.
    public func toggleMenu(isPresented: Binding<Bool>, client: ToggleClient? = nil) -> some View {
        #if OVERRIDES
        modifier(ToggleMenuSheet(isPresented: isPresented, givenClient: client))
        #else
        self
        #endif
    }

    /// Shows the debug menu in a sheet when the device is shaken.
    ///
    /// ```swift
    /// WindowGroup {
    ///     ShopView().toggleMenuOnShake().toggles(client)
    /// }
    /// ```
    ///
    /// The menu also opens over a sheet of the app. Only iPhones and iPads can be shaken; elsewhere, the modifier does
    /// nothing. While text is being edited, shaking undoes typing as usual. In a RELEASE build without the trait
    /// `InternalBuild`, which has no overrides, the modifier does nothing.
    ///
    /// - Parameter client: The client whose toggles are shown; `nil` for the one that
    ///   `toggles(_:)` put into the environment.
    /// - Returns: A view that can show the menu.
    public func toggleMenuOnShake(client: ToggleClient? = nil) -> some View {
        #if OVERRIDES && os(iOS)
        modifier(ToggleMenuOnShake(givenClient: client))
        #else
        self
        #endif
    }
}

#if OVERRIDES
private struct ToggleMenuSheet: ViewModifier {
    @Binding var isPresented: Bool
    let givenClient: ToggleClient?

    func body(content: Content) -> some View {
        content.sheet(isPresented: $isPresented) {
            ToggleMenu(optional: givenClient)
                #if os(macOS)
            // A sheet on the Mac is only as large as its content asks for.
            .frame(minWidth: 720, idealWidth: 840, minHeight: 520, idealHeight: 640)
                #endif
        }
    }
}

#if os(iOS)
private struct ToggleMenuOnShake: ViewModifier {
    let givenClient: ToggleClient?
    @Environment(\.toggles) private var toggles
    @State private var presenter = MenuPresenter()
    @State private var focus = ShakeFocus()

    func body(content: Content) -> some View {
        content
            .background {
                ShakeDetector(focusCount: focus.count, action: showMenu).accessibilityHidden(true)
            }
            .onReceive(Self.notifications(UIResponder.keyboardDidHideNotification)) { _ in focus.regain() }
            .onReceive(Self.notifications(UITextField.textDidBeginEditingNotification)) { _ in focus.edit(true) }
            .onReceive(Self.notifications(UITextView.textDidBeginEditingNotification)) { _ in focus.edit(true) }
            .onReceive(Self.notifications(UITextField.textDidEndEditingNotification)) { _ in endEditing() }
            .onReceive(Self.notifications(UITextView.textDidEndEditingNotification)) { _ in endEditing() }
    }

    private static func notifications(_ name: Notification.Name) -> NotificationCenter.Publisher {
        NotificationCenter.default.publisher(for: name)
    }

    private func endEditing() {
        focus.edit(false)
        // If the focus moves to another text, that one begins editing before this task runs.
        Task { @MainActor in focus.settle() }
    }

    private func showMenu(over window: UIWindow?) {
        presenter.present(over: window) {
            // A controller doesn't get the environment of this view.
            UIHostingController(
                rootView: ToggleMenu(optional: givenClient)
                    .environment(\.toggles, toggles)
                    .onDisappear { focus.regain() }
            )
        }
    }
}
#endif
#endif
#endif
