import FeatureToggles

struct Screen {
    let toggles: any FeatureToggle
}
