/** Emitted code reaches middy through the framework: a project depends on the framework alone. */

export { default as validator } from '@middy/validator';
