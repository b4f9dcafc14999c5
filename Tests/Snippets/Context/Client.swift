import FeatureToggles

// The client of the code on the pages that doesn't create one.

let client = ToggleClient(registries: [AppToggles.registry])
