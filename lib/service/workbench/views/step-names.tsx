/** Steps by their names alone. */

type Step = Readonly<Record<string, unknown>>;

export function StepNames({ steps }: { readonly steps: readonly Step[] }) {
  if (steps.length === 0) return <p class="quiet">There is none: records are stored as they are.</p>;
  return (
    <ol class="step-names">
      {steps.map((step, index) => (
        <li key={index}>{stepName(step)}</li>
      ))}
    </ol>
  );
}

/** @example stepName({ type: 'grok', field: 'message', tag: 'line' }) // 'grok of message (line)' */
export function stepName(step: Step): string {
  const { type, field, tag } = step;
  const of = typeof field === 'string' ? ` of ${field}` : '';
  return `${String(type)}${of}${typeof tag === 'string' ? ` (${tag})` : ''}`;
}
