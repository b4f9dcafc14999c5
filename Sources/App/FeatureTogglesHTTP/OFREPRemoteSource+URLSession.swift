public import Foundation
public import ToggleHTTP

extension OFREPRemoteSource {
    /// Creates a source that sends its requests with ``URLSessionTransport/system``.
    ///
    /// - Parameters:
    ///   - baseURL: The server's URL up to, and excluding, `/ofrep/v1`.
    ///   - options: Credentials, time limits, and redirects.
    public convenience init(
        baseURL: URL,
        options: HTTPOptions = HTTPOptions(responseTimeout: .seconds(10), timeout: .seconds(10))
    ) {
        self.init(baseURL: baseURL, options: options, transport: URLSessionTransport.system)
    }
}
