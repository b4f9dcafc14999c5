import TestSupport
import Testing
import ToggleBase
import ToggleHTTP
import ToggleLint
import ToggleManifest
import ToggleTool

@testable import TogglesRemoteCLI

@Suite struct TicketFilingTests {
    private static let secret = "s3cret-t0ken"

    private static let toggles = """
          one: { category: release, description: One., owner: payments, expires: 2026-01-01 }
          two: { category: ops, description: Two., owner: search, expires: 2026-01-02 }
        """

    private static func tickets(_ toggles: String = Self.toggles) throws -> [RemovalTicket] {
        let text = "schema: 1\nnamespace: A\ntoggles:\n\(toggles)\n"
        let manifest = try #require(Manifest.parse(text, path: "toggles.yaml").manifest)
        let today = try #require(CalendarDate("2026-11-21"))
        let project = LintProject(manifestFiles: [("toggles.yaml", manifest)], today: today)
        return RemovalTickets(project).tickets(since: nil)
    }

    private func filing(
        _ service: TicketTracker.Service,
        _ server: TrackerServer,
        timeout: Duration = .seconds(20)
    ) throws -> TicketFiling {
        TicketFiling(
            to: try TicketTracker(service, project: "acme/shop", api: server.address),
            token: Self.secret,
            label: "toggle removal",
            addressees: ["payments": TicketFiling.Addressee(assignees: ["alice"], labels: ["team-payments"])],
            transport: CurlTransport(files: nil),
            timeout: timeout,
            now: { 1_795_000_000 }
        )
    }

    @Test(arguments: [TicketTracker.Service.gitHub, .gitLab])
    func filesEveryTicketOnce(_ service: TicketTracker.Service) async throws {
        let server = try TrackerServer()
        let tickets = try Self.tickets()
        let first = try await filing(service, server).file(tickets)
        #expect(first.map(\.1) == [.filed("\(server.address)/issues/1"), .filed("\(server.address)/issues/2")])
        let second = try await filing(service, server).file(tickets)
        #expect(second.map(\.1) == [.present("\(server.address)/issues/1"), .present("\(server.address)/issues/2")])
        #expect(server.issues.count == 2)
        let list = try #require(server.requests.first { $0.method == "GET" })
        #expect(list.target.contains("state=all") && list.target.contains("labels=toggle%20removal"))
        let issue = try #require(server.issues.first)
        switch service {
        case .gitHub:
            #expect(list.target.hasPrefix("/repos/acme/shop/issues?"))
            #expect(list.headers["authorization"] == "Bearer \(Self.secret)")
            #expect(issue["labels"] == ["toggle removal", "team-payments"])
            #expect(issue["assignees"] == ["alice"])
        case .gitLab:
            #expect(list.target.hasPrefix("/projects/acme%2Fshop/issues?"))
            #expect(list.headers["private-token"] == Self.secret)
            #expect(issue["labels"] == "toggle removal,team-payments")
            #expect(issue["assignee_ids"] == [7])
            #expect(issue["due_date"] == "2026-01-01")
        }
    }

    @Test(arguments: [TicketTracker.Service.gitHub, .gitLab])
    func searchesAllPagesOnSameHost(_ service: TicketTracker.Service) async throws {
        let server = try TrackerServer()
        for number in 1...7 {
            server.add(["body": "Nothing.", "description": "Nothing.", "html_url": .string("\(number)")])
        }
        let body = JSONValue.string("Closed. \(RemovalTicket.marker(of: "two"))")
        server.add(["body": body, "description": body, "state": "closed", "html_url": "eight", "web_url": "eight"])
        let outcomes = try await filing(service, server).file(Self.tickets()).map(\.1)
        #expect(outcomes == [.filed("\(server.address)/issues/9"), .present("eight")])
        // Before the claim and after it.
        #expect(server.requests.count { $0.target.contains("page=") } == 6)
    }

