
// Two runs side by side, and where they part.

const pair = { runs: [], sides: [] };

function showPair(left, right) {
  if (pair.runs[0] === left && pair.runs[1] === right) {
    for (const side of pair.sides) side.list.show();
    return;
  }
  Object.assign(pair, { runs: [left, right], sides: [] });
  const together = element('input', { type: 'checkbox', checked: true, id: 'together' });
  const sides = [left, right].map((run, place) => makeSide(run, place, () => together.checked));
  pair.sides = sides;
  const parting = partingPlace(left, right);
  fill(
    byId('view-pair'),
    element('h2', { id: 'pair-heading', tabindex: '-1' }, 'Two runs'),
    element('p', {}, parting.sentence, ' ', parting.places === null ? null : element(
      'button', {
        type: 'button', on: {
          click: () => sides.forEach((side, place) => side.choose(parting.places[place])),
        },
      }, 'Go there')),
    element('p', {}, element('label', {}, together, ' Both go by the same time')),
    element('div', { class: 'sides' }, sides.map((side) => side.shown)));
  for (const side of sides) {
    side.list.show();
    side.choose(0);
  }
}

function makeSide(run, place, isTogether) {
  const point = element('div', { class: 'point' });
  const id = `side-${place}`;
  let isFollowing = false;
  const list = makeRecordList(run, place === 0 ? 'the left run' : 'the right run', (chosen) => {
    const record = list.records[chosen];
    fill(point, recordFacts(run, record), element('h4', {}, 'Where it stands'), standing(run, record));
    if (isFollowing) return;
    const other = pair.sides[1 - place];
    if (isTogether() && other) other.follow(record.at);
  });
  const choose = (chosen) => {
    isFollowing = true;
    list.choose(chosen);
    isFollowing = false;
  };
  // Chooses the last record that came at or before this time since the run's beginning.
  const follow = (at) => choose(Math.max(0, list.records.findLastIndex((record) => record.at <= at)));
  const shown = element(
    'section', { class: 'side', 'aria-labelledby': id }, runHeading(run, id, 'h3'),
    element('details', { class: 'behind' }, element('summary', {}, 'Why'), element('ol', { class: 'why' }, explanation(run))),
    element('div', { class: 'scrub' }, list.slider), list.list, point);
  return { list, shown, follow, choose };
}

/**
 * A sentence about where two runs first differ, times aside; `places` has the position of that record in the list of each, and is null
 * where neither list has a record to go to.
 */
function partingPlace(left, right) {
  // Two versions of a flow whose specs differ in comments and line numbers alone have the same table, and can be compared.
  if (data.tables[data.runs.flow[left]] !== data.tables[data.runs.flow[right]]) {
    return { sentence: `They follow ${flowName(left)} and ${flowName(right)}, by different tables.`, places: null };
  }
  const facts = (run) => recordsOf(run).map((record) => [
    record.leg, ...[atEvent, atDisposition, atAfter, atUnread, atFields, atKept].map((member) => of(record.shape, member)),
  ].join(' '));
  const [ours, theirs] = [facts(left), facts(right)];
  const length = Math.min(ours.length, theirs.length);
  let place = 0;
  while (place < length && ours[place] === theirs[place]) place += 1;
  if (place === length) {
    return ours.length === theirs.length
      ? { sentence: 'They tell the same events and states, record by record, but for times.', places: null }
      : { sentence: `They tell the same up to record ${place - 1}, where the shorter one is over.`, places: null };
  }
  const words = [left, right].map((run) => sentence(run, recordsOf(run)[place]));
  return { sentence: `They part here. Left: ${words[0]}. Right: ${words[1]}.`, places: [place, place] };
}
