/** `info` of the listing in the words of OpenAPI 3.1. */

import { isObject } from '../../../shared/json/is-object.ts';
import { omitEmpty } from '../../../shared/json/omit-empty.ts';
import type { ServicePlan } from '../../../shared/plan/service-plan.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';

/** Swagger 1.2 section 5.1.3, or the keywords of OpenAPI. Members of a wrong type are omitted. */
export function documentInfo({
  general,
  apiVersion,
}: Pick<ServicePlan, 'general' | 'apiVersion'>): JsonSchema {
  const info: JsonSchema = isObject(general['info']) ? general['info'] : {};
  return {
    title: text(info['title']) || 'API',
    description: [text(info['description']), forAll].filter(Boolean).join('\n\n'),
    version: apiVersion,
    ...omitEmpty({
      termsOfService: text(info['termsOfService']) || text(info['termsOfServiceUrl']),
      contact: contactOf(info['contact']),
      license: licenseOf(info),
    }),
  };
}

/** Facts that apply to all operations. */
const forAll =
  'Each GET also answers HEAD, and each path OPTIONS. Requests that are refused store nothing; every error is a problem document (RFC 9457).';

/** In Swagger 1.2 an e-mail address. */
function contactOf(contact: unknown): JsonSchema {
  if (isObject(contact)) return onlyTexts(contact, ['name', 'url', 'email']);
  return text(contact).includes('@') ? { email: contact } : {};
}

function licenseOf({ license, licenseUrl }: JsonSchema): JsonSchema {
  const { name, ...others } = isObject(license)
    ? onlyTexts(license, ['name', 'url', 'identifier'])
    : onlyTexts({ name: license, url: licenseUrl }, ['name', 'url']);
  return name === undefined ? {} : { name, ...others };
}

function onlyTexts(words: JsonSchema, names: readonly string[]): JsonSchema {
  return omitEmpty(Object.fromEntries(names.map((name) => [name, text(words[name])])));
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
