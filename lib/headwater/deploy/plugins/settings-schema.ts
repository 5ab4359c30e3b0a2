/** The JSON schema of `custom.headwater` in serverless.yml, with which osls checks it. */

const byName = (values: object) => ({ type: 'object', additionalProperties: values });
const text = { type: 'string' };
const number = { type: 'number' };
/** osls leaves out members whose variable is null. */
const value = { anyOf: [text, number, { type: 'boolean' }] };

export const settingsSchema = {
  type: 'object',
  properties: {
    tableName: text,
    tableStream: text,
    when: byName(value),
    grants: byName(byName(text)),
    flags: byName(text),
    variables: byName({
      type: 'object',
      properties: { variable: text, value, with: text },
      required: ['variable', 'with'],
      additionalProperties: false,
    }),
    layers: byName(text),
    metricNamespace: text,
    rollback: {
      type: 'object',
      properties: { alarms: { type: 'array', items: text }, minutes: { anyOf: [number, text] } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};
