/** Shapes of values: what a column of a log has in every line. */

export interface ValueShape {
  readonly name: string;
  /** A regular expression without groups that count. */
  readonly source: string;
  /** What a pattern has for it: not narrower, so that later values fit as well. */
  readonly grok?: string;
  readonly pattern?: string;
  readonly type?: 'long' | 'double';
}

const v4 = '\\d{1,3}(?:\\.\\d{1,3}){3}';
const v6 =
  '(?:[0-9A-Fa-f]{1,4}:){2,7}(?::?[0-9A-Fa-f]{1,4}){1,7}|[0-9A-Fa-f]{0,4}::(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){0,6})?';
const levels =
  'trace|verbose|debug|info(?:rmation(?:al)?)?|notice|warn(?:ing)?|err(?:or)?|severe|crit(?:ical)?|alert|emerg(?:ency)?|fatal|panic|config|fine[rs]?t?|debug[1-5]|log';
/** The levels as programs write them: lower case, upper case, or one capital. */
const levelSource = `(?:${levels}|${levels.toUpperCase().replaceAll('(?:', '(?:')}|${levels.replace(/(^|\|)([a-z])/g, (_, bar, letter) => bar + letter.toUpperCase())})`;

/** The first that fits counts. */
export const shapes: readonly ValueShape[] = [
  { name: 'uuid', source: '[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}', grok: 'UUID' },
  { name: 'mac', source: '(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}', grok: 'MAC' },
  { name: 'address', source: `(?:${v4}|\\[(?:${v6})\\]):\\d{1,5}`, pattern: '[0-9A-Fa-f.:\\[\\]]+:\\d{1,5}' },
  { name: 'ip', source: `(?:${v4}|${v6})`, grok: 'IP' },
  { name: 'url', source: '[a-z][a-z0-9+.-]*://[^\\s|,;"<>\\])]+' },
  { name: 'email', source: '[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+' },
  { name: 'int', source: '[+-]?\\d+', grok: 'INT', type: 'long' },
  { name: 'decimal', source: '[+-]?\\d+(?:\\.\\d+)?', grok: 'NUMBER', type: 'double' },
  { name: 'duration', source: '\\d+(?:\\.\\d+)?(?:ns|us|µs|ms|s|m|h)' },
  { name: 'size', source: '\\d+(?:\\.\\d+)?(?:[KMGTkmgt]i?)?[Bb]?' },
  { name: 'hex', source: '(?:0x[0-9A-Fa-f]+|[0-9a-f]{6,}|[0-9A-F]{6,})', pattern: '[0-9A-Fa-fx]+' },
  { name: 'level', source: levelSource, grok: 'WORD' },
  { name: 'letter', source: '[TVDIWEFNC]' },
  { name: 'method', source: '(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|CONNECT|TRACE)', grok: 'WORD' },
  { name: 'path', source: '/[^\\s|,;"\\])]*' },
  { name: 'logger', source: '[A-Za-z_$][\\w$-]*(?:(?:\\.|::)[\\w$-]+)+' },
];

const compiled = new Map<string, RegExp>();

/** @param after What may follow the value; the end may always. */
export function matchAt(source: string, text: string, at: number): string | undefined {
  let regex = compiled.get(source);
  if (!regex) {
    if (compiled.size > 500) compiled.clear();
    regex = new RegExp(source, 'y');
    compiled.set(source, regex);
  }
  regex.lastIndex = at;
  return regex.exec(text)?.[0];
}

/** What may follow a value that is a whole token. */
export const tokenEnd = '(?=[\\s,;|\\])}>"\']|:(?!\\d\\d:)|$)';
