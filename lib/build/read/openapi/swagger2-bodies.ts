/** Bodies and fields of forms that operations of Swagger 2.0 share: the upgrader takes references to them for other parameters. */

import { isObject } from '../../source/source-node.ts';
import { nameIn } from './references.ts';

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
export function sharedBody(parameter: unknown, shared: Members): Members | undefined {
  const reference = isObject(parameter) ? parameter['$ref'] : undefined;
  if (typeof reference !== 'string' || !reference.startsWith(place)) return undefined;
  const name = nameIn(reference, place);
  const found = Object.hasOwn(shared, name) ? shared[name] : undefined;
  return isSent(found) ? found : undefined;
}

/** Whether a parameter is a body, or a field of a form. */
export function isSent(parameter: unknown): parameter is Members {
  return isObject(parameter) && (parameter['in'] === 'body' || parameter['in'] === 'formData');
}
