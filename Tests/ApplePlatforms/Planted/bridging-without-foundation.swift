// target: ToggleBase
// platform: ios
// expects: cannot convert value of type 'CFString' to type 'String' in coercion
import CoreFoundation

func planted(_ text: CFString) -> String { text as String }
