#if OVERRIDES && canImport(SwiftUI) && (os(iOS) || os(macOS) || os(visionOS))
import FeatureToggles
import FeatureTogglesOverrides
import SwiftUI

/// The searchable list of toggles, in groups by category.
struct MenuList: View {
    @ObservedObject var model: ToggleMenuModel
    @Binding var selection: UInt64?
    @Binding var sheet: MenuSheet?
    @Environment(\.dismiss) private var dismiss
    @Environment(\.isPresented) private var isPresented

    var body: some View {
        List(selection: $selection) {
            if let reason = model.readOnlyReason { Text(verbatim: reason).foregroundStyle(.secondary) }
            if let text = model.whatIfText {
                whatIfRow(text)
            } else if let text = model.scopeText {
                Text(verbatim: "As the app's views read them, in the scope \(text)").font(.callout)
            }
            if let problem = model.filterProblem { Text(verbatim: problem).foregroundStyle(.orange) }
            ForEach(model.sections) { section in
                Section {
                    ForEach(section.indices, id: \.self) { index in row(index) }
                } header: {
                    if let header = section.header { Text(verbatim: header) }
                }
            }
            if model.shownCount == 0 { Text("No toggles").foregroundStyle(.secondary) }
        }
        .searchable(text: $model.filter, prompt: "Words, or cat:ops, is:overridden")
        .navigationTitle(model.title)
        .toolbar { toolbar }
        .safeAreaInset(edge: .bottom) { MessageBar(model: model) }
        #if os(iOS)
        .refreshable { await model.reload() }
        #endif
    }

    private func whatIfRow(_ text: String) -> some View {
        VStack(alignment: .leading) {
            Text(verbatim: "What if: \(text)").font(.callout)
            Button("Show the app's own values") { model.showOwnValues() }
        }
    }

    private func row(_ index: Int) -> some View {
        ToggleRowView(row: model.row(index))
            .tag(model.toggles[index].id)
            .swipeActions(edge: .trailing) {
                if model.override(of: index) != nil {
                    Button("Unset", role: .destructive) { model.unset(index) }
                }
                Button(model.isPinned(index) ? "Unpin" : "Pin") { model.flipPin(index) }
            }
            .swipeActions(edge: .leading) {
                if let label = model.flipLabel(of: index) {
                    Button {
                        model.flip(index)
                    } label: {
                        Text(verbatim: label)
                    }
                }
            }
            .contextMenu {
                ForEach(model.choices(of: index)) { choice in
                    Button {
                        model.choose(choice.id, for: index)
                    } label: {
                        Text(verbatim: choice.title)
                    }
                }
                if model.override(of: index) != nil { Button("Unset") { model.unset(index) } }
                Button(model.isPinned(index) ? "Unpin" : "Pin") { model.flipPin(index) }
                ShareLink("Share as text", item: model.shareText(of: index))
            }
    }

    // MARK: Toolbar

    @ToolbarContentBuilder private var toolbar: some ToolbarContent {
        ToolbarItem(placement: .cancellationAction) {
            if isPresented { Button("Done") { dismiss() } }
        }
        // No keyboard shortcuts for undo and redo: those of these buttons could take precedence over the ones of a text
        // field, such as the search field or the editor of a value, and change an override instead of the text.
        ToolbarItemGroup(placement: .primaryAction) {
            Button {
                model.applyNextStep(.undo)
            } label: {
                Label("Undo", systemImage: "arrow.uturn.backward")
            }
            .disabled(!model.canUndo)
            Button {
                model.applyNextStep(.redo)
            } label: {
                Label("Redo", systemImage: "arrow.uturn.forward")
            }
            .disabled(!model.canRedo)
            Menu {
                actions
            } label: {
                Label("More", systemImage: "ellipsis.circle")
            }
        }
    }

    @ViewBuilder private var actions: some View {
        Picker("Show", selection: $model.view) {
            ForEach(ListView.allCases, id: \.self) { view in
                Text(verbatim: model.label(of: view)).tag(view)
            }
        }
        Picker("Sort by", selection: $model.order) {
            ForEach(ToggleOrder.allCases, id: \.self) { Text(verbatim: $0.rawValue).tag($0) }
        }
        Button("Presets") { sheet = .presets }
        Button("What if …") { sheet = .whatIf }
        Button {
            sheet = .problems
        } label: {
            Text(verbatim: model.problemsLabel)
        }
        // A page of its own, because the text of all toggles shouldn't be created whenever the list changes.
        Button("Share as text") { sheet = .text }
        Button("Reload") { model.reload() }
        Button("Unset all overrides …", role: .destructive) { model.askToUnsetAll() }
            .disabled(model.overrideCount == 0 || model.readOnlyReason != nil)
    }
}

/// A toggle in the list.
struct ToggleRowView: View {
    let row: ToggleMenuModel.Row
    @Environment(\.dynamicTypeSize) private var typeSize

    var body: some View {
        VStack(alignment: .leading, spacing: 2) {
            // With large text, the value gets a line of its own.
            if typeSize.isAccessibilitySize {
                key
                value
            } else {
                HStack(alignment: .firstTextBaseline) {
                    key
                    Spacer(minLength: 8)
                    value
                }
            }
            if !row.description.isEmpty {
                Text(verbatim: row.description).font(.caption).foregroundStyle(.secondary).lineLimit(2)
            }
            Text(verbatim: row.subtitle)
                .font(.caption)
                .foregroundStyle(row.isOverridden ? Color.orange : .secondary)
        }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(row.label)
        .accessibilityHint(row.description)
    }

    private var key: some View { Text(verbatim: row.key).font(.body.monospaced()) }

    private var value: some View {
        Text(verbatim: row.value)
            .lineLimit(typeSize.isAccessibilitySize ? 3 : 1)
            .foregroundStyle(row.isOverridden ? Color.orange : .primary)
    }
}

/// The result of the last action.
struct MessageBar: View {
    @ObservedObject var model: ToggleMenuModel

    var body: some View {
        if let message = model.message {
            HStack {
                Text(verbatim: message.text).font(.callout)
                Spacer()
                Button("Close") { model.message = nil }
            }
            .padding()
            .background(.thinMaterial)
            .foregroundStyle(message.kind == .success ? .primary : Color.orange)
            .accessibilityElement(children: .combine)
        }
    }
}
#endif
