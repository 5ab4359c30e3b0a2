/** A foreign folder of Swagger 1.x -> the files of a project that serves it. */

import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { handlerPath } from '../../../compile/emit/wiring/generated-files.ts';
import { operationsIn } from '../../../compile/plan/operations.ts';
import { isBytes } from '../../../compile/schema/walk.ts';
import type { DescriptorFile } from '../../../compile/source/descriptor-file.ts';
import { omitUndefined } from '../../../shared/json/omit.ts';
import type { OperationPlan } from '../../../shared/plan/operation-plan.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import type { ResourcePlan, ServicePlan } from '../../../shared/plan/service-plan.ts';
import { exampleOf } from '../examples/example.ts';
import type { ForeignDescriptors } from '../foreign/read-foreign-descriptors.ts';
import { mockSource, stubSource } from './stub-source.ts';

export const listingPath = 'descriptors/api-docs.json';

interface ScaffoldInput {
  /** The folder that the descriptors were read from. */
  readonly root: string;
  readonly foreign: ForeignDescriptors;
  /** Their plan. It may have other resources, which are ignored. */
  readonly service: ServicePlan;
  /** The texts of changed files, by path. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Handlers return an example of their result, if one can be made. */
  readonly mock: boolean;
}

/** Path below the project, with `/`, -> content: the descriptors, the listing, one handler per operation. */
export async function scaffold({
  root,
  foreign,
  service,
  texts,
  mock,
}: ScaffoldInput): Promise<Map<string, string | Uint8Array>> {
  const resources = service.resources.filter(({ descriptor }) => foreign.resources.has(descriptor));
  const files = new Map<string, string | Uint8Array>([
    [listingPath, listingText(foreign.listing, commonBasePath(resources))],
  ]);
  for (const [resource, file] of foreign.resources)
    files.set(
      descriptorPath(resource, file),
      texts?.get(file.path) ?? (await readFile(join(root, file.path))),
    );
  for (const resource of resources) {
    for (const plan of operationsIn(resource))
      files.set(handlerPath(plan), mock ? mockOf(plan, resource) : stubSource(plan));
  }
  return files;
}

/** Below the project. */
export function descriptorPath(resource: string, { path }: DescriptorFile): string {
  return `descriptors/${resource}${extname(path).toLowerCase() || '.json'}`;
}

/** The base path of all resources. Undefined if they have several, or none. */
function commonBasePath(resources: readonly ResourcePlan[]): string | undefined {
  const [first, second] = new Set(resources.map(({ basePath }) => basePath));
  return second === undefined ? first || undefined : undefined;
}

/**
 * Entries without a declaration are null; see read-foreign-descriptors.ts.
 *
 * @param basePath for a listing without one: the service's own paths, such as `/v1/openapi.json`, then begin like its operations.
 */
function listingText({ value }: DescriptorFile, basePath: string | undefined): string {
  const { apis, ...general } = value as { readonly apis?: readonly unknown[] };
  const entries = (apis ?? []).filter((api) => api !== null);
  const listing = { ...omitUndefined({ basePath }), ...general, apis: entries };
  return `${JSON.stringify(listing, null, 2)}\n`;
}

function mockOf(plan: OperationPlan, { models }: ResourcePlan): string {
  const schemas = plan.versions?.map(({ schema }) => schema) ?? [plan.result];
  const declared = plan.versions ? undefined : plan.resultExamples;
  const examples = schemas.map((schema) => {
    // Any text is a file.
    const returned: Schema | undefined = schema && isBytes(schema) ? { type: 'string' } : schema;
    return returned ? exampleOf(returned, models, { declared }) : { value: undefined };
  });
  const missing = examples.find((example) => 'reason' in example);
  if (missing) return stubSource(plan, missing.reason);
  return mockSource(
    plan,
    examples.map((example) => ('value' in example ? example.value : undefined)),
  );
}
