import type { JsonSchema } from './json-schema.ts';
import { mapValues } from './walk.ts';

const quoted = String.raw`"(?:[^"\\]|\\.)*"`;
/** A text in quotes is one part, whatever it contains. */
const code = String.raw`(?:${quoted}|[^"\n])*?`;
const place = String.raw`schema\d+(?:\.[\w$]+|\[(?:\d+|${quoted})\])*`;
const error = [
  String.raw`const (?<name>err\d+) = \{instancePath(?::(?<path>${code}))?,keyword:(?<keyword>${quoted})`,
  String.raw`,params:(?<params>\{${code}\}),schema:${code},parentSchema:(?<parent>${place}),data(?::(?<data>${code}))?\};`,
].join('');
const report = String.raw`
if\(vErrors === null\)\{
vErrors = \[\k<name>\];
\}
else \{
vErrors\.push\(\k<name>\);
\}`;

/** The check of a member by a function that needs nothing of the values around it. */
const member = String.raw`if\((?<data>data\d*)(?<access>\.[\w$]+|\[${quoted}\]) !== undefined && func\d+\.call\(\k<data>, (?<name>${quoted})\)\)\{
if\(!\((?<check>validate\d+)\(\k<data>\k<access>, \{instancePath:(?<path>(?:${quoted}|[^",\n])*)\}\)\)\)\{
vErrors = func\d+\(vErrors, \k<check>\.errors\);
errors = vErrors\.length;
\}
\}`;

const updated = 'errors = vErrors?.length ?? 0;';
/** A path that is not the place of a member. */
const base = String.raw`(?<base>(?:${quoted}|[^",\n])*?)`;

/** The check of a member whose name is the end of its path. It does not match names that an object puts elsewhere. */
const named = String.raw`vErrors = checkMember\(vErrors, (?<data>data\d*), "(?<name>(?!__proto__")[A-Za-z_$][\w$-]*)", (?<check>validate\d+), ${base}\+"\/\k<name>"\);
errors = vErrors\?\.length \?\? 0;
`;

const required = String.raw`if\(\((?<data>data\d*)(?<access>\.[\w$]+|\[${quoted}\]) === undefined\) \|\| \(!\(func\d+\.call\(\k<data>, (?<name>${quoted})\)\)\)\)\{
vErrors = addError\(vErrors, ${base}, "required", \{missingProperty: \k<name>\}\);
errors\+\+;
\}
`;

const closed = String.raw`for\(const (?<key>key\d+) of Object\.keys\((?<data>data\d*)\)\)\{
if\(!\(func\d+\.call\((?<said>said\d+)\.properties, \k<key>\)\)\)\{
vErrors = addError\(vErrors, ${base}, "additionalProperties", \{additionalProperty: \k<key>\}, \{parentSchema:\k<said>\}\);
errors\+\+;
\}
\}
`;

type Said = (schema: JsonSchema) => JsonSchema;

/** What the messages of a keyword say of the schema that has it (lib/run/http/request/). */
const said: Readonly<Record<string, Said>> = {
  pattern: ({ 'x-message': message }) => (message === undefined ? {} : { 'x-message': message }),
  additionalProperties: ({ properties = {} }) => ({
    properties: mapValues(properties as JsonSchema, (schema) => schema !== false),
  }),
  discriminator: ({ oneOf, discriminator }) => ({
    oneOf: mapItems(oneOf, ({ properties }) => {
      const name = (discriminator as JsonSchema)['propertyName'] as string;
      return properties === undefined ? {} : { properties: { [name]: (properties as JsonSchema)[name] } };
    }),
  }),
  anyOf: ({ anyOf }) => ({ anyOf: mapItems(anyOf, typeOnly) }),
  oneOf: ({ oneOf }) => ({ oneOf: mapItems(oneOf, typeOnly) }),
};

function typeOnly({ type, $ref }: JsonSchema): JsonSchema {
  return { ...(type === undefined ? {} : { type }), ...($ref === undefined ? {} : { $ref }) };
}

function mapItems(items: unknown, map: Said): readonly JsonSchema[] {
  return (items as readonly JsonSchema[]).map(map);
}

/**
 * Shortens the errors in the code of ajv, which are most of it: a call makes each of them, without the schema, of which it
 * has only what its message says.
 */
