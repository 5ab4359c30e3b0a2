/** Pages of a service's own: `pages` of the config. Each is a function that serves the files of a folder. */

/** A page, e.g. `console`, which is served at `/console` with its files below. */
export interface PagePlan {
  readonly name: string;
  /** For the description of the function, and the screen of `npm start`. */
  readonly summary: string;
  /** The folder of its sources, below the project: `index.html`, and the modules that it loads. */
  readonly folder: string;
}

/** Below the generated files. It contains each file with the ending `.gz`. */
export function pageFolder(name: string): string {
  return `pages/${name}`;
}

/** The media types of files by their endings. The page itself is `index.html`. */
export const pageTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

/** The variable with the names of the pages that are on, separated by spaces. Without it all pages are off. */
export const pagesVariable = 'PAGES';

/** Pages are for people at work: a stage has those that its settings name. */
export function isPageOn(name: string): boolean {
  return (process.env[pagesVariable] ?? '').split(' ').includes(name);
}
