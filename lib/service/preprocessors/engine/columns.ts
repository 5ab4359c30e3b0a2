import type { OptionTable, PreprocessorType, Processor } from '../base/definition.ts';

/** Modules by the names of their types. One that lacks an export, or has another name, does not compile. */
type Modules<Names extends PropertyKey> = {
  readonly [Name in Names]: Processor<PreprocessorType<OptionTable, Name & string>>;
};

/** Each export of the modules, by the name of the type. */
type Columns<Names extends PropertyKey> = {
  readonly [Export in keyof Processor]-?: Readonly<
    Record<Names, Processor<PreprocessorType<OptionTable, Names & string>>[Export]>
  >;
};

/** @example columnsOf({ trim, csv }).effect // { trim: trim.effect, csv: csv.effect } */
export function columnsOf<Table extends Modules<keyof Table>>(table: Table): Columns<keyof Table> {
  const column = (name: keyof Processor) =>
    Object.fromEntries(Object.entries<Processor>(table).map(([type, module]) => [type, module[name]]));
  const columns: Readonly<Record<keyof Processor, object>> = {
    definition: column('definition'),
    documentation: column('documentation'),
    effect: column('effect'),
    compile: column('compile'),
    check: column('check'),
  };
  // Each column has the names of the table, and the values of its export.
  return columns as Columns<keyof Table>;
}
