import FeatureToggles
import FeatureTogglesUI
import SwiftUI

/// What the shop's operators do on a server: roll a feature out, and lock a version out.
struct OperatorSection: View {
    /// `nil` in previews.
    @Environment(OperatorDesk.self) private var desk: OperatorDesk?
    @Environment(\.toggles) private var toggles

    var body: some View {
        if let desk {
            @Bindable var desk = desk
            Section {
                Stepper(
                    "Neural ranking for \(desk.percentWithNeuralRanking) %",
                    value: $desk.percentWithNeuralRanking,
                    in: 0...100,
                    step: 10
                )
                LabeledContent("Customers with it, of 100", value: "\(Audience(toggles: toggles).withNeuralRanking)")
                Button("Lock this version out for 10 seconds", role: .destructive) {
                    Task { await desk.lockOut(for: .seconds(10)) }
                }
            } header: {
                Text("Remote config")
            } footer: {
                Text("The app follows its own copies of flags.json and update-policy.json.")
            }
        }
    }
}
