import ArgumentParser
import FeatureTogglesRemote

/// A bucketing algorithm on the command line.
enum BucketingArgument: String, ExpressibleByArgument, CaseIterable {
    case v2, v3

    var bucketing: Bucketing {
        switch self {
        case .v2: .v2
        case .v3: .v3
        }
    }
}
