/** The plan of a service whose only resource is one document. */

import { type PlannedService, planService } from '../../lib/compiler/plan/plan-service.ts';
import { parseDescriptor } from '../../lib/compiler/source/parse-descriptor.ts';

/** @param document JSON or YAML as text, or a value. */
export function planDocument(document: string | object, name = 'thing.json'): PlannedService {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const { file, problems } = parseDescriptor(`descriptors/${name}`, text);
  const listing = parseDescriptor('descriptors/api-docs.json', '{"basePath": "/v1"}').file;
  if (!listing) throw new Error('The listing cannot be read.');
  const resources = new Map(file ? [[name.replace(/\..*/, ''), file]] : []);
  return planService({ listing, resources, problems });
}
