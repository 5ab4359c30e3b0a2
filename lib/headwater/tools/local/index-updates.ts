/**
 * New and removed indexes of a table, which dynalite's UpdateTable ignores
 * (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html).
 */

/// <reference path="./dynalite.d.ts" />

import updateTable from 'dynalite/actions/updateTable.js';
import database, { type Action, type Attributes, type Members, type Store } from 'dynalite/db/index.js';
import createValidation from 'dynalite/validations/createTable.js';
import updateValidation, { type Validation } from 'dynalite/validations/updateTable.js';
import { membersOf } from '../../shared/json/is-object.ts';
import { asAction, promised } from './transactions.ts';

interface IndexUpdate {
  readonly Create?: IndexDefinition;
  readonly Delete?: { readonly IndexName: string };
}

interface IndexDefinition extends Members {
  readonly IndexName: string;
}

interface UpdateRequest {
  readonly TableName: string;
  readonly AttributeDefinitions?: readonly object[];
  readonly GlobalSecondaryIndexUpdates?: readonly IndexUpdate[];
}

const { notNull: _needed, ...attributeDefinitions } = membersOf(
  createValidation.types['AttributeDefinitions'],
);

export const updateIndexesValidation: Validation = {
  ...updateValidation,
  types: { ...updateValidation.types, AttributeDefinitions: attributeDefinitions },
};

/** Changes indexes, and leaves all other changes to dynalite. */
export const updateTableWithIndexes: Action = (store, request, done) => {
  const { GlobalSecondaryIndexUpdates: updates = [] } = request as UpdateRequest;
  const isOfIndexes = updates.some(({ Create, Delete }) => Create ?? Delete);
  if (isOfIndexes) changeIndexes(store, request, done);
  else updateTable(store, request, done);
};

const changeIndexes = asAction<UpdateRequest>(async (store, request) => {
  const { TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates: updates = [] } = request;
  const table = await promised<Members>((done) => store.getTable(TableName, done));
  const stored = (table['GlobalSecondaryIndexes'] ?? []) as readonly IndexDefinition[];
  const removed = new Set(updates.flatMap(({ Delete }) => Delete?.IndexName ?? []));
  const created = updates.flatMap(({ Create }) => (Create ? { ...Create, IndexStatus: 'ACTIVE' } : []));
  const { GlobalSecondaryIndexes: _, ...others } = table;
  const kept = [...stored.filter(({ IndexName }) => !removed.has(IndexName)), ...created];
  const changed = {
    ...others,
    ...(AttributeDefinitions ? { AttributeDefinitions } : {}),
    ...(kept.length > 0 ? { GlobalSecondaryIndexes: kept } : {}),
  };
  // The entries first: a table that names an index has all of them, whenever the process ends.
  await fill(store, { ...changed, GlobalSecondaryIndexes: created });
  await promised((done) => store.tableDb.put(TableName, changed, done));
  for (const name of removed)
    await promised((done) => store.deleteIndexDb('Global', TableName, name, (error) => done(error)));
  return { TableDescription: changed };
});

async function fill(store: Store, table: Members): Promise<void> {
  const stream = store.getItemDb(String(table['TableName'])).createValueStream({});
  for await (const item of stream as AsyncIterable<Attributes>)
    await promised((done) => database.updateIndexes(store, table, undefined, item, done));
}
