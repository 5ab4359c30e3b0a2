/** The name in serverless.yml for the stage `dev`, which runs here. */
export const localTableName = 'headwater-dev';
