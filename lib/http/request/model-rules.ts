/** Rules for models and unions: of bodies, and of few parameters. Functions without either do without these. */

import { nearSpelling } from '../../json/near-spelling.ts';
import { type AlternativeSchema, listValues, type Rules, withArticle } from './schema-issues.ts';

export const modelRules: Rules = {
  required: {
    code: 'required',
    message: () => 'is required',
    member: ({ params }) => params.missingProperty,
  },
  additionalProperties: {
    code: 'unknown_member',
    message: ({ params, parentSchema }) => {
      const members = Object.keys(parentSchema?.properties ?? {});
      const meant = nearSpelling(String(params.additionalProperty), members);
      return `is not known; the members are ${members.join(', ')}${suggest(meant)}`;
    },
    member: ({ params }) => params.additionalProperty,
  },
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
  },
  const: { code: 'not_allowed', message: ({ params }) => `must be ${JSON.stringify(params.allowedValue)}` },
  anyOf: {
    code: 'no_match',
    message: ({ parentSchema }) => `must be ${(parentSchema?.anyOf ?? []).map(describeType).join(', or ')}`,
  },
};

function describeType({ type, $ref }: AlternativeSchema): string {
  if (type !== undefined) return withArticle(type);
  const name = decodeURIComponent($ref?.split('/').at(-1) ?? '')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  return name === '' ? 'anything' : `a ${name}`;
}

function suggest(meant: string | undefined): string {
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}
