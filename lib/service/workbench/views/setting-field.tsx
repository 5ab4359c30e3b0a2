import { useId } from 'preact/hooks';

interface SettingFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  /** What is wrong with it. */
  readonly issue: string | undefined;
  /** Several lines. */
  readonly isLong?: boolean;
  readonly onInput: (text: string) => void;
}

/** A text with its label, what it means, and what is wrong with it. */
export function SettingField({ label, hint, value, issue, isLong = false, onInput }: SettingFieldProps) {
  const id = useId();
  const described = [hint === undefined ? '' : `${id}-hint`, issue === undefined ? '' : `${id}-issue`];
  const attributes = {
    id,
    value,
    'aria-describedby': described.join(' ').trim() || undefined,
    'aria-invalid': issue === undefined ? undefined : true,
  };
  return (
    <div class="setting">
      <label htmlFor={id}>{label}</label>
      {isLong ? (
        <textarea {...attributes} rows={3} onInput={({ currentTarget }) => onInput(currentTarget.value)} />
      ) : (
        <input
          {...attributes}
          autocomplete="off"
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
      {hint === undefined ? null : (
        <p class="quiet hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {issue === undefined ? null : (
        <p class="issue" id={`${id}-issue`}>
          {label} {issue}.
        </p>
      )}
    </div>
  );
}
