import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleTool

/// The remote document that a manifest names.
struct NamedDocument {
    /// The document; `nil` if the manifest names none, or if it can't be read.
    private(set) var file: LifecycleChange.File?
    /// Why the document that the manifest names can't be read, as a sentence with the location of its name.
    private(set) var problem: String?

    /// Reads the document of a manifest.
    ///
    /// Its path is relative to the manifest's folder or to one above it.
    init(of manifest: LifecycleChange.File) {
        guard let named = Manifest.parse(manifest.bytes, path: manifest.path).manifest?.document else { return }
        let name = named.path
        let location = "\(manifest.path):\(named.range.start.line):\(named.range.start.column)"
        var searched: [String] = []
        var folder = PathText.folder(of: PathText.resolved(manifest.path))
        for _ in 0..<256 {
            let path = PathText.joined(folder, name)
            do {
                let bytes = try ToolFiles.readProjectFile(path)
                let here = PathText.resolved(".") + "/"
                let shown = path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
                file = LifecycleChange.File(path: shown, bytes: bytes)
                return
            } catch let error where ToolFiles.exists(path) {
                problem = problem ?? "\(location): \("\(error)".sentence)"
            } catch {
                searched.append(path)
            }
            guard folder != "/", (try? FileReading.digest(path: folder + "/.git/HEAD", limit: 1 << 20)) == nil else {
                break
            }
            folder = PathText.folder(of: folder)
        }
        problem =
            problem
                ?? """
                \(location): The remote document ‘\(name)’ doesn't exist. The path is relative to the folder of the manifest or one \
                above it, so the command looked for \(searched.prefix(3).joined(separator: ", "))\(searched.count > 3 ? ", …" : ""). Correct the \
                path, or name the document with --document FILE.
                """
    }
}
