/** The framework's own extensions. Any other member that begins with `x-` is foreign: it is served, and nothing reads it. */

import { nearSpelling } from '../../shared/json/near-spelling.ts';
import { swagger1Terms } from './dialect-terms.ts';
import { quote, type SourceNode } from './source-node.ts';

/** What may have extensions, as messages name it. */
export type ExtensionHolder =
  | 'the listing'
  | 'a declaration'
  | 'a document'
  | 'an operation'
  | 'a schedule or a consumer'
  | 'a parameter'
  | 'a body parameter'
  | 'a parameter of Swagger 2.0'
  | 'a property'
  | 'items'
  | 'a model'
  | 'a schema'
  | 'a media type'
  | 'a response';

type Extensions = Readonly<Partial<Record<ExtensionHolder, readonly string[]>>>;

const ofOperations = [
  ...['x-status', 'x-memory', 'x-timeout', 'x-cache', 'x-require-precondition', 'x-deprecation', 'x-sunset'],
  ...['x-idempotent', 'x-headers', 'x-media-versions', 'x-media-types', 'x-max-bytes', 'x-gzip'],
  ...['x-exact-integers', 'x-text-types', 'x-uses'],
];

export const swagger1Extensions: Extensions = {
  'the listing': ['x-claims', 'x-tenant', 'x-problems', 'x-accepted-risks', 'x-media-vendor'],
  'a declaration': ['x-schedules', 'x-consumers'],
  // Beside a pattern of its result.
  'an operation': [...ofOperations, 'x-message'],
  'a schedule or a consumer': ['x-memory', 'x-timeout', 'x-uses'],
  'a parameter': ['x-message', 'x-synonyms', 'x-read-only', 'x-filter'],
  'a body parameter': ['x-message', 'x-synonyms', 'x-read-only', 'x-filter', 'x-example'],
  'a property': ['x-message', 'x-read-only'],
  items: ['x-message'],
  'a model': ['x-example'],
  'a response': ['x-problems'],
};

/** With those that the readers of OpenAPI refuse, with a reason. */
const openApiExtensions: Extensions = {
  'a document': ['x-accepted-risks', 'x-schedules', 'x-consumers'],
  'an operation': ofOperations,
  'a parameter': ['x-synonyms', 'x-example', 'x-filter'],
  'a parameter of Swagger 2.0': ['x-synonyms', 'x-example', 'x-filter', 'x-message', 'x-read-only'],
  'a schema': ['x-message', 'x-read-only', 'x-example', 'x-items'],
  'a media type': ['x-example'],
  'a response': ['x-problems'],
};

/** Redocly has named examples in it. */
const foreign = ['x-examples'];

/**
 * Reports extensions of the framework that are misspelt, or that have no meaning in this object.
 *
 * @param holder Undefined: the object has no extensions.
 * @returns false for an error.
 */
export function checkExtensions(node: SourceNode, holder: ExtensionHolder | undefined): boolean {
  const known = ownExtensions(node, holder);
  const wrong = node.members().flatMap(([name, part]) => {
    const meant = extensionMeantBy(name, known);
    if (meant === undefined) warnOfMisplaced(name, part, known);
    else reportMisspelt(part, meant);
    return meant ?? [];
  });
  return wrong.length === 0;
}

/** The extensions that have a meaning in such an object. */
export function ownExtensions(node: SourceNode, holder: ExtensionHolder | undefined): readonly string[] {
  return (holder && tablesFor(node)[0]?.[holder]) ?? [];
}

/** The table of the dialect first. */
function tablesFor({ terms }: SourceNode): readonly Extensions[] {
  const isSwagger1 = terms === swagger1Terms;
  return isSwagger1 ? [swagger1Extensions, openApiExtensions] : [openApiExtensions, swagger1Extensions];
}

/**
 * The extension that a name misspells.
 *
 * @example extensionMeantBy('x-idempotnet', ['x-idempotent']) // 'x-idempotent', as for X_Idempotent
 */
function extensionMeantBy(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name) || foreign.includes(name)) return undefined;
  const same = known.find((each) => lettersOf(each) === lettersOf(name));
  if (same !== undefined || !/^x[-_]/i.test(name)) return same;
  const { long = [], short = [] } = Object.groupBy(
    known.map((each) => each.slice(2)),
    ({ length }) => (length < minLong ? 'short' : 'long'),
  );
  const near = nearSpelling(name.slice(2), short, 1) ?? nearSpelling(name.slice(2), long);
  return near && `x-${near}`;
}

/** Two edits make another word of a short one, such as somebody's own x-state of x-status. In letters. */
const minLong = 8;

/** Whether a member is an extension, maybe a misspelt one. */
export function isExtension(name: string, known: readonly string[]): boolean {
  return name.startsWith('x-') || extensionMeantBy(name, known) !== undefined;
}

/** Without punctuation and letter case. */
function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

/** Nothing would read what the member says. */
export function reportMisspelt(part: SourceNode, near: string): undefined {
  const fix = { path: part.path, rename: near };
  return part.report('E-KEY', `${quote(part.name)}, so that nothing reads what it says`, quote(near), fix);
}

function warnOfMisplaced(name: string, part: SourceNode, known: readonly string[]): void {
  if (known.includes(name)) return;
  const [holders = []] = tablesFor(part)
    .map((table) =>
      Object.entries(table).flatMap(([holder, names]) => (names.includes(name) ? [holder] : [])),
    )
    .filter((found) => found.length > 0);
  if (holders.length === 0) return;
  part.report('W-KEY', `${quote(name)}, which has no meaning here`, `the same in ${holders.join(' or ')}`);
}
