/**
 * What IAM decides about a command of DynamoDB, by the rules of its reference: an explicit Deny wins, then an Allow. For
 * the elements and condition keys that policies of this project have; any other is an error.
 */

export interface Statement {
  readonly Effect: string;
  readonly Action?: readonly string[];
  readonly NotAction?: readonly string[];
  readonly Resource: readonly unknown[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** A command as DynamoDB gets it. */
export interface Command {
  /** Such as `PutItem`. */
  readonly name: string;
  readonly input: CommandInput;
}

interface CommandInput {
  readonly Key?: Attributes;
  readonly Item?: Attributes;
  readonly RequestItems?: Readonly<
    Record<string, { readonly Keys?: readonly Attributes[] } | readonly Write[]>
  >;
  readonly TransactItems?: readonly Readonly<Record<string, CommandInput>>[];
  readonly KeyConditionExpression?: string;
  readonly ConditionExpression?: string;
  readonly UpdateExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Attributes;
}

type Attributes = Readonly<Record<string, { readonly S?: string }>>;

interface Write {
  readonly PutRequest?: { readonly Item: Attributes };
  readonly DeleteRequest?: { readonly Key: Attributes };
}

/** @param statements of the policy of a role, all of whose tables are meant to be the one of the command. */
export function isAllowed(statements: readonly Statement[], command: Command): boolean {
  // AWS asks for the right of each change: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html
  if (command.name === 'TransactWriteItems')
    return (command.input.TransactItems ?? []).every((item) =>
      Object.entries(item).every(([kind, input]) =>
        isAllowed(statements, {
          name: kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`,
          input,
        }),
      ),
    );
  const context = contextOf(command);
  const action = `dynamodb:${command.name}`;
  const applying = statements.filter(
    (statement) => onTable(statement) && isAbout(statement, action) && conditionsHold(statement, context),
  );
  const effects = applying.map(({ Effect }) => Effect);
  return effects.includes('Allow') && !effects.includes('Deny');
}

function onTable({ Resource }: Statement): boolean {
  const text = JSON.stringify(Resource);
  return text === '["*"]' || (/:table\//.test(text) && !/\/stream\//.test(text));
}

function isAbout({ Action, NotAction }: Statement, action: string): boolean {
  const matches = (patterns: readonly string[]) =>
    patterns.some(
      (pattern) => pattern === action || (pattern.endsWith('*') && action.startsWith(pattern.slice(0, -1))),
    );
  return NotAction === undefined ? matches(Action ?? []) : !matches(NotAction);
}

type Context = Readonly<Record<string, readonly string[]>>;

function conditionsHold({ Condition = {} }: Statement, context: Context): boolean {
  return Object.entries(Condition).every(([operator, keys]) =>
    Object.entries(keys).every(([key, wanted]) => {
      const found = context[key];
      if (found === undefined) throw new Error(`A condition on ${key}, which is not evaluated.`);
      return holds(operator, found, wanted);
    }),
  );
}

/** Several values of a negated operator mean "none of them". */
function holds(operator: string, found: readonly string[], wanted: readonly string[]): boolean {
  const isOne = (value: string) => wanted.includes(value);
  if (operator === 'ForAllValues:StringEquals') return found.every(isOne);
  if (operator === 'ForAnyValue:StringEquals') return found.some(isOne);
  if (operator === 'ForAnyValue:StringNotEquals') return found.some((value) => !isOne(value));
  throw new Error(`The operator ${operator} is not evaluated.`);
}

/** The partition keys, and the top-level attributes that the request names. */
function contextOf({ name, input }: Command): Context {
  const own = [input.Item, input.Key].flatMap((key): Attributes[] => (key ? [key] : []));
  const batches = Object.values(input.RequestItems ?? {});
  const ofBatches = batches.flatMap((batch): readonly Attributes[] =>
    'length' in batch ? batch.map(itemOf) : (batch.Keys ?? []),
  );
  const keys = [...own, ...ofBatches].flatMap((attributes) => attributes['pk']?.S ?? []);
  const named = [...own, ...ofBatches].flatMap((attributes) => Object.keys(attributes));
  const context = {
    'dynamodb:LeadingKeys': [...keys, ...queried(input)],
    'dynamodb:Attributes': [...new Set([...named, ...namesIn(input)])],
  };
  if (context['dynamodb:LeadingKeys'].length > 0 || name === 'Scan') return context;
  throw new Error(`The partition of ${name} cannot be read: ${JSON.stringify(input)}`);
}

function itemOf({ PutRequest, DeleteRequest }: Write): Attributes {
  return PutRequest?.Item ?? DeleteRequest?.Key ?? {};
}

/** The partition of a query. */
function queried({ KeyConditionExpression: text = '', ...input }: CommandInput): string[] {
  return [...text.matchAll(/(#?\w+) = (:\w+)/g)].flatMap(([, name = '', value = '']) =>
    (input.ExpressionAttributeNames?.[name] ?? name) === 'pk'
      ? (input.ExpressionAttributeValues?.[value]?.S ?? [])
      : [],
  );
}

const words =
  /^(?:SET|REMOVE|ADD|DELETE|AND|OR|NOT|IN|BETWEEN|attribute_(?:not_)?exists|attribute_type|begins_with|contains|size|if_not_exists|list_append)$/i;

function namesIn({ ExpressionAttributeNames: names = {}, ...input }: CommandInput): string[] {
  const text = [input.UpdateExpression, input.ConditionExpression, input.KeyConditionExpression].join(' ');
  return [...text.matchAll(/(?<![:\w.#])#?[A-Za-z_]\w*/g)].flatMap(([word]) =>
    words.test(word) ? [] : (names[word] ?? word),
  );
}
