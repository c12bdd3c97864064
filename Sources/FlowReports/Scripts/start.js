
// What the address asks for is shown: `#runs`, `#run=93aa2b17&at=12`, `#pair=93aa2b17,7c01` or `#statistics`.

const views = ['runs', 'run', 'pair', 'statistics'];
const built = new Set();
let shownView = '';

function asked() {
  const parts = location.hash.slice(1).split('&').map((part) => part.split('='));
  const [view, value = ''] = parts[0];
  const sequence = parts.find(([name]) => name === 'at')?.[1];
  return { view: views.includes(view) ? view : runCount === 1 ? 'run' : 'runs', value, sequence };
}

let remembering = 0;

/** Notes the chosen record in the address, once none other was chosen for 300 ms, and without a step in the browser's history. */
function remember(words) {
  clearTimeout(remembering);
  remembering = setTimeout(() => {
    if (shownView === 'run') history.replaceState(null, '', `#${words}`);
  }, 300);
}

function follow() {
  // The link that skips the head of the page is no view: the browser moves the focus, and what is shown stays.
  if (location.hash === '#main') return;
  const { view, value, sequence } = asked();
  const isOther = view !== shownView;
  let shown = view;
  if (view === 'run') {
    const run = value === '' ? Math.max(0, openRun.run) : place(value);
    if (run < 0 || runCount === 0) shown = 'runs';
    else {
      // An address without a run is that of the run shown last, with the record that was chosen there.
      const kept = value === '' ? chosenSequence() : undefined;
      show('run', () => showRun(run, sequence === undefined ? kept : Number(sequence)));
    }
  }
  if (view === 'pair') {
    const [left, right] = value === '' ? pair.runs : value.split(',').map(place);
    if (left === undefined || right === undefined || left < 0 || right < 0) shown = 'runs';
    else show('pair', () => showPair(left, right));
  }
  if (shown === 'runs') show('runs', () => build('runs', buildRuns));
  if (shown === 'statistics') show('statistics', () => build('statistics', buildStatistics));
  if (isOther && built.has('page')) {
    byId(`view-${shown}`).querySelector('h2')?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
  built.add('page');
}

/** A view is made once, when it is first looked at. */
function build(view, make) {
  if (built.has(view)) return;
  built.add(view);
  make();
}

function show(view, fillIn) {
  shownView = view;
  for (const name of views) byId(`view-${name}`).hidden = name !== view;
  fillIn();
  for (const link of document.querySelectorAll('[data-view]')) {
    const name = link.dataset.view;
    if (name === view) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
    if (name === 'run') link.hidden = openRun.run < 0;
    if (name === 'pair') link.hidden = pair.runs.length === 0;
  }
}

/** The left and right arrow go through the run whatever has the focus, but for fields and pictures, which use these keys themselves. */
function pressed(event) {
  if (shownView !== 'run' || event.defaultPrevented) return;
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
  if (!event.target.closest('input, select, textarea, .picture')) openRun.list.move(event);
}

function begin() {
  byId('title').textContent = `Sign-ins in ${data.log}`;
  document.title = `${data.log}: sign-ins`;
  const events = data.runs.events.reduce((sum, count) => sum + count, 0);
  // A transcript has a clock of its own, so that its beginning is no time of a day.
  const beginnings = [...Array(runCount).keys()].filter((run) => kinds[data.runs.kind[run]] !== 'transcript')
    .map((run) => data.runs.began[run]);
  // A report can be given its runs in any order, so that any of them may be the earliest.
  const [first, last] = beginnings.reduce(
    ([least, greatest], began) => [Math.min(least, began), Math.max(greatest, began)], [beginnings[0], beginnings[0]]);
  byId('summary').textContent = [
    counted(runCount, 'run'), counted(events, 'event'), counted(data.records, 'record'),
    beginnings.length > 0 ? `${dated(first)} to ${dated(last)} UTC` : '',
  ].filter((part) => part !== '').join(' · ');
  const [runs, records] = data.omitted;
  const cut = data.runs.lost.filter((record) => record > 0).length;
  const inDoubt = [...Array(runCount).keys()].filter(mayHaveEnded).length;
  const remarks = [
    ...data.remarks,
    runs > 0
      ? `The page tells the newest runs. Older runs left out: ${grouped(runs)}, with ${counted(records, 'record')}. They are in `
        + 'the statistics alone; --run makes a page of one of them.'
      : '',
    cut > 0 ? `${counted(cut, 'run')} told up to the first record that is lost in damage: see "records lost" in the list.` : '',
    inDoubt > 0
      ? `${counted(inDoubt, 'run')} without an end in what is left of the damaged log: see "records may be lost" in the list.` : '',
    data.unreadable.length > 0 ? `${counted(data.unreadable.length, 'run')} cannot be read: see below the list.` : '',
  ].filter((remark) => remark !== '');
  byId('remarks').hidden = remarks.length === 0;
  fill(byId('remarks'), remarks.map((remark) => element('li', {}, remark)));
  addEventListener('hashchange', follow);
  addEventListener('keydown', pressed);
  follow();
}

begin();
