/** Validates descriptors with swagger-tools, which uses the schemas of the Swagger 1.2 specification. */

import { createRequire } from 'node:module';
import { promisify } from 'node:util';

/** The members of a served listing that the tests use. */
export interface ServedListing {
  readonly apis: readonly { readonly path: string }[];
}
export interface ServedDeclaration {
  readonly resourcePath: string;
  readonly apis: readonly { readonly operations: readonly { readonly nickname: string }[] }[];
  readonly models: Readonly<Record<string, unknown>>;
}

interface Finding {
  readonly code: string;
  readonly message: string;
  readonly path: readonly string[];
}

interface Findings {
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
}

/** `apiDeclarations` has the findings of each declaration, in order; absent if validation stops at the listing. */
interface Result extends Findings {
  readonly apiDeclarations?: readonly (Findings | undefined)[];
}

interface Specification {
  validate(
    listing: ServedListing,
    declarations: readonly ServedDeclaration[],
    callback: (error: Error | null, result?: Result) => void,
  ): void;
}

const { specs } = createRequire(import.meta.url)('swagger-tools') as {
  readonly specs: { readonly v1_2: Specification };
};
const validate = promisify(specs.v1_2.validate.bind(specs.v1_2));

/** @returns errors and warnings, each as `CODE path: message`. */
export async function findingsOf(
  listing: ServedListing,
  declarations: readonly ServedDeclaration[],
): Promise<string[]> {
  const result = await validate(listing, declarations);
  const all = result ? [result, ...(result.apiDeclarations ?? [])] : [];
  return all
    .flatMap((findings) => (findings ? [...findings.errors, ...findings.warnings] : []))
    .map(({ code, path, message }) => `${code} ${path.join('/')}: ${message}`);
}

/** swagger-tools expects the `resourcePath` of each resource as its path in the listing. */
export function withResourcePaths(listing: ServedListing): ServedListing {
  const apis = listing.apis.map((api) => ({ ...api, path: api.path.replace('/api-docs.json', '') }));
  return { ...listing, apis };
}
