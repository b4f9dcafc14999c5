import FeatureToggles
import FeatureTogglesUI
import Keys
import Views

/// A view that shows one of two others.
struct Screen {
    let toggles: any FeatureToggle

    /// Guards a view in a view builder.
    ///
    /// Without `AnyView`, the type of the body would contain that of the new view, which would then stay in the binary.
    @ViewBuilder var body: some View {
        if isNewScreen { AnyView(NewScreen()) } else { OldScreen() }
    }

    /// Reads the toggle as the property wrapper for views does.
    private var isNewScreen: Bool {
        ReleaseToggle.unfinishedCheckoutOfTheYear.value(from: { toggles }, for: { nil })
    }
}

private struct NewScreen: View {
    func draw() { print("SECRET_IN_A_TYPE_ERASED_VIEW") }
}

private struct OldScreen: View {
    func draw() { print("CONTROL_IN_THE_OLD_SCREEN") }
}
