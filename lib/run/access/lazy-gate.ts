/**
 * For the default route: most of its requests have no credential, and are answered without what checks one. That is a
 * module of its own, which is loaded with the first credential.
 */

import { openAccess } from '../../shared/access-settings.ts';
import type { AccessScheme } from '../../shared/plan/operation-plan.ts';
import type { Authenticate, Gate } from '../http/steps/authorize.ts';

/** What the module at the URL exports. */
interface GateModule {
  readonly openGate: () => Gate;
}

/** @param module URL of a module with the gate. It says if the environment is not valid. */
export function lazyGate(module: URL): Gate {
  const isOpen = process.env['ACCESS'] === openAccess;
  if (isOpen) return { isOpen, authenticate: {} };
  let opened: Promise<Gate> | undefined;
  const authenticator =
    (scheme: AccessScheme['scheme']): Authenticate =>
    async (credential, time) => {
      opened ??= openGate(module);
      const check = (await opened).authenticate[scheme];
      return check ? check(credential, time) : { refused: 'scheme' };
    };
  return { isOpen, authenticate: { bearer: authenticator('bearer'), apiKey: authenticator('apiKey') } };
}

async function openGate(module: URL): Promise<Gate> {
  const { openGate: open }: GateModule = await import(module.href);
  return open();
}
