/**
 * What breaks a rule of folders.test.ts and is not mended yet. The lists only get shorter: an entry that
 * breaks nothing any more fails.
 */
export const knownViolations: Readonly<
  Record<'imports' | 'circles' | 'longFiles' | 'longFunctions' | 'names', readonly string[]>
> = {
  imports: [],
  circles: [],
  longFiles: [],
  longFunctions: [],
  names: [],
};
