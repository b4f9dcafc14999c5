#if OVERRIDES && canImport(SwiftUI) && (os(iOS) || os(macOS) || os(visionOS))
import FeatureToggles
import FeatureTogglesOverrides
import SwiftUI

/// The details of a toggle: its override to change, and why it has its value.
struct ToggleDetailView: View {
    @ObservedObject var model: ToggleMenuModel
    let index: Int

    var body: some View {
        let detail = model.detail(of: index)
        Form {
            if let description = detail.description { Text(verbatim: description) }
            Section("Override") {
                if model.choices(of: index).isEmpty {
                    ValueEditor(model: model, index: index).id(detail.key)
                } else {
                    choices
                }
                if let reason = model.readOnlyReason {
                    Text(verbatim: reason).font(.caption).foregroundStyle(.secondary)
                }
            }
            .disabled(model.readOnlyReason != nil)
            Section("Value") {
                LabeledContent("now", value: detail.value)
                FactRows(facts: detail.valueFacts)
            }
            Section("Sources, the first with a value decides") {
                ForEach(detail.sources) { SourceRow(source: $0) }
            }
            Section("Declaration") { FactRows(facts: detail.facts) }
        }
        .formStyle(.grouped)
        .navigationTitle(detail.key)
        .toolbar { ShareLink("Share as text", item: model.shareText(of: index)) }
        .safeAreaInset(edge: .bottom) { MessageBar(model: model) }
        #if os(iOS)
        .navigationBarTitleDisplayMode(.inline)
        #endif
    }

    private var choices: some View {
        Picker("Override", selection: choice) {
            ForEach(model.choices(of: index)) { choice in
                Text(verbatim: choice.title).tag(choice.id)
            }
        }
        .pickerStyle(.inline)
        .labelsHidden()
    }

    private var choice: Binding<Int> {
        Binding(
            get: { model.currentChoice(of: index) ?? 0 },
            set: { model.choose($0, for: index) }
        )
    }
}

/// A field for a number, a text, or JSON, which says what is wrong while it is typed.
struct ValueEditor: View {
    @ObservedObject var model: ToggleMenuModel
    let index: Int
    @State private var draft: ValueDraft

    init(model: ToggleMenuModel, index: Int) {
        self.model = model
        self.index = index
        _draft = State(initialValue: model.draft(of: index))
    }

    var body: some View {
        let value = model.editableText(of: index)
        let problem = model.problem(with: draft.text, for: index)
        field
            .task(id: value) { draft.follow(value) }
            .font(.body.monospaced())
            .autocorrectionDisabled()
            .accessibilityLabel("Value")
            .accessibilityHint(model.limits(of: index))
            #if os(iOS)
        .textInputAutocapitalization(.never)
            #endif
        if let problem {
            Text(verbatim: problem).font(.caption).foregroundStyle(.red)
        } else {
            Text(verbatim: model.limits(of: index)).font(.caption).foregroundStyle(.secondary)
        }
        Button("Override") {
            _ = model.set(draft.text, forKey: model.toggles[index].key)
            draft = model.draft(of: index)
        }
        .disabled(problem != nil)
        if model.override(of: index) != nil {
            Button("Unset", role: .destructive) {
                model.unset(index)
                draft = model.draft(of: index)
            }
        }
    }

    @ViewBuilder private var field: some View {
        switch model.toggles[index].type {
        case .json: TextEditor(text: $draft.text).frame(minHeight: 140)
        default: TextField("Value", text: $draft.text)
        }
    }
}

/// Facts, one per row.
struct FactRows: View {
    let facts: [ToggleFact]

    var body: some View {
        ForEach(facts, id: \.self) { fact in
            LabeledContent {
                Text(verbatim: fact.text).foregroundStyle(fact.isConcern ? Color.orange : .secondary)
            } label: {
                Text(verbatim: fact.name)
            }
            .accessibilityElement(children: .combine)
        }
    }
}

/// The answer of one source.
struct SourceRow: View {
    let source: ToggleMenuModel.Source

    var body: some View {
        VStack(alignment: .leading, spacing: 2) {
            HStack(alignment: .firstTextBaseline) {
                Image(systemName: source.isDecisive ? "arrow.right.circle.fill" : "circle")
                    .foregroundStyle(source.isDecisive ? Color.accentColor : .secondary)
                Text(verbatim: source.name).fontWeight(source.isDecisive ? .semibold : .regular)
                Spacer(minLength: 8)
                Text(verbatim: source.answer).foregroundStyle(source.isRejected ? Color.red : .secondary)
            }
            if let origin = source.origin {
                Text(verbatim: origin).font(.caption).foregroundStyle(.secondary)
            }
        }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(source.label)
        .accessibilityHint(source.origin ?? "")
    }
}
#endif
