/**
 * Source text of handlers. A handler assigns its arguments to the declared types, reports them
 * in a header, and returns a declared value.
 */

import type { DeclaredOperation, DeclaredParameter } from './declared-operations.ts';
import type { PlainSchema } from './plain-schema.ts';

/** The header in which a handler reports its arguments. */
export const seenHeader = 'x-seen';

export function handlerSource(operation: DeclaredOperation, result: unknown): string {
  const { resource, nickname, parameters } = operation;
  const isBody = ({ place }: DeclaredParameter) => place === 'body' || place === 'form';
  const inputType = membersType(parameters.filter((parameter) => !isBody(parameter)));
  return `import type { Handle } from '#generated/types/${resource}/${nickname}.ts';

export const handle: Handle = (input, body, { response }) => {
  const seen: { readonly input: ${inputType}; readonly body: ${bodyType(parameters.filter(isBody))} } = { input, body };
  response.headers['${seenHeader}'] = encodeURIComponent(JSON.stringify(seen));
  return${result === undefined ? '' : ` ${resultSource(operation, result)}`};
};
`;
}

/** TypeScript rejects object literals for types that redeclare members of Object; `JSON.parse` returns `any`. */
function resultSource({ result: schema, definitions }: DeclaredOperation, result: unknown): string {
  const literal = JSON.stringify(result);
  const isObjectMember = /"(?:constructor|toString|hasOwnProperty)":/.test(
    JSON.stringify([schema, definitions]),
  );
  return isObjectMember ? `JSON.parse(${JSON.stringify(literal)})` : literal;
}

function bodyType(parameters: readonly DeclaredParameter[]): string {
  const [first] = parameters;
  if (!first) return 'undefined';
  if (first.place === 'form') return membersType(parameters);
  const isRequired = parameters.some((parameter) => parameter.isRequired);
  const type = first.name === undefined ? typeOf(first.schema) : membersType(parameters);
  return isRequired ? type : `${type} | undefined`;
}

function membersType(parameters: readonly DeclaredParameter[]): string {
  const members = parameters.map((parameter) => {
    const isPresent = parameter.isRequired || parameter.defaultValue !== undefined;
    const one = '{ readonly filename: string; readonly mediaType: string; readonly content: Uint8Array }';
    const file = parameter.isList ? `readonly (${one})[]` : one;
    return `readonly ${JSON.stringify(parameter.name)}${isPresent ? '' : '?'}: ${parameter.isFile ? file : typeOf(parameter.schema)}`;
  });
  return `{ ${members.join('; ')} }`;
}

/** Models, unions and `any` become `unknown`. */
function typeOf({ type, items, properties, required }: PlainSchema): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
      return type;
    case 'array':
      return `readonly (${typeOf(items as PlainSchema)})[]`;
    case 'object': {
      const members = Object.entries((properties ?? {}) as Readonly<Record<string, PlainSchema>>).map(
        ([name, schema]) =>
          `readonly ${JSON.stringify(name)}${(required as string[]).includes(name) ? '' : '?'}: ${typeOf(schema)}`,
      );
      return `{ ${members.join('; ')} }`;
    }
    default:
      return 'unknown';
  }
}
