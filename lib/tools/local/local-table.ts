/** The table name in serverless.yml for the stage `dev`, which runs locally. */
export const localTableName = 'headwater-dev';
