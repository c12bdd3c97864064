
// What many runs have in common, as charts. Each chart is a table whose rows have a bar.

function buildStatistics() {
  fill(
    byId('view-statistics'), element('h2', { id: 'statistics-heading', tabindex: '-1' }, 'Statistics'),
    data.shadows > 0
      ? element(
        'p', {}, `${counted(data.shadows, 'run')} of shadows ${data.shadows === 1 ? 'is' : 'are'} not counted here, `
          + `for nobody signed in by them: 'keyway shadow' compares them with the app.`)
      : null,
    data.statistics.length === 0 ? element('p', {}, 'There is no other run to count.') : null,
    data.statistics.map((flow, place) => flowStatistics(flow, place)));
}

function flowStatistics(flow, place) {
  const id = `statistics-${place}`;
  const tables = flow.tables.filter((table) => table.words.length > 0);
  return element(
    'section', { 'aria-labelledby': id, class: 'flow-statistics' },
    element('h3', { id }, `${flow.flow} version ${flow.version}`, ' ', element('small', {}, counted(flow.runs, 'run'))),
    element(
      'div', { class: 'charts' }, tables.map((table) => bars(table, flow.runs, successfulEnds(flow))),
      flow.stays.length > 0 ? stayChart(flow.stays) : null),
    flow.leftOut > 0 ? element('p', {}, `${counted(flow.leftOut, 'event')} more are only counted in the log.`) : null,
    pictures(flow));
}

const chartNames = {
  outcomes: 'How runs ended', endings: 'How runs ended, with all that they keep',
  providers: 'How runs and their sub-flows ended, by provider',
  standing: 'Where runs stand that go on', cut: 'Where runs were last that damage has cut',
  perhapsCut: 'Where runs were last that damage has perhaps cut', results: 'Results',
  reached: 'How far runs came',
  deadlines: 'Deadlines that passed', failures: 'Effects that the app did not perform, or not to their end',
  dropped: 'Events of which nothing came', unread: 'Callbacks that no row reads',
};

/** The names of the ends that are successes. */
function successfulEnds(statistics) {
  const flow = data.flows.find(({ name, version }) => name === statistics.flow && version === statistics.version);
  return flow ? flow.legs[0].successes.map(word) : [];
}

/** A table of counts as bars, in per cent of all runs too where each run counts once in a row; an end that is a success has a mark. */
function bars(table, runs, successes) {
  const isEnd = table.key === 'outcomes' || table.key === 'endings';
  const greatest = table.counts.reduce((most, count) => Math.max(most, count), table.percents ? runs : 1);
  const shown = 12;
  // A row of endings is the name of the end, then a colon, then what the run keeps.
  const isSuccess = (word) => isEnd && successes.includes(word.split(':')[0]);
  const rows = table.words.map((word, place) => {
    const count = table.counts[place];
    const bar = element('span', { class: 'bar' });
    bar.style.width = `${Math.max(0.5, 100 * count / greatest)}%`;
    return element(
      'tr', {}, element('th', { scope: 'row' }, isSuccess(word) ? '✓ ' : '', word),
      element('td', { class: 'bar-cell' }, bar),
      element('td', { class: 'number' }, grouped(count)),
      table.percents ? element('td', { class: 'number' }, `${table.percents[place]} %`) : null);
  });
  const body = element('tbody', {}, rows.slice(0, shown));
  const figure = element(
    'figure', { class: 'chart' }, element('figcaption', {}, chartNames[table.key] ?? table.name),
    element('table', {}, body));
  if (rows.length > shown) {
    const more = element('button', {
      type: 'button', on: {
        click: () => {
          body.append(...rows.slice(shown));
          more.remove();
        },
      },
    }, `${rows.length - shown} more`);
    figure.append(more);
  }
  return figure;
}

/** For each state a line from the median to the 99th percentile of its times, with a mark at the 95th; the scale is logarithmic. */
function stayChart(stays) {
  const greatest = stays.reduce((most, stay) => Math.max(most, stay.times[2]), 1000);
  const steps = Math.ceil(Math.log10(greatest / 100));
  const x = (milliseconds) => 100 * Math.log10(Math.max(1, milliseconds / 100)) / steps;
  const rows = [...stays].sort((a, b) => b.times[2] - a.times[2]).map((stay) => {
    const [median, p95, p99] = stay.times.map(x);
    const picture = drawn(
      'svg', { class: 'stay', viewBox: '0 0 104 12', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      drawn('path', { class: 'stay-line', d: `M${1 + median} 6H${1 + p99}` }),
      drawn('path', { class: 'stay-median', d: `M${1 + median} 0V12` }),
      drawn('path', { class: 'stay-p95', d: `M${1 + p95} 2V10` }));
    return element(
      'tr', {}, element('th', { scope: 'row' }, stay.state), element('td', { class: 'bar-cell' }, picture),
      element('td', { class: 'number' }, grouped(stay.stays)),
      stay.times.map((time) => element('td', { class: 'number' }, spelled(time))));
  });
  return element(
    'figure', { class: 'chart wide' },
    element('figcaption', {}, 'Time in state ', element('small', {},
      'from the median, past the 95th percentile, to the 99th; the line goes from 0.1 s to '
      + `${spelled(100 * 10 ** steps)}, and each ten times as long is one step on`)),
    element('table', {},
      element('thead', {}, element(
        'tr', {}, element('th', { scope: 'col' }, 'State'), element('td', { class: 'bar-cell' }),
        ['stays', 'p50', 'p95', 'p99'].map((name) => element('th', { scope: 'col', class: 'number' }, name)))),
      element('tbody', {}, rows)));
}

/** The diagrams of a flow and its sub-flows with the counts of all runs, each drawn when it is opened. */
function pictures(statistics) {
  const found = [];
  data.flows.forEach((flow, place) => {
    if (flow.name !== statistics.flow || flow.version !== statistics.version) return;
    flow.legs.forEach((leg, number) => {
      const inside = element('div', { class: 'picture', tabindex: '0', role: 'group', 'aria-label': `Diagram of ${leg.flow}` });
      const behind = element('div', {});
      const details = element(
        'details', {
          on: {
            toggle: () => {
              if (!details.open || inside.firstChild) return;
              const diagram = makeDiagram(place, number);
              mark(diagram, { nodes: leg.nodes, edges: leg.edges }, undefined, ofRuns);
              fill(inside, diagram.svg);
              fill(behind, edgeTable(place, number, leg.edges, 'Runs'));
            },
          },
        },
        element('summary', {}, `Diagram of ${legTitle(leg)}, with how many runs passed`),
        inside, behind);
      found.push(details);
    });
  });
  return found;
}
