/** Recognizes listings and declarations by their content: real files have all kinds of names. */

import { nearSpelling } from '../../../shared/json/near-spelling.ts';

export type DescriptorKind =
  | { readonly is: 'listing' | 'declaration' }
  /** `why` completes "a file that is …". */
  | { readonly is: 'neither'; readonly why: string };

/** Members of declarations that listings do not have. */
const declarationWords = ['models', 'resourcePath'];

/**
 * A file whose `apis` have operations is a declaration; without operations it is a
 * listing. A file that resembles one of them counts as it, and the checks report
 * what is wrong with it.
 */
export function kindOf(value: unknown, path: string): DescriptorKind {
  if (!isObject(value)) return { is: 'neither', why: 'not a JSON object' };
  // OpenAPI and Swagger 2.
  if (value.openapi !== undefined || value.swagger !== undefined) return { is: 'declaration' };
  const { apis } = value;
  if (Array.isArray(apis) && apis.length > 0) {
    return { is: apis.some(hasOperations) || 'models' in value ? 'declaration' : 'listing' };
  }
  const isDeclaration = declarationWords.some((word) => word in value);
  const isSwagger = 'apis' in value || String(value.swaggerVersion).startsWith('1.');
  const isMisspelt = isDeclaration && Object.keys(value).some((key) => nearSpelling(key, ['apis']));
  // As in a project, where a listing need not list its declarations.
  if (!isSwagger && !isDeclaration && hasNameOfListing(path)) return { is: 'listing' };
  if (!isSwagger && !isMisspelt)
    return { is: 'neither', why: 'neither a listing nor a declaration: no apis' };
  return { is: isDeclaration ? 'declaration' : 'listing' };
}

/** Also recognizes a misspelt `operations`. */
function hasOperations(api: unknown): boolean {
  return isObject(api) && Object.keys(api).some((key) => nearSpelling(key, ['operations']) !== undefined);
}

function hasNameOfListing(path: string): boolean {
  return /(?:^|\/)api-docs(?:\.\w+)?$/i.test(path);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
