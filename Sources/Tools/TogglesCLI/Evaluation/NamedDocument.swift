import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleTool

/// The remote document that a manifest names.
struct NamedDocument {
    /// The document, which is new if it doesn't exist; `nil` if the manifest names none, or if it can't be read.
    private(set) var file: LifecycleChange.File?
    /// Why the document that the manifest names can't be read, as a sentence with the location of its name.
    private(set) var problem: String?

    /// Reads the document of a manifest.
    ///
    /// Its path is relative to the manifest's folder or to one above it.
    init(of manifest: LifecycleChange.File) {
        guard let named = Manifest.parse(manifest.bytes, path: manifest.path).usable?.document else { return }
        let name = named.path
        let location = "\(manifest.path):\(named.range.start.line):\(named.range.start.column)"
        func shown(_ path: String) -> String {
            let here = PathText.resolved(".") + "/"
            return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
        }
        let own = PathText.folder(of: PathText.resolved(manifest.path))
        var folder = own
        for _ in 0..<256 {
            let path = PathText.joined(folder, name)
            do {
                file = LifecycleChange.File(path: shown(path), bytes: try ToolFiles.readProjectFile(path))
                return
            } catch let error where ToolFiles.exists(path) {
                problem = problem ?? "\(location): \("\(error)".sentence)"
            } catch {}
            guard folder != "/", (try? FileReading.digest(path: folder + "/.git/HEAD", limit: 1 << 20)) == nil else {
                break
            }
            folder = PathText.folder(of: folder)
        }
        if problem == nil {
            file = LifecycleChange.File(path: shown(PathText.joined(own, name)), bytes: [], isNew: true)
        }
    }
}
