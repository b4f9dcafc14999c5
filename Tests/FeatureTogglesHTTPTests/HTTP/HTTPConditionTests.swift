import FeatureTogglesHTTP
import FeatureTogglesRemote
import Foundation
import Testing

@testable import ToggleHTTP

#if AsyncHTTPClient
// With this trait, the folder is a target of another package, which can't import ToggleBase.
import Synchronization
#else
import ToggleBase
#endif

/// When a source asks only for a change, given that servers make ETags and dates from the time and size of a file.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct HTTPConditionTests {
    /// A server whose responses have the same ETag or date, and never “not modified”.
    private final class Site: Sendable {
        private struct State {
            var headers: [String: String]
            var pageSize = 10
            var now: Int64 = 1_000_000_000
            var conditions: [Bool] = []
        }

        private let state: Mutex<State>

        init(_ headers: [String: String]) {
            state = Mutex(State(headers: headers))
        }

        func answer(_ request: LoopbackRequest) -> LoopbackAnswer {
            state.withLock { state in
                let names = ["if-none-match", "if-modified-since"]
                state.conditions.append(names.contains { request.headers[$0] != nil })
                return LoopbackAnswer(200, state.headers, document(pageSize: state.pageSize))
            }
        }

        func set(_ name: String, to value: String) { state.withLock { $0.headers[name] = value } }

        func publish(pageSize: Int) { state.withLock { $0.pageSize = pageSize } }

        func pass(seconds: Int64) { state.withLock { $0.now += seconds } }

        /// Whether each request so far had a condition.
        var conditions: [Bool] { state.withLock { $0.conditions } }

        var clock: HTTPClock {
            HTTPClock(now: { self.state.withLock { $0.now } }, sleep: HTTPClock.system.sleep)
        }
    }

    /// The validators of a document that changed at eight o'clock.
    private static let validators = [
        ["ETag": "\"65677a00-5d\"", "Last-Modified": "Sun, 06 Nov 1994 08:00:00 GMT"],
        ["Last-Modified": "Sun, 06 Nov 1994 08:00:00 GMT"],
    ]

    @Test(arguments: validators, [(0, false), (1, false), (2, true), (3_600, true)])
    func documentOfSameSecondIsFetchedWhole(headers: [String: String], test: (age: Int, isSent: Bool)) async throws {
        let site = Site(headers)
        site.set("Date", to: "Sun, 06 Nov 1994 0\(8 + test.age / 3_600):00:0\(test.age % 3_600) GMT")
        let server = try LoopbackServer.answering { site.answer($0) }
        let source = HTTPRemoteSource(server, .urlSession, clock: site.clock)
        let first = try #require(try await source.fetch(since: nil))
        #expect(try await source.fetch(since: first.revision) == nil, "the same bytes")
        // Changed again within the same second, to a document of the same size.
        site.publish(pageSize: 20)
        let second = try await source.fetch(since: first.revision)
        #expect(second?.text == Array(document(pageSize: 20).utf8))
        #expect(site.conditions == [false, test.isSent, test.isSent])
    }

    @Test(arguments: validators + [["ETag": "\"1\""]])
    func documentIsTrustedAfterSecondFetch(headers: [String: String]) async throws {
        let site = Site(headers)
        site.set("Date", to: "Sun, 06 Nov 1994 08:00:00 GMT")
        let server = try LoopbackServer.answering { site.answer($0) }
        let source = HTTPRemoteSource(server, .urlSession, clock: site.clock)
        let revision = try await source.fetch(since: nil)?.revision
        site.pass(seconds: 1)
        #expect(try await source.fetch(since: revision) == nil)
        site.pass(seconds: 1)
        #expect(try await source.fetch(since: revision) == nil)
        #expect(try await source.fetch(since: revision) == nil)
        site.publish(pageSize: 20)
        let changed = try await source.fetch(since: revision)
        #expect(changed?.text == Array(document(pageSize: 20).utf8))
        #expect(site.conditions == [false, false, false, true, true])
    }

    @Test(arguments: validators + [["ETag": "\"1\""]])
    func everyLaunchAndDayFetchesWholeDocument(headers: [String: String]) async throws {
        let site = Site(headers)
        let server = try LoopbackServer.answering { site.answer($0) }
        func source() -> HTTPRemoteSource { HTTPRemoteSource(server, .urlSession, clock: site.clock) }
        let revision = try await source().fetch(since: nil)?.revision
        // Nothing about the document but its content has changed.
        site.publish(pageSize: 20)
        let next = source()
        let changed = try #require(try await next.fetch(since: revision))
        #expect(changed.text == Array(document(pageSize: 20).utf8))
        site.pass(seconds: 60)
        for _ in 1...2 { #expect(try await next.fetch(since: changed.revision) == nil) }
        site.pass(seconds: 86_400)
        for _ in 1...2 { #expect(try await next.fetch(since: changed.revision) == nil) }
        // Without a date, a revision is trusted after a while.
        let hasDate = headers["Last-Modified"] != nil
        #expect(site.conditions == [false, false, hasDate, true, false, true])
    }

    @Test(arguments: ["\"65677a00-5d\"", "\"65677a00-5e\""])
    func serverWithConstantTimesIsNotTrusted(etag: String) async throws {
        let site = Site(["ETag": "\"65677a00-5d\"", "Last-Modified": longAgo])
        let server = try LoopbackServer.answering { site.answer($0) }
        let source = HTTPRemoteSource(server, .urlSession, clock: site.clock)
        let first = try await source.fetch(since: nil)
        site.publish(pageSize: 20)
        site.set("ETag", to: etag)
        let second = try await source.fetch(since: first?.revision)
        site.pass(seconds: 60)
        #expect(try await source.fetch(since: second?.revision) == nil)
        #expect(site.conditions == [false, true, false])
    }

    @Test func clockThatIsSetBackIsNotTrusted() async throws {
        let site = Site(["ETag": "\"1\""])
        let server = try LoopbackServer.answering { site.answer($0) }
        let source = HTTPRemoteSource(server, .urlSession, clock: site.clock)
        let revision = try await source.fetch(since: nil)?.revision
        for seconds: Int64 in [60, -1_000, 0] {
            site.pass(seconds: seconds)
            #expect(try await source.fetch(since: revision) == nil)
        }
        #expect(site.conditions == [false, false, false, false])
    }
}
