#if OVERRIDES
public import FeatureToggles

extension ToggleClient {
    /// The overrides of this client's local defaults file, to change from app code, such as a debug menu.
    ///
    /// Builds without overrides don't contain this property.
    ///
    /// ```swift
    /// try client.overrides.set(.searchRanking, to: .neural)
    /// try client.overrides.undo()
    /// ```
    public var overrides: OverrideEditor { OverrideEditor(client: self) }
}
#endif
