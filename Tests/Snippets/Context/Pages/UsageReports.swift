import Foundation

/// Sends a request.
func get(_ url: URL) async throws {}
