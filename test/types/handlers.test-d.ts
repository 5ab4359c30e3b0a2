/** The generated types of the source operations: what fits compiles, and what does not does not. */

import { assertType, describe, expectTypeOf, test } from 'vitest';
import type { Handle as Create } from '#generated/types/source/create.ts';
import type { Body, Handle as GetById, Input as GetByIdInput } from '#generated/types/source/getById.ts';
import type { Input as ListInput, Result as ListResult } from '#generated/types/source/list.ts';
import type { Handle as Remove } from '#generated/types/source/remove.ts';

describe('input', () => {
  test('has its cast types; a default makes a parameter present', () => {
    expectTypeOf<ListInput>().toEqualTypeOf<{
      readonly from: number;
      readonly size: number;
      readonly query?: string;
      readonly sort: 'created' | '-created';
      readonly after?: string;
    }>();
    expectTypeOf<GetByIdInput>().toEqualTypeOf<{ readonly id: string }>();
  });

  test('cannot be changed', () => {
    const change = (input: ListInput) => {
      // @ts-expect-error the members are read-only
      input.from = 1;
    };
    expectTypeOf(change).toBeFunction();
  });
});

describe('body', () => {
  test('is undefined where none is declared', () => {
    expectTypeOf<Body>().toBeUndefined();
  });

  test('is the model, with open members where the model is open', () => {
    type Input = Parameters<Create>[1];
    assertType<Input>({ name: 'a', tags: [], format: 'csv', preprocessors: [{ type: 'json', field: 'x' }] });
    // @ts-expect-error the model is closed
    assertType<Input>({ nam: 'a' });
    // @ts-expect-error not one of the allowed values
    assertType<Input>({ format: 'xml' });
    // @ts-expect-error a preprocessor needs its type
    assertType<Input>({ preprocessors: [{ field: 'x' }] });
  });
});

describe('result', () => {
  test('is the response model, at once or later', () => {
    const page: ListResult = { from: 0, size: 0, total: 0, total_relation: 'eq', hits: [] };
    expectTypeOf(page.hits).items.toHaveProperty('_id');
    // @ts-expect-error a member is missing
    assertType<GetById>(() => ({ _id: '' }));
    assertType<Remove>(() => undefined);
    assertType<Remove>(async () => undefined);
    // @ts-expect-error the operation has no content
    assertType<Remove>(() => 1);
  });
});
