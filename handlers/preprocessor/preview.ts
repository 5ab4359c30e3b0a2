import type { Handle } from '#generated/types/preprocessor/preview.ts';
import { namedType } from '../../lib/service/catalogue/named-type.ts';
import { previewPreprocessor } from '../../lib/service/catalogue/preprocessor-preview.ts';

export const handle: Handle = ({ type, explain }, body, context) =>
  previewPreprocessor(namedType(type).type, body, { ...context, explain });
