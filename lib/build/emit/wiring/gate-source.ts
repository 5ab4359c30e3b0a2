/** The module that checks credentials for the default route. */

import type { AccessAlternative } from '../../../shared/plan/operation-plan.ts';
import { gatePath } from './generated-files.ts';
import { code, identifier } from './source-text.ts';
import { type EmittedFile, notice } from './wiring.ts';

/** What lib/run/access/gate.ts exports for these schemes. */
export function gateFor(access: readonly AccessAlternative[]): string {
  const schemes = new Set(access.map(({ scheme }) => scheme));
  if (!schemes.has('bearer')) return 'keyGate';
  return schemes.has('apiKey') ? 'tokenOrKeyGate' : 'tokenGate';
}

export function gateModule(access: readonly AccessAlternative[]): EmittedFile {
  const source = code`// What checks credentials for the default route: it is loaded with the first one
${notice}

export { ${identifier(gateFor(access))} as openGate } from '#lib/run/access/gate.ts';
`;
  return [gatePath, source.text];
}
