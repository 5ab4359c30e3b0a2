/** Finds fields by a part of their names. */

interface FieldSearchProps {
  readonly wanted: string;
  readonly onChange: (wanted: string) => void;
}

export function FieldSearch({ wanted, onChange }: FieldSearchProps) {
  return (
    <input
      type="search"
      aria-label="Find fields"
      placeholder="Find fields"
      value={wanted}
      onInput={({ currentTarget: { value } }) => onChange(value)}
    />
  );
}

export function fieldsNamed<Field extends { readonly path: string }>(
  fields: readonly Field[],
  wanted: string,
): readonly Field[] {
  const part = wanted.trim().toLowerCase();
  return fields.filter(({ path }) => path.toLowerCase().includes(part));
}
