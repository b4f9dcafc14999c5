#if OVERRIDES && canImport(SwiftUI) && (os(iOS) || os(macOS) || os(visionOS))
import CoreImage
import Foundation
import SwiftUI

/// A text as a QR code.
struct QRCode: View {
    let text: String
    let label: String

    var body: some View {
        if let image = Self.image(of: text) {
            Image(decorative: image, scale: 1)
                .interpolation(.none)
                .resizable()
                .scaledToFit()
                .frame(maxWidth: 320)
                .padding()
                // Readers expect a bright margin, in dark mode too.
                .background { Color.white }
                .frame(maxWidth: .infinity)
                .accessibilityElement(children: .ignore)
                .accessibilityLabel(label)
                .accessibilityAddTraits(.isImage)
        }
    }

    /// Returns the texts of the QR codes in a picture.
    static func texts(in picture: Data) -> [String] {
        let options = [CIDetectorAccuracy: CIDetectorAccuracyHigh]
        guard let image = CIImage(data: picture),
            let detector = CIDetector(ofType: CIDetectorTypeQRCode, context: nil, options: options)
        else { return [] }
        return detector.features(in: image).compactMap { ($0 as? CIQRCodeFeature)?.messageString }
    }

    /// Returns the code with one pixel per module, or `nil` if it can't be drawn.
    private static func image(of text: String) -> CGImage? {
        guard let filter = CIFilter(name: "CIQRCodeGenerator") else { return nil }
        filter.setValue(Data(text.utf8), forKey: "inputMessage")
        filter.setValue("L", forKey: "inputCorrectionLevel")
        guard let image = filter.outputImage else { return nil }
        return CIContext().createCGImage(image, from: image.extent)
    }
}
#endif
