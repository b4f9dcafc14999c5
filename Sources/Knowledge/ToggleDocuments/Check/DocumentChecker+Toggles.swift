import FeatureToggles
import ToggleBase
import ToggleManifest

/// Checks of the document against the toggles of the manifest.
extension DocumentChecker {
    mutating func checkToggle(key: String, keyRange: Range<Int>, _ flag: LocatedValue, _ variants: [LocatedMember]?) {
        guard let index else { return }
        guard let readers = index.readers[key] else {
            checkUnread(key: key, keyRange: keyRange, flag, index)
            return
        }
        for toggle in readers {
            for variant in variants ?? [] {
                do throws(EvaluationError) {
                    _ = try toggle.usable(ofDocument: variant.value.json)
                } catch {
                    findings.error(variant.value.range, error.message)
                }
            }
        }
    }

    private mutating func checkUnread(
        key: String,
        keyRange: Range<Int>,
        _ flag: LocatedValue,
        _ index: ToggleIndex
    ) {
        if let toggle = index.retirers[key] {
            if flag.isOn {
                findings.warning(
                    keyRange,
                    """
                    \(toggle.key.quoted) no longer reads \(key.quoted), but released versions do; it was retired to stay off \
                    for them, but it is on
                    """
                )
            }
            return
        }
        if index.toggles[key]?.category == .release {
            findings.warning(
                keyRange,
                "\(key.quoted) is a release toggle, which does not read documents; make it an ops toggle, or remove the flag"
            )
            return
        }
        if let toggle = index.toggles[key], let parameter = toggle.remoteParameter {
            findings.warning(
                keyRange,
                "\(key.quoted) reads the remote parameter \(parameter.quoted), so nothing reads this flag"
            )
            return
        }
        let question = question(for: key, in: index.parameters)
        findings.warning(keyRange, "no toggle reads \(key.quoted)\(question)")
    }

    /// Warns about retired parameters that are missing although released versions still read them.
    mutating func checkParameters(_ keys: [String], at range: Range<Int>) {
        guard let registry else { return }
        let keys = Set(keys)
        for toggle in registry.toggles {
            for parameter in toggle.retiredParameters where !keys.contains(parameter) {
                findings.warning(
                    range,
                    """
                    the flag \(parameter.quoted) is missing, but released versions of \(toggle.key.quoted) still read it; \
                    restore it
                    """
                )
            }
        }
    }
}

extension LocatedValue {
    /// Whether the value of a flag is `true` for every context.
    fileprivate var isOn: Bool {
        guard self["state"]?.value.string == "ENABLED", let name = self["defaultVariant"]?.value.string,
            case .bool(true)? = self["variants"]?.value[name]?.value.content
        else { return false }
        return self["targeting"]?.value.members?.isEmpty ?? true
    }
}
