/** Resolves values of a template as CloudFormation does, except for what only the stack knows. */

import { isObject, membersOf } from '../../shared/json/is-object.ts';
import { ownMember } from '../../shared/json/own-member.ts';

/** A part of a text that only the stack knows: a character of Unicode that texts do not contain. */
const unknownPart = '\uFFFF';

/** Examples have the form of the values. */
const pseudoParameters: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': 'us-east-1',
  'AWS::AccountId': '123456789012',
  'AWS::URLSuffix': 'amazonaws.com',
};

/**
 * Evaluates intrinsic functions. `!Ref AWS::NoValue` is undefined, and a text contains `unknownPart` where only the stack
 * knows it.
 *
 * @example evaluateIntrinsics({ 'Fn::Sub': 'arn:${AWS::Partition}:s3:::${Bucket}' }) // 'arn:aws:s3:::\uFFFF'
 */
export function evaluateIntrinsics(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(evaluateIntrinsics).filter((item) => item !== undefined);
  if (!isObject(value)) return value;
  const [[name = '', argument] = [], ...others] = Object.entries(value);
  if (others.length > 0 || !isIntrinsic(name)) {
    const members = Object.entries(value).map(([key, member]) => [key, evaluateIntrinsics(member)] as const);
    return Object.fromEntries(members.filter(([, member]) => member !== undefined));
  }
  if (name === 'Ref') return reference(argument);
  if (name === 'Fn::Sub') return substitute(argument);
  return name === 'Fn::Join' ? join(argument) : unknownPart;
}

/** Whether the value, or a part of it, is unknown. */
export function isUnknown(value: unknown): boolean {
  return typeof value === 'string' && value.includes(unknownPart);
}

/** The known beginning of a text. */
export function knownStart(text: string): string {
  return text.split(unknownPart, 1)[0] ?? '';
}

function isIntrinsic(name: string): boolean {
  return name === 'Ref' || name.startsWith('Fn::');
}

function reference(name: unknown): string | undefined {
  return name === 'AWS::NoValue' ? undefined : (ownMember(pseudoParameters, String(name)) ?? unknownPart);
}

function substitute(argument: unknown): string {
  const [text, given] = Array.isArray(argument) ? argument : [argument];
  const values = evaluateIntrinsics(given ?? {});
  return String(text).replaceAll(/\$\{(!?)([^}]*)\}/g, (_, mark, name) => {
    if (mark) return `\${${name}}`;
    const own: unknown = Object.hasOwn(membersOf(values), name) ? membersOf(values)[name] : reference(name);
    return String(own);
  });
}

function join(argument: unknown): string {
  const [separator, parts] = Array.isArray(argument) ? argument : [];
  const evaluated = evaluateIntrinsics(parts);
  return Array.isArray(evaluated) ? evaluated.map(String).join(String(separator)) : unknownPart;
}
