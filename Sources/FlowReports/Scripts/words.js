
// What numbers of the data mean in words.

/** Each at the number that a log has for the disposition; the last, `noted`, is for records that tell no event. */
const dispositions = [
  { word: 'taken', mark: '→' }, { word: 'stayed', mark: '•' }, { word: 'ignored', mark: '○' },
  { word: 'rejected', mark: '✕' }, { word: 'late', mark: '»' }, { word: 'stale', mark: '↺' },
  { word: 'unrecognised', mark: '?' }, { word: 'noted', mark: '·' },
];

const stamps = ['', 'of the attempt or order that was open', 'of an earlier attempt or order'];

/** What drives a run, by the number that a log has for its kind; a shadow stands beside an app's own handler. */
const kinds = ['live', 'transcript', 'shadow'];

const causes = {
  asked: 'the app asked for it', heard: 'the provider called back', retained: 'the provider had called back before',
  replied: 'an effect answered', failed: 'the handler threw or gave no answer',
  refused: 'the effect was not performed: another run held its source',
  interrupted: 'the process ended while the effect was at work', timer: 'a deadline passed',
  limit: 'the effect did not answer in time', granted: 'a lane was granted',
  restored: 'another process went on with the run', owed: 'another record brought it',
  overrun: 'the run had so many records that no run may have more',
  valueGone: 'the effect was not performed: a value that it needs was gone when the run came back',
};

/** Milliseconds as a person reads a duration: `18.2 s`, `4 min 3 s`. */
function spelled(milliseconds) {
  const magnitude = Math.abs(milliseconds);
  const sign = milliseconds < 0 ? '-' : '';
  if (magnitude < 60000) return `${sign}${magnitude / 1000} s`;
  const seconds = Math.round(magnitude / 1000);
  const parts = [[Math.floor(seconds / 3600), 'h'], [Math.floor(seconds / 60) % 60, 'min'], [seconds % 60, 's']];
  return sign + parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`).join(' ');
}

/** The same where room is scarce: `18.2 s`, `4:03`, `1:04:03`. */
function clocked(milliseconds) {
  if (Math.abs(milliseconds) < 60000) return spelled(milliseconds);
  const seconds = Math.round(Math.abs(milliseconds) / 1000);
  const two = (number) => String(number).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const words = hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  return milliseconds < 0 ? `-${words}` : words;
}

/** A moment in universal time, `2026-11-24 10:05:03`. */
function dated(milliseconds) {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? `${milliseconds} ms` : date.toISOString().slice(0, 19).replace('T', ' ');
}

function counted(count, word) {
  return `${grouped(count)} ${word}${count === 1 ? '' : 's'}`;
}

/** `12 345`, so that long numbers can be read. */
function grouped(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** A disposition as mark and word; it can be told without its colour. */
function badge(disposition) {
  const { word, mark } = dispositions[disposition];
  return element(
    'span', { class: `badge ${word}` }, element('span', { class: 'mark', 'aria-hidden': 'true' }, mark), word);
}
