import FeatureTogglesHTTP
import Foundation

let url = URL(filePath: "/flags.json")

let pem: [UInt8] = []

struct Session {
    func accessToken() async throws -> String { "" }
}

let session = Session()

// The package's trait isn't enabled. Both transports have the same initializer.
typealias AsyncHTTPClientTransport = URLSessionTransport
