// Options, credentials, and transports are those of HTTP, and an app with this source also configures how a client
// follows it.
@_exported public import FeatureTogglesHTTP
