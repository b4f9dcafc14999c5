#if OVERRIDES
import ToggleBase
import FeatureToggles
import FeatureTogglesOverrides

extension ToggleMenuModel {
    /// The effect of applying a preset.
    struct PresetEffect: Sendable {
        /// The changes, one per line.
        let changes: [String]
        /// The values that are left out, each with the reason.
        let omissions: [String]
        /// The number of other overrides, which stay unless the user removes them.
        let otherCount: Int
    }

    /// The largest content of a QR code that phones read reliably, in bytes; the standard allows 2,953.
    static let maximumCodeSize = 2_000

    /// Returns what applying a preset would change.
    func effect(of preset: Preset) -> PresetEffect {
        let review = edits.review(preset, in: toggles)
        let complete = edits.review(preset, in: toggles, isComplete: true)
        return PresetEffect(
            changes: lines(for: review.edits),
            omissions: review.omissions.map { "\($0.key) is left out: \($0.message)" },
            otherCount: complete.edits.count - review.edits.count
        )
    }

    /// Overrides toggles with the values of a preset, as one step of the history.
    ///
    /// - Parameters:
    ///   - preset: The preset.
    ///   - removesOthers: Whether to remove all other overrides of declared toggles.
    func apply(_ preset: Preset, removingOthers removesOthers: Bool = false) {
        guard canChange() else { return }
        let edits = edits.review(preset, in: toggles, isComplete: removesOthers).edits
        guard !edits.isEmpty else { return say("applying ‘\(preset.name)’ changes nothing", .success) }
        change { $0.write(OverrideChange(edits, title: "preset \(preset.name)")) }
    }

    /// Saves the current overrides as a preset; if another one has this name, the user is asked first.
    ///
    /// - Returns: Why nothing is saved, or `nil` if the overrides are.
    func savePreset(_ name: String) -> String? {
        if let problem = PresetFolder.problem(ofName: name.trimmed) { return problem }
        let values = edits.overrides(after: toggles.model.overrides)
        guard !values.isEmpty else { return "Nothing is overridden." }
        send([.savePreset(Preset(name: name.trimmed, values: values))])
        return nil
    }

    /// Asks whether to delete a preset, which can't be undone.
    func askToDelete(_ preset: Preset) {
        question = Question(
            title: "Delete the preset ‘\(preset.name)’?",
            lines: ["This can't be undone."],
            yes: "Delete",
            request: .deletePreset(preset.name)
        )
    }

    /// Returns whether there is still a preset with the name of another one.
    func hasPreset(like preset: Preset) -> Bool { presets.contains { $0.name == preset.name } }

    // MARK: Sharing

    /// Returns a preset as JSON, which the console and the command line import too.
    func text(of preset: Preset) -> String {
        String(decoding: preset.bytes, as: UTF8.self)
    }

    /// Returns a preset as JSON on one line for a QR code, or `nil` if it is too long for one.
    func codeText(of preset: Preset) -> String? {
        let bytes = JSONWriter().bytes(preset.json)
        return bytes.count <= Self.maximumCodeSize ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// Imports a preset from JSON; if another one has its name, the user is asked first.
    ///
    /// - Parameter text: The content of a preset's file, or of its QR code.
    /// - Returns: Why the text isn't a preset, or `nil` if it is.
    func importPreset(_ text: String) -> String? {
        do throws(OverrideError) {
            send([.savePreset(try Preset(Array(text.typedJSON.utf8), fallbackName: "imported"))])
            return nil
        } catch {
            return error.description
        }
    }

    /// Imports a preset from a file with its JSON, or from a picture of its QR code.
    ///
    /// A picture may contain several codes; the first one with a preset is imported.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - readCodes: Returns the texts of the QR codes in a picture.
    /// - Returns: Why there is no preset in the file, or `nil` if it is imported.
    func importPreset(_ bytes: [UInt8], readingCodes readCodes: ([UInt8]) -> [String]) -> String? {
        if bytes.count <= PresetStore.maximumSize {
            let text = String(decoding: bytes, as: UTF8.self)
            // The formats of pictures are binary, so their files are not valid UTF-8.
            if text.utf8.elementsEqual(bytes) { return importPreset(text) }
        }
        var problem: String?
        for code in readCodes(bytes) {
            guard let reason = importPreset(code) else { return nil }
            problem = problem ?? "The QR code isn't a preset. \(reason)"
        }
        return problem ?? "There is no QR code in the picture."
    }

    // MARK: Results

    func receive(_ newPresets: [Preset], _ failure: String?, _ conflict: PresetConflict?) {
        presets = newPresets.sorted { $0.name < $1.name }
        if let failure { say(failure, .failure) }
        guard case .preset? = conflict, let conflict else { return }
        let (title, reason) = conflict.question
        question = Question(title: title, lines: [reason], yes: "Replace", request: .replace(conflict))
    }
}
#endif
