/**
 * Runs a query of CloudWatch Logs Insights over lines of logs, for the part of its language that the saved queries use
 * (docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CWL_QuerySyntax.html). Anything else is an error, never a guess.
 */

export interface LogLine {
  /** The log group, such as `/aws/lambda/headwater-prod-source-list`. */
  readonly group: string;
  /** As CloudWatch gets it. */
  readonly text: string;
}

export type Row = Readonly<Record<string, unknown>>;

type Read = (row: Row) => unknown;
type Run = (rows: readonly Row[]) => readonly Row[];

/** @throws Error when the query has something that is not known here, or that AWS does not define. */
export function runInsights(query: string, lines: readonly LogLine[]): readonly Row[] {
  const parser = new Parser(query);
  const commands = parser.commands();
  const shown = [...parser.shown];
  const rows = commands.reduce<readonly Row[]>((all, run) => run(all), lines.map(discover));
  return rows.map((row) =>
    Object.fromEntries(shown.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]]))),
  );
}

/** Each member of a line of JSON is a field; a member of an object has its path as its name. */
function discover({ group, text }: LogLine): Row {
  const system = { '@log': `123456789012:${group}`, '@logStream': 'stream', '@message': text };
  const parsed = parseObject(text);
  const time = parsed['timestamp'] ?? parsed['time'];
  return { ...flatten(parsed), ...system, '@timestamp': time };
}

function parseObject(text: string): Row {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

function flatten(value: object, prefix = ''): Row {
  const fields = Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'object' && member !== null
      ? Object.entries(flatten(member, `${prefix}${name}.`))
      : [[prefix + name, member]],
  );
  return Object.fromEntries(fields);
}

const token =
  /\s*(?:(?<text>"[^"]*")|(?<number>\d+)|(?<name>[@A-Za-z_][\w.@-]*)|(?<sign>!=|>=|<=|[=<>()[\],|*]))/y;

class Parser {
  /** The columns of the result: of `display`, else of all `fields`, or of `stats`. */
  shown: string[] = [];
  #hasDisplay = false;
  readonly #tokens: string[] = [];

  constructor(query: string) {
    token.lastIndex = 0;
    const source = query.trimEnd();
    while (token.lastIndex < source.length) {
      const from = token.lastIndex;
      const found = token.exec(source);
      if (!found) throw new Error(`Not understood: ${source.slice(from, from + 20)}`);
      this.#tokens.push(found[0].trim());
    }
  }

  commands(): Run[] {
    const all = [this.#command()];
    while (this.#takes('|')) all.push(this.#command());
    if (this.#tokens.length > 0) throw new Error(`Not expected: ${this.#tokens[0]}`);
    return all;
  }

  #command(): Run {
    const name = this.#next();
    if (name === 'fields') return this.#fields();
    if (name === 'display') return this.#display();
    if (name === 'filter') return this.#filter();
    if (name === 'stats') return this.#stats();
    if (name === 'sort') return this.#sort();
    if (name === 'limit') return this.#limit();
    throw new Error(`Unknown command: ${name}`);
  }

  #fields(): Run {
    const columns = this.#list(() => this.#column());
    if (!this.#hasDisplay) this.shown.push(...columns.map(({ name }) => name));
    return (rows) =>
      rows.map((row) => {
        const made: Record<string, unknown> = { ...row };
        for (const { name, read } of columns) made[name] = read(made);
        return made;
      });
  }

  #display(): Run {
    this.shown = this.#list(() => this.#next());
    this.#hasDisplay = true;
    return (rows) => rows;
  }

  #filter(): Run {
    const isWanted = this.#or();
    return (rows) => rows.filter((row) => isWanted(row) === true);
  }

  #stats(): Run {
    for (const part of ['count', '(', '*', ')', 'as']) this.#expect(part);
    const count = this.#next();
    this.#expect('by');
    const by = this.#list(() => this.#next());
    this.shown = [count, ...by];
    return (rows) => {
      const groups = Map.groupBy(rows, (row) => JSON.stringify(by.map((name) => row[name] ?? null)));
      return [...groups.values()].map((group) => ({
        ...Object.fromEntries(by.map((name) => [name, group[0]?.[name]])),
        [count]: group.length,
      }));
    };
  }

  #sort(): Run {
    const name = this.#next();
    const sign = { asc: 1, desc: -1 }[this.#next()];
    if (sign === undefined) throw new Error('sort takes asc or desc here.');
    const compare = (one: unknown, other: unknown) =>
      typeof one === 'number' && typeof other === 'number'
        ? one - other
        : String(one).localeCompare(String(other));
    return (rows) => rows.toSorted((one, other) => sign * compare(one[name], other[name]));
  }

  #limit(): Run {
    const most = Number(this.#next());
    return (rows) => rows.slice(0, most);
  }

  #column(): { readonly name: string; readonly read: Read } {
    const [first = ''] = this.#tokens;
    const read = this.#value();
    return { name: this.#takes('as') ? this.#next() : first, read };
  }

  #or(): Read {
    const parts = [this.#and()];
    while (this.#takes('or')) parts.push(this.#and());
    return (row) => parts.some((part) => part(row) === true);
  }

  #and(): Read {
    const parts = [this.#comparison()];
    while (this.#takes('and')) parts.push(this.#comparison());
    return (row) => parts.every((part) => part(row) === true);
  }

  #comparison(): Read {
    if (this.#takes('(')) {
      const inner = this.#or();
      this.#expect(')');
      return inner;
    }
    const [name] = this.#tokens;
    const read = this.#value();
    if (this.#takes('in')) {
      const allowed = this.#texts();
      return (row) => allowed.includes(String(read(row)));
    }
    if (this.#takes('=')) {
      const want = this.#value();
      return (row) => read(row) === want(row);
    }
    if (this.#takes('>=')) {
      const least = this.#value();
      return (row) => Number(read(row)) >= Number(least(row));
    }
    if (!this.#takes('!=')) return read;
    const unwanted = this.#value();
    return (row) => {
      if (read(row) === undefined) throw new Error(`AWS does not say what ${name} != means without ${name}.`);
      return read(row) !== unwanted(row);
    };
  }

  #value(): Read {
    const first = this.#next();
    if (first.startsWith('"')) return () => first.slice(1, -1);
    if (/^\d/.test(first)) return () => Number(first);
    if (!this.#takes('(')) return (row) => row[first];
    const values = this.#list(() => this.#value());
    this.#expect(')');
    if (first === 'coalesce')
      return (row) => values.map((read) => read(row)).find((each) => each !== undefined);
    if (first === 'ispresent') return (row) => values[0]?.(row) !== undefined;
    throw new Error(`Unknown function: ${first}`);
  }

  #texts(): string[] {
    this.#expect('[');
    const texts = this.#list(() => this.#next().slice(1, -1));
    this.#expect(']');
    return texts;
  }

  #list<Item>(read: () => Item): Item[] {
    const items = [read()];
    while (this.#takes(',')) items.push(read());
    return items;
  }

  #takes(part: string): boolean {
    if (this.#tokens[0] !== part) return false;
    this.#tokens.shift();
    return true;
  }

  #expect(part: string): void {
    if (!this.#takes(part)) throw new Error(`Expected ${part} before ${this.#tokens[0]}`);
  }

  #next(): string {
    const next = this.#tokens.shift();
    if (next === undefined) throw new Error('The query ends too early.');
    return next;
  }
}
