// Generated from toggles.yaml by swift-feature-toggles. Do not edit: change toggles.yaml.

public import FeatureToggles

/// The toggles that `toggles.yaml` declares.
public enum EliminationToggles {
    /// Every toggle, in the order of the manifest.
    public static let registry = ToggleRegistry(namespace: "EliminationToggles") { toggles in
        register(in: &toggles)
    }

    private static func register(in toggles: inout ToggleRegistry.Builder) {
        toggles.add(
            release: ReleaseToggle.unfinishedCheckoutOfTheYear,
            details: ToggleDetails(
                description: "SECRET_RELEASE_DESCRIPTION of unfinished work.",
                owner: "SECRET_RELEASE_OWNER",
                created: CalendarDate("2026-11-01"),
                expires: CalendarDate("2026-12-15")
            )
        )
        toggles.add(
            ops: OpsToggle<Bool>.remoteControlForComparison,
            details: ToggleDetails(
                description: "SECRET_OPS_DESCRIPTION is not carried in a RELEASE build.",
                owner: "platform-operations",
                created: CalendarDate("2026-11-01")
            )
        )
    }
}

extension ReleaseToggle {
    /// SECRET_RELEASE_DESCRIPTION of unfinished work.
    ///
    /// - Key: `unfinished_checkout_of_the_year`, release
    /// - Owner: SECRET_RELEASE_OWNER
    /// - Created: 2026-11-01
    /// - Expires: 2026-12-15
    @inlinable
    public static var unfinishedCheckoutOfTheYear: ReleaseToggle {
        ReleaseToggle("unfinished_checkout_of_the_year", id: 0xe8d3_2bb3_6aed_c001)
    }
}

extension OpsToggle where Value == Bool {
    /// SECRET_OPS_DESCRIPTION is not carried in a RELEASE build.
    ///
    /// - Key: `remote_control_for_comparison`, ops
    /// - Owner: platform-operations
    /// - Created: 2026-11-01
    @inlinable
    public static var remoteControlForComparison: OpsToggle<Bool> {
        OpsToggle("remote_control_for_comparison", id: 0xd11b_653a_3d8b_4bc1, default: false)
    }
}
