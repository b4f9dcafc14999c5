import TestSupport
import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// A step of a story: the time, the event, and the machine's actions.
struct MachineStep: Sendable {
    let seconds: Double
    let event: RefreshMachine.Event
    let actions: [String]
}

/// Creates a step, in which an event leads to actions a number of seconds after the start.
func at(_ seconds: Double, _ event: RefreshMachine.Event, _ actions: String...) -> MachineStep {
    MachineStep(seconds: seconds, event: event, actions: actions)
}

/// A sequence of steps for a state machine, as the argument of a test.
struct MachineStory: Sendable, CustomTestStringConvertible {
    let name: String
    let setup: RefreshMachine.Setup
    let random: Double
    let steps: [MachineStep]

    var testDescription: String { name }

    init(_ name: String, _ setup: RefreshMachine.Setup, random: Double = 0.5, _ steps: MachineStep...) {
        self.name = name
        self.setup = setup
        self.random = random
        self.steps = steps
    }

    init(_ name: String, random: Double = 0.5, _ steps: MachineStep...) {
        self.name = name
        self.setup = .plain()
        self.random = random
        self.steps = steps
    }

    /// Sends the events to a machine, and compares its actions.
    func play() {
        var machine = RefreshMachine(setup)
        for step in steps {
            let actions = machine.handle(step.event, at: .story(step.seconds)) { random }
            #expect(actions.compactMap(\.line) == step.actions, "at \(step.seconds) s")
        }
    }
}

extension RefreshMachine.Setup {
    /// Polls every 100 s on average, fetches at most every 10 s, and backs off from 4 s to 64 s.
    static func plain(
        _ change: (inout RefreshMachine.Setup) -> Void = { _ in }
    ) -> RefreshMachine.Setup {
        var setup = RefreshMachine.Setup(source: "s")
        setup.policy = RefreshPolicy(
            minimumFetchInterval: .seconds(10),
            pollInterval: .seconds(100),
            streamingPollInterval: .seconds(1_000),
            timeout: .seconds(30),
            initialBackOff: .seconds(4),
            maximumBackOff: .seconds(64),
            silenceLimit: .seconds(50),
            spread: .seconds(2)
        )
        change(&setup)
        return setup
    }

    /// The same setup for a source that announces changes.
    static func announcing(
        _ change: (inout RefreshMachine.Setup) -> Void = { _ in }
    ) -> RefreshMachine.Setup {
        plain {
            $0.announcesChanges = true
            change(&$0)
        }
    }
}

/// The wall clock time at which a machine starts.
let startOfStory = ManualTime.start

extension Moment {
    static func story(_ seconds: Double) -> Moment {
        Moment(uptime: .seconds(seconds), wall: startOfStory + Int64(seconds))
    }
}

extension RefreshMachine.Action {
    /// The action as a line of a story, or `nil` for published states and problems, which other tests check.
    var line: String? {
        func seconds(_ duration: Duration) -> String {
            let value = duration / .seconds(1)
            let tenths = (value * 10).rounded() / 10
            return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
        }
        func name(_ timer: RefreshMachine.Timer) -> String? {
            switch timer {
            case .timeout: nil
            case .fetch: "fetch"
            case .listen: "listen"
            case .silence: "silence"
            case .expiry: "expiry"
            case .health: "health"
            }
        }
        switch self {
        case .fetch(let number, let isUnconditional, let keepsNewest, let signalID, _):
            return "fetch \(number)" + (isUnconditional ? " unconditionally" : "")
                + (keepsNewest ? " keeping newest" : "")
                + (signalID.map { " for \($0)" } ?? "")
        case .cancelFetch(let number): return "cancel fetch \(number)"
        case .answer(let ticket, let error): return "answer \(ticket): \(error?.code.rawValue ?? "done")"
        case .activate: return "activate"
        case .keepWaiting: return "keep waiting"
        case .confirm: return "confirm"
        case .listen(let connection, let id): return "listen \(connection)" + (id.map { " after \($0)" } ?? "")
        case .stopListening: return "stop listening"
        case .set(let timer, let deadline): return name(timer).map { "\($0) at \(seconds(deadline))" }
        case .cancel(let timer): return name(timer).map { "no \($0)" }
        case .publish, .report: return nil
        case .keep(let keeping):
            var words = ["keep"]
            if let backOff = keeping.backOff {
                words.append("pause \(backOff.failures) until \(backOff.until - startOfStory)")
                if let end = backOff.retryAfter { words.append("and not before \(end - startOfStory)") }
            }
            if let fetchedAt = keeping.fetchedAt { words.append("success at \(fetchedAt - startOfStory)") }
            if keeping.clearsMark { words.append("clear mark") }
            if let markedAt = keeping.markedAt { words.append("mark at \(markedAt - startOfStory)") }
            return words.joined(separator: " ")
        case .markHealthy: return "healthy"
        }
    }
}

extension RefreshMachine.Outcome {
    static func failed(_ code: RemoteSourceError.Code, retryAfter: Duration? = nil) -> Self {
        .failed(RemoteSourceError(code, "it failed", retryAfter: retryAfter))
    }
}
