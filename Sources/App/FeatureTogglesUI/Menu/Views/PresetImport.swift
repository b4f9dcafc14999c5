#if OVERRIDES && canImport(SwiftUI) && (os(iOS) || os(macOS) || os(visionOS))
import Foundation
import SwiftUI
import UniformTypeIdentifiers

#if os(iOS)
import UIKit
#endif

/// The import of a preset: from its text, from a file, or from a picture of its QR code.
struct PresetImport: View {
    @ObservedObject var model: ToggleMenuModel
    @State private var text = ""
    @State private var problem: String?
    @State private var isChoosingFile = false

    var body: some View {
        Section {
            TextField("JSON of a preset", text: $text, axis: .vertical)
                .font(.body.monospaced())
                .autocorrectionDisabled()
                #if os(iOS)
            .textInputAutocapitalization(.never)
                #endif
            if let problem { Text(verbatim: problem).font(.caption).foregroundStyle(.red) }
            Button("Import") {
                problem = model.importPreset(text)
                if problem == nil { text = "" }
            }
            .disabled(text.isEmpty || model.readOnlyReason != nil)
            Button("Import a file or a picture …") { isChoosingFile = true }
                .disabled(model.readOnlyReason != nil)
                .fileImporter(
                    isPresented: $isChoosingFile,
                    allowedContentTypes: [.json, .plainText, .png, .jpeg, .heic],
                    onCompletion: importFile
                )
            #if os(iOS)
            Button("Import the copied picture") { importPasteboard() }
                .disabled(model.readOnlyReason != nil)
            #endif
        } header: {
            Text("Import")
        } footer: {
            Text("Paste the text of a preset, or choose its file or a picture of its QR code, such as a screenshot.")
        }
    }

    private func importFile(_ result: Result<URL, any Error>) {
        do {
            let url = try result.get()
            // Needed for a file outside the app's own folders.
            let isScoped = url.startAccessingSecurityScopedResource()
            defer { if isScoped { url.stopAccessingSecurityScopedResource() } }
            importBytes(try Data(contentsOf: url))
        } catch {
            problem = error.localizedDescription
        }
    }

    #if os(iOS)
    private func importPasteboard() {
        guard let picture = UIPasteboard.general.image?.pngData() else {
            problem = "No picture was copied."
            return
        }
        importBytes(picture)
    }
    #endif

    private func importBytes(_ data: Data) {
        problem = model.importPreset(Array(data)) { _ in QRCode.texts(in: data) }
    }
}
#endif
