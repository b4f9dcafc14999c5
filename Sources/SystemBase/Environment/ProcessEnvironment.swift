#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The environment of this process.
package enum ProcessEnvironment {
    /// All variables by name.
    package static var current: [String: String] {
        var result: [String: String] = [:]
        guard var entry = block else { return result }
        while let text = entry.pointee {
            let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { result[String(pair[0])] = String(pair[1]) }
            entry += 1
        }
        return result
    }

    private static var block: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        #if canImport(Darwin)
        _NSGetEnviron().pointee
        #else
        // `environ` is a global variable, which Swift doesn't allow concurrent code to use, so its address is looked up
        // instead.
        dlsym(nil, "environ")?
            .assumingMemoryBound(to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self).pointee
        #endif
    }
}
