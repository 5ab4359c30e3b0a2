/** Colors of values, the same in each chart: levels of logs as people know them, others by their text. */

const levels = [
  [/^(?:err(?:or)?|fatal|crit(?:ical)?|alert|emerg(?:ency)?|severe|panic|5\d\d)$/i, 'error'],
  [/^(?:warn(?:ing)?|4\d\d)$/i, 'warn'],
  [/^(?:info(?:rmation)?|notice|2\d\d)$/i, 'info'],
  [/^(?:debug|trace|fine|verbose|3\d\d)$/i, 'debug'],
] as const;

/** As styles/records.css has them. */
const others = ['s0', 's1', 's2', 's3', 's4', 's5'] as const;

/** @returns a class for each value; no two others have one while there are enough. */
export function colorsOf(values: readonly unknown[]): readonly string[] {
  const taken = new Set<string>();
  return values.map((value) => {
    const text = String(value);
    const level = levels.find(([pattern]) => pattern.test(text))?.[1];
    if (level !== undefined && !taken.has(level)) return added(taken, level);
    const start = Array.from(text).reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0);
    const free = others.map((_, index) => others[(start + index) % others.length] ?? 's0');
    return added(taken, free.find((color) => !taken.has(color)) ?? free[0] ?? 's0');
  });
}

function added(taken: Set<string>, color: string): string {
  taken.add(color);
  return color;
}
