/**
 * Swagger 2.0: bodies and fields of forms that operations share, since the upgrader takes references to them for other
 * parameters; and where a value of the upgraded document stands in the text, or the nearest thing around it.
 */

import { isObject } from '../../../shared/json/is-object.ts';
import type { JsonPath } from '../../source/descriptor-file.ts';
import type { SourceNode } from '../../source/source-node.ts';
import { nameIn, nodeAt } from './references.ts';

type Members = Readonly<Record<string, unknown>>;

const place = '#/parameters/';

/** Each reference to a body or to a field of a form becomes what it refers to. */
export function withOwnBodies(document: Members): Members {
  const { parameters: shared, paths } = document;
  if (!isObject(shared) || !isObject(paths)) return document;
  const own = (holder: unknown): unknown => {
    if (!isObject(holder) || !Array.isArray(holder['parameters'])) return holder;
    return { ...holder, parameters: holder['parameters'].map((each) => sharedBody(each, shared) ?? each) };
  };
  const items = Object.entries(paths).map(([path, item]) => {
    if (!isObject(item)) return [path, item];
    return [path, own(Object.fromEntries(Object.entries(item).map(([name, each]) => [name, own(each)])))];
  });
  return { ...document, paths: Object.fromEntries(items) };
}

/** Swagger 2.0 says of each field, and not of the form, whether it must be sent. @param upgraded is changed. */
export function requireForms({ paths }: Members): void {
  for (const operation of Object.values(Object(paths)).flatMap((item) => Object.values(Object(item)))) {
    const body = isObject(operation) ? operation['requestBody'] : undefined;
    const [media] = isObject(body) ? Object.values(Object(body['content'])) : [];
    const schema = isObject(media) ? media['schema'] : undefined;
    const required = isObject(schema) ? schema['required'] : undefined;
    if (Array.isArray(required) && required.length > 0) Object.assign(Object(body), { required: true });
  }
}

/** What `parameter` refers to, if that is a body or a field of a form. */
function sharedBody(parameter: unknown, shared: Members): Members | undefined {
  const reference = isObject(parameter) ? parameter['$ref'] : undefined;
  if (typeof reference !== 'string' || !reference.startsWith(place)) return undefined;
  const name = nameIn(reference, place);
  const found = Object.hasOwn(shared, name) ? shared[name] : undefined;
  return isSent(found) ? found : undefined;
}

function isSent(parameter: unknown): parameter is Members {
  return isObject(parameter) && (parameter['in'] === 'body' || parameter['in'] === 'formData');
}

const components: Readonly<Record<string, string>> = {
  schemas: 'definitions',
  parameters: 'parameters',
  responses: 'responses',
  requestBodies: 'parameters',
  securitySchemes: 'securityDefinitions',
};

/** @param root of the text. */
export function placesInSwagger2(root: SourceNode): (path: JsonPath) => JsonPath {
  return (path) => {
    const [first, ...rest] = path;
    if (first === 'components') return inComponents(rest);
    if (first === 'servers') return ['basePath'];
    if (first !== 'paths' || rest.length < 2) return path;
    const isShared = rest[1] === 'parameters';
    const around = path.slice(0, isShared ? 2 : 3);
    return [...around, ...inOperation({ root, node: nodeAt(root, around) }, path.slice(around.length))];
  };
}

function inComponents([kind = '', name, ...rest]: JsonPath): JsonPath {
  const holder = components[kind] ?? 'definitions';
  if (name === undefined) return [holder];
  if (kind === 'requestBodies') return [holder, name, ...inBody(rest).within];
  return [holder, name, ...(kind === 'responses' ? withoutContent(rest) : rest)];
}

/** @param holder the operation, or its path, in the text. */
function inOperation(holder: Holder, path: JsonPath): JsonPath {
  const [keyword, ...below] = path;
  switch (keyword) {
    case 'parameters':
      return inParameters(holder, below);
    case 'requestBody':
      return inSent(holder, below);
    case 'responses': {
      const [status, ...rest] = below;
      return status === undefined ? path : ['responses', status, ...withoutContent(rest)];
    }
    default:
      return path;
  }
}

/** The parameters of the upgraded operation are those that are neither body nor form. */
function inParameters(holder: Holder, [index, keyword, ...rest]: JsonPath): JsonPath {
  if (index === undefined) return ['parameters'];
  const written = declaredIn(holder).filter(({ sent }) => !sent)[Number(index)];
  const schema = keyword === undefined || keyword === 'schema' ? [] : [keyword];
  return ['parameters', written?.index ?? index, ...schema, ...rest];
}

function inSent(holder: Holder, path: JsonPath): JsonPath {
  const { within, field } = inBody(path);
  const parts = declaredIn(holder).filter(({ sent }) => sent);
  const part = parts.find(({ sent }) => sent?.['name'] === field) ?? parts[0];
  if (!part) return ['parameters'];
  const isForm = part.sent?.['in'] === 'formData';
  return ['parameters', part.index, ...(part.isShared ? [] : isForm ? within.slice(3) : within)];
}

/** `content/application~1json/schema/properties/a` is `schema/properties/a`, or the field `a` of a form. */
function inBody([content, , ...rest]: JsonPath): { readonly within: JsonPath; readonly field: unknown } {
  if (content !== 'content') return { within: [], field: undefined };
  return { within: rest, field: rest[1] === 'properties' ? rest[2] : undefined };
}

/** `content/application~1json/schema` is `schema`, and its only example is `examples/application~1json`. */
function withoutContent(path: JsonPath): JsonPath {
  const [content, type = '', ...rest] = path;
  if (content !== 'content') return path;
  const [keyword, , ...within] = rest;
  return keyword === 'examples' ? [keyword, type, ...within] : rest;
}

interface Holder {
  readonly root: SourceNode;
  readonly node: SourceNode | undefined;
}

function declaredIn({ root, node }: Holder) {
  const declared = node?.member('parameters');
  const shared = root.member('parameters')?.value;
  return (declared?.items() ?? []).map(({ value, path }) => {
    const referred = isObject(shared) ? sharedBody(value, shared) : undefined;
    const sent = isSent(value) ? value : referred;
    return { index: Number(path.at(-1)), sent, isShared: referred !== undefined };
  });
}
