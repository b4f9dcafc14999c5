import FeatureToggles
import TestSupport
import Testing
import ToggleBase

@testable import FeatureTogglesUsage

struct UsageReportTests {
    private static let noon: Int64 = 20_000 * 86_400 + 43_200
    private static let day: Int64 = 86_400

    /// An installation with a clock, whose processes share a file.
    private final class Installation: Sendable {
        let folder: TemporaryFolder
        let now = Mutex<Int64>(UsageReportTests.noon)
        let sent = Mutex<[UsageMessage]>([])

        init() throws {
            folder = try TemporaryFolder()
        }

        func start(version: String = "1.0") -> (client: ToggleClient, report: UsageReport) {
            let client = ToggleClient(
                registries: [ShopToggles.registry],
                overrides: .none,
                context: EvaluationContext(attributes: ["appVersion": .string(version)])
            )
            let report = UsageReport(
                of: client,
                appVersion: nil,
                file: DurableFile(path: folder.path("usage.json"), maximumSize: 1 << 20),
                now: { self.now.withLock { $0 } },
                delay: { 0 },
                sleep: { _ in throw CancellationError() },
                send: { message in self.sent.withLock { $0.append(message) } }
            )
            return (client, report)
        }

        var messages: [UsageMessage] { sent.withLock { $0 } }

        func pass(_ seconds: Int64) { now.withLock { $0 += seconds } }
    }

    @Test func messageOfADayIsSentOnTheNext() async throws {
        let installation = try Installation()
        let (client, report) = installation.start()
        _ = client.value(of: .pageSize)
        await report.run()
        #expect(installation.messages.isEmpty)
        installation.pass(Self.day)
        await report.run()
        #expect(installation.messages.map { $0.toggles.map(\.key) } == [["page_size"]])
        #expect(installation.messages.first?.appVersion == "1.0")
        #expect(installation.messages.first?.day == CalendarDate(secondsSince1970: Self.noon))
        // Nothing else on this day.
        _ = client.value(of: .discount)
        await report.run()
        #expect(installation.messages.count == 1)
        installation.pass(Self.day)
        await report.run()
        #expect(installation.messages.last?.toggles.map(\.key) == ["discount"])
    }

    @Test func processesSendOneMessage() async throws {
        let installation = try Installation()
        let (client, report) = installation.start()
        let (other, otherReport) = installation.start()
        _ = client.value(of: .pageSize)
        _ = other.variant(of: .button, for: EvaluationContext(targetingKey: "ada"))
        report.save()
        otherReport.save()
        installation.pass(Self.day)
        await report.run()
        await otherReport.run()
        #expect(installation.messages.count == 1)
        #expect(installation.messages.first?.toggles.map(\.key) == ["button", "page_size"])
        #expect(installation.messages.first?.toggles.first?.variant == "control")
    }

    @Test func restartKeepsWhatWasSaved() async throws {
        let installation = try Installation()
        do {
            let (client, report) = installation.start()
            _ = client.value(of: .pageSize)
            report.save()
        }
        let (client, report) = installation.start()
        _ = client.value(of: .discount)
        installation.pass(Self.day)
        await report.run()
        #expect(installation.messages.first?.toggles.map(\.key) == ["discount", "page_size"])
    }

    @Test func changesCountOnlyAfterARead() async throws {
        let installation = try Installation()
        let client = ToggleClient(
            registries: [ShopToggles.registry],
            overrides: OverrideSources(environment: ["TOGGLE_PAGE_SIZE": "50", "TOGGLE_FAST_SEARCH": "on"]),
            context: EvaluationContext(attributes: ["appVersion": "1.0"])
        )
        let report = UsageReport(
            of: client,
            appVersion: "1.2",
            file: DurableFile(path: installation.folder.path("usage.json"), maximumSize: 1 << 20),
            now: { installation.now.withLock { $0 } },
            delay: { 0 },
            sleep: { _ in throw CancellationError() },
            send: { message in installation.sent.withLock { $0.append(message) } }
        )
        _ = client.value(of: .pageSize)
        _ = client.value(of: .discount)
        report.save()
        installation.pass(Self.day)
        await report.run()
        let toggles = installation.messages.first?.toggles ?? []
        #expect(toggles.map(\.key) == ["discount", "page_size"])
        #expect(toggles.map(\.isChanged) == [false, true])
        #expect(installation.messages.first?.appVersion == "1.2")
    }

    @Test func failureToSendIsNotRepeated() async throws {
        struct Offline: Error {}
        let installation = try Installation()
        let client = ToggleClient(registries: [ShopToggles.registry], overrides: .none, context: EvaluationContext())
        let tries = Mutex(0)
        let report = UsageReport(
            of: client,
            appVersion: "1.0",
            file: DurableFile(path: installation.folder.path("usage.json"), maximumSize: 1 << 20),
            now: { installation.now.withLock { $0 } },
            delay: { 0 },
            sleep: { _ in throw CancellationError() },
            send: { _ in
                tries.withLock { $0 += 1 }
                throw Offline()
            }
        )
        _ = client.value(of: .pageSize)
        report.save()
        installation.pass(Self.day)
        await report.run()
        await report.run()
        #expect(tries.withLock { $0 } == 1)
    }

    @Test func nothingIsKeptWithoutVersionOrAfterForgetting() async throws {
        let installation = try Installation()
        let client = ToggleClient(registries: [ShopToggles.registry], overrides: .none, context: EvaluationContext())
        let path = installation.folder.path("usage.json")
        let unknown = UsageReport(of: client, storedAt: path) { _ in }
        unknown.save()
        #expect(try DurableFile(path: path, maximumSize: 1 << 20).read() == nil)
        let (other, report) = installation.start()
        _ = other.value(of: .pageSize)
        report.save()
        #expect(UsageLedger(try DurableFile(path: path, maximumSize: 1 << 20).read()).page != nil)
        UsageReport.forget(storedAt: path)
        #expect(UsageLedger(try DurableFile(path: path, maximumSize: 1 << 20).read()) == UsageLedger())
    }
}
