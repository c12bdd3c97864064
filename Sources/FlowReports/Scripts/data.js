
// The data of the page, and how it is read. `LogReport.json` writes it.

const data = JSON.parse(byId('data').textContent);

/** How many numbers a shape has, and which member is which; as `StepShape` writes them. */
const shapeWidth = 15;
const [atEvent, atCause, atAnswered, atDisposition, atStamp, atLine, atFields, atUnread, atEffects, atChoices, atKept,
  atPath, atBefore, atAfter, atState] = Array(shapeWidth).keys();

const runCount = data.runs.run.length;

function word(number) {
  return data.words[number];
}

/** The words of a list. */
function words(number) {
  return data.lists[number].map(word);
}

/** The member of a shape. */
function of(shape, member) {
  return data.shapes[shape * shapeWidth + member];
}

/** The run that begins with these digits; -1 where there is none. */
function place(digits) {
  return digits ? data.runs.run.findIndex((run) => run.startsWith(digits)) : -1;
}

/** What a run is called: the app's name for it, or the first digits of its identity. */
function title(run) {
  return data.runs.reference[run] ?? `run ${short(run)}`;
}

function short(run) {
  return data.runs.run[run].slice(0, 12);
}

function flowOf(run) {
  return data.flows[data.runs.flow[run]];
}

function flowName(run) {
  const flow = flowOf(run);
  return `${flow.name} version ${flow.version}`;
}

/** The flow that a leg of the run follows. */
function legOf(run, leg) {
  return flowOf(run).legs[data.runs.legs[run][leg]];
}

/** What a flow or sub-flow is called. */
function legTitle(leg) {
  return leg.name === null ? leg.flow : `${leg.name} (${leg.flow})`;
}

function outcome(run) {
  const state = word(data.runs.state[run]);
  return data.runs.ended[run] === 1 ? state : `open: ${state}`;
}

function began(run) {
  return data.runs.kind[run] === 1 ? 'transcript' : `${dated(data.runs.began[run])} UTC`;
}

let lately = [];

/** The records of a run, each with where all legs stand behind it; the last few runs are kept. */
function recordsOf(run) {
  const known = lately.find((entry) => entry.run === run);
  if (known) return known.records;
  const records = read(data.runs.records[run]);
  lately = [{ run, records }, ...lately.slice(0, 3)];
  return records;
}

function read(numbers) {
  const records = [];
  let [sequence, at, legs] = [0, 0, []];
  let next = 0;
  const one = () => numbers[next++];
  while (next < numbers.length) {
    sequence += one();
    at += one();
    const [leg, shape, owed, changed] = [one(), one(), one(), one()];
    if (changed > 0) legs = legs.slice();
    for (let change = 0; change < changed; change += 1) {
      const number = one();
      legs[number] = one() === 0 ? undefined : readLeg(number, at, one);
    }
    records.push({ sequence, at, leg, shape, owedBy: owed > 0 ? sequence - owed : null, legs });
  }
  return records;
}

/** Where a leg stands, as `LegChanges` writes it. */
function readLeg(number, at, one) {
  const leg = { number, state: one(), values: one(), timers: [], effects: [] };
  for (let count = one(); count > 0; count -= 1) leg.timers.push({ name: one(), due: at + one(), isHeld: one() === 1 });
  for (let count = one(); count > 0; count -= 1) leg.effects.push({ name: one(), due: at + one() });
  return leg;
}

/** The shapes of a run's records, each once, without reading all of them; for searching. */
function shapesOf(run) {
  const numbers = data.runs.records[run];
  const shapes = new Set();
  let next = 0;
  while (next < numbers.length) {
    shapes.add(numbers[next + 3]);
    const changed = numbers[next + 5];
    next += 6;
    for (let change = 0; change < changed; change += 1) {
      if (numbers[next + 1] === 0) {
        next += 2;
      } else {
        const timers = numbers[next + 4];
        next += 5 + 3 * timers;
        next += 1 + 2 * numbers[next];
      }
    }
  }
  return shapes;
}
