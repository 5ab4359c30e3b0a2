/** The table of the local database, whatever the service is called. */
export const localTableName = 'headwater-dev';
