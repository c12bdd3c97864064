
// One run: why it ended so, its records to go through, where it stands behind each, and its path in the diagram.

/** The run that the page shows, by its position, -1 before the first; `shownFlow` is the number of the flow whose diagram is drawn. */
const openRun = { run: -1, list: null, diagram: null, shownFlow: -1 };

/** Shows a run; `sequence` is that of the record to choose; where it is undefined or no record has it, the last record is chosen. */
function showRun(run, sequence) {
  if (openRun.run !== run) buildRun(run);
  const records = openRun.list.records;
  const place = records.findIndex((record) => record.sequence === sequence);
  openRun.list.show();
  openRun.list.choose(place >= 0 ? place : records.length - 1);
}

/** The sequence of the record that is chosen; undefined where no run was shown yet. */
function chosenSequence() {
  const { list } = openRun;
  return list?.records[list.selected]?.sequence;
}

function buildRun(run) {
  const list = makeRecordList(run, 'the run', (place) => step(run, place));
  Object.assign(openRun, { run, list, diagram: null, shownFlow: -1 });
  fill(
    byId('view-run'),
    runHeading(run, 'run-heading', 'h2'),
    element('section', { 'aria-labelledby': 'why-heading' },
      element('h3', { id: 'why-heading' }, 'Why'),
      element('ol', { class: 'why' }, explanation(run))),
    element('div', { class: 'columns' },
      element('section', { 'aria-labelledby': 'records-heading' },
        element('h3', { id: 'records-heading' }, 'Records'),
        element('div', { class: 'scrub' },
          element('button', { type: 'button', on: { click: () => list.choose(list.selected - 1) } }, 'Back'),
          list.slider,
          element('button', { type: 'button', on: { click: () => list.choose(list.selected + 1) } }, 'On')),
        element('p', { class: 'hint' },
          'In the list arrow keys go from record to record, Home and End to the ends; left and right do so anywhere.'),
        list.list),
      element('div', {},
        element('section', { id: 'point', class: 'point', 'aria-labelledby': 'point-heading' },
          element('h3', { id: 'point-heading' }, 'Here'), element('div', { id: 'point-told' }),
          element('h3', {}, 'Where it stands'), element('div', { id: 'point-standing' })))),
    element('section', { 'aria-labelledby': 'path-heading' },
      element('h3', { id: 'path-heading' }, 'Path'),
      element('p', { class: 'hint' },
        'Thick lines were passed up to the chosen record, with how often; the thickest one is its own. A bold frame is ',
        'where the run stands.'),
      element('p', { id: 'path-told', class: 'path-told' }),
      legChoice(run), element('div', { id: 'path', class: 'picture', tabindex: '0', role: 'group', 'aria-label': 'Diagram' }),
      element('div', { id: 'path-table' })));
}

function runHeading(run, id, name) {
  return element(
    'div', { class: 'run-heading' },
    element(name, { id, tabindex: '-1' }, title(run), ' ', outcomeBadge(run)),
    element('p', {}, [
      isShadow(run) ? `a shadow beside the app's own handler: ${appOutcome(run)}` : '',
      flowName(run), `run ${data.runs.run[run]}`, began(run), `lasted ${spelled(data.runs.duration[run])}`,
      counted(data.runs.events[run], 'event'),
      data.runs.leftOut[run] > 0 ? `${counted(data.runs.leftOut[run], 'event')} more only counted in the log` : '',
      lostRecord(run) > 0 ? `records lost from record ${lostRecord(run)} on` : '',
      mayHaveEnded(run) ? 'the last records may be lost' : '',
    ].filter((part) => part !== '').join(' · ')));
}

/** How a run ended, or where it stands; a success has a mark of its own, which a shadow never has. */
function outcomeBadge(run) {
  const isSuccess = hasSucceeded(run);
  const isOver = data.runs.ended[run] === 1 && !isShadow(run);
  const kind = isSuccess ? 'outcome success' : isOver ? 'outcome' : 'outcome open';
  return element('span', { class: kind }, isSuccess ? '✓ ' : '', outcome(run));
}

