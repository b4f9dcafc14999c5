import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension Storefront {
    /// Prints every toggle with its value and source, follows one change, and ends.
    ///
    /// It uses a local defaults file of its own, so that it neither sees nor changes what somebody has set.
    static func demonstrate() async {
        guard let path = temporaryPath() else {
            print("There is no temporary folder to write an override to.")
            return
        }
        let client = makeClient(
            overrides: OverrideSources(
                arguments: Array(CommandLine.arguments.dropFirst()),
                localDefaultsPath: path
            )
        )
        print("The storefront's toggles:\n")
        for explanation in client.explanations() {
            let value = explanation.evaluation.value.map { JSONWriter().text($0) } ?? "default"
            print(
                "  \(padded(explanation.key, to: 18))\(padded(value, to: 40))\(explanation.evaluation.source.rawValue)"
            )
        }

        for problem in client.problems { print("  ! \(problem)") }

        print("\nWhat a person sees:\n")
        show(client)

        #if !RELEASE || InternalBuild
        print("\nFollowing search_ranking while an override is written to the local defaults file:\n")
        var rankings = client.updates(of: .searchRanking).makeAsyncIterator()
        guard let before = await rankings.next() else { return }
        print("  \(before.rawValue), as declared")
        do {
            try LocalDefaultsFile(path: path).update([.set("search_ranking", "neural")])
        } catch {
            print("  the override could not be written: \(error)")
            return
        }
        guard let after = await rankings.next() else { return }
        print("  \(after.rawValue), followed\n")
        show(client)
        #endif
        removeTemporaryFolder(of: path)
    }

    private static func show(_ client: ToggleClient) {
        for line in Screen(toggles: client, person: person).lines { print("  \(line)") }
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}

/// A path in a new folder of its own.
private func temporaryPath() -> String? {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/storefront.XXXXXX".utf8CString)
    let folder = template.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    return folder.map { "\($0)/toggles.json" }
}

/// Removes a file made there, with everything beside it.
private func removeTemporaryFolder(of path: String) {
    let folder = String(path.dropLast("/toggles.json".count))
    guard let directory = opendir(folder) else { return }
    while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != "." && name != ".." { unlink("\(folder)/\(name)") }
    }
    closedir(directory)
    rmdir(folder)
}
