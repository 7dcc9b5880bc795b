/// `xcrun xctrace`, where it is installed, and how long one may wait for it.
package struct XctraceTool: Sendable {
    package struct Limits: Sendable {
        /// How often an export that crashes is tried.
        package var tries = 3
        /// An export whose file does not grow for so long counts as crashed; a list that takes so long is given up.
        package var silence = Duration.seconds(60)
        /// How long a recording may go on behind its time before it is asked to finish, and how long it has for that: much of
        /// it is saved then. In simulators it may wedge.
        package var onDevice = (overtime: Duration.seconds(600), finishing: Duration.seconds(600))
        package var inSimulator = (overtime: Duration.seconds(10), finishing: Duration.seconds(60))

        package init() {}
    }

    /// The path of `xcrun`; nil = it is not installed.
    package let xcrun: String?
    package var limits = Limits()

    /// - Parameter path: the folders to look in, as in `PATH`, which is the default.
    package init(path: String? = nil) { xcrun = ChildProcess.find("xcrun", in: path) }

    /// A command line to copy.
    package static func command(_ arguments: [String]) -> String {
        (["xcrun", "xctrace"] + arguments).map { ShellWord.quote($0) }.joined(separator: " ")
    }

    /// A path as an argument: what begins with a dash would be taken for an option.
    static func operand(_ path: String) -> String { path.hasPrefix("-") ? "./\(path)" : path }
}
