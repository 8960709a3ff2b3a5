/// An option of a verb.
public struct Option: Sendable {
    /// How it is written.
    public enum Form: Sendable {
        /// Present or not.
        case flag
        /// Takes a value: `--name value` or `--name=value`.
        case value
        /// Takes a value, and may be given several times.
        case list
    }

    /// Without the dashes.
    public let name: String
    /// How it is written.
    public let form: Form
    /// What stands for the value in help: `DIR`, `N`.
    public let placeholder: String
    /// One line for help and completion; empty where the verb's help says it in its own words.
    public let summary: String

    /// Present or not.
    public static func flag(_ name: String, _ summary: String = "") -> Option {
        Option(name: name, form: .flag, placeholder: "", summary: summary)
    }

    /// One value.
    public static func value(_ name: String, _ placeholder: String = "VALUE", _ summary: String = "") -> Option {
        Option(name: name, form: .value, placeholder: placeholder, summary: summary)
    }

    /// Any number of values.
    public static func list(_ name: String, _ placeholder: String = "VALUE", _ summary: String = "") -> Option {
        Option(name: name, form: .list, placeholder: placeholder, summary: summary)
    }
}
