/** Where the page is: `#/sources/abc?limit=5`, which a link or the address bar may change. */

import { Store } from './store.ts';

export interface PageRoute {
  /** The first segment; empty for the workbench itself. */
  readonly view: string;
  /** The other segments, decoded. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

/** @example readRoute('#/sources/a%20b?x=1') // { view: 'sources', path: ['a b'], query: x=1 } */
export function readRoute(hash: string): PageRoute {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view = '', ...rest] = path.split('/').map(decode);
  return { view, path: rest, query: new URLSearchParams(query) };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** @example hrefOf('sources', 'a b') // '#/sources/a%20b' */
export function hrefOf(...segments: readonly string[]): string {
  return `#/${segments.map(encodeURIComponent).join('/')}`;
}

export const currentRoute = new Store(readRoute(location.hash));

addEventListener('hashchange', () => currentRoute.set(readRoute(location.hash)));
