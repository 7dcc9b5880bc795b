/// A file of facts that is being written: it has its name only when it is whole, and is gone if it never is.
final class FleetFile {
    private let temporary: String
    private let place: String
    private let interruption: Interruption?
    /// Below zero = closed.
    private var descriptor: Int32 = -1
    private var isDone = false

    init(temporary: String, place: String, _ interruption: Interruption?) throws(TraceError) {
        (self.temporary, self.place, self.interruption) = (temporary, place, interruption)
        descriptor = guarding { leftovers in
            let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
            if file >= 0 { leftovers.paths.insert(temporary) }
            return file
        }
        guard descriptor >= 0 else { throw FleetFolder.failure(temporary) }
        flock(descriptor, LOCK_EX | LOCK_NB)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        guarding { leftovers in
            guard leftovers.paths.remove(temporary) != nil, !isDone else { return }
            unlink(temporary)
        }
    }

    func put(_ bytes: [UInt8]) throws(TraceError) {
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes {
                CLibrary.writeBytes(descriptor, UnsafeRawBufferPointer(rebasing: $0[start...]))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FleetFolder.failure(temporary) }
            start += count
        }
    }

    /// Gives the file its name.
    func finish() throws(TraceError) {
        // Else a name may outlive a power cut that its bytes do not.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw FleetFolder.failure(temporary) }
        let code = close(descriptor)
        descriptor = -1
        guard code == 0, rename(temporary, place) == 0 else { throw FleetFolder.failure(place) }
        isDone = true
    }

    /// A process that is interrupted deletes what is noted here.
    private func guarding<Result>(_ body: (inout Interruption.Leftovers) -> Result) -> Result {
        if let interruption { return interruption.guarding(body) }
        return body(&own)
    }

    /// What is noted where nothing can interrupt.
    private var own = Interruption.Leftovers()
}
