/** Commands of `npx headwater`: their declaration, their errors and what they print. */

export { count } from '../shared/count.ts';
export {
  type CommandDeclaration,
  CommandError,
  type CommandLine,
  type CommandResult,
  commandEntry,
} from '../tools/command-line/command-line.ts';
export { jsonOption, searchEngineUrl, tableOptions } from '../tools/command-line/declared-commands.ts';
export { cut, table } from '../tools/command-line/terminal.ts';
