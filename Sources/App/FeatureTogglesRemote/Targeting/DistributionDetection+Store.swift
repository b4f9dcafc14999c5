import FeatureToggles

#if canImport(Darwin)
import Foundation
import StoreKit
#endif

extension DistributionDetection {
    /// The detection for this process, which also asks the store that installed the app.
    ///
    /// Only an app without a profile of its own asks, so neither Xcode nor a tester is ever asked to sign in.
    static let store = forProcess { facts in
        #if canImport(Darwin)
        var facts = facts
        facts.environment = await transactionEnvironment(within: .seconds(2))
        #if !os(macOS) && !targetEnvironment(macCatalyst)
        facts.receiptName = Bundle.main.appStoreReceiptURL?.lastPathComponent
        #endif
        return facts
        #else
        return facts
        #endif
    }

    #if canImport(Darwin)
    /// Returns the environment of the store's transaction for the app, unless the store takes too long.
    private static func transactionEnvironment(within limit: Duration) async -> String? {
        let (answers, answer) = AsyncStream<String>.makeStream()
        let request = Task {
            if case .verified(let transaction)? = try? await AppTransaction.shared {
                answer.yield(transaction.environment.rawValue)
            }
            answer.finish()
        }
        let timeout = Task {
            try? await Task.sleep(for: limit)
            answer.finish()
        }
        defer {
            request.cancel()
            timeout.cancel()
        }
        for await environment in answers { return environment }
        return nil
    }
    #endif
}
