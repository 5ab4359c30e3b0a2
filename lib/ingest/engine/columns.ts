import type { OptionTable, PreprocessorType, TypeModule } from '../base/definition.ts';

/** Modules by the names of their types. One that lacks an export, or has another name, does not compile. */
type Modules<Names extends PropertyKey> = {
  readonly [Name in Names]: TypeModule<PreprocessorType<OptionTable, Name & string>>;
};

/** Each export of the modules, by the name of the type. */
type Columns<Names extends PropertyKey> = {
  readonly [Export in keyof TypeModule]-?: Readonly<
    Record<Names, TypeModule<PreprocessorType<OptionTable, Names & string>>[Export]>
  >;
};

/**
 * Turns the table of modules into one table for each export. Only processes that run the sources call it: in bundles,
 * lib/headwater/compile/bundle/module-tables.ts has written out its result.
 *
 * @example columnsOf({ trim, csv }).effect // { trim: trim.effect, csv: csv.effect }
 */
export function columnsOf<Table extends Modules<keyof Table>>(table: Table): Columns<keyof Table> {
  const column = (name: keyof TypeModule) =>
    Object.fromEntries(Object.entries<TypeModule>(table).map(([type, module]) => [type, module[name]]));
  const columns: Readonly<Record<keyof TypeModule, object>> = {
    definition: column('definition'),
    documentation: column('documentation'),
    effect: column('effect'),
    compile: column('compile'),
    check: column('check'),
  };
  // Each column has the names of the table, and the values of its export.
  return columns as Columns<keyof Table>;
}
