/**
 * The only place that makes source text. All text of a descriptor is
 * quoted here, so it cannot become code.
 */

/** A name that a module exports. */
interface Import {
  readonly name: string;
  readonly from: string;
  readonly kind: 'value' | 'type' | 'default';
}

/** Each once, by all that it says. */
type Imports = ReadonlyMap<string, Import>;

/** Source text, with the imports of the names in it. Only this module makes instances: the class is not exported as a value. */
class Code {
  readonly text: string;
  readonly imports: Imports;
  /** Whether an operator of it binds less tightly than what may stand beside it. */
  readonly isCompound: boolean;

  constructor(text: string, imports: Imports = new Map(), isCompound = false) {
    this.text = text;
    this.imports = imports;
    this.isCompound = isCompound;
  }
}

export type { Code };

function importsIn(values: readonly unknown[]): Imports {
  return new Map(values.flatMap((value) => (value instanceof Code ? [...value.imports] : [])));
}

/** What a module exports as `name`, which is imported where the code is used. */
export function imported(name: string, from: string, kind: Import['kind'] = 'value'): Code {
  return new Code(identifier(name).text, new Map([[`${kind} ${name} ${from}`, { name, from, kind }]]));
}

/** The imports that the parts of a module need, in the order of their use: a line for each other module. */
export function importLines(parts: readonly Code[]): Code {
  const same = Map.groupBy(importsIn(parts).values(), ({ from, kind }) => `${kind} ${from}`);
  const lines = [...same.values()].map((list) => {
    const [{ from = '', kind = 'value' } = {}] = list;
    const names = joinCode(
      list.map(({ name }) => identifier(name)),
      ', ',
    );
    const what = { value: code`{ ${names} }`, type: code`type { ${names} }`, default: names }[kind];
    return code`import ${what} from ${from};`;
  });
  return joinCode(lines);
}

/**
 * A template of source text: its own words are code; an inserted string or
 * number becomes a literal.
 *
 * @example code`const id = ${'it\'s'};`.text // const id = "it's";
 */
export function code(parts: TemplateStringsArray, ...values: readonly (Code | string | number)[]): Code {
  const pieces = values.map((value, index) => {
    return `${(value instanceof Code ? value : literal(value)).text}${parts[index + 1]}`;
  });
  return new Code(`${parts[0]}${pieces.join('')}`, importsIn(values));
}

/** A JSON value as an expression: on one line if it fits, else indented by two spaces. */
export function literal(value: unknown): Code {
  return new Code(print(value));
}

const maxLineLength = 100;

function print(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const parts = Array.isArray(value)
    ? value.map(print)
    : Object.entries(value).map(([key, member]) => `${memberName(key).text}: ${print(member)}`);
  const padding = Array.isArray(value) || parts.length === 0 ? '' : ' ';
  const oneLine = `${open}${padding}${parts.join(', ')}${padding}${close}`;
  if (oneLine.length <= maxLineLength && !oneLine.includes('\n')) return oneLine;
  return `${open}\n${parts.map((part) => `${part},`.replaceAll(/^/gm, '  ')).join('\n')}\n${close}`;
}

/** The name of a member, quoted unless it is an identifier. A bare `__proto__` would set the prototype. */
export function memberName(name: string): Code {
  if (name === '__proto__') return new Code(`['__proto__']`);
  return identifierPattern.test(name) ? identifier(name) : literal(name);
}

/**
 * In single quotes like the strings of this project, or in double quotes to avoid escapes. ECMAScript takes U+2028 and
 * U+2029 in a string since 2019; not every tool that reads source does.
 */
function quoted(text: string): string {
  const json = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  // In JSON, a backslash precedes every quote within the text.
  return text.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`;
}

const identifierPattern = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** A bare name, never one of a descriptor. @throws Error when it is not an ASCII identifier. */
export function identifier(name: string): Code {
  if (!identifierPattern.test(name)) throw new Error(`not an identifier: ${name}`);
  return new Code(name);
}

export function joinCode(list: readonly Code[], separator = '\n'): Code {
  return new Code(list.map(({ text }) => text).join(separator), importsIn(list));
}

/** Code in which an operator is the last to apply, such as `A | B`. */
export function compound(operation: Code): Code {
  return new Code(operation.text, operation.imports, true);
}

/** As it stands beside an operator. */
export function grouped(operand: Code): Code {
  return operand.isCompound ? code`(${operand})` : operand;
}

/** A block in braces, each member on lines of its own. */
export function braces(members: readonly Code[]): Code {
  return members.length === 0 ? code`{}` : code`{\n${indent(joinCode(members))}\n}`;
}

export function indent(block: Code): Code {
  return new Code(block.text.replaceAll(/^(?=.)/gm, '  '), block.imports);
}

export function lineComment(text: string): Code {
  return new Code(`// ${onOneLine(text)}`);
}

/** A documentation comment and a line break; nothing for an empty text. */
export function docComment(text: string | undefined): Code {
  if (!text) return code``;
  // The zero-width space keeps the text readable and the comment open.
  return new Code(`/** ${onOneLine(text).replaceAll('*/', '*\u200b/')} */\n`);
}

function onOneLine(text: string): string {
  return text.replaceAll(/[\n\r\u2028\u2029]+/g, ' ').trim();
}
