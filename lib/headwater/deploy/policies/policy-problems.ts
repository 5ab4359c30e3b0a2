/**
 * The grammar of policies, as IAM checks it when a role or a resource gets one:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_grammar.html. Packaging accepts everything, and a
 * deployment would fail minutes after its start.
 */

import { isObject } from '../../shared/json/is-object.ts';
import { evaluateIntrinsics, isUnknown, knownStart } from './template-values.ts';

/**
 * `identity`: what a role, a user or a device may do. `trust`: who may assume a role, without resources. `resource`: who may use
 * a resource, such as a queue.
 */
export type PolicyKind = 'identity' | 'trust' | 'resource';

/** A place below the policy, such as `.Statement[0].Action`, with what is wrong there, and what would be accepted. */
interface PolicyProblem {
  readonly at: string;
  readonly reason: string;
}

export interface PolicyRules {
  readonly kind: PolicyKind;
  /** In characters without white space. */
  readonly maxLength: number;
}

/** @param document As in the template, with intrinsic functions, whose unknown values are accepted. */
export function policyProblems(document: unknown, { kind, maxLength }: PolicyRules): PolicyProblem[] {
  const policy = evaluateIntrinsics(document);
  if (isUnknown(policy)) return [];
  if (!isObject(policy)) return [{ at: '', reason: `must be an object, and is ${show(policy)}` }];
  const { Version, Statement } = policy;
  const statements = items(Statement, '.Statement');
  return [
    ...unknownMembers(policy, '', ['Version', 'Id', 'Statement']),
    ...oneOf(Version, '.Version', [undefined, '2012-10-17', '2008-10-17']),
    ...(statements.length === 0 ? [{ at: '.Statement', reason: 'needs at least one statement' }] : []),
    ...statements.flatMap(({ value, at }) => statementProblems(value, at, kind)),
    ...duplicateIds(statements),
    ...tooLong(policy, maxLength),
  ];
}

const members = {
  identity: ['Sid', 'Effect', 'Action', 'NotAction', 'Resource', 'NotResource', 'Condition'],
  trust: ['Sid', 'Effect', 'Principal', 'NotPrincipal', 'Action', 'NotAction', 'Condition'],
  resource: [
    ...['Sid', 'Effect', 'Principal', 'NotPrincipal', 'Action', 'NotAction', 'Resource', 'NotResource'],
    'Condition',
  ],
} as const;

function statementProblems(statement: unknown, at: string, kind: PolicyKind): PolicyProblem[] {
  if (isUnknown(statement)) return [];
  if (!isObject(statement)) return [{ at, reason: `must be an object, and is ${show(statement)}` }];
  const { Sid, Effect, Condition } = statement;
  const lists = [
    ...oneList(statement, at, 'Action', actionReason),
    ...(kind === 'trust' ? [] : oneList(statement, at, 'Resource', arnReason)),
    ...(kind === 'identity' ? [] : principalProblems(statement, at)),
  ];
  return [
    ...unknownMembers(statement, at, members[kind]),
    ...(Sid === undefined || isUnknown(Sid) ? [] : idProblems(Sid, `${at}.Sid`, kind)),
    ...oneOf(Effect, `${at}.Effect`, ['Allow', 'Deny']),
    ...lists,
    ...(Condition === undefined || isUnknown(Condition)
      ? []
      : conditionProblems(Condition, `${at}.Condition`)),
  ];
}

/** Resources name other characters in their rules, and all of them refuse a second statement of one name. */
function idProblems(id: unknown, at: string, kind: PolicyKind): PolicyProblem[] {
  if (typeof id === 'string' && (kind === 'resource' || /^[A-Za-z0-9]*$/.test(id))) return [];
  return [{ at, reason: `may have letters and digits alone, and is ${show(id)}` }];
}

function duplicateIds(statements: readonly Item[]): PolicyProblem[] {
  const seen = new Set<unknown>();
  return statements.flatMap(({ value, at }) => {
    const id = isObject(value) ? value['Sid'] : undefined;
    if (typeof id !== 'string' || id === '' || isUnknown(id)) return [];
    if (seen.has(id))
      return [{ at: `${at}.Sid`, reason: `must differ from the others, and is ${show(id)} again` }];
    seen.add(id);
    return [];
  });
}

/** A member or its negation, with one value or a list. */
function oneList(
  statement: Readonly<Record<string, unknown>>,
  at: string,
  name: string,
  reasonOf: (value: unknown) => string | undefined,
): PolicyProblem[] {
  const found = [name, `Not${name}`].filter((key) => statement[key] !== undefined);
  if (found.length !== 1)
    return [
      { at, reason: `must have either ${name} or Not${name}, and has ${found.length ? 'both' : 'neither'}` },
    ];
  const [key = ''] = found;
  return listProblems(statement[key], `${at}.${key}`, reasonOf);
}

function listProblems(
  list: unknown,
  at: string,
  reasonOf: (value: unknown) => string | undefined,
): PolicyProblem[] {
  const values = items(list, at);
  if (values.length === 0) return [{ at, reason: 'is an empty list' }];
  return values.flatMap(({ value, at }) => {
    const reason = isUnknown(value) && knownStart(String(value)) === '' ? undefined : reasonOf(value);
    return reason === undefined ? [] : [{ at, reason: `${reason}, and is ${show(value)}` }];
  });
}

/** The service has no wildcard: IAM calls it the vendor of the action. */
function actionReason(action: unknown): string | undefined {
  const isAction = typeof action === 'string' && /^(?:\*|[\w-]+:[A-Za-z0-9*?]+)$/.test(action);
  return isAction || isUnknown(action) ? undefined : 'must be "*" or an action such as "sqs:SendMessage"';
}

