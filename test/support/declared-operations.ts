/** The operations that descriptors declare, read without the compiler. */

import { type PlainSchema, plainDefinitions, plainSchema } from './plain-schema.ts';
import { type RandomDescriptor, routesOf } from './random-descriptors.ts';
import type { Words } from './random-types.ts';

export interface DeclaredParameter {
  readonly place: string;
  /** Absent if the parameter is the whole body. */
  readonly name?: string;
  /** The schema of the value that the handler gets. */
  readonly schema: PlainSchema;
  readonly isList: boolean;
  readonly isFile: boolean;
  readonly isRequired: boolean;
  readonly defaultValue?: unknown;
}

export interface DeclaredOperation {
  readonly resource: string;
  readonly nickname: string;
  readonly method: string;
  /** Route keys, e.g. `GET /v1/pets/{id}`. */
  readonly routes: readonly string[];
  readonly parameters: readonly DeclaredParameter[];
  /** Undefined for void. */
  readonly result: PlainSchema | undefined;
  readonly status: number;
  readonly definitions: PlainSchema;
}

export function declaredOperations(
  { resource, words }: RandomDescriptor,
  listing: Words,
): DeclaredOperation[] {
  const basePath = new URL(String(words.basePath ?? listing.basePath ?? ''), 'https://host').pathname.replace(
    /\/$/,
    '',
  );
  const models = words.models as Readonly<Record<string, Words>>;
  const apis = words.apis as readonly { path: string; operations: readonly Words[] }[];
  return apis.flatMap(({ path, operations }) =>
    operations.map((operation) => {
      const method = String(operation.method ?? operation.httpMethod).toUpperCase();
      const result =
        (operation.responseClass ?? operation.type) === 'void' ? undefined : plainSchema(operation, models);
      const parameters = (operation.parameters ?? []) as readonly Words[];
      return {
        resource,
        nickname: String(operation.nickname),
        method,
        routes: routesOf(path).map((route) => `${method} ${basePath}${route}`),
        parameters: parameters
          .filter(({ name }) => name !== 'format')
          .map((parameter) => declaredParameter(parameter, path, models)),
        result,
        status: Number(operation['x-status'] ?? (result ? (method === 'POST' ? 201 : 200) : 204)),
        definitions: plainDefinitions(models),
      };
    }),
  );
}

function declaredParameter(
  words: Words,
  path: string,
  models: Readonly<Record<string, Words>>,
): DeclaredParameter {
  const { name, paramType, allowMultiple, required, defaultValue } = words;
  const place = String(paramType).toLowerCase();
  const isFile = /^file$/i.test(String(words.type ?? words.dataType));
  const schema = isFile ? {} : plainSchema(words, models);
  const isList = schema.type === 'array' || allowMultiple === true;
  const isWhole = place === 'body' && (name === undefined || name === '' || name === 'body');
  const isInPath = place === 'path' && !path.includes(`{${name}*}`);
  return {
    place,
    ...(isWhole ? {} : { name: String(name) }),
    schema: isList && schema.type !== 'array' ? { type: 'array', items: schema } : schema,
    isList,
    isFile,
    isRequired: isInPath || required === true || required === 'true',
    ...(defaultValue === undefined || defaultValue === null
      ? {}
      : { defaultValue: typed(defaultValue, schema) }),
  };
}

/** Swagger 1.1 writes defaults as strings. */
function typed(value: unknown, { type }: PlainSchema): unknown {
  if (type === 'boolean') return String(value) === 'true';
  return type === 'integer' || type === 'number' ? Number(value) : value;
}
