
// A flow's picture, with what was passed marked in it and counted.

/** A picture that a page can mark; `flow` and `leg` are positions in the data. */
function makeDiagram(flow, leg) {
  const template = byId(`diagram-${flow}-${leg}`);
  const svg = template.content.firstElementChild.cloneNode(true);
  // Two pictures of one flow may stand side by side, and an identity may stand in a page only once.
  makeDiagram.count = (makeDiagram.count ?? 0) + 1;
  const [title, description] = [svg.querySelector('title'), svg.querySelector('desc')];
  title.id = `picture-title-${makeDiagram.count}`;
  description.id = `picture-description-${makeDiagram.count}`;
  svg.setAttribute('aria-labelledby', `${title.id} ${description.id}`);
  // A picture that is wider than the page is scrolled before its words become too small to read.
  svg.style.minWidth = `${Math.round(Number(svg.getAttribute('width')) * 0.72)}px`;
  const nodes = [...svg.querySelectorAll('[data-node]')];
  const counts = nodes.map((node) => addCount(node));
  const lines = [...svg.querySelectorAll('[data-edges]')].map((line) => (
    { line, edges: line.dataset.edges.split(' ').map(Number) }));
  const labels = [...svg.querySelectorAll('[data-edge]')].map((label) => ({ label, edge: Number(label.dataset.edge) }));
  const withCount = new Set(data.flows[flow].legs[leg].passed);
  return { svg, nodes, counts, lines, labels, withCount };
}

/** A place for a number at a state's right upper corner. */
function addCount(node) {
  const [x, y] = [Number(node.dataset.right) - 2, Number(node.dataset.top)];
  const shape = drawn('rect', { class: 'count-shape', y: y - 9, height: 18, rx: 9 });
  const text = drawn('text', { class: 'count', x, y: y + 4 });
  const group = drawn('g', { class: 'count-group' }, shape, text);
  node.append(group);
  return (words) => {
    group.classList.toggle('none', words === '');
    const width = words.length * 7 + 12;
    shape.setAttribute('x', x - width / 2);
    shape.setAttribute('width', width);
    text.textContent = words;
  };
}

/**
 * Marks what was passed.
 *
 * `passed` says for each node and edge how often it was passed; `now` has the node where the run stands and the edges of its last
 * step, and is undefined in a picture of many runs; `unit` writes a count with its unit.
 */
function mark(diagram, passed, now, unit) {
  diagram.nodes.forEach((node, place) => {
    const count = passed.nodes[place] ?? 0;
    node.classList.toggle('passed', count > 0);
    node.classList.toggle('here', now?.node === place);
    diagram.counts[place](count > 0 ? unit(count, true) : '');
  });
  for (const { line, edges } of diagram.lines) {
    line.classList.toggle('passed', edges.some((edge) => passed.edges[edge] > 0));
    line.classList.toggle('now', edges.some((edge) => now?.edges.includes(edge)));
  }
  for (const { label, edge } of diagram.labels) {
    const count = passed.edges[edge] ?? 0;
    label.classList.toggle('passed', count > 0);
    label.classList.toggle('now', now?.edges.includes(edge) ?? false);
    // The last line of a label is the count, where any run that the page shows passed the edge.
    if (diagram.withCount.has(edge)) label.lastElementChild.textContent = count > 0 ? unit(count, false) : '';
  }
}

/** How often a run passed each node and edge of the flow of `leg`, by all legs of that flow, up to the record at `last`. */
function passage(run, leg, records, last) {
  const passed = { nodes: {}, edges: {} };
  const number = data.runs.legs[run][leg];
  const flow = data.flows[data.runs.flow[run]].legs[number];
  for (let place = 0; place <= last; place += 1) {
    const record = records[place];
    if (data.runs.legs[run][record.leg] !== number) continue;
    const [before, after] = [of(record.shape, atBefore), of(record.shape, atAfter)];
    const path = data.lists[of(record.shape, atPath)];
    for (const edge of path) passed.edges[edge] = (passed.edges[edge] ?? 0) + 1;
    for (const choice of words(of(record.shape, atChoices))) {
      const node = flow.states.findIndex((state, place) => flow.kinds[place] === 'choice' && word(state) === choice);
      if (node >= 0) passed.nodes[node] = (passed.nodes[node] ?? 0) + 1;
    }
    if (before === 0 || path.length > 0 || before - 1 !== after) passed.nodes[after] = (passed.nodes[after] ?? 0) + 1;
  }
  return passed;
}

const times = (count) => `${count}×`;
const ofRuns = (count, isNode) => (isNode ? grouped(count) : counted(count, 'run'));

/** The edges as a table, for who does not see the picture. */
function edgeTable(flow, leg, edges, heading) {
  const ends = data.flows[flow].legs[leg].ends;
  const rows = ends.map((end, edge) => ({ end, count: edges[edge] ?? 0 })).filter(({ count }) => count > 0);
  return element(
    'details', { class: 'behind' }, element('summary', {}, 'The same as a table'),
    element(
      'table', { class: 'plain' },
      element('thead', {}, element(
        'tr', {}, ['From', 'To', 'Events'].map((name) => element('th', { scope: 'col' }, name)),
        element('th', { scope: 'col', class: 'number' }, heading))),
      element('tbody', {}, rows.map(({ end, count }) => element(
        'tr', {}, end.map((number) => element('td', {}, word(number))),
        element('td', { class: 'number' }, grouped(count)))))));
}