const arnForm = /^arn:(?:aws[\w-]*|\*):[\w-]+:[\w*?-]*:(?:\d{12}|[\d?]*\*[\d*?]*|aws)?:\S.*$/;

function arnReason(arn: unknown): string | undefined {
  const isArn = typeof arn === 'string' && (arn === '*' || arnForm.test(arn) || mayBeArn(arn));
  return isArn ? undefined : 'must be "*" or an ARN such as "arn:aws:sqs:eu-central-1:123456789012:orders"';
}

/** Checks the beginning of a text with an unknown part. */
function mayBeArn(text: string): boolean {
  const start = knownStart(text);
  return isUnknown(text) && (start.startsWith('arn:') || 'arn:'.startsWith(start));
}

const principalKinds = ['AWS', 'Service', 'Federated', 'CanonicalUser'];

function principalProblems(statement: Readonly<Record<string, unknown>>, at: string): PolicyProblem[] {
  const found = ['Principal', 'NotPrincipal'].filter((key) => statement[key] !== undefined);
  const [key = ''] = found;
  if (found.length !== 1)
    return [
      {
        at,
        reason: `must have either Principal or NotPrincipal, and has ${found.length ? 'both' : 'neither'}`,
      },
    ];
  const principal = statement[key];
  if (principal === '*' || isUnknown(principal)) return [];
  const place = `${at}.${key}`;
  if (!isObject(principal) || Object.keys(principal).length === 0)
    return [
      {
        at: place,
        reason: `must be "*" or an object with ${principalKinds.join(', ')}, and is ${show(principal)}`,
      },
    ];
  return [
    ...unknownMembers(principal, place, principalKinds),
    ...Object.entries(principal).flatMap(([kind, who]) =>
      listProblems(who, `${place}.${kind}`, (value) => principalReason(kind, value)),
    ),
  ];
}

/** The users of CloudFront alone have blanks in their names. */
const principalArn =
  /^arn:aws[\w-]*:(?:(?:iam|sts)::\S+|iam::cloudfront:user\/CloudFront Origin Access Identity \w+)$/;

function principalReason(kind: string, value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : '';
  if (isUnknown(text)) return undefined;
  if (kind === 'AWS')
    return text === '*' || /^\d{12}$/.test(text) || principalArn.test(text)
      ? undefined
      : 'must be "*", an account of 12 digits, or the ARN of a role or a user';
  if (kind === 'Service')
    return /^[\w-]+(?:\.[\w-]+)+$/.test(text)
      ? undefined
      : 'must be the name of a service such as "lambda.amazonaws.com"';
  return text.trim() === '' ? 'must be a name' : undefined;
}

const operatorForm =
  /^(?:(?:ForAllValues:|ForAnyValue:)?(?:String(?:Not)?(?:Equals|EqualsIgnoreCase|Like)|(?:Numeric|Date)(?:(?:Not)?Equals|(?:Less|Greater)Than(?:Equals)?)|Bool|BinaryEquals|(?:Not)?IpAddress|Arn(?:Not)?(?:Equals|Like))(?:IfExists)?|Null)$/;

function conditionProblems(condition: unknown, at: string): PolicyProblem[] {
  if (!isObject(condition)) return [{ at, reason: `must be an object, and is ${show(condition)}` }];
  return Object.entries(condition).flatMap(([operator, keys]) => {
    const place = `${at}.${operator}`;
    if (!operatorForm.test(operator))
      return [{ at: place, reason: 'is not a condition operator such as StringEquals or ArnLike' }];
    if (isUnknown(keys)) return [];
    if (!isObject(keys)) return [{ at: place, reason: `must be an object, and is ${show(keys)}` }];
    return Object.entries(keys).flatMap(([key, value]) => [
      ...(/^[^:]+:.+$/s.test(key)
        ? []
        : [{ at: place, reason: `needs keys such as "aws:SourceArn", and has ${show(key)}` }]),
      ...items(value, `${place}.${key}`).flatMap(({ value, at }) => {
        const reason = conditionValueReason(operator, value);
        return reason === undefined ? [] : [{ at, reason: `${reason}, and is ${show(value)}` }];
      }),
    ]);
  });
}

function conditionValueReason(operator: string, value: unknown): string | undefined {
  if (isUnknown(value)) return undefined;
  if (/^(?:.*:)?Bool|^Null$/.test(operator))
    return /^(?:true|false)$/.test(String(value)) ? undefined : 'must be true or false';
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
  return isPlain ? undefined : 'must be a text, a number or a boolean';
}

/** An unknown part counts as one character: a policy that is too long here is too long in any case. */
function tooLong(policy: unknown, maxLength: number): PolicyProblem[] {
  const { length } = JSON.stringify(policy);
  if (length <= maxLength) return [];
  return [{ at: '', reason: `has ${length} characters, of which IAM takes ${maxLength}` }];
}

interface Item {
  readonly value: unknown;
  readonly at: string;
}

function items(value: unknown, at: string): Item[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return [{ value, at }];
  return value.map((each, index) => ({ value: each, at: `${at}[${index}]` }));
}

function unknownMembers(
  value: Readonly<Record<string, unknown>>,
  at: string,
  known: readonly string[],
): PolicyProblem[] {
  const others = Object.keys(value).filter((key) => !known.includes(key));
  return others.map((key) => ({
    at: `${at}.${key}`,
    reason: `is not a member here; expected ${known.join(', ')}`,
  }));
}

function oneOf(value: unknown, at: string, known: readonly unknown[]): PolicyProblem[] {
  if (known.includes(value) || isUnknown(value)) return [];
  const names = known.flatMap((each) => (each === undefined ? [] : show(each)));
  return [{ at, reason: `must be ${names.join(' or ')}, and is ${show(value)}` }];
}

function show(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value);
}
