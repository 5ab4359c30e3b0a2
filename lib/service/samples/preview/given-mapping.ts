/** Reads the index mapping that a client sends with a preview, in the form that Elasticsearch returns. */

import type { ServiceError } from '../../../shared/errors.ts';
import { isRecord, kindInWords } from '../../preprocessors/base/record.ts';
import { pointerTo } from '../../preprocessors/engine/option-issue.ts';
import type { FieldMapping } from '../../preprocessors/fields/mapping-nodes.ts';
import { invalidBody } from '../records/malformed.ts';

export type MappingProperties = Readonly<Record<string, FieldMapping>>;

const maxFields = 1000;

/**
 * The `properties` of a mapping.
 *
 * @param mapping A mapping, or an object whose member `mappings` is one.
 * @throws ServiceError invalid_request with the place in the body.
 */
export function readMapping(mapping: Readonly<Record<string, unknown>>): MappingProperties {
  const isWrapped = isRecord(mapping['mappings']);
  const inner = isWrapped ? mapping['mappings'] : mapping;
  const pointer = isWrapped ? '/mapping/mappings' : '/mapping';
  const properties = isRecord(inner) ? inner['properties'] : undefined;
  if (properties === undefined) throw invalidBody(`${pointer}/properties`, 'required', 'is required');
  const count = checkFields(properties, `${pointer}/properties`);
  if (count > maxFields)
    throw invalidBody(`${pointer}/properties`, 'max_items', `must have at most ${maxFields} fields`);
  return properties as MappingProperties;
}

/** @returns the number of fields, sub-fields included. */
function checkFields(fields: unknown, pointer: string): number {
  if (!isRecord(fields)) throw wrongType(pointer, 'an object', fields);
  return Object.entries(fields).reduce(
    (sum, [name, field]) => sum + checkField(field, pointerTo(pointer, name)),
    0,
  );
}

function checkField(field: unknown, pointer: string): number {
  if (!isRecord(field)) throw wrongType(pointer, 'an object', field);
  for (const word of ['type', 'format'])
    if (field[word] !== undefined && typeof field[word] !== 'string')
      throw wrongType(`${pointer}/${word}`, 'a string', field[word]);
  const inner = ['properties', 'fields'].filter((word) => field[word] !== undefined);
  return inner.reduce((sum, word) => sum + checkFields(field[word], `${pointer}/${word}`), 1);
}

function wrongType(pointer: string, expected: string, value: unknown): ServiceError {
  return invalidBody(pointer, 'type', `must be ${expected}, not ${kindInWords(value)}`);
}
