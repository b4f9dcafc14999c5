#if OVERRIDES && canImport(SwiftUI) && (os(iOS) || os(macOS) || os(visionOS))
import FeatureToggles
import FeatureTogglesOverrides
import SwiftUI

/// The context for which values are shown.
struct WhatIfView: View {
    @ObservedObject var model: ToggleMenuModel
    @State private var text: String
    @State private var problem: String?
    @Environment(\.dismiss) private var dismiss

    init(model: ToggleMenuModel) {
        self.model = model
        _text = State(initialValue: model.contextDraft)
    }

    var body: some View {
        Form {
            Section {
                TextField("targetingKey=ada plan=pro age=41", text: $text, axis: .vertical)
                    .font(.body.monospaced())
                    .autocorrectionDisabled()
                    .accessibilityLabel("Context")
                    #if os(iOS)
                .textInputAutocapitalization(.never)
                    #endif
                if let problem { Text(verbatim: problem).font(.caption).foregroundStyle(.red) }
                Button("Show the values") {
                    problem = model.setWhatIf(text)
                    if problem == nil { dismiss() }
                }
                Button("Show the app's own values") {
                    model.showOwnValues()
                    dismiss()
                }
            } footer: {
                Text(
                    """
                    The menu shows the values for exactly these attributes, for example those of another user. Remove \
                    targetingKey to see the values of an anonymous user. The app keeps its own.
                    """
                )
            }
        }
        .formStyle(.grouped)
        .navigationTitle("What if")
        .toolbar { Button("Done") { dismiss() } }
    }
}

/// The listed toggles as text.
struct SharedTextView: View {
    @ObservedObject var model: ToggleMenuModel
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        let text = model.shareText
        ScrollView {
            Text(verbatim: text)
                .font(.callout.monospaced())
                .textSelection(.enabled)
                .frame(maxWidth: .infinity, alignment: .leading)
                .padding()
        }
        .navigationTitle("Share as text")
        .toolbar {
            ToolbarItem(placement: .cancellationAction) { Button("Done") { dismiss() } }
            ToolbarItem(placement: .primaryAction) { ShareLink(item: text) }
        }
    }
}

/// The current problems and the earlier messages.
struct ProblemsView: View {
    @ObservedObject var model: ToggleMenuModel
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        List {
            Section("Problems") {
                if model.problems.isEmpty { Text("There are no problems").foregroundStyle(.secondary) }
                ForEach(model.problems, id: \.self) { Text(verbatim: $0) }
            }
            if !model.earlierNotices.isEmpty {
                Section("Earlier messages, newest first") {
                    ForEach(model.earlierNotices, id: \.self) { Text(verbatim: $0) }
                }
            }
            if let state = model.toggles.model.remoteState {
                Section("Remote source") { Text(verbatim: state.summary) }
            }
        }
        .navigationTitle("Problems")
        .toolbar { Button("Done") { dismiss() } }
    }
}
#endif