/** The sentences of the explanation; one about a record leads to it. */
function explanation(run) {
  const numbers = data.runs.sentences[run];
  const lost = lostRecord(run);
  const sentences = lost === 0 ? [] : [
    element('li', { class: 'damage' }, `Record ${lost} is lost in damage: what follows is of the records before it alone.`)];
  for (let next = 0; next < numbers.length; next += 3) {
    const [subject, text, sequence] = [word(numbers[next]), word(numbers[next + 1]), numbers[next + 2]];
    sentences.push(element(
      'li', { class: subject }, text, ' ',
      sequence < 0 ? null : element(
        'a', { href: `#run=${data.runs.run[run]}&at=${sequence}`, 'aria-label': `Go to record ${sequence}` },
        `#${sequence}`)));
  }
  return sentences;
}

/** A choice of the flow that is drawn, where the run has sub-flows. */
function legChoice(run) {
  const numbers = [...new Set(data.runs.legs[run])];
  if (numbers.length < 2) return null;
  const select = element('select', { id: 'path-leg', on: { change: () => drawPath(run, Number(select.value)) } },
    numbers.map((number) => {
      const leg = flowOf(run).legs[number];
      return element('option', { value: number }, legTitle(leg));
    }));
  return element('p', {}, element('label', {}, 'Flow ', select));
}

/** Shows one record of the run everywhere. */
function step(run, place) {
  const record = openRun.list.records[place];
  fill(byId('point-told'), recordFacts(run, record));
  fill(byId('point-standing'), standing(run, record));
  byId('path-told').textContent = `${sentence(run, record)}.`;
  drawPath(run, data.runs.legs[run][record.leg]);
  // The list and the slider say it themselves.
  const { list, slider } = openRun.list;
  if (![list, slider].includes(document.activeElement)) say(sentence(run, record));
  remember(`run=${data.runs.run[run]}&at=${record.sequence}`);
}

/** Draws the path, up to the chosen record, of all legs that follow one flow; `number` is that flow's number in `data.runs.legs`. */
function drawPath(run, number) {
  const { list } = openRun;
  const record = list.records[list.selected];
  if (openRun.shownFlow !== number || openRun.diagram === null) {
    openRun.shownFlow = number;
    openRun.diagram = makeDiagram(data.runs.flow[run], number);
    fill(byId('path'), openRun.diagram.svg);
    const select = byId('path-leg');
    if (select) select.value = String(number);
  }
  const leg = data.runs.legs[run].indexOf(number);
  const last = list.records.slice(0, list.selected + 1).findLast((other) => data.runs.legs[run][other.leg] === number);
  const now = last && {
    node: of(last.shape, atAfter), edges: last === record ? data.lists[of(record.shape, atPath)] : [],
  };
  const passed = passage(run, leg, list.records, list.selected);
  mark(openRun.diagram, passed, now, times);
  if (now) bringIntoView(openRun.diagram.nodes[now.node], byId('path'));
  scheduleTable(() => {
    const table = edgeTable(data.runs.flow[run], number, passed.edges, 'Times');
    table.open = byId('path-table').querySelector('details')?.open ?? false;
    fill(byId('path-table'), table);
  });
}

/** Scrolls a picture, and not the page, until a state in it is seen. */
function bringIntoView(node, picture) {
  const [box, frame] = [node.getBoundingClientRect(), picture.getBoundingClientRect()];
  if (box.left < frame.left || box.right > frame.right) {
    picture.scrollLeft += (box.left + box.right - frame.left - frame.right) / 2;
  }
  if (box.top < frame.top || box.bottom > frame.bottom) {
    picture.scrollTop += (box.top + box.bottom - frame.top - frame.bottom) / 2;
  }
}

let tableTimer = 0;

/** Writes the table only when no other record was chosen for 150 ms: moving the slider quickly would write it again and again. */
function scheduleTable(write) {
  clearTimeout(tableTimer);
  tableTimer = setTimeout(write, 150);
}
