import FeatureToggles
import FeatureTogglesHTTP
import FeatureTogglesRemote
import Foundation

/// Where the storefront's remote document comes from.
struct RemoteConnection {
    /// What was asked for on the command line.
    enum Choice: Equatable {
        /// The storefront's own server, with a document at a path, or at the usual place.
        case own(String?)
        /// A server elsewhere.
        case server(URL)
        /// A file, without a server.
        case file(String)
    }

    /// How the client follows it; `nil` when there is no remote config.
    let configuration: RemoteConfiguration?
    /// What a person can do with it.
    let guidance: String
    /// How the update policy is followed; `nil` when there is none.
    private(set) var policy: RemoteConfiguration?

    /// Opens what was asked for.
    ///
    /// Never fails: the shop goes on without remote config, and its screen says why.
    static func open(_ choice: Choice) async -> RemoteConnection {
        switch choice {
        case .file(let path):
            return RemoteConnection(following: FileRemoteSource(path: path), "Edit \(path) and watch.")
        case .server(let url):
            return RemoteConnection(
                following: HTTPRemoteSource(url: url),
                cache: .standard,
                "\(url.absoluteString) is asked every second or so."
            )
        case .own(let path):
            do {
                let document = try WorkingDocument(path: path ?? WorkingDocument.standardPath)
                let policy = try WorkingDocument.updatePolicy(beside: document)
                let server = try await DocumentServer.start(serving: document.path, policy: policy.path)
                var connection = RemoteConnection(
                    following: HTTPRemoteSource(url: server.url, events: server.events),
                    "Edit \(document.path) and watch; the shop takes it from \(server.url.absoluteString)"
                )
                connection.policy = RemoteConfiguration(
                    HTTPRemoteSource(url: server.policy, events: server.policyEvents),
                    refresh: .development,
                    // Beside the policy, so that a lock holds at the next start.
                    cache: .folder(policy.path + ".cache")
                )
                return connection
            } catch let failure as WorkingDocument.Failure {
                return RemoteConnection(configuration: nil, guidance: "No remote config: \(failure).")
            } catch {
                return RemoteConnection(
                    configuration: nil,
                    guidance: "No remote config: no server can be started on 127.0.0.1 (\(error))."
                )
            }
        }
    }

    private init(configuration: RemoteConfiguration?, guidance: String) {
        self.configuration = configuration
        self.guidance = guidance
    }

    private init(
        following source: any RemoteSource,
        cache: DocumentCache.Location = .none,
        _ guidance: String
    ) {
        self.guidance = guidance
        configuration = RemoteConfiguration(
            source,
            refresh: .development,
            // A server of its own has another port at each start, and the file is at hand.
            cache: cache,
            // A shop is ended with Ctrl-C, which is not the document's fault.
            health: .notCounted
        )
    }
}

extension RemoteConnection.Choice {
    /// What the arguments ask for.
    ///
    /// - Throws: An error with a sentence when an option has no value, or one that cannot be used.
    init(arguments: some Sequence<String>) throws(UsageFailure) {
        self = .own(nil)
        var chosen: String?
        var arguments = arguments.makeIterator()
        while let option = arguments.next() {
            // The client reads its overrides itself.
            if ["--enable-toggle", "--disable-toggle", "--toggle"].contains(option) {
                _ = arguments.next()
                continue
            }
            guard ["--flags", "--remote", "--serve"].contains(option) else {
                throw UsageFailure(description: "There is no option ‘\(option)’; --help lists them.")
            }
            if let chosen {
                throw UsageFailure(
                    description: "\(chosen) and \(option) exclude each other: the shop has one document."
                )
            }
            chosen = option
            guard let value = arguments.next(), !value.isEmpty else {
                throw UsageFailure(description: "\(option) needs a value; --help says which.")
            }
            switch option {
            case "--flags": self = .file(value)
            case "--serve": self = .own(value)
            default:
                guard let url = URL(string: value), ["http", "https"].contains(url.scheme?.lowercased()),
                    url.host() != nil
                else {
                    throw UsageFailure(
                        description: """
                            --remote \(value): that is no address of a server; write http://host/flags.json, or --flags \
                            for a file.
                            """
                    )
                }
                self = .server(url)
            }
        }
    }

    /// Why arguments cannot be used.
    struct UsageFailure: Error, CustomStringConvertible {
        let description: String
    }
}
