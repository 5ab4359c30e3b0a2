/** JSON without loss: long integers and decimals as they were sent; members by their own names. */

export { parseWithDecimals, withNotes, writeWithDecimals } from '../shared/json/decimals.ts';
export { equal } from '../shared/json/equal.ts';
export { isObject, itemsOf, membersOf } from '../shared/json/is-object.ts';
export { parseExactly, readJson, writeJson } from '../shared/json/lossless-json.ts';
export { nearSpelling } from '../shared/json/near-spelling.ts';
export { omitUndefined } from '../shared/json/omit.ts';
export { ownMember } from '../shared/json/own-member.ts';
