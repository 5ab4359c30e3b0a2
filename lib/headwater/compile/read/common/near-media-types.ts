/** Media types that a descriptor misspells: a misspelt type would be one that only the handler knows, and no client sends. */

import registered from 'mime-db/db.json' with { type: 'json' };
import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { namesIn } from './names.ts';

/** RFC 6838 section 4.2. */
const topLevelTypes = namesIn('application audio font image message model multipart text video');

/** The types that people mean. */
const usual = namesIn(`
  application/json application/x-www-form-urlencoded multipart/form-data application/octet-stream application/pdf
  application/xml application/yaml application/zip application/gzip application/x-ndjson application/problem+json
  application/merge-patch+json application/json-patch+json audio/mpeg audio/ogg image/gif image/jpeg image/png
  image/svg+xml image/webp text/css text/csv text/html text/markdown text/plain text/xml video/mp4 video/mpeg
`);

/** In use, though nobody has registered them. */
const unregistered = namesIn(`
  application/bson application/hjson application/jsonl application/jsonlines application/json-lines application/ndjson
  application/csv application/x-json application/x-yaml application/x-zip text/x-csv text/json
`);

/** Suffixes that say how to read a type (RFC 6838 section 4.2.8). */
const suffixes = ['json', 'xml', 'yaml', 'zip', 'gzip', 'cbor'];

function isInUse(name: string): boolean {
  return Object.hasOwn(registered, name) || unregistered.includes(name) || usual.includes(name);
}

/**
 * The media type or the range that a name misspells.
 *
 * @param name in lower case.
 * @example mediaTypeMeantBy('aplication/hal+json') // 'application/hal+json'
 */
export function mediaTypeMeantBy(name: string): string | undefined {
  if (isInUse(name)) return undefined;
  const [type = '', written = ''] = name.split('/');
  const near = topLevelTypes.includes(type) ? type : nearSpelling(type, topLevelTypes);
  const meant = `${near ?? type}/${subtypeMeantBy(written, near)}`;
  return near === undefined || meant === name ? undefined : meant;
}

function subtypeMeantBy(subtype: string, type: string | undefined): string {
  if (subtype === '*' || isInUse(`${type}/${subtype}`)) return subtype;
  const [base = '', suffix, ...more] = subtype.split('+');
  if (suffix !== undefined && more.length === 0) return `${base}+${nearSpelling(suffix, suffixes) ?? suffix}`;
  const others = usual.flatMap((each) =>
    each.startsWith(`${type}/`) ? [each.slice(`${type}/`.length)] : [],
  );
  return nearSpelling(subtype, others) ?? subtype;
}

/** @param name of a media type that the handler itself reads or writes. */
export function warnOfNearType(name: string, node: SourceNode, isChecked: (type: string) => boolean): void {
  const near = mediaTypeMeantBy(name);
  if (near === undefined) return;
  const found = `${quote(name)}, which the handler itself reads or writes`;
  node.report(
    'W-MEDIA-TYPE',
    found,
    `${quote(near)}, the nearest type${isChecked(near) ? ', which is checked' : ''}`,
  );
}
