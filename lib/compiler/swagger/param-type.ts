/** `paramType`: where a parameter comes from. */

import { inputPlaces } from '../../plan/operation-plan.ts';
import type { Report } from '../source/problem.ts';
import { member, problemAt, quote, type SourceNode } from '../source/source-node.ts';
import { missing, misspelt } from './parameter-keys.ts';

const places = [...inputPlaces, 'body', 'form'] as const;
type Place = (typeof places)[number];

/** Words of other description languages for the places. */
const foreignPlaces: Readonly<Record<string, Place>> = {
  formdata: 'form',
  head: 'header',
  headers: 'header',
  post: 'form',
  querystring: 'query',
  uri: 'path',
  url: 'path',
};

export function readParamType(node: SourceNode, report: Report): Place | undefined {
  const accepted = `one of ${places.join(', ')}`;
  const word = member(node, 'paramType');
  if (!word) {
    const value = misspelt(node, 'paramType') ?? 'query';
    const fix = { path: [...node.path, 'paramType'], value };
    report(problemAt(node, 'E-PARAM', missing(node, 'paramType'), `paramType: ${accepted}`, fix));
    return undefined;
  }
  const key = String(word.value).toLowerCase();
  const place = places.find((candidate) => candidate === key);
  if (place) return place;
  const meant = Object.hasOwn(foreignPlaces, key) ? foreignPlaces[key] : undefined;
  if (meant) report(problemAt(word, 'W-PARAM', quote(word.value), `"${meant}", which is assumed`));
  else report(problemAt(word, 'E-PARAM', quote(word.value), accepted, { path: word.path, value: 'query' }));
  return meant;
}

/** A File is a field of a form (Swagger 1.2 section 4.3.6). Generators of 1.1 declare it as a body. */
export function placeOfFile(node: SourceNode, report: Report): Place {
  const at = member(node, 'paramType') ?? node;
  report(problemAt(at, 'W-PARAM', 'a File with paramType "body"', '"form", which is assumed'));
  return 'form';
}
