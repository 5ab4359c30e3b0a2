/** `servers`: only the path of the first one counts, since the deployment decides the host. */

import type { SourceNode } from '../../source/source-node.ts';
import { readBasePath } from '../common/path.ts';
import type { ResourceDefaults } from '../common/read-context.ts';

/** The base path of a document. Without `servers`, it has the listing's. */
export function basePathOf(root: SourceNode, { basePath = '' }: ResourceDefaults): string {
  const [server] = root.itemsOf('servers');
  const url = server?.member('url');
  if (!server || typeof url?.value !== 'string') return basePath;
  return readBasePath(url, withDefaults(url.value, server));
}

/** OpenAPI 3.1 section 4.7.5: variables have the values of their defaults. */
function withDefaults(url: string, server: SourceNode): string {
  return server
    .membersOf('variables')
    .reduce(
      (text, [name, variable]) =>
        text.replaceAll(`{${name}}`, String(variable.member('default')?.value ?? '')),
      url,
    );
}

/** Warns of `servers` of a path or an operation: its function is reached like all others. */
export function warnOfServers(node: SourceNode): void {
  const servers = node.member('servers');
  const accepted = 'the servers of the document, which are assumed';
  if (servers) servers.report('W-BASE-PATH', 'servers of a part of the document', accepted);
}
