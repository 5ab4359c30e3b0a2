/** Bodies of requests: how large they may be, and with which methods. */

import type { Method } from '../../../shared/plan/operation-plan.ts';
import type { SourceNode } from '../../source/source-node.ts';

/** 1 MiB: less than the limits of the gateway and Lambda, more than an item of the table can store. */
export const maxJsonBytes = 1_048_576;
/** 4 MiB: an event of Lambda has at most 6 MB, and base64 makes a file a third longer. */
export const maxFormBytes = 4_194_304;

/** @param node of a body. */
export function warnOfDropped(node: SourceNode, method: Method | undefined): void {
  if (method !== 'GET' && method !== 'HEAD' && method !== 'DELETE') return;
  // RFC 9110 section 9.3: the content of these has no defined meaning, but some clients send one.
  const accepted = 'query parameters, or another method: some clients and proxies drop the body';
  node.report('W-BODY', `a body on ${method}`, accepted);
}
