#if OVERRIDES && canImport(SwiftUI) && (os(iOS) || os(macOS) || os(visionOS))
import FeatureToggles
import FeatureTogglesOverrides
import SwiftUI

/// The presets: saving, applying, deleting, and sharing them.
struct PresetsView: View {
    @ObservedObject var model: ToggleMenuModel
    @State private var name = ""
    @State private var nameProblem: String?
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        Form {
            Section("Presets") {
                if model.presets.isEmpty { Text("No presets yet").foregroundStyle(.secondary) }
                ForEach(model.presets, id: \.name) { preset in
                    NavigationLink {
                        PresetView(model: model, preset: preset)
                    } label: {
                        LabeledContent {
                            Text(verbatim: preset.values.count.counted("override"))
                        } label: {
                            Text(verbatim: preset.name)
                        }
                    }
                }
            }
            Section("Save the overrides") {
                TextField("Name, for example demo", text: $name)
                if let nameProblem { Text(verbatim: nameProblem).font(.caption).foregroundStyle(.red) }
                Button("Save") {
                    nameProblem = model.savePreset(name)
                    if nameProblem == nil { name = "" }
                }
                .disabled(name.isEmpty || model.readOnlyReason != nil)
            }
            PresetImport(model: model)
        }
        .formStyle(.grouped)
        .navigationTitle("Presets")
        .toolbar { Button("Done") { dismiss() } }
        .safeAreaInset(edge: .bottom) { MessageBar(model: model) }
    }
}

/// A preset: what applying it would change, and its text and QR code.
struct PresetView: View {
    @ObservedObject var model: ToggleMenuModel
    let preset: Preset
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        let effect = model.effect(of: preset)
        Form {
            Section("Applying it") {
                if effect.changes.isEmpty { Text("Nothing would change").foregroundStyle(.secondary) }
                ForEach(effect.changes, id: \.self) { Text(verbatim: $0) }
                ForEach(effect.omissions, id: \.self) { Text(verbatim: $0).foregroundStyle(.orange) }
                Button("Apply") { model.apply(preset) }.disabled(effect.changes.isEmpty)
                if effect.otherCount > 0 {
                    Button {
                        model.apply(preset, removingOthers: true)
                    } label: {
                        Text(verbatim: "Apply and remove \(effect.otherCount.counted("other override"))")
                    }
                }
            }
            .disabled(model.readOnlyReason != nil)
            Section("Share") {
                ShareLink("Share as text", item: model.text(of: preset))
                if let text = model.codeText(of: preset) {
                    QRCode(text: text, label: "QR code of the preset \(preset.name)")
                } else {
                    Text("It is too long for a QR code; share it as text.").foregroundStyle(.secondary)
                }
            }
            Section {
                Button("Delete the preset …", role: .destructive) { model.askToDelete(preset) }
            }
        }
        .formStyle(.grouped)
        .navigationTitle(preset.name)
        .task(id: model.hasPreset(like: preset)) {
            if !model.hasPreset(like: preset) { dismiss() }
        }
        .safeAreaInset(edge: .bottom) { MessageBar(model: model) }
    }
}
#endif
