import type { Handle } from '#generated/types/preprocessor/preview.ts';
import { namedType } from '../../lib/catalogue/named-type.ts';
import { previewPreprocessor } from '../../lib/catalogue/preprocessor-preview.ts';

export const handle: Handle = ({ type }, body, context) =>
  previewPreprocessor(namedType(type).type, body, context);
