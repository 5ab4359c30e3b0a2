/** Emitted code reaches middy through the framework: a project depends on the framework alone. */

export { default as httpJsonBodyParser } from '@middy/http-json-body-parser';
