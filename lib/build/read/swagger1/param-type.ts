/** `paramType`: where a parameter comes from. */

import { inputPlaces } from '../../../shared/plan/operation-plan.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { typeWordOf } from './type-words.ts';

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

const accepted = `one of ${places.join(', ')}`;

/** @param variables of the path. */
export function readParamType(
  node: SourceNode,
  variables: readonly string[],
  report: Report,
): Place | undefined {
  const word = node.member('paramType');
  if (!word) return assumePlace(node, variables, report);
  const key = String(word.value).toLowerCase();
  const place = places.find((candidate) => candidate === key);
  if (place) return place;
  const meant = Object.hasOwn(foreignPlaces, key) ? foreignPlaces[key] : undefined;
  if (meant) report(word.diagnose('W-PARAM', quote(word.value), `"${meant}", which is assumed`));
  else report(word.diagnose('E-PARAM', quote(word.value), accepted, { path: word.path, value: 'query' }));
  return meant;
}

/** A parameter named like a variable is in the path; a File is in a form; any other is in the query. */
function assumePlace(node: SourceNode, variables: readonly string[], report: Report): Place {
  const name = node.member('name')?.value;
  const type = String(node.anyMember(['dataType', 'type'])?.value);
  const isInPath = typeof name === 'string' && variables.includes(name);
  const place = isInPath ? 'path' : typeWordOf(type)?.word.kind === 'file' ? 'form' : 'query';
  report(node.diagnose('W-PARAM', 'no paramType', `"${place}", which is assumed; ${accepted}`));
  return place;
}

/** A File is a field of a form (Swagger 1.2 section 4.3.6). Generators of 1.1 declare it as a body. */
export function placeOfFile(node: SourceNode, report: Report): Place {
  const at = node.member('paramType') ?? node;
  report(at.diagnose('W-PARAM', 'a File with paramType "body"', '"form", which is assumed'));
  return 'form';
}
