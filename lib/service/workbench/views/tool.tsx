/** A small button of a card. */

export interface ToolProps {
  readonly name: string;
  readonly text: string;
  readonly isOff?: boolean;
  readonly act: () => void;
}

export function Tool({ name, text, isOff = false, act }: ToolProps) {
  return (
    <button type="button" class="tool" aria-label={name} title={name} disabled={isOff} onClick={act}>
      {text}
    </button>
  );
}
