/// Each distinct number once, in the order in which they came.
final class DistinctNumbers {
    private(set) var values: [Int64] = []
    private let index = HashIndex()

    /// Which one of the distinct numbers it is: the next one where it is new.
    func number(of value: Int64) -> Int {
        let hash = UInt32(truncatingIfNeeded: HashMixer.mix(UInt64(bitPattern: value)))
        var place = index.first(hash)
        while true {
            let id = index.id(at: place, hash: hash)
            if id == 0 { break }
            if id != HashIndex.other, values[Int(id) - 1] == value { return Int(id) - 1 }
            place = index.next(place)
        }
        values.append(value)
        index.insert(UInt32(truncatingIfNeeded: values.count), hash: hash, at: place)
        return values.count - 1
    }
}
