import FeatureTogglesHTTP
import FeatureTogglesRemote
import Foundation

@testable import ToggleHTTP

/// A flagd document with one flag.
func document(pageSize: Int) -> String {
    #"{"flags": {"page_size": {"state": "ENABLED", "variants": {"v": \#(pageSize)}, "defaultVariant": "v"}}}"#
}

extension HTTPRemoteSource {
    convenience init(
        _ server: LoopbackServer,
        _ transport: Transports,
        options: HTTPOptions = .patient,
        clock: HTTPClock = .system
    ) {
        self.init(url: server.url(), options: options, transport: transport.transport, clock: clock)
    }
}

/// Returns the error of a fetch, or `nil` if it succeeds.
func failure(
    of source: any RemoteSource,
    _ request: RemoteRequest = RemoteRequest()
) async -> RemoteSourceError? {
    do throws(RemoteSourceError) {
        _ = try await source.fetch(request)
        return nil
    } catch {
        return error
    }
}

extension HTTPOptions {
    /// Options with long time limits, for busy machines.
    static let patient = HTTPOptions(responseTimeout: .seconds(45), timeout: .seconds(45))

    /// Returns these options with credentials.
    func with(_ credentials: HTTPCredentials, headers: HTTPHeaders = HTTPHeaders()) -> HTTPOptions {
        var options = self
        options.credentials = credentials
        options.headers = headers
        return options
    }
}
