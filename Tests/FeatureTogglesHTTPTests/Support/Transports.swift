import FeatureTogglesHTTP
import Testing

/// The transports with which every HTTP test runs.
enum Transports: String, CaseIterable, CustomTestStringConvertible {
    case urlSession = "URLSession"
    #if AsyncHTTPClient
    case asyncHTTPClient = "AsyncHTTPClient"
    #endif

    var transport: any HTTPTransport {
        switch self {
        // A session for each test, because a server that sends without end keeps all other transfers of the same session
        // of FoundationNetworking waiting. The system's certificates can't fail.
        case .urlSession: (try? URLSessionTransport()) ?? .system
        #if AsyncHTTPClient
        case .asyncHTTPClient: AsyncHTTPClientTransport.system
        #endif
        }
    }

    var testDescription: String { rawValue }
}
