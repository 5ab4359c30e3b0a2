/** YAML with the short tags of CloudFormation, such as `!Ref`, which stand for full objects. */

import { parseDocument, type Tags, type YAMLMap, type YAMLSeq } from 'yaml';
import { membersOf } from '../../../shared/json/is-object.ts';

const intrinsicNames =
  'Ref Condition GetAtt Sub Join ImportValue Select Split If FindInMap Equals Base64 Cidr GetAZs And Or Not Transform';

export const intrinsics: Tags = intrinsicNames.split(' ').flatMap((name) => {
  const tag = `!${name}`;
  const key = name === 'Ref' || name === 'Condition' ? name : `Fn::${name}`;
  const ofText = (text: string) => ({ [key]: name === 'GetAtt' ? text.split('.') : text });
  const ofCollection = (node: YAMLMap | YAMLSeq) => ({ [key]: node.toJSON() as unknown });
  return [
    { tag, resolve: ofText },
    { tag, collection: 'seq' as const, resolve: ofCollection },
    { tag, collection: 'map' as const, resolve: ofCollection },
  ];
});

/** The members of a serverless.yml, with variables as they are written. Mistakes in its form are ignored. */
export function parseMembers(text: string): Readonly<Record<string, unknown>> {
  return membersOf(parseDocument(text, { logLevel: 'silent', customTags: intrinsics }).toJS());
}
