
// The records of a run as a list of which only the visible part is in the page, and what came with one record and what is so behind it.

/** A list to choose a record from; `chosen` is called with the position of each record that is chosen. */
function makeRecordList(run, name, chosen) {
  const records = recordsOf(run);
  const id = `records-${makeRecordList.count = (makeRecordList.count ?? 0) + 1}`;
  const inside = element('div', { class: 'inside', role: 'presentation' });
  const list = element(
    'div', { class: 'records', role: 'listbox', tabindex: '0', 'aria-label': name, id }, inside);
  const slider = element('input', {
    type: 'range', min: 0, max: records.length - 1, value: 0, 'aria-label': `Record of ${name}`,
  });
  let [selected, height, first, end] = [0, 0, 0, 0];

  /** Puts the visible rows into the page, and a few around them. */
  function show() {
    // A row's height depends on the size of its letters, so it is measured at a row that stands in the page.
    if (height === 0) {
      fill(inside, row(0));
      height = inside.firstElementChild.offsetHeight;
      if (height === 0) return;
      inside.style.height = `${records.length * height}px`;
    }
    first = Math.max(0, Math.floor(list.scrollTop / height) - 6);
    end = Math.min(records.length, Math.ceil((list.scrollTop + list.clientHeight) / height) + 6);
    const rows = [];
    for (let place = first; place < end; place += 1) rows.push(row(place));
    fill(inside, rows);
  }

  function row(place) {
    const record = records[place];
    const made = element(
      'div', {
        class: `record ${dispositions[of(record.shape, atDisposition)].word}`, role: 'option', id: `${id}-${place}`,
        'aria-selected': String(place === selected), 'aria-setsize': records.length, 'aria-posinset': place + 1,
        on: { click: () => choose(place) },
      },
      element('span', { class: 'number' }, String(record.sequence)),
      element('span', { class: 'time' }, clocked(record.at)),
      element('span', { class: 'event' }, eventName(run, record)),
      badge(of(record.shape, atDisposition)),
      element('span', { class: 'state' }, stateAfter(record)));
    made.style.transform = `translateY(${place * height}px)`;
    return made;
  }

  function choose(place) {
    const next = Math.max(0, Math.min(records.length - 1, place));
    if (next !== selected) {
      byId(`${id}-${selected}`)?.setAttribute('aria-selected', 'false');
      selected = next;
    }
    slider.value = next;
    slider.setAttribute('aria-valuetext', sentence(run, records[next]));
    if (height > 0) {
      const top = next * height;
      if (top < list.scrollTop) list.scrollTop = top;
      if (top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight;
      if (next < first || next >= end) show();
    }
    byId(`${id}-${next}`)?.setAttribute('aria-selected', 'true');
    list.setAttribute('aria-activedescendant', `${id}-${next}`);
    chosen(next);
  }

  list.addEventListener('scroll', () => requestAnimationFrame(() => {
    if (height > 0 && (Math.floor(list.scrollTop / height) < first
      || Math.ceil((list.scrollTop + list.clientHeight) / height) > end)) show();
  }));
  new ResizeObserver(() => {
    height = 0;
    show();
  }).observe(list);
  slider.addEventListener('input', () => choose(Number(slider.value)));
  const move = (keys) => {
    const moves = {
      ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity,
    };
    if (!(keys.key in moves) || keys.altKey || keys.ctrlKey || keys.metaKey) return false;
    choose(selected + moves[keys.key]);
    keys.preventDefault();
    return true;
  };
  list.addEventListener('keydown', move);
  slider.addEventListener('keydown', move);
  return { list, slider, choose, move, show, records, get selected() { return selected; } };
}

/** The event's name, behind the name of its leg. */
function eventName(run, record) {
  const leg = legOf(run, record.leg).name;
  const event = word(of(record.shape, atEvent));
  return leg === null ? event : `${leg}: ${event}`;
}

function stateAfter(record) {
  return word(of(record.shape, atState));
}

/** A record in a sentence, for a screen reader. */
function sentence(run, record) {
  const { word } = dispositions[of(record.shape, atDisposition)];
  return `Record ${record.sequence} at ${spelled(record.at)}: ${eventName(run, record)}, ${word}, in ${stateAfter(record)}`;
}

/** What came with a record, and why, as a list of facts. */
function recordFacts(run, record) {
  const shape = record.shape;
  const cause = word(of(shape, atCause));
  const answered = word(of(shape, atAnswered));
  const before = of(shape, atBefore);
  const states = legOf(run, record.leg).states;
  return element(
    'dl', { class: 'facts' },
    fact('Record', `${record.sequence}, at ${spelled(record.at)}`),
    fact('Event', eventName(run, record)),
    fact('Meant', badge(of(shape, atDisposition))),
    fact('Cause', cause === '' ? null : [
      causes[cause] ?? cause, answered === '' ? '' : ` (${answered})`,
      record.owedBy === null ? '' : `: record ${record.owedBy}`].join('')),
    fact('Word', word(of(shape, atUnread))),
    fact('Came with', words(of(shape, atFields))),
    fact('Belongs', stamps[of(shape, atStamp)]),
    fact('Went', before === 0 ? `into ${stateAfter(record)}` : [
      word(states[before - 1]), ...words(of(shape, atChoices)), stateAfter(record)].join(' → ')),
    fact('Ordered', words(of(shape, atEffects))),
    fact('Result', words(of(shape, atKept))),
    fact('Decided by', word(of(shape, atLine))));
}

/** Where every leg stands behind a record. */
function standing(run, record) {
  return record.legs.filter((leg) => leg !== undefined).map((leg) => element(
    'div', { class: 'leg' },
    element('p', { class: 'place' }, legOf(run, leg.number).name ?? flowOf(run).name, ' in ',
      element('strong', {}, word(leg.state))),
    element(
      'dl', { class: 'facts' },
      fact('Values', words(leg.values)),
      fact('Timers', leg.timers.map((timer) => (
        `${word(timer.name)}, due at ${spelled(timer.due)}${timer.isHeld ? ', held' : ''}`))),
      fact('Open effects', leg.effects.map((effect) => `${word(effect.name)}, until ${spelled(effect.due)}`)))));
}
