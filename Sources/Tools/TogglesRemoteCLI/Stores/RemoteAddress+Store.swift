import FeatureTogglesRemote
import Foundation
import ToggleBase
import ToggleHTTP
import ToggleTool

extension RemoteAddress {
    /// Returns the store that has the file at this address, with credentials from the environment.
    ///
    /// - Parameters:
    ///   - text: The address as the user wrote it.
    ///   - endpoint: The endpoint of an object storage; `nil` for that of the environment.
    ///   - environment: The environment.
    /// - Returns: The store.
    /// - Throws: ``ToolError`` if no store has such addresses, or for unusable credentials.
    func store(_ text: String, endpoint: String?, environment: [String: String]) throws -> any DocumentStore {
        try requireObject(text, for: endpoint)
        switch self {
        case .http:
            return HTTPDocumentStore(
                credentials: try StoreCredentials(environment: environment),
                transport: try Self.httpTransport(environment)
            )
        case .s3:
            return S3DocumentStore(
                settings: try S3Settings(environment: environment, endpoint: endpoint),
                transport: CurlTransport(files: try TLSFiles(environment: environment, authority: "AWS_CA_BUNDLE"))
            )
        case .etcd(let endpoints, _): return EtcdDocumentStore(client: try Self.etcd(endpoints, environment))
        case .file, .ofrep:
            throw ToolError.usage(
                "‘\(text.withoutUserInfo)’ is not in a store; write https://host/flags.json, s3://bucket/flags.json or etcd://host:2379/flags.json."
            )
        }
    }

    /// Returns the remote source for an object of a bucket or a key of etcd.
    func storeSource(
        _ text: String,
        endpoint: String? = nil,
        environment: [String: String]
    ) throws -> any RemoteSource {
        switch self {
        case .etcd(let endpoints, let key):
            _ = try store(text, endpoint: endpoint, environment: environment)
            return EtcdRemoteSource(store: EtcdDocumentStore(client: try Self.etcd(endpoints, environment)), key: key)
        default:
            return StoreRemoteSource(
                store: try store(text, endpoint: endpoint, environment: environment),
                address: self,
                name: text
            )
        }
    }

    /// Returns the transport for HTTP servers, with the certificates that the environment names.
    static func httpTransport(_ environment: [String: String]) throws -> CurlTransport {
        CurlTransport(
            files: try TLSFiles(
                environment: environment,
                authority: "TOGGLES_CACERT",
                certificate: "TOGGLES_CERT",
                key: "TOGGLES_KEY"
            )
        )
    }

    private static func etcd(_ endpoints: [String], _ environment: [String: String]) throws -> EtcdClient {
        let files = try TLSFiles(
            environment: environment,
            authority: "ETCDCTL_CACERT",
            certificate: "ETCDCTL_CERT",
            key: "ETCDCTL_KEY"
        )
        return EtcdClient(
            endpoints: endpoints,
            user: try EtcdClient.User(environment: environment),
            transport: CurlTransport(files: files, version: "1.0")
        )
    }

    /// Checks that an endpoint, if there is one, belongs to an address of an object.
    func requireObject(_ text: String, for endpoint: String?) throws(ToolError) {
        if case .s3 = self { return }
        guard endpoint != nil else { return }
        throw ToolError.usage("--endpoint is only for s3: addresses, and not for ‘\(text.withoutUserInfo)’.")
    }
}
