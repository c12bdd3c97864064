
// Which runs fit what was typed. Every word that is typed must stand somewhere in the run.

/** Which members of a shape are searched: those that are a word, and those that are a list of words. */
const searchedWords = [atEvent, atCause, atAnswered, atUnread, atLine, atState];
const searchedLists = [atFields, atEffects, atChoices, atKept];

let searchedOfRuns = null;

/** For each word of the data whether the text, which is in small letters, stands in it. */
function wordsWith(text) {
  return data.words.map((word) => word.toLowerCase().includes(text));
}

/** For each shape whether the text stands in one of its searched members; `isWord` and `isList` say it of words and of lists of words. */
function shapesWith(text, isWord, isList) {
  const isDisposition = dispositions.map((disposition) => disposition.word.includes(text));
  const fits = [];
  for (let shape = 0; shape * shapeWidth < data.shapes.length; shape += 1) {
    fits.push(
      searchedWords.some((member) => isWord[of(shape, member)])
      || searchedLists.some((member) => isList[of(shape, member)])
      || isDisposition[of(shape, atDisposition)]
      // The page shows a cause in other words than the log has it.
      || (causes[word(of(shape, atCause))] ?? '').includes(text));
  }
  return fits;
}

/** The runs that fit, by their numbers. */
function search(text) {
  const wanted = text.toLowerCase().split(/\s+/).filter((word) => word !== '');
  let runs = [...Array(runCount).keys()];
  if (wanted.length === 0) return runs;
  searchedOfRuns = searchedOfRuns ?? runs.map(searchedOf);
  for (const text of wanted) {
    const isWord = wordsWith(text);
    const isList = data.lists.map((list) => list.some((number) => isWord[number]));
    const isShape = shapesWith(text, isWord, isList);
    runs = runs.filter((run) => {
      const facts = `${data.runs.run[run]} ${data.runs.reference[run] ?? ''} ${flowName(run)} ${outcome(run)} ${appOutcome(run)} ${began(run)}`;
      if (facts.toLowerCase().includes(text)) return true;
      const { shapes, values, names } = searchedOfRuns[run];
      return shapes.some((shape) => isShape[shape]) || values.some((list) => isList[list])
        || names.some((name) => isWord[name]);
    });
  }
  return runs;
}
