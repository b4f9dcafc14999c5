import ArgumentParser
import FeatureToggles
import FeatureTogglesRemote

/// How people are put into buckets, as an argument.
enum BucketingArgument: String, ExpressibleByArgument, CaseIterable {
    case v2, v3

    var bucketing: Bucketing {
        switch self {
        case .v2: .v2
        case .v3: .v3
        }
    }
}
