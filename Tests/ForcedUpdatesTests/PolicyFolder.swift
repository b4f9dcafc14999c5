import FeatureToggles
import FeatureTogglesRemote
import Foundation

@testable import ForcedUpdates

/// A folder in which a test launches apps that follow a policy.
final class PolicyFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "forced-updates-\(UUID().uuidString)")

    var path: String { url.path(percentEncoded: false) }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Launches an app that follows a policy on a CDN.
    func start(
        _ source: any RemoteSource,
        app: String = "1.0.0",
        os: String = "17.1",
        refresh: RefreshPolicy = .onDemand,
        verifier: (any DocumentVerifier)? = nil,
        // Runs immediately, so that a test finds the same files as a restart would.
        background: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void = { $0() }
    ) -> UpdatePolicy {
        UpdatePolicy(
            configuration(source, refresh, verifier),
            application: "forced-updates-tests",
            context: EvaluationContext(attributes: ["appVersion": .string(app), "osVersion": .string(os)]),
            schemes: StoreLink.standardSchemes,
            background: background
        )
    }

    private func configuration(
        _ source: any RemoteSource,
        _ refresh: RefreshPolicy,
        _ verifier: (any DocumentVerifier)?
    ) -> RemoteConfiguration {
        var configuration = RemoteConfiguration(source, refresh: refresh, cache: .folder(path))
        configuration.verifier = verifier
        return configuration
    }

    /// The existing files.
    var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }

    var lockFile: URL { url.appending(path: LockFile.name) }

    var lockText: String? { try? String(contentsOf: lockFile, encoding: .utf8) }

    /// Returns a policy that locks out versions.
    static func policy(_ created: String, locking versions: String?, level: String = "required") -> String {
        let entry = versions.map {
            #"{"app_version": "\#($0)", "level": "\#(level)", "title": "T", "redirect_url": "https://example.com/a"}"#
        }
        return #"{"created_at": "\#(created)", "details": [\#(entry ?? "")]}"#
    }
}
