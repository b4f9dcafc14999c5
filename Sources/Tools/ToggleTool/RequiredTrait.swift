// Every tool depends on this target, so the build reports this error instead of a missing module.
#if !Tools
#error("The tools need the trait Tools: .package(url: …, from: …, traits: [\"Tools\"]), or --traits default,…")
#endif
