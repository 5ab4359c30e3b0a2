/** Rules for what is JSON, models and unions, and all that these contain: of bodies, and of few parameters. */

import { formatDescriptions } from '../../../shared/json/formats.ts';
import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import { listRules } from './list-rules.ts';
import { patternRules } from './pattern-rules.ts';
import { type AlternativeSchema, listValues, type Rules } from './schema-issues.ts';

export const modelRules: Rules = {
  ...listRules,
  ...patternRules,
  type: { code: 'type', message: ({ params }) => `must be ${withArticle(String(params.type))}` },
  format: { code: 'format', message: ({ params }) => `must be ${describeFormat(params.format)}` },
  required: {
    code: 'required',
    message: () => 'is required',
    member: ({ params }) => params.missingProperty,
  },
  additionalProperties: {
    code: 'unknown_member',
    message: ({ params, parentSchema }) => {
      const properties = Object.entries(parentSchema?.properties ?? {});
      const members = properties.flatMap(([name, schema]) => (schema === false ? [] : [name]));
      const meant = nearSpelling(String(params.additionalProperty), members);
      return `is not known; the members are ${members.join(', ')}${suggest(meant)}`;
    },
    member: ({ params }) => params.additionalProperty,
  },
  // Of a property that requests must not have.
  'false schema': { code: 'read_only', message: () => 'is set by the service' },
  enum: {
    code: 'not_allowed',
    message: ({ params, data }) => {
      const allowed = Array.isArray(params.allowedValues) ? params.allowedValues.map(String) : [];
      const meant = typeof data === 'string' ? nearSpelling(data, allowed) : undefined;
      return `must be one of ${listValues(params.allowedValues)}${suggest(meant)}`;
    },
  },
  discriminator: {
    code: 'not_allowed',
    message: ({ params, parentSchema }) => {
      const tags = (parentSchema?.oneOf ?? []).map(
        ({ properties }) => properties?.[String(params.tag)]?.const,
      );
      const known = tags.filter((tag) => typeof tag === 'string');
      return `must be one of ${listValues(tags)}${suggest(nearSpelling(String(params.tagValue), known))}`;
    },
    member: ({ params }) => params.tag,
    // An absent one is already reported as a required member.
    isSaid: ({ params }) => params.tagValue === undefined,
  },
  const: { code: 'not_allowed', message: ({ params }) => `must be ${JSON.stringify(params.allowedValue)}` },
  anyOf: {
    code: 'no_match',
    message: ({ parentSchema }) => `must be ${(parentSchema?.anyOf ?? []).map(describeType).join(', or ')}`,
  },
};

function withArticle(type: string): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

function describeFormat(format: unknown): string {
  const descriptions: Readonly<Record<string, string>> = formatDescriptions;
  return descriptions[String(format)] ?? String(format);
}

export function describeType({ type, $ref }: AlternativeSchema): string {
  if (type !== undefined) return withArticle(type);
  const name = decodeURIComponent($ref?.split('/').at(-1) ?? '')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  return name === '' ? 'anything' : `a ${name}`;
}

export function suggest(meant: string | undefined): string {
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}
