import { TextBody } from 'headwater/http';
import type { Handle } from '#generated/types/source/putSample.ts';
import {
  cutSample,
  sampleOfInput,
  sampleOfText,
  toSourceSample,
} from '../../lib/service/samples/sample-content.ts';
import { putSample } from '../../lib/service/samples/sample-store.ts';
import { sources } from '../../lib/service/sources/sources.ts';

/** The response has no entity tag, because the stored sample is not the body byte for byte (RFC 9110 section 9.3.4). */
export const handle: Handle = async ({ id }, body, context) => {
  let omitted = 0;
  const sample = await putSample(sources(context), id, {
    contentOf: (source) => {
      const sent = body instanceof TextBody ? sampleOfText(body, source) : sampleOfInput(body);
      const cut = cutSample(sent);
      omitted = cut.omitted;
      return cut.content;
    },
    check: (tag, current) => {
      context.preconditions.check(tag);
      context.readOnly.check(() => current && toSourceSample(current));
    },
  });
  return { ...toSourceSample(sample), ...(omitted > 0 ? { omitted } : {}) };
};
