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
        case .urlSession: URLSessionTransport.system
        #if AsyncHTTPClient
        case .asyncHTTPClient: AsyncHTTPClientTransport.system
        #endif
        }
    }

    var testDescription: String { rawValue }
}
