/// The SDK of a service that collects crash reports.
struct CrashReporter {
    func setCustomValue(_ value: String, forKey key: String) {}
}

let crashReporter = CrashReporter()
