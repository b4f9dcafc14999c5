// An app with an HTTP source also configures how a client follows it, which needs FeatureTogglesRemote.
@_exported public import FeatureTogglesRemote
