/** A preview in the formats that clients can request. */

import type { Models } from '#generated/models/source.ts';
import type { InvocationTime } from '../../../data/store/invocation-time.ts';
import { contentTag } from '../content-tag.ts';
import { refuseLargeResult } from '../response-size.ts';
import type { PreviewInput } from './preview-input.ts';
import { makePreview } from './preview-report.ts';

/** The parameters of the request. */
export interface PreviewParameters {
  readonly verbose: boolean;
  readonly size: number;
  readonly numeric_detection: boolean;
  readonly date_detection: boolean;
}

/** The parts of the handler's context that a preview needs. */
export interface PreviewContext extends InvocationTime {
  readonly mediaType: string | undefined;
}

export interface PreviewForms {
  readonly 1: () => Models['MappingPreview'];
  readonly 'application/vnd.elasticsearch+json': () => Readonly<Record<string, unknown>>;
  readonly 'application/schema+json': () => Readonly<Record<string, unknown>>;
}

export interface OfferedPreview {
  readonly forms: PreviewForms;
  /** The entity tag; undefined if the result contains times of this run. */
  readonly tag: string | undefined;
}

/**
 * @throws ServiceError content_too_large.
 */
export function offerPreview(
  input: PreviewInput,
  { verbose, size, numeric_detection: numericDetection, date_detection: dateDetection }: PreviewParameters,
  context: PreviewContext,
): OfferedPreview {
  const options = { size, isVerbose: verbose, numericDetection, dateDetection, time: context };
  const { report, elasticsearch, schema } = makePreview(input, options);
  const forms: PreviewForms = {
    1: () => report,
    'application/vnd.elasticsearch+json': () => elasticsearch,
    'application/schema+json': schema,
  };
  const { mediaType } = context;
  const make = Object.entries(forms).find(([name]) => name === mediaType)?.[1] ?? forms[1];
  const chosen: object = make();
  refuseLargeResult(chosen);
  const isTimed = verbose && chosen === report;
  return { forms, tag: isTimed ? undefined : contentTag(mediaType, chosen) };
}
