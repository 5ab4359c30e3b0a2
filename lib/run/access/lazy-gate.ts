/**
 * The gate of the default route. Most of its requests have no credential and need no check. The check is a module of
 * its own, which is loaded with the first credential.
 */

import { openAccess } from '../../shared/access-settings.ts';
import type { AccessScheme } from '../../shared/plan/operation-plan.ts';
import type { Authenticate, Gate } from '../http/steps/authorize.ts';

/** The exports of the module. */
interface GateModule {
  readonly openGate: () => Gate;
}

/** @param module The URL of a module with the gate, which throws if the environment is invalid. */
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
