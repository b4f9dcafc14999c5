// A source alone is of no use: an app that has one over HTTP also configures how a client follows it.
@_exported public import FeatureTogglesRemote
