/** The plugin of osls: `plugins: [headwater/serverless]` in serverless.yml. */

// osls loads the default export of a plugin's module.
export { default } from '../tools/serverless/plugin.ts';
