import FeatureTogglesHTTP
import FeatureTogglesRemote
import Foundation
import Testing

/// Tests of responses that contain a document or something else.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct HTTPContentTests {
    @Test(
        arguments: Transports.allCases,
        [
            nil, "application/json", "application/json; charset=utf-8", "APPLICATION/JSON", "application/flagd+json",
            "text/plain", "binary/octet-stream", "text/javascript; charset=utf-8",
        ]
    )
    func acceptsContentTypesOfDocuments(transport: Transports, type: String?) async throws {
        let server = try LoopbackServer.answering { _ in
            LoopbackAnswer(200, type.map { ["Content-Type": $0] } ?? [:], document(pageSize: 1))
        }
        #expect(try await HTTPRemoteSource(server, transport).fetch(since: nil) != nil)
    }

    struct Wrong: CustomTestStringConvertible {
        let type: String?
        let body: String
        let words: String

        var testDescription: String { words }
    }

    static let wrong = [
        Wrong(type: "application/json", body: "", words: "sent an empty response"),
        Wrong(type: nil, body: " \r\n", words: "sent an empty response"),
        Wrong(
            type: "text/html; charset=utf-8",
            body: "<!DOCTYPE html><title>Log in</title>",
            words: """
                responded with a page (text/html) instead of a document; is this machine behind a captive portal?
                """
        ),
        Wrong(
            type: nil,
            body: "\n <html>",
            words: "responded with a page instead of a document; is this machine behind a captive portal?"
        ),
        Wrong(
            type: "image/png",
            body: "{}",
            words: "responded with the content type ‘image/png’; a document has ‘application/json’"
        ),
        Wrong(
            type: "text/html",
            body: "Log in",
            words: "responded with the content type ‘text/html’; a document has ‘application/json’"
        ),
    ]

    @Test(arguments: Transports.allCases, wrong)
    func rejectsResponseThatIsNotADocument(transport: Transports, test: Wrong) async throws {
        let server = try LoopbackServer.answering { _ in
            LoopbackAnswer(200, test.type.map { ["Content-Type": $0] } ?? [:], test.body)
        }
        let error = await failure(of: HTTPRemoteSource(server, transport))
        #expect(error == RemoteSourceError(.invalidResponse, "\(server.url()) \(test.words)"))
    }

    @Test(arguments: Transports.allCases)
    func limitsResponseWithoutHeaderFields(transport: Transports) async throws {
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\n\r\n{")
            connection.flood()
        }
        let error = await failure(of: HTTPRemoteSource(server, transport))
        #expect(error?.code == .tooLarge || error?.code == .invalidResponse)
    }

    @Test(arguments: Transports.allCases, [true, false])
    func stopsReadingBodyBeyondLimit(transport: Transports, hasLength: Bool) async throws {
        let limit = FlagDocument.Limits.standard.envelopeSize
        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\n\(hasLength ? "Content-Length: 1000000000000" : "Server: x")\r\n\r\n{")
            connection.flood()
        }
        let error = await failure(of: HTTPRemoteSource(server, transport))
        #expect(
            error == RemoteSourceError(.tooLarge, "\(server.url()) sent more than the \(limit) bytes allowed")
        )
    }

    @Test(arguments: Transports.allCases)
    func acceptsLargestSignedDocument(transport: Transports) async throws {
        let text = Array("{}".utf8) + [UInt8](repeating: 32, count: FlagDocument.Limits.standard.envelopeSize - 2)
        let server = try LoopbackServer.answering { _ in LoopbackAnswer(body: text) }
        #expect(try await HTTPRemoteSource(server, transport).fetch(since: nil)?.text == text)
    }

    @Test(arguments: Transports.allCases)
    func acceptsCompressedDocument(transport: Transports) async throws {
        let server = try LoopbackServer.answering { request in
            #expect(request.headers["accept-encoding"]?.contains("gzip") == true)
            return LoopbackAnswer(200, ["Content-Encoding": "gzip"], body: Gzip.small)
        }
        let fetched = try await HTTPRemoteSource(server, transport).fetch(since: nil)
        #expect(fetched?.text == Array(document(pageSize: 1).utf8))
    }

    @Test(arguments: Transports.allCases)
    func rejectsTruncatedCompression(transport: Transports) async throws {
        for length in 1..<Gzip.small.count {
            let server = try LoopbackServer.answering { _ in
                LoopbackAnswer(200, ["Content-Encoding": "gzip"], body: Array(Gzip.small[..<length]))
            }
            let source = HTTPRemoteSource(server, transport)
            do {
                // If only the checksum at the end is missing, the document is complete.
                let fetched = try await source.fetch(since: nil)
                #expect(fetched?.text == Array(document(pageSize: 1).utf8), "cut at \(length)")
                #expect(length >= Gzip.small.count - 10)
            } catch {
                #expect(error.code == .invalidResponse || error.code == .unreachable, "cut at \(length): \(error)")
            }
        }
    }

    @Test(arguments: Transports.allCases)
    func rejectsDamagedCompression(transport: Transports) async throws {
        var bytes = Gzip.small
        bytes[20] ^= 0xFF
        let server = try LoopbackServer.answering { [bytes] _ in
            LoopbackAnswer(200, ["Content-Encoding": "gzip"], body: bytes)
        }
        let error = await failure(of: HTTPRemoteSource(server, transport))
        #expect(error?.code == .invalidResponse || error?.code == .unreachable)
    }

    @Test(arguments: Transports.allCases)
    func limitsDecompressedSize(transport: Transports) async throws {
        let server = try LoopbackServer.answering { _ in
            LoopbackAnswer(200, ["Content-Encoding": "gzip"], body: Gzip.bomb)
        }
        let error = await failure(of: HTTPRemoteSource(server, transport))
        #expect(error?.code == .tooLarge)
    }
}
