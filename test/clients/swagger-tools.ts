/** swagger-tools, the validator of Swagger 1.2 that came with the specification's own schemas. */

import { createRequire } from 'node:module';
import { promisify } from 'node:util';

/** What is used of a served listing or declaration. */
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

/** Of the declarations, in their order; absent when it stops at the listing. */
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

/** Errors and warnings alike, each as `CODE path: message`. */
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

/** The one mapping it needs: it takes the path of a resource in the listing for its `resourcePath`. */
export function withResourcePaths(listing: ServedListing): ServedListing {
  const apis = listing.apis.map((api) => ({ ...api, path: api.path.replace('/api-docs.json', '') }));
  return { ...listing, apis };
}
