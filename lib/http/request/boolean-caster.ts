import { absence, type Caster } from './caster.ts';

export const booleanCaster: Caster = {
  accepted: 'true or false',
  read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  refusal: (text) => absence(text) ?? 'not_a_boolean',
};
