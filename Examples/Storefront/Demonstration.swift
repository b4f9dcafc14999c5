import FeatureToggles
import FeatureTogglesRemote
import ForcedUpdates
import Foundation

extension Storefront {
    /// Prints every toggle with its value and source, follows one change of the remote document and one override, and
    /// ends.
    ///
    /// Uses temporary files, so it neither reads nor changes the user's overrides. A document named on the command line
    /// is read but not changed.
    ///
    /// - Parameters:
    ///   - choice: The origin of the remote document.
    ///   - arguments: The command-line arguments.
    /// - Returns: Whether all changes were followed.
    static func demonstrate(_ choice: RemoteConnection.Choice, arguments: [String]) async -> Bool {
        let folder = FileManager.default.temporaryDirectory.appending(path: "storefront-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            print("Can't create a temporary folder: \(error)")
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
        print("\nThe shop's screen:\n")
        show(client)
    }

    /// Rolls the neural ranking out to 10 percent, in the file that the server serves.
    private static func followRemoteChange(of document: URL, _ client: ToggleClient) async -> Bool {
        print("\nRolling the neural ranking out to 10 percent, in the server's document:\n")
        print("  \(Audience(toggles: client).withNeuralRanking) of 100 sample customers have it")
        let changes = client.changes()
        let text = WorkingDocument.initialText
            .replacing(#""neural", 0"#, with: #""neural", 10"#).replacing(#""classic", 100"#, with: #""classic", 90"#)
        let start = ContinuousClock.now
        do {
            try Data(text.utf8).write(to: document, options: .atomic)
        } catch {
            print("  the document couldn't be written: \(error)")
            return false
        }
        let isFollowed = await withinTenSeconds {
            for await _ in changes where Audience(toggles: client).withNeuralRanking > 0 { return }
        }
        let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
        guard isFollowed else {
            print("  the change didn't arrive within ten seconds: \(client.remoteState?.why ?? "no remote config")")
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

    /// Locks this version of the shop out, in the update policy that the server serves.
    private static func followPolicy(_ policy: RemoteConfiguration, in folder: URL) async -> Bool {
        print("\nLocking out this version of the shop, in the server's update policy:\n")
        let updates = makeUpdates(policy)
        await updates.check()
        print("  \(updates.decision)")
        let text = String(decoding: PackageResources.update_policy_json, as: UTF8.self)
            .replacing("<1.0.0", with: "<2.2.0")
        do {
            try Data(text.utf8).write(to: folder.appending(path: "update-policy.json"), options: .atomic)
        } catch {
            print("  the policy couldn't be written: \(error)")
            return false
        }
        let decisions = updates.decisions()
        let isFollowed = await withinTenSeconds {
            for await decision in decisions where decision.isLocked { return }
        }
        guard isFollowed else {
            print("  the change didn't arrive within ten seconds: \(updates.problems.first ?? "unknown reason")")
            return false
        }
        print("  \(updates.decision); the shop shows only this:\n")
        for line in UpdateLines(decision: updates.decision).lines { print("  \(line)") }
        return true
    }

    #if OVERRIDES
    private static func followOverride(at path: String, _ client: ToggleClient) async -> Bool {
        print("\nOverriding search_ranking in the local defaults file:\n")
        let rankings = client.updates(of: .searchRanking)
        print("  \(client.value(of: .searchRanking).rawValue) before")
        do {
            try LocalDefaultsFile(path: path).update([.set("search_ranking", "popular")])
        } catch {
            print("  the override couldn't be written: \(error)")
            return false
        }
        let isFollowed = await withinTenSeconds {
            for await ranking in rankings where ranking == .popular { return }
        }
        guard isFollowed else {
            print("  the change didn't arrive within ten seconds")
            return false
        }
        // toggles:ignore repeated_ops_read - Shows the change between the two reads.
        print("  \(client.value(of: .searchRanking).rawValue) after\n")
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

    /// Waits at most ten seconds for an event.
    ///
    /// - Returns: Whether it happened.
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
