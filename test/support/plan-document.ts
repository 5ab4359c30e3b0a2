/** The plan of a service whose only resource is one document. */

import { type PlannedService, planService } from '../../lib/headwater/compile/plan/plan-service.ts';
import { parseDescriptor } from '../../lib/headwater/compile/source/read-descriptors.ts';

/** @param document JSON or YAML as text, or a value. */
export function planDocument(document: string | object, name = 'thing.json'): PlannedService {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  return planDocuments({ [name]: text });
}

/** @param documents by the names of their files. */
export function planDocuments(
  documents: Readonly<Record<string, string | object>>,
  general: object = { basePath: '/v1' },
): PlannedService {
  const parsed = Object.entries({ 'api-docs.json': general, ...documents }).map(([name, document]) => {
    const text = typeof document === 'string' ? document : JSON.stringify(document);
    return [name.replace(/\..*/, ''), parseDescriptor(`descriptors/${name}`, text)] as const;
  });
  const files = new Map(parsed.flatMap(([name, { file }]) => (file ? [[name, file] as const] : [])));
  const listing = files.get('api-docs');
  files.delete('api-docs');
  if (!listing) throw new Error('The listing cannot be read.');
  return planService({
    listing,
    resources: files,
    diagnostics: parsed.flatMap(([, { diagnostics }]) => diagnostics),
  });
}