export function shortenErrors(source: string): string {
  const schemas = new Map<string, unknown>();
  for (const [, name = '', literal = ''] of source.matchAll(/^const (schema\d+) = ([{[].*);$/gm))
    schemas.set(name, JSON.parse(literal));
  const constants = new Map<string, string>();
  const shared = (literal: string) => {
    const name = constants.get(literal) ?? `said${constants.size}`;
    constants.set(literal, name);
    return name;
  };
  const short = source.replaceAll(new RegExp(`^${error}${report}$`, 'gm'), (...match) => {
    const { path, keyword = '', params = '', parent = '', data } = match.at(-1) as Record<string, string>;
    const parts = said[JSON.parse(keyword)]?.(valueAt(schemas, parent) as JsonSchema) ?? {};
    const more = [
      ...(Object.keys(parts).length > 0 ? [`parentSchema:${shared(JSON.stringify(parts))}`] : []),
      ...(keyword === '"enum"' ? [`data:${data ?? 'data'}`] : []),
    ];
    const call = ['vErrors', path ?? 'instancePath', keyword, inlined(schemas, params)];
    return `vErrors = addError(${[...call, ...(more.length > 0 ? [`{${more.join()}}`] : [])].join(', ')});`;
  });
  // The members that are expected are those that the error names.
  const known = short.replaceAll(
    new RegExp(`\\((${place})\\.properties, (key\\d+)\\)|${quoted}`, 'g'),
    (text, parent, key) => {
      const parts = parent && said['additionalProperties']?.(valueAt(schemas, parent) as JsonSchema);
      return parts ? `(${shared(JSON.stringify(parts))}.properties, ${key})` : text;
    },
  );
  const made = [...constants].map(([literal, name]) => `const ${name} = ${literal};\n`);
  return withoutUnused(`${helpers}${made.join('')}${withCalls(withMemberChecks(known))}`);
}

const names = ['addError', 'checkMember', 'checkEach', 'checkRequired', 'checkClosed'];
const helpers = `import { ${names.join(', ')} } from "#lib/shared/json/add-errors.ts";\n`;

/** A call checks a member with the function of its schema. */
function withMemberChecks(source: string): string {
  return source.replaceAll(new RegExp(`^${member}$`, 'gm'), (...match) => {
    const { data, name, check, path } = match.at(-1) as Record<string, string>;
    return `vErrors = checkMember(vErrors, ${data}, ${name}, ${check}, ${path});\n${updated}`;
  });
}

/** Calls for what objects have in common. Those that follow each other are one. */
function withCalls(source: string): string {
  const short = source.replaceAll(new RegExp(`^${closed}`, 'gm'), (...match) => {
    const { data, said: known, base: path } = match.at(-1) as Record<string, string>;
    return `vErrors = checkClosed(vErrors, ${data}, ${known}, ${path});\n${updated}\n`;
  });
  const joined = joinCalls(
    short,
    required,
    (data, members, path) =>
      `checkRequired(vErrors, ${data}, [${members.map(({ name }) => name).join()}], ${path})`,
  );
  return joinCalls(
    joined,
    named,
    (data, members, path) =>
      `checkEach(vErrors, ${data}, {${members.map(({ name, check }) => `"${name}":${check}`).join()}}, ${path})`,
  );
}

type Groups = Readonly<Record<string, string>>;

/** Parts of code that follow each other, for the same object at the same path, become one call. */
function joinCalls(
  source: string,
  part: string,
  call: (data: string, members: readonly Groups[], path: string) => string,
): string {
  const found = [...source.matchAll(new RegExp(`^${part}`, 'gm'))];
  let made = '';
  let end = 0;
  for (let at = 0; at < found.length; ) {
    const first = found[at];
    const { data = '', base: path = '' } = first?.groups ?? {};
    const members: Groups[] = [];
    const start = first?.index ?? 0;
    made += source.slice(end, start);
    end = start;
    for (let next = found[at]; next?.index === end; next = found[at]) {
      const groups = next.groups ?? {};
      if (groups['data'] !== data || groups['base'] !== path) break;
      members.push(groups);
      end += next[0].length;
      at++;
    }
    made += `vErrors = ${call(data, members, path)};\n${updated}\n`;
  }
  return made + source.slice(end);
}

/** The parts of schemas that parameters name, as literals. */
function inlined(schemas: ReadonlyMap<string, unknown>, params: string): string {
  return params.replaceAll(new RegExp(`(${place})|${quoted}`, 'g'), (text, found?: string) =>
    found === undefined ? text : JSON.stringify(valueAt(schemas, found)),
  );
}

/** @param path Such as `schema1.properties["a b"].oneOf[0]`. */
function valueAt(schemas: ReadonlyMap<string, unknown>, path: string): unknown {
  const [root = '', ...rest] = path.match(new RegExp(`${quoted}|[\\w$]+`, 'g')) ?? [];
  return rest.reduce(
    (value, step) => (value as JsonSchema)[step.startsWith('"') ? JSON.parse(step) : step],
    schemas.get(root),
  );
}

/** Without the constants that nothing names any more. */
function withoutUnused(source: string): string {
  const found = source.match(new RegExp(`\\b(?:schema\\d+|${names.join('|')})\\b|${quoted}`, 'g')) ?? [];
  const uses = Map.groupBy(found, (name) => name);
  return source.replaceAll(
    new RegExp(`^const (schema\\d+|${names.join('|')}) = .*;\n`, 'gm'),
    (line, name: string) => (uses.get(name)?.length === 1 ? '' : line),
  );
}
