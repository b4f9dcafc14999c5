import ToggleBase

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Distributes work to all cores, on threads with stacks that are deep enough for a parser.
enum ParallelWork {
    /// The size of a stack in bytes; only the used part takes memory.
    static let stackSize = 1 << 30

    /// The maximum number of threads.
    static let maximumThreads = 8

    /// Transforms every element, and returns the results in the order of the elements.
    static func map<Element: Sendable, Result: Sendable>(
        _ elements: [Element],
        _ transform: @Sendable @escaping (Element) -> Result
    ) -> [Result] {
        let job = Job(elements, transform)
        let count = min(threadCount, elements.count)
        var threads: [pthread_t] = []
        for _ in 0..<count {
            if let thread = start({ job.work() }) { threads.append(thread) }
        }
        // If no thread can be started, this one does everything.
        if threads.isEmpty { job.work() }
        for thread in threads { pthread_join(thread, nil) }
        return job.results
    }

    /// Elements that are transformed by several threads.
    private final class Job<Element: Sendable, Result: Sendable>: Sendable {
        private let elements: [Element]
        private let transform: @Sendable (Element) -> Result
        private let next = Mutex(0)
        private let transformed: Mutex<[Result?]>

        init(_ elements: [Element], _ transform: @Sendable @escaping (Element) -> Result) {
            self.elements = elements
            self.transform = transform
            transformed = Mutex([Result?](repeating: nil, count: elements.count))
        }

        func work() {
            while true {
                let index = next.withLock { next in
                    defer { next += 1 }
                    return next
                }
                guard index < elements.count else { return }
                let result = transform(elements[index])
                transformed.withLock { $0[index] = result }
            }
        }

        var results: [Result] { transformed.withLock { $0.compactMap { $0 } } }
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @Sendable @escaping () -> Void) { self.run = run }
    }

    /// Starts a thread with a deep stack; `nil` if the system can't.
    private static func start(_ body: @Sendable @escaping () -> Void) -> pthread_t? {
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        defer { attributes.deallocate() }
        guard pthread_attr_init(attributes) == 0 else { return nil }
        defer { pthread_attr_destroy(attributes) }
        pthread_attr_setstacksize(attributes, stackSize)
        let pointer = Unmanaged.passRetained(Body(body)).toOpaque()
        #if canImport(Darwin)
        var thread: pthread_t?
        let status = pthread_create(
            &thread,
            attributes,
            { context in
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            },
            pointer
        )
        #else
        var identifier: pthread_t = 0
        let status = pthread_create(
            &identifier,
            attributes,
            { context in
                if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            },
            pointer
        )
        let thread: pthread_t? = identifier
        #endif
        guard status == 0 else {
            Unmanaged<Body>.fromOpaque(pointer).release()
            return nil
        }
        return thread
    }

    /// The number of threads that work at the same time.
    static var threadCount: Int {
        min(maximumThreads, ProcessEnvironment.processorCount)
    }
}
