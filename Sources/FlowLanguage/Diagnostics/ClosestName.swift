/// The known name that differs least from `name`: in one letter, or in at most a third of the letters of `name`, but in 13 at most.
///
/// Nil where no known name is so close. Known names of more than 60 letters are not compared: that would take long. A letter that is
/// not ASCII counts as its bytes.
package func closest(to name: String, among known: [String]) -> String? {
    let limit = max(1, min(name.count, 40) / 3)
    var best: (name: String, distance: Int)?
    for candidate in known where abs(candidate.count - name.count) <= limit && candidate.count <= 60 {
        let distance = editDistance(Array(candidate.utf8), Array(name.utf8))
        if distance <= limit, distance < (best?.distance ?? .max) { best = (candidate, distance) }
    }
    return best?.name
}

/// How many letters must be put in, taken out or changed to make one name of the other.
package func editDistance<Letter: Equatable>(_ left: [Letter], _ right: [Letter]) -> Int {
    // `row[n]` is the distance between the letters of `left` that were seen so far and the first n letters of `right`.
    var row = Array(0...right.count)
    for (seen, leftLetter) in left.enumerated() {
        var diagonal = row[0]
        row[0] = seen + 1
        for (column, rightLetter) in right.enumerated() {
            let replaced = diagonal + (leftLetter == rightLetter ? 0 : 1)
            diagonal = row[column + 1]
            row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
        }
    }
    return row[right.count]
}
