import type { Diagnostic } from '../../build/source/diagnostic.ts';
import { isObject } from '../../build/source/source-node.ts';
import type { FunctionPlan } from '../../shared/plan/function-plan.ts';
import { tableId } from '../background/background-settings.ts';
import type { Deployment } from '../deployment.ts';

/** A consumer is called with what is in the stream of the table: serverless.yml must turn that on. */
export function missingStream(functions: readonly FunctionPlan[], deployment: Deployment): Diagnostic[] {
  const consumer = functions.find(({ kind }) => kind === 'consumer');
  const table = deployment.resources[tableId];
  const properties = isObject(table) ? table['Properties'] : undefined;
  if (!consumer || (isObject(properties) && isObject(properties['StreamSpecification']))) return [];
  const at = deployment.locate(['resources', 'Resources', tableId, 'Properties']);
  const found = `no stream of the table, from which the consumer ${consumer.id} is called`;
  const accepted = `"StreamSpecification: { StreamViewType: KEYS_ONLY }" among the properties of the resource ${tableId}`;
  return [{ code: 'E-BACKGROUND', ...at, found, accepted }];
}
