
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

/** The position of the run whose identity begins with these digits; -1 where there is none. */
function place(digits) {
  return digits ? data.runs.run.findIndex((run) => run.startsWith(digits)) : -1;
}

/** What a run is called: the app's name for it, or the first digits of its identity. */
function title(run) {
  return data.runs.reference[run] ?? `run ${short(run)}`;
}

/** How many digits of each identity are shown: 12, or as many as name the run alone on this page. */
const shownDigits = countShownDigits(data.runs.run);

function short(run) {
  return data.runs.run[run].slice(0, shownDigits[run]);
}

function countShownDigits(identities) {
  const counts = identities.map(() => 12);
  const order = [...identities.keys()].sort((one, other) => (identities[one] < identities[other] ? -1 : 1));
  // The runs that share most digits with a run stand beside it.
  order.slice(1).forEach((next, place) => {
    const run = order[place];
    let count = 1;
    while (count < 32 && identities[run].slice(0, count) === identities[next].slice(0, count)) count += 1;
    for (const one of [run, next]) counts[one] = Math.max(counts[one], count);
  });
  return counts;
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

/** The sequence of the first record that damage has cost the run, which is shown up to there; 0 where none is known to be lost. */
function lostRecord(run) {
  return Math.max(data.runs.lost[run], 0);
}

/** Whether the log is damaged, and the run's end may lie in the damaged part, though no record is known to be lost. */
function mayHaveEnded(run) {
  return data.runs.lost[run] < 0;
}

/** Where a run ended or stands, as far as it is shown. A shadow's flow ends no sign-in, whatever it came to. */
function outcome(run) {
  const state = word(data.runs.state[run]);
  const ending = data.runs.ended[run] === 1 ? state
    : lostRecord(run) > 0 ? `lost after ${state}`
    : mayHaveEnded(run) ? `open or lost after ${state}` : `open: ${state}`;
  return isShadow(run) ? `shadow: ${ending}` : ending;
}

/** Whether the run only stood beside an app's own handler, which signs people in or not. */
function isShadow(run) {
  return kinds[data.runs.kind[run]] === 'shadow';
}

/** How the handler beside a shadow ended, as far as the run is shown. */
function appOutcome(run) {
  const none = lostRecord(run) > 0 ? 'told no end before records were lost'
    : mayHaveEnded(run) ? 'told no end in what is left' : 'told no end';
  return isShadow(run) ? `the app ${data.runs.app[run] ?? none}` : '';
}

/** Whether the spec declares the run's end as a success; a log of an older version does not say so of any. */
function hasSucceeded(run) {
  return !isShadow(run) && data.runs.ended[run] === 1 && flowOf(run).legs[0].successes.includes(data.runs.state[run]);
}

/** Whether the log says which ends of the run's flow are successes. */
function knowsSuccess(run) {
  return flowOf(run).legs[0].successes.length > 0;
}

/** Whether the log and the flow in it say different things about the run: then its explanation begins with that. */
function disagrees(run) {
  return word(data.runs.sentences[run][0]) === 'disagreement';
}

function began(run) {
  return kinds[data.runs.kind[run]] === 'transcript' ? 'transcript' : `${dated(data.runs.began[run])} UTC`;
}

/** The runs read last, each with its records. */
let lately = [];

/** The records of a run, each with the state of every leg behind it. The runs read last are kept, so that they are not read again. */
function recordsOf(run) {
  const known = lately.find((entry) => entry.run === run);
  if (known) return known.records;
  const records = read(data.runs.records[run]);
  lately = [{ run, records }, ...lately.slice(0, 3)];
  return records;
}

/** Reads what `ReportedRun.records` has: five numbers for each record, then how many follow about its legs, and these. */
function read(numbers) {
  const records = [];
  let [sequence, at, legs] = [0, 0, []];
  let next = 0;
  const one = () => numbers[next++];
  while (next < numbers.length) {
    sequence += one();
    at += one();
    const [leg, shape, owed, length] = [one(), one(), one(), one()];
    const end = next + length;
    if (length > 0) legs = legs.slice();
    while (next < end) {
      const number = one();
      legs[number] = changedLeg(number, legs[number], one(), at, one);
    }
    records.push({ sequence, at, leg, shape, owedBy: owed > 0 ? sequence - owed : null, legs });
  }
  return records;
}

/** A leg behind a record, as `LegChanges` writes it: `parts` is the sum of the parts that follow; `one` gives the next number. */
function changedLeg(number, before, parts, at, one) {
  if (parts === 0) return undefined;
  const leg = before ? { ...before } : { number, state: 0, values: 0, timers: [], effects: [] };
  const waits = (known, canBeHeld) => Array.from({ length: one() }, () => {
    const name = one();
    return name < 0 ? known[-name - 1] : { name, due: at + one(), isHeld: canBeHeld && one() === 1 };
  });
  if (parts & 1) leg.state = one();
  if (parts & 2) leg.values = one();
  if (parts & 4) leg.timers = waits(leg.timers, true);
  if (parts & 8) leg.effects = waits(leg.effects, false);
  return leg;
}

/** What a run is found by, each once: the shapes of its records, and its legs' lists of values and names of timers and effects. */
function searchedOf(run) {
  const [shapes, values, names] = [new Set(), new Set(), new Set()];
  for (const record of read(data.runs.records[run])) {
    shapes.add(record.shape);
    for (const leg of record.legs) {
      if (!leg) continue;
      values.add(leg.values);
      for (const wait of [...leg.timers, ...leg.effects]) names.add(wait.name);
    }
  }
  return { shapes: [...shapes], values: [...values], names: [...names] };
}
