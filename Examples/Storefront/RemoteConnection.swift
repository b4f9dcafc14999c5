import FeatureTogglesHTTP
import FeatureTogglesRemote
import Foundation

/// The storefront's remote document and update policy.
struct RemoteConnection {
    /// The origin of the document, chosen on the command line.
    enum Choice: Equatable {
        /// The storefront's own server, with a document at the given path or the standard one.
        case own(String?)
        /// Another server.
        case server(URL)
        /// A file, without a server.
        case file(String)
    }

    /// The client's remote config, if there is any.
    let configuration: RemoteConfiguration?
    /// A hint for the user, such as which file to edit.
    let guidance: String
    /// The remote config of the update policy, if there is one.
    private(set) var policy: RemoteConfiguration?
    /// The path of the document, if it is a file on this machine.
    private(set) var document: String?

    /// Connects to the chosen origin.
    ///
    /// Never fails: without remote config the shop continues, and its screen shows why.
    static func open(_ choice: Choice) async -> RemoteConnection {
        switch choice {
        case .file(let path):
            var connection = RemoteConnection(following: FileRemoteSource(path: path), "Edit \(path) and watch.")
            connection.document = path
            return connection
        case .server(let url):
            return RemoteConnection(
                following: HTTPRemoteSource(url: url),
                cache: .standard,
                "Polls \(url.absoluteString) about once a second."
            )
        case .own(let path):
            do {
                let document = try WorkingDocument(path: path ?? WorkingDocument.standardPath)
                let policy = try WorkingDocument.updatePolicy(beside: document)
                let server = try await DocumentServer.start(serving: document.path, policy: policy.path)
                var connection = RemoteConnection(
                    following: HTTPRemoteSource(url: server.url, events: server.events),
                    "Edit \(document.path) and watch; the shop fetches it from \(server.url.absoluteString)"
                )
                connection.document = document.path
                connection.policy = RemoteConfiguration(
                    HTTPRemoteSource(url: server.policy, events: server.policyEvents),
                    refresh: .development,
                    // Next to the policy, so a lock survives a restart.
                    cache: .folder(policy.path + ".cache")
                )
                return connection
            } catch let failure as WorkingDocument.Failure {
                return RemoteConnection(configuration: nil, guidance: "No remote config: \(failure).")
            } catch {
                return RemoteConnection(
                    configuration: nil,
                    guidance: "No remote config: a server cannot be started on 127.0.0.1 (\(error))."
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
            // The storefront's own server has a new port at each start, and its file is local.
            cache: cache,
            // Ctrl-C ends the shop, which must not count against the document.
            health: .notCounted
        )
    }
}

extension RemoteConnection.Choice {
    /// Creates a choice from command-line arguments.
    ///
    /// - Throws: An error with a message if an option is unknown or repeated, or its value is missing or invalid.
    init(arguments: some Sequence<String>) throws(UsageFailure) {
        self = .own(nil)
        var chosen: String?
        var arguments = arguments.makeIterator()
        while let option = arguments.next() {
            // The client reads these options itself.
            if ["--enable-toggle", "--disable-toggle", "--toggle"].contains(option) {
                _ = arguments.next()
                continue
            }
            guard ["--flags", "--remote", "--serve"].contains(option) else {
                throw UsageFailure(description: "Unknown option ‘\(option)’; see --help.")
            }
            if let chosen {
                throw UsageFailure(
                    description: "\(chosen) and \(option) cannot be combined: the shop has one document."
                )
            }
            chosen = option
            guard let value = arguments.next(), !value.isEmpty else {
                throw UsageFailure(description: "\(option) needs a value; see --help.")
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
                            --remote \(value) is not a server address; write http://host/flags.json, or use --flags for \
                            a file.
                            """
                    )
                }
                self = .server(url)
            }
        }
    }

    /// An error in the arguments.
    struct UsageFailure: Error, CustomStringConvertible {
        let description: String
    }
}
