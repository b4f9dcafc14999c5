// An app with an HTTP source also configures how a client follows it, which needs FeatureTogglesRemote.
@_exported public import FeatureTogglesRemote
// The sources, and what they need of a transport, are part of this module's interface.
@_exported public import struct ToggleHTTP.HTTPBody
@_exported public import struct ToggleHTTP.HTTPCredentials
@_exported public import struct ToggleHTTP.HTTPHeaders
@_exported public import struct ToggleHTTP.HTTPOptions
@_exported public import class ToggleHTTP.HTTPRemoteSource
@_exported public import protocol ToggleHTTP.HTTPTransport
@_exported public import struct ToggleHTTP.HTTPTransportError
@_exported public import struct ToggleHTTP.HTTPTransportRequest
@_exported public import struct ToggleHTTP.HTTPTransportResponse
@_exported public import class ToggleHTTP.OFREPRemoteSource
@_exported public import struct ToggleHTTP.OFREPResponder
@_exported public import struct ToggleHTTP.ServerSentEvent
@_exported public import struct ToggleHTTP.ServerSentEventError
@_exported public import struct ToggleHTTP.ServerSentEventParser
