/** The page itself; its files are below it. */
export const referencePath = '/docs';

/** The folder below the generated files. It contains each file with the ending `.gz`. */
export const referenceFolder = 'reference';

/** The variable that turns the page on. Without it, or with another value, the page is off. */
export const referenceVariable = 'REFERENCE';

/** The page is for developers: a stage has it when its settings say so. */
export function isReferenceOn(): boolean {
  return process.env[referenceVariable] === 'on';
}
