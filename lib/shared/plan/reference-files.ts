/** The reference page: a path, and the files that it consists of. */

/** The page itself; its files are below it. */
export const referencePath = '/docs';

/** Below the folder of generated files: each file is there with `.gz`. */
export const referenceFolder = 'reference';

/** Name -> media type. The page itself is `index.html`. */
export const referenceTypes: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

/** The variable that turns the page on; with another value, and without one, it is off. */
export const referenceVariable = 'REFERENCE';
