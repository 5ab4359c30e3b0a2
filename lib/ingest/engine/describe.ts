import { optionTableOf } from '../base/common-options.ts';
import { type Effect, InvalidOption } from '../base/definition.ts';
import { cutText } from '../base/failure.ts';
import { checkOptions } from './check-options.ts';
import { findType } from './registry.ts';
import { effects } from './types.table.ts';

/** In characters. */
const maxSummary = 300;

interface StepDescription {
  /** A sentence, cut where it is long. */
  readonly summary: string;
  /** The paths that are read. */
  readonly inputs: readonly string[];
  /** The paths that are written; `prefix.*` for names that come from the data. */
  readonly outputs: readonly string[];
}

/**
 * Returns undefined for an invalid configuration, which older sources may have.
 *
 * @example describeStep({ type: 'trim', field: 'a' }) // { summary: 'Removes white space around a.', inputs: ['a'], outputs: ['a'] }
 */
export function describeStep(
  configuration: Readonly<Record<string, unknown>> & { readonly type: string },
): StepDescription | undefined {
  const { type: name, on_failure: _, ...members } = configuration;
  const type = findType(name);
  if (!type) return undefined;
  const { options, issues } = checkOptions(optionTableOf(type), members, '');
  if (issues.length > 0) return undefined;
  // The table of the type has checked every option.
  const own = options as Parameters<Effect['describe']>[0];
  const effect = effects[type.type];
  try {
    return {
      summary: cutText(effect.describe(own), maxSummary),
      inputs: effect.inputs(own),
      outputs: effect.outputs(own),
    };
  } catch (cause) {
    if (cause instanceof InvalidOption) return undefined;
    throw cause;
  }
}
