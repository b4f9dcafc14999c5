import FeatureTogglesHTTP
import Foundation
import Testing

struct LocalizedErrorTests {
    @Test func localizedDescriptionIsTheMessage() {
        let error: any Error = HTTPTransportError(.tooLarge, "the response is larger than 1 MB")
        #expect(error.localizedDescription == "the response is larger than 1 MB")
    }
}
