#if OVERRIDES
import Foundation
import ToggleBase
import FeatureToggles
import TestSupport
import Testing

@testable import FeatureTogglesOverrides

struct OverrideStorageTests {
    private let folder: TemporaryFolder
    private let storage: OverrideStorage
    private let reports = Reports()
    private let preset = Preset(name: "demo", values: ["page_size": 7])

    init() throws {
        folder = try TemporaryFolder()
        storage = OverrideStorage(ConsoleFiles(defaultsPath: folder.path("toggles.json")))
        let reports = reports
        _ = storage.start(reloadingOverrides: {}) { reports.add($0) }
    }

    private func perform(_ request: OverrideRequest) {
        storage.perform(request)
        storage.wait()
    }

    @Test func presetIsExportedAndImported() throws {
        let path = folder.path("shared.json")
        perform(.exportPreset(preset, path: path))
        #expect(try folder.text("shared.json") == String(decoding: preset.bytes, as: UTF8.self))
        #expect(reports.notices == ["‘demo’ was exported to \(path)."])
        perform(.importPreset(path: path))
        #expect(reports.notices.last == "‘demo’ was imported with 1 value.")
        #expect(reports.lastPresets?.presets == [preset])
        #expect(reports.lastPresets?.failure == nil)
    }

    @Test func otherFileIsReplacedOnlyOnRequest() throws {
        let path = try folder.write("my notes", to: "shared.json")
        perform(.exportPreset(preset, path: path))
        #expect(reports.lastPresets?.conflict == .file(preset, path: path))
        #expect(try folder.text("shared.json") == "my notes")
        #expect(reports.notices.isEmpty)
        perform(.replace(.file(preset, path: path)))
        #expect(try folder.text("shared.json") == String(decoding: preset.bytes, as: UTF8.self))
        #expect(reports.notices == ["‘demo’ was exported to \(path)."])
    }

    @Test func missingFileIsNotImported() throws {
        perform(.importPreset(path: folder.path("none.json")))
        #expect(reports.lastPresets?.failure?.contains("none.json") == true)
        #expect(reports.lastPresets?.presets == [])
    }

    @Test func stepThatLeftTheHistoryIsNotUndone() throws {
        let edit = OverrideChange.Edit(key: "page_size", before: nil, after: 7)
        let change = OverrideChange([edit], title: "page_size = 7")
        perform(.write(change.change(for: .undo)))
        #expect(reports.lastFailure == "Nothing was written, since ‘page_size = 7’ is no longer in the history.")
        #expect(!folder.files().contains("toggles.json"))
        perform(.write(change))
        #expect(reports.lastFailure == nil)
        perform(.write(change.change(for: .undo)))
        #expect(reports.lastFailure == nil)
        #expect(try LocalDefaultsFile(path: folder.path("toggles.json")).read().values == [:])
    }

    /// Changes, history, and presets go to the files next to the current target of a link.
    @Test(arguments: ["toggles.json", "current/toggles.json"])
    func filesFollowLinkToLocalDefaults(path: String) throws {
        let edit = OverrideChange.Edit(key: "page_size", before: nil, after: 7)
        for target in ["one", "two"] {
            try folder.write(#"{"version": 1, "toggles": {}}"#, to: "\(target)/toggles.json")
        }
        let link = path == "toggles.json" ? path : "current"
        func point(to target: String) throws {
            let target = link == path ? "\(target)/toggles.json" : target
            try FileManager.default.createSymbolicLink(atPath: folder.path("new"), withDestinationPath: target)
            #expect(rename(folder.path("new"), folder.path(link)) == 0)
        }
        try point(to: "one")
        let storage = OverrideStorage(ConsoleFiles(defaultsPath: folder.path(path)))
        let reports = Reports()
        _ = storage.start(reloadingOverrides: {}) { reports.add($0) }
        for target in ["one", "two"] {
            try point(to: target)
            storage.perform(.write(OverrideChange([edit], title: "page_size = 7")))
            storage.perform(.savePreset(preset))
            storage.wait()
            #expect(reports.lastFailure == nil)
            #expect(
                try LocalDefaultsFile(path: folder.path("\(target)/toggles.json")).read().values == ["page_size": 7]
            )
            #expect(MemoryStore(path: folder.path("\(target)/toggles.console.json")).read().memory.undo.count == 1)
            #expect(folder.files("\(target)/presets") == ["demo.json"])
        }
        storage.finish()
    }

    @Test func stoppedStorageWritesWithoutReports() throws {
        storage.finish()
        let count = reports.all.count
        perform(.savePreset(preset))
        #expect(reports.all.count == count)
        #expect(folder.files("presets") == ["demo.json"])
    }

    @Test func storageWithoutFilesHasNoPresets() {
        let storage = OverrideStorage(nil)
        let reports = Reports()
        _ = storage.start(reloadingOverrides: {}) { reports.add($0) }
        storage.perform(.loadPresets)
        storage.wait()
        #expect(reports.lastPresets?.failure == "There is no local defaults file, so there are no presets.")
    }
}

/// The reports of a storage.
private final class Reports: Sendable {
    private let reports = Mutex<[OverrideReport]>([])

    var all: [OverrideReport] { reports.withLock { $0 } }

    func add(_ report: OverrideReport) { reports.withLock { $0.append(report) } }

    var notices: [String] {
        all.compactMap { if case .notice(let text) = $0 { text } else { nil } }
    }

    var lastPresets: (presets: [Preset], failure: String?, conflict: PresetConflict?)? {
        for case .presets(let presets, let failure, let conflict) in all.reversed() {
            return (presets, failure, conflict)
        }
        return nil
    }

    /// The failure of the last write.
    var lastFailure: String? {
        for case .written(_, let failure, _) in all.reversed() { return failure }
        return nil
    }
}
#endif
