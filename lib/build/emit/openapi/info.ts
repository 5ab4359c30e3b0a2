/** `info` of the listing in the words of OpenAPI 3.1. */

import { isObject } from '../../../shared/json/is-object.ts';
import type { ServicePlan } from '../../../shared/plan/service-plan.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';

type Words = Readonly<Record<string, unknown>>;

/** Swagger 1.2 section 5.1.3, or the keywords of OpenAPI. Members of a wrong type are omitted. */
export function documentInfo({
  general,
  apiVersion,
}: Pick<ServicePlan, 'general' | 'apiVersion'>): JsonSchema {
  const info: Words = isObject(general['info']) ? general['info'] : {};
  const description = [text(info['description']), forAll].filter(Boolean).join('\n\n');
  return {
    title: text(info['title']) ?? 'API',
    description,
    version: apiVersion,
    ...present('termsOfService', text(info['termsOfService']) ?? text(info['termsOfServiceUrl'])),
    ...present('contact', contactOf(info['contact'])),
    ...present('license', licenseOf(info)),
  };
}

/** Facts that apply to all operations. */
const forAll =
  'Each GET also answers HEAD, and each path OPTIONS. Requests that are refused store nothing; every error is a problem document (RFC 9457).';

/** In Swagger 1.2 an e-mail address. */
function contactOf(contact: unknown): Words | undefined {
  if (isObject(contact)) return onlyTexts(contact, ['name', 'url', 'email']);
  const email = text(contact);
  return email?.includes('@') ? { email } : undefined;
}

function licenseOf({ license, licenseUrl }: Words): Words | undefined {
  if (isObject(license))
    return 'name' in license ? onlyTexts(license, ['name', 'url', 'identifier']) : undefined;
  const name = text(license);
  return name === undefined ? undefined : { name, ...present('url', text(licenseUrl)) };
}

function onlyTexts(words: Words, names: readonly string[]): Words | undefined {
  const texts = names.flatMap((name) => Object.entries(present(name, text(words[name]))));
  return texts.length > 0 ? Object.fromEntries(texts) : undefined;
}

function present(name: string, value: unknown): Words {
  return value === undefined ? {} : { [name]: value };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
