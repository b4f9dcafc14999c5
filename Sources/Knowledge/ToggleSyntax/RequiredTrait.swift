// The linter depends on this target, so the build reports this error instead of a missing module.
#if !Lint
#error("The linter needs the trait Lint: .package(url: …, from: …, traits: [\"Lint\"]), or --traits default,…")
#endif
