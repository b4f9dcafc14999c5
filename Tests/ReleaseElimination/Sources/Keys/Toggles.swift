public import FeatureToggles

public enum EliminationToggles: ToggleNamespace {
    public static let registry = ToggleRegistry(namespace: "EliminationToggles") { toggles in
        toggles.add(
            release: .unfinishedCheckoutOfTheYear,
            ToggleDetails(description: "SECRET_RELEASE_DESCRIPTION of unfinished work.", owner: "SECRET_RELEASE_OWNER")
        )
        toggles.add(
            ops: .remoteControlForComparison,
            ToggleDetails(
                description: "SECRET_OPS_DESCRIPTION is not carried in a RELEASE build.", owner: "platform-operations")
        )
    }
}

extension ReleaseToggle {
    @inlinable public static var unfinishedCheckoutOfTheYear: ReleaseToggle {
        ReleaseToggle("unfinished_checkout_of_the_year", id: 0x1111_1111_1111_1111)
    }
}

extension OpsToggle where Value == Bool {
    @inlinable public static var remoteControlForComparison: OpsToggle<Bool> {
        OpsToggle("remote_control_for_comparison", id: 0x2111_1111_1111_1111, default: false)
    }
}
