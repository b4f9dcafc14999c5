import Foundation

/// Sends a request.
func get(_ url: URL) async throws {}

let file = "/usage.json"

let reporting = Task {}
