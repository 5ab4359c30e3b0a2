/** The page itself; its files are below it. */
export const referencePath = '/docs';

/** The folder below the generated files. It contains each file with the ending `.gz`. */
export const referenceFolder = 'reference';

/** The media type of each file. The page itself is `index.html`. */
export const referenceTypes: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

/** The variable that turns the page on. Without it, or with another value, the page is off. */
export const referenceVariable = 'REFERENCE';

/** The page is for developers: a stage has it when its settings say so. */
export function isReferenceOn(): boolean {
  return process.env[referenceVariable] === 'on';
}
