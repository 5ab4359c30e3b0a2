/** Where a value of the upgraded document stands in the Swagger 2.0 text, or the nearest thing around it. */

import type { JsonPath } from '../../source/descriptor-file.ts';
import { isObject, type SourceNode } from '../../source/source-node.ts';
import { nodeAt } from './references.ts';
import { isSent, sharedBody } from './swagger2-bodies.ts';

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
  const [word, ...below] = path;
  switch (word) {
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
function inParameters(holder: Holder, [index, word, ...rest]: JsonPath): JsonPath {
  if (index === undefined) return ['parameters'];
  const written = declaredIn(holder).filter(({ sent }) => !sent)[Number(index)];
  const schema = word === undefined || word === 'schema' ? [] : [word];
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
  const [word, , ...within] = rest;
  return word === 'examples' ? [word, type, ...within] : rest;
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
