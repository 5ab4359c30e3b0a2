/** The generated types of the source operations accept valid handlers and refuse invalid ones. */

import { assertType, describe, expectTypeOf, test } from 'vitest';
import type { Handle as Create } from '#generated/types/source/create.ts';
import type { Body, Handle as GetById, Input as GetByIdInput } from '#generated/types/source/getById.ts';
import type { Input as ListInput, Result as ListResult } from '#generated/types/source/list.ts';
import type { Handle as Remove } from '#generated/types/source/remove.ts';
import type { Handle as Push } from '#generated/types/stream/push.ts';

describe('input', () => {
  test('has the cast types; a parameter with a default is always present', () => {
    expectTypeOf<ListInput>().toEqualTypeOf<{
      readonly from: number;
      readonly size: number;
      readonly query?: string;
      readonly sort: 'created' | '-created';
      readonly after?: string;
      readonly track_total: boolean;
    }>();
    expectTypeOf<GetByIdInput>().toEqualTypeOf<{ readonly id: string }>();
  });

  test('is read-only', () => {
    const change = (input: ListInput) => {
      // @ts-expect-error the members are read-only
      input.from = 1;
    };
    expectTypeOf(change).toBeFunction();
  });
});

describe('context', () => {
  test('has a reserved identifier if the operation is idempotent, or the claim if it creates a document', () => {
    expectTypeOf<Parameters<Push>[2]['reservedId']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Parameters<Create>[2]>().toHaveProperty('claim');
    expectTypeOf<Parameters<Remove>[2]>().not.toHaveProperty('reservedId');
    expectTypeOf<Parameters<Remove>[2]>().not.toHaveProperty('claim');
  });
});

describe('body', () => {
  test('is undefined if none is declared', () => {
    expectTypeOf<Body>().toBeUndefined();
  });

  test('is the model, open if the model is open', () => {
    type Input = Parameters<Create>[1];
    assertType<Input>({ name: 'a', tags: [], format: 'csv', preprocessors: [{ type: 'json', field: 'x' }] });
    // @ts-expect-error the model is closed
    assertType<Input>({ nam: 'a' });
    // @ts-expect-error not one of the allowed values
    assertType<Input>({ format: 'xml' });
    // @ts-expect-error a preprocessor needs its type
    assertType<Input>({ preprocessors: [{ field: 'x' }] });
    // @ts-expect-error no type of preprocessors
    assertType<Input>({ preprocessors: [{ type: 'SourcePreProcessor' }] });
  });
});

describe('result', () => {
  test('is the response model or a promise of it', () => {
    expectTypeOf<Awaited<ReturnType<GetById>>>().toHaveProperty('_id');
    // @ts-expect-error a member is missing
    assertType<GetById>(() => ({ _id: '' }));
    assertType<Remove>(() => undefined);
    assertType<Remove>(async () => undefined);
    // @ts-expect-error the operation has no content
    assertType<Remove>(() => 1);
  });

  test('has every declared version, each with its own type', () => {
    const first = { from: 0, size: 0, total: 0, total_relation: 'eq' as const, hits: [] };
    const page = { from: 0, size: 0, total: 0, totalRelation: 'eq' as const };
    const second = { items: [], page };
    assertType<ListResult>({ 1: () => first, 2: () => second });
    assertType<ListResult>({ 1: () => first, 2: () => ({ ...second, page: { ...page, after: 'a' } }) });
    // @ts-expect-error a version is missing
    assertType<ListResult>({ 1: () => first });
    // @ts-expect-error a third version is not declared
    assertType<ListResult>({ 1: () => first, 2: () => second, 3: () => second });
    // @ts-expect-error not the second version
    assertType<ListResult>({ 1: () => first, 2: () => first });
    // @ts-expect-error one result for all versions
    assertType<ListResult>(first);
  });
});
