#if !canImport(CryptoKit) && !Crypto
#error("FeatureTogglesSigning needs a trait where there is no CryptoKit: .package(url: …, traits: [\"Crypto\"])")
#endif
