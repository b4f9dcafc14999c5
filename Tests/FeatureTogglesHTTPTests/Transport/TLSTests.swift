// Apps on other platforms can't start processes.
#if os(macOS) || os(Linux)
import FeatureToggles
import FeatureTogglesHTTP
import FeatureTogglesRemote
import Foundation
import Testing

/// Tests of servers with trusted and untrusted certificates.
@Suite(.fewAtOnce, .timeLimit(.minutes(20)), .enabled(if: TLSServer.tool != nil, "openssl is not installed"))
struct TLSTests {
    @Test(arguments: Transports.allCases, TLSServer.Flaw.allCases)
    func rejectsUntrustedServer(transport: Transports, flaw: TLSServer.Flaw) async throws {
        let server = try await TLSServer.started(flaw)
        let source = HTTPRemoteSource(url: server.url, options: .patient, transport: transport.transport)
        let error = await failure(of: source)
        #expect(error?.code == .unreachable)
        #expect(
            error?.message == """
                \(server.url): the server could not prove its identity: its certificate is expired, for another host, or not \
                trusted here
                """
        )
    }

    #if AsyncHTTPClient
    @Test(arguments: TLSServer.Flaw.allCases)
    func trustsValidCustomCertificate(flaw: TLSServer.Flaw) async throws {
        let server = try await TLSServer.started(flaw)
        let transport = try AsyncHTTPClientTransport(trust: .certificates(pem: server.certificate))
        let source = HTTPRemoteSource(url: server.url, options: .patient, transport: transport)
        if flaw == .none {
            #expect(try await source.fetch(since: nil)?.text == Array(document(pageSize: 1).utf8))
        } else {
            #expect(await failure(of: source)?.code == .unreachable)
        }
    }

    @Test func rejectsInvalidCertificate() {
        let error = #expect(throws: HTTPTransportError.self) {
            try AsyncHTTPClientTransport(trust: .certificates(pem: Array("hello".utf8)))
        }
        #expect(
            error?.message
                == "the text contains no complete certificate; use PEM, which begins with ‘-----BEGIN CERTIFICATE-----’"
        )
    }
    #endif

    #if os(Linux)
    @Test func urlSessionOnLinuxRejectsCustomCertificates() {
        let error = #expect(throws: HTTPTransportError.self) {
            try URLSessionTransport(trust: .certificates(pem: Array("-----BEGIN CERTIFICATE-----".utf8)))
        }
        #expect(error?.code == .unsupported)
    }
    #endif
}
#endif
