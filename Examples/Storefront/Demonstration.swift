import FeatureToggles
import FeatureTogglesRemote
import ForcedUpdates
import Foundation

extension Storefront {
    /// Prints every toggle with its value and source, follows a change of the remote document and one of an override, and
    /// ends.
    ///
    /// It uses files of its own, so that it neither sees nor changes what somebody has set. A document that somebody named
    /// is read and not changed.
    ///
    /// - Parameters:
    ///   - choice: Where the remote document comes from.
    ///   - arguments: The command line's.
    /// - Returns: Whether everything was followed.
    static func demonstrate(_ choice: RemoteConnection.Choice, arguments: [String]) async -> Bool {
        let folder = FileManager.default.temporaryDirectory.appending(path: "storefront-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            print("There is no temporary folder to write to: \(error)")
            return false
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        let document = folder.appending(path: "flags.json")
        let overrides = folder.appending(path: "toggles.json").path(percentEncoded: false)
        let isOwn = choice == .own(nil)

        let connection = await RemoteConnection.open(isOwn ? .own(document.path(percentEncoded: false)) : choice)
        let client = makeClient(
            overrides: OverrideSources(arguments: arguments, localDefaultsPath: overrides),
            remote: connection
        )
        for await state in client.remoteStates() where state.status != .notReady { break }

        printEverything(client, connection)
        if isOwn, await !followRemoteChange(of: document, client) { return false }
        if isOwn, let policy = connection.policy, await !followPolicy(policy, in: folder) { return false }
        #if OVERRIDES
        return await followOverride(at: overrides, client)
        #else
        return true
        #endif
    }

    private static func printEverything(_ client: ToggleClient, _ connection: RemoteConnection) {
        print("The storefront's toggles:\n")
        for explanation in client.explanations() {
            let value = explanation.evaluation.value.map { "\($0)" } ?? "default"
            print(
                "  \(padded(explanation.key, to: 18))\(padded(value, to: 40))\(explanation.evaluation.source.rawValue)"
            )
        }
        for line in RemoteLines(client: client, guidance: connection.guidance).complaints { print("  \(line)") }
        print("\nWhat a person sees:\n")
        show(client)
    }

    /// Rolls the neural ranking out to a tenth of all, in the file that the server has.
    private static func followRemoteChange(of document: URL, _ client: ToggleClient) async -> Bool {
        print("\nFollowing the neural ranking while it is rolled out in the document that the server has:\n")
        print("  \(Audience(toggles: client).withNeuralRanking) of 100 sample customers have it")
        let changes = client.changes()
        let text = WorkingDocument.initialText
            .replacing(#""neural", 0"#, with: #""neural", 10"#).replacing(#""classic", 100"#, with: #""classic", 90"#)
        let start = ContinuousClock.now
        do {
            try Data(text.utf8).write(to: document, options: .atomic)
        } catch {
            print("  the document could not be written: \(error)")
            return false
        }
        let isFollowed = await withinTenSeconds {
            for await _ in changes where Audience(toggles: client).withNeuralRanking > 0 { return }
        }
        let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
        guard isFollowed else {
            print("  the change did not come within ten seconds: \(client.remoteState?.why ?? "no remote config")")
            return false
        }
        print(
            """
              \(Audience(toggles: client).withNeuralRanking) of 100 have it, \(Int(milliseconds.rounded(.up))) ms after \
            the document was saved
            """
        )
        return true
    }

    /// Locks this version of the shop out, in the update policy that the server has.
    private static func followPolicy(_ policy: RemoteConfiguration, in folder: URL) async -> Bool {
        print("\nFollowing the update policy while this version of the shop is locked out:\n")
        let updates = makeUpdates(policy)
        await updates.check()
        print("  \(updates.decision)")
        let text = String(decoding: PackageResources.update_policy_json, as: UTF8.self)
            .replacing("<1.0.0", with: "<2.2.0")
        do {
            try Data(text.utf8).write(to: folder.appending(path: "update-policy.json"), options: .atomic)
        } catch {
            print("  the policy could not be written: \(error)")
            return false
        }
        let decisions = updates.decisions()
        let isFollowed = await withinTenSeconds {
            for await decision in decisions where !decision.mayGoOn { return }
        }
        guard isFollowed else {
            print("  the change did not come within ten seconds: \(updates.problems.first ?? "nobody knows why")")
            return false
        }
        print("  \(updates.decision), so that all it shows is\n")
        for line in UpdateLines(decision: updates.decision).lines { print("  \(line)") }
        return true
    }

    #if OVERRIDES
    private static func followOverride(at path: String, _ client: ToggleClient) async -> Bool {
        print("\nFollowing search_ranking while an override is written to the local defaults file:\n")
        let rankings = client.updates(of: .searchRanking)
        print("  \(client.value(of: .searchRanking).rawValue), as before")
        do {
            try LocalDefaultsFile(path: path).update([.set("search_ranking", "popular")])
        } catch {
            print("  the override could not be written: \(error)")
            return false
        }
        let isFollowed = await withinTenSeconds {
            for await ranking in rankings where ranking == .popular { return }
        }
        guard isFollowed else {
            print("  the change did not come within ten seconds")
            return false
        }
        // toggles:ignore repeated_ops_read - What changed between the two reads is what is shown.
        print("  \(client.value(of: .searchRanking).rawValue), followed\n")
        show(client)
        return true
    }
    #endif

    private static func show(_ client: ToggleClient) {
        for line in Screen(toggles: client, person: person).lines { print("  \(line)") }
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    /// Waits for something, but not for ever.
    ///
    /// - Returns: Whether it came.
    private static func withinTenSeconds(_ wait: @escaping @Sendable () async -> Void) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await wait()
                return !Task.isCancelled
            }
            group.addTask {
                try? await Task.sleep(for: .seconds(10))
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }
}
