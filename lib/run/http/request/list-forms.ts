/** Lists whose items are sent in one way only: OpenAPI's `style` and `explode`. */

import { type InputParameter, listForms } from '../../../shared/plan/operation-plan.ts';
import { castText } from './cast.ts';
import type { Casters, CastTexts } from './caster.ts';
import { castList } from './composers.ts';
import { issueOf } from './issue.ts';

/** Also those of which there is no such form. */
export function castListOfForm(
  parameter: InputParameter,
  texts: readonly string[],
  casters: Casters,
): CastTexts {
  const { listForm } = parameter;
  if (!listForm) return castList(parameter, texts, casters);
  const separator = listForms[listForm];
  if (separator === undefined) return castEach(parameter, texts, casters);
  if (texts.length > 1) {
    const message = `must be given only once, with ${listForm} between its values`;
    return { issues: [issueOf(parameter, 'repeated', message)] };
  }
  return castEach(
    parameter,
    texts.flatMap((text) => text.split(separator)),
    casters,
  );
}

function castEach(parameter: InputParameter, items: readonly string[], casters: Casters): CastTexts {
  const results = items.map((text) => castText(parameter.cast, text, casters));
  const issues = results.flatMap((result, index) =>
    'code' in result ? [{ ...issueOf(parameter, result.code, result.message), pointer: `/${index}` }] : [],
  );
  return issues.length > 0
    ? { issues }
    : { value: results.map((result) => ('value' in result ? result.value : undefined)), issues };
}
