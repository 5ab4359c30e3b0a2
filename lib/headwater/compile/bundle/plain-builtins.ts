/** Bundles read the built-in modules of Node.js one export at a time. Figures: bench/service/start-up.ts. */

import { isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

const builtinNames = /^(?:node:)?[a-z_\d]+(?:\/[a-z_\d]+)*$/;

/**
 * In an ES module, `import … from 'node:fs'` reads every export, and some are getters that load further modules: `node:http`
 * so loads undici, and `node:fs` its promises. A module from `process.getBuiltinModule` reads nothing by itself.
 */
export const plainBuiltins: Plugin = {
  name: 'plain-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: builtinNames }, ({ path, kind }) => {
      if (!isBuiltin(path)) return undefined;
      const namespace = kind === 'import-statement' ? 'builtin' : 'whole-builtin';
      return { path: path.replace(/^(?:node:)?/, 'node:'), namespace, sideEffects: false };
    });
    onLoad({ filter: /^/, namespace: 'builtin' }, ({ path }) => ({
      contents: [
        `const builtin = /* @__PURE__ */ ${getBuiltin(path)};`,
        // esbuild drops a call that is pure and unused, and writes out a call of such a function.
        ...exportsOf(path).map((name) => `export const ${name} = /* @__PURE__ */ (() => builtin.${name})();`),
        'export default builtin;',
      ].join('\n'),
    }));
    // For `require` of CommonJS packages, which an ES module does not have, and `import()`.
    onLoad({ filter: /^/, namespace: 'whole-builtin' }, ({ path }) => ({
      contents: `module.exports = ${getBuiltin(path)};`,
    }));
  },
};

function getBuiltin(path: string): string {
  return `process.getBuiltinModule(${JSON.stringify(path)})`;
}

/** @param path Such as `node:fs/promises`. */
function exportsOf(path: string): readonly string[] {
  // Without `default` of the modules that are functions with themselves as a member.
  return Object.keys(process.getBuiltinModule(path) ?? {}).filter((name) => name !== 'default');
}
