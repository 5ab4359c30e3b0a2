/** One field: its name, which a click changes; its type, which a click converts; how many records have it. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ecsChoices } from '../client/ecs-names.ts';
import {
  changeField,
  convertField,
  dateField,
  dateFormatsOf,
  type NamedField,
  removeField,
  renameField,
} from '../client/field-steps.ts';
import type { RunReport } from '../engine/protocol.ts';
import { Combobox } from '../parts/combobox.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { Tool } from '../parts/tool.tsx';
import { countText, shareText } from './charts.tsx';

export type ShownField = RunReport['fields'][number];

interface FieldRowProps {
  readonly field: ShownField;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

export function FieldRow({ field, isOpen, toggle }: FieldRowProps) {
  const { path, count, presence, cardinality } = field;
  const [isNaming, setNaming] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const leave = () => {
    setNaming(false);
    setTimeout(() => row.current?.querySelector<HTMLElement>('.path')?.focus());
  };
  const named: NamedField = { path, isPartial: presence < 1 };
  return (
    <div ref={row} class="field-row">
      <button
        type="button"
        class="tool fold"
        aria-expanded={isOpen}
        aria-label={`Values of ${path}`}
        onClick={toggle}
      >
        <Icon name="open" />
      </button>
      {isNaming ? (
        <NewName field={named} end={() => setNaming(false)} leave={leave} />
      ) : (
        <button
          type="button"
          class="tool path"
          title={`Rename ${path}`}
          aria-label={`Rename ${path}`}
          onClick={() => setNaming(true)}
        >
          {path}
        </button>
      )}
      <TypeMenu field={field} named={named} />
      <span class="field-share">
        <span class="bar thin" aria-hidden="true">
          <i class="succeeded" style={{ width: `${100 * presence}%` }} />
        </span>
        {shareText(presence)}
      </span>
      <span class="quiet">{countText(count === 0 ? 0 : cardinality)}</span>
      <Tool
        name={`Remove ${path}`}
        sign={<Icon name="remove" />}
        act={() => changeField(removeField(named))}
      />
    </div>
  );
}

interface NewNameProps {
  readonly field: NamedField;
  readonly end: () => void;
  /** Ends it, and the focus is where it was. */
  readonly leave: () => void;
}

/** Enter takes the name, Escape leaves it as it is. */
function NewName({ field, end, leave }: NewNameProps) {
  const [name, setName] = useState(field.path);
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => form.current?.querySelector('input')?.select(), []);
  const take = (target: string) => {
    const trimmed = target.trim();
    end();
    if (trimmed !== '' && trimmed !== field.path) changeField(renameField(field, trimmed));
  };
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        take(name);
      }}
      // Before the list of names closes.
      onKeyDownCapture={({ key }) => {
        if (key === 'Escape') leave();
      }}
      onFocusOut={({ relatedTarget }) => {
        if (!form.current?.contains(relatedTarget as Node | null)) end();
      }}
    >
      <Combobox
        label={`New name of ${field.path}`}
        class="code"
        value={name}
        choices={ecsChoices}
        onInput={setName}
        onChoose={take}
      />
    </form>
  );
}

const types = ['long', 'double', 'boolean', 'ip', 'string'] as const;

function TypeMenu({ field, named }: { readonly field: ShownField; readonly named: NamedField }) {
  const { path, type, types: all, conflict } = field;
  const readDate = async (target: string) => {
    const formats = await dateFormatsOf(field);
    changeField(dateField(named, { target, formats }));
  };
  const shown = all.length > 1 ? all.map((one) => one.type).join(', ') : type;
  return (
    <Menu
      label={`${shown}, type of ${path}`}
      class={conflict ? 'tool bad' : 'tool'}
      items={[
        ...types.map((one) => ({
          title: `Convert to ${one}`,
          act: () => changeField(convertField(named, one)),
        })),
        { title: 'Read as a date', act: () => void readDate(path) },
        { title: 'Read as @timestamp', isOff: path === '@timestamp', act: () => void readDate('@timestamp') },
      ]}
    >
      {shown}
    </Menu>
  );
}
