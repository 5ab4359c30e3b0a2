/** Commands of `npx headwater`: their declaration, their errors and what they print. */

export type {
  CommandDeclaration,
  CommandEntry,
  CommandResult,
  OptionDeclaration,
  ValueType,
} from '../shared/command-declaration.ts';
export { count } from '../shared/count.ts';
export { CommandError, type CommandLine, commandEntry } from '../tools/command-line/command-line.ts';
export { jsonOption, searchEngineUrl, tableOptions } from '../tools/command-line/declared-commands.ts';
export { cut, table } from '../tools/command-line/terminal.ts';
