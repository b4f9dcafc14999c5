import FeatureToggles
import TestSupport
import Testing
import ToggleBase

@testable import StoreMigration

/// Every stage, operation, order, and pair of behaviors, compared with the table of stages.
struct GeneratedCasesTests {
    private struct Event: Equatable {
        let origin: MigrationOrigin
        let isEnd: Bool
        /// Whether the task was canceled.
        let isCancelled: Bool
    }

    /// The effects of an operation.
    private struct Outcome {
        var result: Result<String, any Error>
        var events: [Event]
        var measurements: [MigrationMeasurement]
    }

    private static func run(_ test: GeneratedCase) async -> Outcome {
        let time = ManualTime.passing()
        let events = Mutex<[Event]>([])
        let measurements = Mutex<[MigrationMeasurement]>([])
        let migration = Migration(
            .bookStore,
            toggles: FixedToggles(.set(.bookStore, to: test.stage)),
            readOrder: test.order.readOrder,
            environment: time.environment(random: test.order == .randomOtherFirst ? 0.25 : 0.75)
        ) { measurement in measurements.withLock { $0.append(measurement) } }
        let operation = Mutex<Task<Void, Never>?>(nil)
        let access = { @Sendable (origin: MigrationOrigin) async throws -> String in
            events.withLock { $0.append(Event(origin: origin, isEnd: false, isCancelled: Task.isCancelled)) }
            let behavior = test.behavior(origin)
            switch behavior {
            case .ok: break
            case .fails: throw StoreError()
            case .slow: time.advance(.seconds(1))
            case .cancelled, .doneAlthoughCanceled: operation.withLock { $0?.cancel() }
            }
            events.withLock { $0.append(Event(origin: origin, isEnd: true, isCancelled: Task.isCancelled)) }
            if behavior == .cancelled { throw CancellationError() }
            return test.isSame ? "same" : origin.rawValue
        }
        let (results, continuation) = AsyncStream<Result<String, any Error>>.makeStream()
        // Locked until the task is assigned, because stores cancel it.
        operation.withLock { operation in
            operation = Task {
                if test.isCanceledBefore { withUnsafeCurrentTask { $0?.cancel() } }
                do {
                    let value =
                        switch test.operation {
                        case .read:
                            try await migration.read {
                                try await access(.old)
                            } new: {
                                try await access(.new)
                            }
                        case .write:
                            try await migration.write {
                                try await access(.old)
                            } new: {
                                try await access(.new)
                            }
                        }
                    continuation.yield(.success(value))
                } catch {
                    continuation.yield(.failure(error))
                }
                continuation.finish()
            }
        }
        var result: Result<String, any Error> = .failure(StoreError(text: "there was no result"))
        for await element in results { result = element }
        return Outcome(
            result: result,
            events: events.withLock { $0 },
            measurements: measurements.withLock { $0 }
        )
    }

    @Test(arguments: StageTable.rows.map(\.stage))
    func operationsMatchTheStageTable(stage: MigrationStage) async throws {
        let row = try #require(StageTable.rows.first { $0.stage == stage })
        let cases = GeneratedCase.all.filter { $0.stage == stage }
        #expect(cases.count == 800)
        for test in cases {
            let expected = test.expectation(row)
            let outcome = await Self.run(test)
            try check(test, expected, outcome)
        }
    }

    private func check(_ test: GeneratedCase, _ expected: GeneratedCase.Expectation, _ outcome: Outcome) throws {
        let comment = Comment(rawValue: "\(test): \(outcome)")
        // The result for the caller.
        switch (test.behavior(expected.authority), outcome.result) {
        case (.ok, .success(let value)), (.slow, .success(let value)), (.doneAlthoughCanceled, .success(let value)):
            #expect(value == (test.isSame ? "same" : expected.authority.rawValue), comment)
        case (.fails, .failure(let error)): #expect(error is StoreError, comment)
        case (.cancelled, .failure(let error)): #expect(error is CancellationError, comment)
        default: Issue.record(comment)
        }
        // The accessed stores and their order.
        let starts = outcome.events.filter { !$0.isEnd }.map(\.origin)
        let isTogether = test.operation == .read && test.order == .concurrent
        #expect(isTogether ? Set(starts) == Set(expected.invoked) : starts == expected.invoked, comment)
        #expect(starts.count == expected.invoked.count, comment)
        if !isTogether, expected.invoked.count == 2, test.behavior(expected.invoked[0]).succeeds {
            #expect(outcome.events.prefix(2).map(\.origin) == [expected.invoked[0], expected.invoked[0]], comment)
        }
        if test.operation == .write, expected.invoked.count == 2 {
            let second = outcome.events.first { $0.origin == expected.invoked[1] }
            #expect(second?.isCancelled == false, comment)
        }
        // The measurement.
        #expect(outcome.measurements.count == 1, comment)
        let measurement = try #require(outcome.measurements.first, comment)
        #expect(
            isTogether ? Set(measurement.invoked) == Set(expected.invoked) : measurement.invoked == expected.invoked
        )
        #expect(measurement.stage == test.stage && measurement.operation == test.operation, comment)
        #expect(measurement.defaultStage == .off && measurement.evaluation.reason == .static, comment)
        #expect(measurement.consistency?.isConsistent == expected.isConsistent, comment)
        #expect((measurement.difference != nil) == (expected.isConsistent == false), comment)
        for origin in MigrationOrigin.allCases {
            let isInvoked = expected.invoked.contains(origin)
            let behavior = test.behavior(origin)
            #expect((measurement.error(of: origin) != nil) == (isInvoked && !behavior.succeeds), comment)
            let latency = measurement.latency(of: origin)
            #expect((latency != nil) == isInvoked, comment)
            if isInvoked, isTogether {
                #expect(latency.map { $0 >= (behavior == .slow ? .seconds(1) : .zero) } == true, comment)
            } else if isInvoked {
                #expect(latency == (behavior == .slow ? .seconds(1) : .zero), comment)
            }
        }
    }
}
