
// The list of the runs: what was searched for, a page of it at a time, and which two are to be compared.

const pageLength = 50;
const runsView = { found: [], page: 0, marked: [] };

function buildRuns() {
  const outcomes = [...new Set([...Array(runCount).keys()].map((run) => outcome(run)))].sort();
  fill(byId('outcome'), choices('any state', outcomes));
  // Where the log says which ends are successes, the runs without one can be chosen whatever their end is called.
  if ([...Array(runCount).keys()].some(knowsSuccess)) {
    byId('outcome').firstElementChild.after(
      element('option', { value: succeeded }, 'a success'), element('option', { value: unsuccessful }, 'no success'));
  }
  const flows = [...new Set(data.flows.map((flow) => flow.name))].sort();
  fill(byId('flow'), choices('any', flows));
  const form = byId('runs-search');
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', findRuns);
  byId('earlier-page').addEventListener('click', () => turnTo(runsView.page - 1));
  byId('later-page').addEventListener('click', () => turnTo(runsView.page + 1));
  if (data.unreadable.length > 0) {
    fill(
      byId('unreadable'), element('h3', {}, 'Runs that cannot be read'),
      element('ul', {}, data.unreadable.map(([run, reason]) => element(
        'li', {}, `${run === '' ? 'A run' : `Run ${run}`}: ${reason}.`))));
  }
  // Where no run has a reference, its column is left out.
  document.querySelector('table.runs').classList.toggle('nameless', data.runs.reference.every((name) => name === null));
  findRuns();
}

/** The values of the two choices that stand for several ends: any success, and any other end. No state can have such a name. */
const [succeeded, unsuccessful] = ['+', '-'];

function endsAs(run, wanted) {
  if (wanted === '') return true;
  if (wanted === succeeded) return hasSucceeded(run);
  if (wanted === unsuccessful) return knowsSuccess(run) && !isShadow(run) && data.runs.ended[run] === 1 && !hasSucceeded(run);
  return outcome(run) === wanted;
}

/** The options of a filter; the first one chooses nothing. */
function choices(all, names) {
  return [element('option', { value: '' }, all), ...names.map((name) => element('option', { value: name }, name))];
}

function findRuns() {
  const [wanted, flow] = [byId('outcome').value, byId('flow').value];
  runsView.found = search(byId('search').value).filter((run) => (
    endsAs(run, wanted) && (flow === '' || flowOf(run).name === flow)));
  // The data has the newest run first.
  const orders = {
    newest: null, oldest: (a, b) => b - a, longest: (a, b) => data.runs.duration[b] - data.runs.duration[a],
    events: (a, b) => data.runs.events[b] - data.runs.events[a],
  };
  const order = orders[byId('order').value];
  if (order) runsView.found.sort(order);
  const { length } = runsView.found;
  byId('found').textContent = length === runCount ? counted(runCount, 'run') : `${grouped(length)} of ${counted(runCount, 'run')}`;
  turnTo(0);
}

function turnTo(page) {
  const pages = Math.max(1, Math.ceil(runsView.found.length / pageLength));
  runsView.page = Math.max(0, Math.min(pages - 1, page));
  const first = runsView.page * pageLength;
  fill(byId('list'), runsView.found.slice(first, first + pageLength).map(runRow));
  byId('page-number').textContent = pages === 1 ? '' : `page ${runsView.page + 1} of ${grouped(pages)}`;
  byId('earlier-page').hidden = runsView.page === 0;
  byId('later-page').hidden = runsView.page === pages - 1;
}

function runRow(run) {
  const isMarked = runsView.marked.includes(run);
  const box = element('input', {
    type: 'checkbox', checked: isMarked, 'aria-label': `Compare ${title(run)}`,
    on: { change: () => markRun(run, box.checked) },
  });
  const cell = (name, attributes, ...children) => element('td', { 'data-column': name, ...attributes }, children);
  return element(
    'tr', {},
    element('th', { scope: 'row' }, element('a', { href: `#run=${data.runs.run[run]}` }, short(run)), ' ',
      element('span', { class: 'flow' }, flowName(run))),
    cell('Outcome', {}, outcomeBadge(run), isShadow(run) ? ` ${appOutcome(run)}` : null,
      disagrees(run) ? ' log and flow disagree' : null, lostRecord(run) > 0 ? ' records lost' : null,
      mayHaveEnded(run) ? ' records may be lost' : null),
    cell('Reference', {}, data.runs.reference[run] ?? ''),
    cell('Began', {}, began(run)),
    cell('Lasted', { class: 'number' }, spelled(data.runs.duration[run])),
    cell('Events', { class: 'number' }, grouped(data.runs.events[run])),
    cell('Compare', {}, box));
}

/** Notes a run to be compared; a third one takes the place of the first. */
function markRun(run, isMarked) {
  runsView.marked = runsView.marked.filter((other) => other !== run);
  if (isMarked) runsView.marked = [...runsView.marked, run].slice(-2);
  showMarked();
  turnTo(runsView.page);
  byId('list').querySelectorAll('input')[runsView.found.indexOf(run) - runsView.page * pageLength]?.focus();
}

function showMarked() {
  const { marked } = runsView;
  byId('marked').hidden = marked.length === 0;
  if (marked.length === 1) fill(byId('marked'), `${title(marked[0])} is chosen. Choose another run to compare it with.`);
  if (marked.length === 2) {
    fill(byId('marked'), element(
      'a', { class: 'button', href: `#pair=${marked.map((run) => data.runs.run[run]).join(',')}` },
      `Compare ${title(marked[0])} with ${title(marked[1])}`));
  }
}
