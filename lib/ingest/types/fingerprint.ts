import { createHash, type HashName, type RunningHash } from '#platform';
import { ignoreMissingOption, targetAt } from '../base/common-options.ts';
import { type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import { fieldFailure } from '../base/failure.ts';
import type { RecordValue } from '../base/record.ts';

export const definition = defineType({
  type: 'fingerprint',
  options: {
    fields: { kind: 'paths', required: true, minItems: 1, maxItems: 100, maxLength: 512 },
    target_field: targetAt('fingerprint'),
    salt: { kind: 'string', default: '', maxLength: 256 },
    method: { kind: 'string', default: 'SHA-1', allowed: ['MD5', 'SHA-1', 'SHA-256', 'SHA-512'] },
    ignore_missing: ignoreMissingOption,
  },
});

export const documentation: Documentation<typeof definition> = {
  category: 'enrich',
  summary: 'Sets a field to a hash of other fields.',
  descriptions: {
    fields: 'The fields to hash; their order makes no difference.',
    target_field: 'The field for the hash, in base64.',
    salt: 'Is hashed before the fields.',
    method: 'The hash function.',
    ignore_missing: 'Absent fields, and null, are left out.',
  },
  failures: ['missing_field', 'wrong_path'],
  examples: [
    {
      title: 'Two fields',
      configuration: { fields: ['user', 'ip'] },
      input: { user: 'ada', ip: '10.0.0.1' },
      output: { user: 'ada', ip: '10.0.0.1', fingerprint: 'c/odq/Dn7oj41PUC8EnoCqn8jeo=' },
    },
    { title: 'An absent field', configuration: { fields: ['user'] }, input: {}, failure: 'missing_field' },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ fields, method, target_field: target }) =>
    `Sets ${target.text} to the ${method} of ${fields.map(({ text }) => text).join(', ')}.`,
  inputs: ({ fields }) => fields.map(({ text }) => text),
  outputs: ({ target_field: target }) => [target.text],
};

export const compile: Compile<typeof definition> = ({
  fields,
  target_field: target,
  salt,
  method,
  ignore_missing: ignoresMissing,
}) => {
  const sorted = fields.toSorted((a, b) => (a.text < b.text ? -1 : 1));
  // The option allows no other names.
  const algorithm = method.replace('-', '').toLowerCase() as HashName;
  return (record) => {
    const hash = createHash(algorithm);
    // It ignores a salt of white space alone, as Elasticsearch does.
    if (salt.trim() !== '') hash.update(salt);
    let isEmpty = true;
    for (const field of sorted) {
      const value = field.get(record);
      if (value !== undefined && value !== null) {
        addValue(hash, value);
        isEmpty = false;
      } else if (!ignoresMissing) return fieldFailure('missing_field', field, 'is absent or null');
    }
    return isEmpty ? undefined : target.set(record, hash.digest('base64'));
  };
};

const delimiter = Uint8Array.of(0);
const trueByte = Uint8Array.of(1);
const falseByte = Uint8Array.of(2);
/** Each number is written here, and hashed before the next one. */
const number = new DataView(new ArrayBuffer(8));
const fourBytes = new Uint8Array(number.buffer, 0, 4);
const eightBytes = new Uint8Array(number.buffer);

/** Elasticsearch hashes the same bytes: names of members in order, numbers as little-endian. */
function addValue(hash: RunningHash, value: RecordValue): void {
  if (Array.isArray(value)) for (const item of value) addValue(hash, item);
  else if (typeof value === 'object' && value !== null)
    for (const name of Object.keys(value).toSorted()) {
      const member = value[name];
      if (member === undefined) continue;
      hash.update(delimiter).update(name);
      addValue(hash, member);
    }
  else hash.update(delimiter).update(bytesOf(value));
}

function bytesOf(value: string | number | bigint | boolean | null): Uint8Array | string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? trueByte : falseByte;
  // Elasticsearch has no bytes for those beyond 64 bits.
  if (typeof value === 'bigint' && BigInt.asIntN(64, value) !== value) return String(value);
  const isLong = typeof value === 'bigint' || Number.isSafeInteger(value);
  if (isLong && value > -(2 ** 31) && value < 2 ** 31) {
    number.setInt32(0, Number(value), true);
    return fourBytes;
  }
  if (isLong) number.setBigInt64(0, BigInt(value), true);
  else number.setFloat64(0, Number(value), true);
  return eightBytes;
}
