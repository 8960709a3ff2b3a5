/// The one place that knows which release this is.
public enum Version {
    /// As `--version` and the log's first line say it.
    public static let current = "0.1.0"
}
