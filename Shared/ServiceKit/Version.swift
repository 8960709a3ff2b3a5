/// The one place that knows which release this is.
public enum Version {
    public static let current = "0.1.0"
}
