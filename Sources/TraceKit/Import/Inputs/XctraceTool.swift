/// `xcrun xctrace`, if it is installed, and the time limits for it.
package struct XctraceTool: Sendable {
    package struct Limits: Sendable {
        /// The number of tries for an export that crashes.
        package var tries = 3
        /// An export whose file has not grown for this time counts as crashed; a list that takes this long is
        /// abandoned.
        package var silence = Duration.seconds(60)
        /// The time that a recording may overrun before it is asked to finish, and the time that it has for that: much of
        /// it is saved then. In simulators it may hang.
        package var onDevice = (overtime: Duration.seconds(600), finishing: Duration.seconds(600))
        package var inSimulator = (overtime: Duration.seconds(10), finishing: Duration.seconds(60))

        package init() {}
    }

    /// The path of `xcrun`; nil = it is not installed.
    package let xcrun: String?
    package var limits = Limits()

    /// - Parameter path: the folders to look in, as in `PATH`, which is the default.
    package init(path: String? = nil) { xcrun = ChildProcess.find("xcrun", in: path) }

    /// Returns a command line to copy.
    package static func command(_ arguments: [String]) -> String {
        (["xcrun", "xctrace"] + arguments).map { ShellWord.quote($0) }.joined(separator: " ")
    }

    /// Returns a path as an argument that cannot be mistaken for an option.
    static func operand(_ path: String) -> String { path.hasPrefix("-") ? "./\(path)" : path }
}
