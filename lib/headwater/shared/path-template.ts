/**
 * Paths with variables, in the gateway's words. The gateway routes segments that are a text or one variable; the default
 * route also matches segments that have both, such as `{id}.json`.
 */

/** `{name}` is a segment, `{name+}` all that follow. Variables hold what the gateway has decoded. */
export type PathVariables = Readonly<Record<string, string>>;

const greedyVariable = /^\{\w+\+\}$/;
const wholeSegment = /^(?:[A-Za-z0-9._~-]+|\{\w+\+?\})$/;

/** Whether the gateway can route the template. */
export function isOfWholeSegments(template: string): boolean {
  return (
    template === '/' ||
    template
      .split('/')
      .slice(1)
      .every((part) => wholeSegment.test(part))
  );
}

/** Returns the variables, or undefined if the path does not match. */
export function matchTemplate(template: string, path: string): PathVariables | undefined {
  const parts = template.split('/');
  const all = path.split('/');
  const last = parts.length - 1;
  const isGreedy = greedyVariable.test(parts[last] ?? '');
  if (isGreedy ? all.length < parts.length : all.length !== parts.length) return undefined;
  const segments = isGreedy ? [...all.slice(0, last), all.slice(last).join('/')] : all;
  const variables: Record<string, string> = {};
  for (const [index, part] of parts.entries())
    if (!matchSegment(part, segments[index] ?? '', variables)) return undefined;
  return variables;
}

/** A variable takes one character or more, up to the first place of the text behind it: linear in time for any path. */
function matchSegment(part: string, segment: string, variables: Record<string, string> = {}): boolean {
  const [start = '', ...others] = part.split(/\{(\w+)\+?\}/);
  if (!segment.startsWith(start)) return false;
  let at = start.length;
  for (let index = 0; index < others.length; index += 2) {
    const [name = '', text = ''] = others.slice(index, index + 2);
    const isLast = index + 2 === others.length;
    const end = isLast ? lastPlace(segment, text) : segment.indexOf(text, at + 1);
    if (end <= at) return false;
    variables[name] = segment.slice(at, end);
    at = end + text.length;
  }
  return at === segment.length;
}

function lastPlace(segment: string, text: string): number {
  return segment.endsWith(text) ? segment.length - text.length : -1;
}

/**
 * Sorts the template first that gets a path which both match: segment by segment, a text, then a text with variables (the
 * longer text first), a variable, the rest of the path. It is the order of the gateway, too.
 */
export function bySpecificity(one: string, other: string): number {
  const others = other.split('/').map(rankOf);
  const [difference = 0] = one
    .split('/')
    .map((part, index) => rankOf(part) - (others[index] ?? 0))
    .filter((each) => each !== 0);
  return difference;
}

function rankOf(part: string): number {
  if (!part.includes('{')) return 0;
  if (greedyVariable.test(part)) return 3;
  const text = part.replaceAll(/\{\w+\}/g, '');
  return 1 + 1 / (1 + text.length);
}

/** Whether some path can match both templates. */
export function canOverlap(one: string, other: string): boolean {
  const parts = one.split('/');
  const others = other.split('/');
  for (const [index, part] of parts.entries()) {
    const otherPart = others[index] ?? '';
    if (greedyVariable.test(part) || greedyVariable.test(otherPart))
      return ![parts, others].some((each) => each.slice(index).join('/') === '');
    if (!canBeEqual(part, otherPart)) return false;
  }
  return parts.length === others.length;
}

function canBeEqual(one: string, other: string): boolean {
  if (!one.includes('{')) return matchSegment(other, one);
  if (!other.includes('{')) return matchSegment(one, other);
  const start = (part: string) => part.slice(0, part.indexOf('{'));
  const end = (part: string) => part.slice(part.lastIndexOf('}') + 1);
  const longerHas = (a: string, b: string, at: 'startsWith' | 'endsWith') => a[at](b) || b[at](a);
  return longerHas(start(one), start(other), 'startsWith') && longerHas(end(one), end(other), 'endsWith');
}