    @Test(arguments: [TicketTracker.Service.gitHub, .gitLab])
    func onlyOneOfTwoConcurrentRunsFiles(_ service: TicketTracker.Service) async throws {
        let server = try TrackerServer()
        let filing = try filing(service, server)
        let tickets = try Self.tickets()
        let runs = await withTaskGroup(of: [TicketFiling.Outcome]?.self) { group in
            for _ in 0..<4 { group.addTask { try? await filing.file(tickets).map(\.1) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(server.issues.count == tickets.count)
        #expect(runs.contains { $0 != nil })
        #expect(server.labels.isEmpty)
    }

    @Test(arguments: [TicketTracker.Service.gitHub, .gitLab])
    func labelOfKilledRunExpires(_ service: TicketTracker.Service) async throws {
        let server = try TrackerServer()
        server.addLabel("toggles-filing", description: "toggles tickets is filing since 1794999940")
        let error = await #expect(throws: TicketError.self) { try await filing(service, server).file(Self.tickets()) }
        #expect(error?.description.hasPrefix("Another run is filing tickets there, and began 60 seconds ago;") == true)
        #expect(server.issues.isEmpty)
        server.addLabel("toggles-filing", description: "toggles tickets is filing since 1794999000")
        #expect(try await filing(service, server).file(Self.tickets()).count == 2)
        #expect(server.issues.count == 2)
        #expect(server.labels.isEmpty)
    }

    @Test func filesWithoutPermissionToCreateLabels() async throws {
        let server = try TrackerServer { request in
            request.target.hasSuffix("/labels") ? TrackerServer.Reply(status: 403, method: "POST") : nil
        }
        _ = try await filing(.gitHub, server).file(Self.tickets())
        #expect(server.issues.count == 2)
    }

    @Test(arguments: [TicketTracker.Service.gitHub, .gitLab])
    func ticketWithLongKeyIsFiledOnce(_ service: TicketTracker.Service) async throws {
        let key = String(repeating: "k", count: 256)
        let tickets = try Self.tickets("  \(key): { category: ops, description: A., owner: a, expires: 2026-01-01 }")
        #expect(tickets.map(\.key) == [key])
        #expect(tickets.allSatisfy { $0.title.count < 255 })
        let server = try TrackerServer()
        _ = try await filing(service, server).file(tickets)
        let second = try await filing(service, server).file(tickets).map(\.1)
        #expect(second == [.present("\(server.address)/issues/1")])
        #expect(server.issues.count == 1)
    }

    @Test func labelIsCaseInsensitive() async throws {
        let answer = #"{ "html_url": "https://example.com/1", "labels": [{ "name": "Toggle Removal" }] }"#
        let server = try TrackerServer { request in
            request.target.hasSuffix("/issues")
                ? TrackerServer.Reply(status: 201, body: answer, method: "POST") : nil
        }
        let outcomes = try await filing(.gitHub, server).file(Self.tickets()).map(\.1)
        #expect(outcomes == [.filed("https://example.com/1"), .filed("https://example.com/1")])
    }

    @Test func droppedLabelStopsFiling() async throws {
        let answer = #"{ "html_url": "https://example.com/1", "labels": [{ "name": "team-payments" }] }"#
        let server = try TrackerServer { request in
            request.target.hasSuffix("/issues")
                ? TrackerServer.Reply(status: 201, body: answer, method: "POST") : nil
        }
        let outcomes = try await filing(.gitHub, server).file(Self.tickets()).map(\.1)
        guard case .failed(let reason)? = outcomes.first else {
            Issue.record("\(outcomes)")
            return
        }
        #expect(reason.contains("filed it as https://example.com/1 and dropped the label ‘toggle removal’"))
        #expect(server.requests.count { $0.method == "POST" && $0.target.hasSuffix("/issues") } == 1)
    }

    @Test func pullRequestIsNotTicket() async throws {
        let server = try TrackerServer()
        server.add(["body": .string(RemovalTicket.marker(of: "one")), "pull_request": [:], "html_url": "pull"])
        let outcomes = try await filing(.gitHub, server).file(Self.tickets()).map(\.1)
        #expect(outcomes.first == .filed("\(server.address)/issues/2"))
    }

    @Test(arguments: [
        (401, [:], "does not accept the token"),
        (403, ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "1795003600"], "until 2026-11-18 12:06 UTC"),
        (403, [:], "the token needs the right to read and write issues. It says: Nope"),
        (429, ["Retry-After": "60"], "until 2026-11-18 11:07 UTC"),
        (404, [:], "has no such project"), (410, [:], "they are disabled on"),
        (301, ["Location": "/elsewhere"], "renamed or moved"),
        (502, [:], "has an internal error (status 502)"),
    ])
    func errorResponsesAreExplained(_ status: Int, _ headers: [String: String], _ text: String) async throws {
        let server = try TrackerServer { _ in
            TrackerServer.Reply(status: status, headers: headers, body: #"{ "message": "Nope" }"#)
        }
        let error = await #expect(throws: TicketError.self) { try await filing(.gitHub, server).file(Self.tickets()) }
        #expect(error?.description.contains(text) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains(Self.secret) == false)
        #expect(server.requests.allSatisfy { $0.method == "GET" })
    }

    /// The token is not printed, not even a part of it where a long message is cut off.
    @Test(arguments: [0, 280, 290, 295])
    func tokenInAnswerIsHidden(_ length: Int) async throws {
        let server = try TrackerServer { request in
            let header = request.headers["authorization"] ?? ""
            let text = String(repeating: "x", count: length)
            return TrackerServer.Reply(status: 401, body: "{ \"message\": \"\(text) \(header) is wrong\" }")
        }
        let error = await #expect(throws: TicketError.self) { try await filing(.gitHub, server).file(Self.tickets()) }
        let text = ToolOutput.shown(error?.description ?? "")
        #expect(text.contains("It says: "))
        #expect(!text.contains(Self.secret.prefix(4)), "\(text)")
    }

    @Test func rejectedTicketDoesNotStopOthers() async throws {
        let server = try TrackerServer { request in
            guard case .object(let issue) = request.body, issue["title"] == "Remove the toggle one" else { return nil }
            return TrackerServer.Reply(status: 422, body: #"{ "message": "Validation Failed" }"#, method: "POST")
        }
        let outcomes = try await filing(.gitHub, server).file(Self.tickets()).map(\.1)
        #expect(
            outcomes == [
                .failed("GitHub rejects the ticket. It says: Validation Failed"),
                .filed("\(server.address)/issues/1"),
            ]
        )
    }

    @Test func invalidAssigneeIsOmitted() async throws {
        let server = try TrackerServer { request in
            guard case .object(let issue) = request.body, issue["assignees"] != nil else { return nil }
            return TrackerServer.Reply(status: 422, body: #"{ "message": "assignees invalid" }"#, method: "POST")
        }
        let outcomes = try await filing(.gitHub, server).file(Self.tickets()).map(\.1)
        #expect(outcomes.first == .filed("\(server.address)/issues/1"))
        #expect(server.issues.first?["assignees"] == nil)
    }

    @Test func rateLimitStopsFiling() async throws {
        let server = try TrackerServer { request in
            request.target.hasSuffix("/issues")
                ? TrackerServer.Reply(status: 403, headers: ["x-ratelimit-remaining": "0"], method: "POST") : nil
        }
        let outcomes = try await filing(.gitHub, server).file(Self.tickets()).map(\.1)
        #expect(
            outcomes == [
                .failed("GitHub limits requests for now; run the command again then."),
                .failed("not tried: GitHub limits requests for now; run the command again then."),
            ]
        )
        #expect(server.requests.count { $0.method == "POST" && $0.target.hasSuffix("/issues") } == 1)
    }

    @Test func missingResponseTimesOut() async throws {
        let transport = SilentTransport()
        let filing = TicketFiling(
            to: try TicketTracker(.gitHub, project: "acme/shop"),
            token: Self.secret,
            label: "toggle",
            transport: transport,
            timeout: .zero,
            now: { 0 }
        )
        let error = await #expect(throws: TicketError.self) { try await filing.file(Self.tickets()) }
        #expect(error?.description.contains("no response came within 0 seconds") == true)
    }

    private func filing(_ transport: any HTTPTransport) throws -> TicketFiling {
        TicketFiling(
            to: try TicketTracker(.gitHub, project: "acme/shop"),
            token: Self.secret,
            label: "toggle removal",
            addressees: [:],
            transport: transport,
            timeout: .seconds(600),
            now: { 0 }
        )
    }

    private func error(with transport: any HTTPTransport) async -> String? {
        await #expect(throws: TicketError.self) { try await filing(transport).file(Self.tickets()) }?.description
    }

    @Test func responseIsReadUpToLimit() async throws {
        let part = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
        let count = Mutex(0)
        let transport = AnsweringTransport { _ in
            HTTPTransportResponse(
                status: 200,
                body: HTTPBody { () async throws(HTTPTransportError) in
                    count.withLock { $0 += 1 }
                    return part
                }
            )
        }
        let text = await error(with: transport)
        #expect(text?.contains("the response is larger than 33554432 bytes") == true)
        #expect(count.withLock(\.self) == 33)
    }

    /// Each page has another one after it.
    @Test func pagesAreReadUpToLimit() async throws {
        let count = Mutex(0)
        let transport = AnsweringTransport { _ in
            count.withLock { $0 += 1 }
            let issues = String(repeating: #"{"body": "<!-- -->"}, "#, count: 99) + "{}"
            let headers: HTTPHeaders = ["Link": "<https://api.github.com/2>; rel=\"next\""]
            return HTTPTransportResponse(status: 200, headers: headers, body: HTTPBody([Array("[\(issues)]".utf8)]))
        }
        let text = await error(with: transport)
        #expect(text?.hasPrefix("More than 10000 issues have the label ‘toggle removal’") == true)
        #expect(count.withLock(\.self) == 100)
    }

    /// Descriptions of issues are as long as the tracker allows, and contain anything.
    @Test(arguments: ["<!-- ", "<!-- toggles", "\\u0000", "\\n", "x"])
    func longDescriptionsAreSearchedOnce(word: String) async throws {
        let marker = RemovalTicket.marker(of: "other")
        let description = String(repeating: word, count: 4 << 20 / word.utf8.count) + marker
        let transport = AnsweringTransport { request in
            guard request.method == .get else { return HTTPTransportResponse(status: 404) }
            let body = #"[{"body": "\#(description)", "html_url": "u"}]"#
            return HTTPTransportResponse(status: 200, body: HTTPBody([Array(body.utf8)]))
        }
        let result = try await filing(transport).file(Self.tickets())
        #expect(result.count == 2)
        guard case .failed(let text)? = result.first?.1 else {
            Issue.record("\(result)")
            return
        }
        #expect(text.contains("no such project"))
    }

    @Test(arguments: ["http://api.example.com", "ftp://x", "https://user@host", "nonsense"])
    func tokenIsNeverSentUnencrypted(_ api: String) {
        #expect(throws: TicketError.self) { try TicketTracker(.gitHub, project: "acme/shop", api: api) }
    }

    @Test(arguments: ["", "shop", "acme/../shop", "a/b/c", "acme/shop?x=1", "acme/"])
    func invalidProjectIsRejected(_ project: String) {
        #expect(throws: TicketError.self) { try TicketTracker(.gitHub, project: project) }
    }
}

/// A transport that responds with the result of a closure.
private struct AnsweringTransport: HTTPTransport {
    let answer: @Sendable (HTTPTransportRequest) -> HTTPTransportResponse

    func send(_ request: HTTPTransportRequest) async throws(HTTPTransportError) -> HTTPTransportResponse {
        answer(request)
    }
}

/// A transport that never responds.
private struct SilentTransport: HTTPTransport {
    func send(_ request: HTTPTransportRequest) async throws(HTTPTransportError) -> HTTPTransportResponse {
        do {
            try await Task.sleep(for: .seconds(3_600))
        } catch {
            throw HTTPTransportError(.cancelled, "canceled")
        }
        return HTTPTransportResponse(status: 200)
    }
}
