// Options, credentials and transports are those of HTTP, and an app that has a source also configures how a client follows it.
@_exported public import FeatureTogglesHTTP
