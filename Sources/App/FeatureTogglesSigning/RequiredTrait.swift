#if !canImport(CryptoKit) && !Crypto
#error("FeatureTogglesSigning requires a trait on platforms without CryptoKit: .package(url: …, traits: [\"Crypto\"])")
#endif
