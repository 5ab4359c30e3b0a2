/** `x-accepted-risks`: the credentials that requests may carry although others may read or send them there. */

import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';

/** By entry: the credential, and its risk. */
const risks = {
  'key-in-query': ['a key in the "query" of a request', 'which logs and histories keep'],
  'key-in-cookie': [
    'a key in the "cookie" of a request',
    'which browsers send with requests of other sites, too',
  ],
  'password-in-each-request': [
    'a password that is sent with each request',
    'which browsers keep, and send with requests of other sites, too',
  ],
} as const;

export type Risk = keyof typeof risks;

/** The member of listings and of documents of OpenAPI. */
export const acceptedRisks = 'x-accepted-risks';
const names = Object.keys(risks) as readonly Risk[];

/** Of the listing, or of a document of OpenAPI. */
export function readAcceptedRisks(root: SourceNode): Risk[] {
  return (root.list(acceptedRisks) ?? []).flatMap((node) => {
    const known = names.find((name) => name === node.value);
    if (known !== undefined) return [known];
    const meant = nearSpelling(String(node.value), names);
    const accepted = meant === undefined ? `one of ${names.map(quote).join(', ')}` : quote(meant);
    node.report('E-AUTHORIZATION', `the risk ${quote(node.value)}`, accepted);
    return [];
  });
}

/** @param safer What carries no such risk. */
export function refusalOf(risk: Risk, safer: string) {
  const [credential, danger] = risks[risk];
  return {
    refused: `${credential}, ${danger}`,
    accepted: `${safer}; or "${acceptedRisks}": ["${risk}"] in the listing, which accepts the risk`,
  };
}

/** Once for each scheme. */
export function warnOfRisk(risk: Risk, node: SourceNode, safer: string): void {
  const [credential, danger] = risks[risk];
  node.report('W-RISK', `${credential}, ${danger}: ${acceptedRisks} accepts it`, safer);
}
