/** The words of a message, with marks for what is another value in each line: numbers, times, addresses, ids. */

/** What stands for a part that differs. */
export const anyMark = '<any>';

/** In this order: an address has numbers, and a time has both. */
const marks: readonly (readonly [mark: string, expression: RegExp])[] = [
  ['<uuid>', /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi],
  ['<url>', /\b[a-z][a-z0-9+.-]{1,9}:\/\/[^\s"'<>\])},;]+/gi],
  [
    '<time>',
    /\b\d{4}[-/.]\d\d[-/.]\d\d(?:[T _]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|[+-]\d\d:?\d\d))?)?(?![\w-])|\b\d{1,2}\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d(?: [+-]\d{4})?|\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) {1,2}\d{1,2}(?: \d\d:\d\d:\d\d(?:[.,]\d{1,9})?)?(?: \d{4})?\b|\b\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?!\w|:)/g,
  ],
  ['<mac>', /\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b/gi],
  [
    '<ip>',
    /\b\d{1,3}(?:\.\d{1,3}){3}\b|(?<![\w:])(?:[0-9a-f]{1,4}:){3,7}(?::?[0-9a-f]{1,4}){1,5}(?![\w:])/gi,
  ],
  // A word of letters alone, such as `added`, is none.
  ['<hex>', /\b0x[0-9a-f]+\b|\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{6,}\b/gi],
  ['<number>', /(?<![\p{L}\d_])[+-]?\d+(?:[.,]\d+)*(?=\D|$)|(?<=[\p{L}_])\d+/gu],
];

/** @example messageForm('pid 12 of 10.0.0.1') // 'pid <number> of <ip>' */
export function messageForm(text: string): string {
  let form = text;
  for (const [mark, expression] of marks) form = form.replace(expression, mark);
  return form;
}

const word = /"(?:[^"\\]|\\.)*"\S*|\S+/g;

/** Between blanks; a text in quotes is one. */
export function splitForm(form: string): readonly string[] {
  return form.match(word) ?? [];
}

/** Any of the marks. */
export const anyOfMarks = new RegExp(`(${[...marks.map(([mark]) => mark), anyMark].join('|')})`, 'g');

/** Whether it says something in each line: it has letters beside its marks. */
export function isSaying(text: string): boolean {
  return /\p{L}/u.test(text.replaceAll(anyOfMarks, ''));
}

const level =
  /^\W*(?:trace|verbose|debug|info|information|notice|warn|warning|err|error|severe|crit|critical|alert|fatal|panic)\W*$/i;
/** The words in which the header of a line ends. */
const maxHeader = 10;

/**
 * The place of the word that says what the message is about: the first plain one after the header of the line, which ends in a
 * colon or in a level. -1 if there is none.
 */
export function topicOf(words: readonly string[]): number {
  const head = words.slice(0, maxHeader);
  const end = Math.max(
    head.findIndex((one) => one.endsWith(':') && one.length < 60),
    head.findIndex((one) => level.test(one)),
  );
  return words.findIndex((one, index) => index > end && isPlain(one));
}

function isPlain(text: string): boolean {
  return /^[(["']?\p{L}[\p{L}'-]+[\])"',.:;!]*$/u.test(text) && !level.test(text);
}

/** The word that both are, with a mark for what differs between their beginning and their end. */
export function commonWord(one: string, other: string): string {
  if (one === other) return one;
  const start = commonStart(piecesOf(one), piecesOf(other));
  const [left, right] = [piecesOf(one).slice(start), piecesOf(other).slice(start)];
  const end = commonStart(left.toReversed(), right.toReversed());
  const head = piecesOf(one).slice(0, start).join('');
  return `${head}${anyMark}${end === 0 ? '' : left.slice(-end).join('')}`;
}

/** Marks, runs of letters and digits, and each sign. */
function piecesOf(text: string): readonly string[] {
  return text.match(/<[a-z]+>|[\p{L}\p{N}_-]+|[^\p{L}\p{N}_-]/gu) ?? [];
}

/** How many of the first are the same: what differs keeps a piece of each, so no value is empty. */
function commonStart(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length) - 1;
  let count = 0;
  while (count < most && one[count] === other[count] && one[count] !== anyMark) count++;
  return count;
}
