#if OVERRIDES && canImport(SwiftUI) && (os(iOS) || os(macOS) || os(visionOS))
import Accessibility
import FeatureToggles
import FeatureTogglesOverrides
import SwiftUI

/// The list of toggles, next to the details of the selected one where there is room.
struct MenuScreen: View {
    @StateObject private var model: ToggleMenuModel
    @State private var selection: UInt64?
    @State private var sheet: MenuSheet?

    init(client: ToggleClient, scope: EvaluationContext?) {
        _model = StateObject(wrappedValue: ToggleMenuModel(client: client, scope: scope))
    }

    var body: some View {
        NavigationSplitView {
            MenuList(model: model, selection: $selection, sheet: $sheet)
        } detail: {
            if let index = model.index(of: selection) {
                ToggleDetailView(model: model, index: index)
            } else {
                Text("Select a toggle").foregroundStyle(.secondary)
            }
        }
        .menuQuestion(model, isActive: sheet == nil)
        .task(id: model.message) { announceMessage() }
        .sheet(item: $sheet) { sheet in
            NavigationStack { sheet.content(model) }
                .menuQuestion(model, isActive: true)
                #if os(macOS)
            .frame(minWidth: 480, minHeight: 480)
                #endif
        }
    }

    /// Makes VoiceOver read the message, because its bar isn't where the user's action was.
    ///
    /// There is a bar on several pages, which may be visible at once.
    private func announceMessage() {
        guard let text = model.message?.text else { return }
        if #available(macOS 14, iOS 17, visionOS 1, *) {
            AccessibilityNotification.Announcement(text).post()
        }
    }
}

/// A page of the menu in a sheet of its own.
enum MenuSheet: String, Identifiable {
    case presets, whatIf, problems, text

    var id: String { rawValue }

    @MainActor
    @ViewBuilder
    func content(_ model: ToggleMenuModel) -> some View {
        switch self {
        case .presets: PresetsView(model: model)
        case .whatIf: WhatIfView(model: model)
        case .problems: ProblemsView(model: model)
        case .text: SharedTextView(model: model)
        }
    }
}

extension View {
    /// Asks the model's open question.
    func menuQuestion(_ model: ToggleMenuModel, isActive: Bool) -> some View {
        alert(
            model.question?.title ?? "",
            isPresented: Binding(
                get: { isActive && model.question != nil },
                set: { if !$0, let question = model.question { model.answer(false, to: question) } }
            ),
            presenting: model.question
        ) { question in
            Button(role: .destructive) {
                model.answer(true, to: question)
            } label: {
                Text(verbatim: question.yes)
            }
            Button("Cancel", role: .cancel) { model.answer(false, to: question) }
        } message: { question in
            Text(verbatim: question.message)
        }
    }
}
#endif
