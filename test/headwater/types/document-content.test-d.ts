/** The table of defaults: which members it must name, and what each may be. */

import { describe, expectTypeOf, test } from 'vitest';
import {
  type ContentDefaults,
  required,
} from '../../../lib/headwater/data/search/documents/document-content.ts';

interface Content {
  readonly url: string;
  readonly title?: string;
  readonly tags: readonly string[];
}

interface Input {
  readonly url: string;
  readonly title?: string;
  readonly tags?: readonly string[];
}

/** A schema of OpenAPI admits other members, unless it says that it does not. */
interface Others {
  readonly [member: string]: unknown;
}

interface Defaults {
  readonly url: typeof required;
  readonly title: undefined;
  readonly tags: readonly string[];
}

describe('ContentDefaults', () => {
  test('has what clients must send, may omit, and get a value for', () => {
    expectTypeOf<ContentDefaults<Content, Input>>().toEqualTypeOf<Defaults>();
  });

  test('knows the members of open models', () => {
    expectTypeOf<ContentDefaults<Content & Others, Input & Others>>().toEqualTypeOf<Defaults>();
    expectTypeOf<ContentDefaults<Content & Others, Input>>().toEqualTypeOf<Defaults>();
  });

  test('knows one model as what documents have and as what clients send', () => {
    type Sent = Content & { readonly _id?: string; readonly revision?: number };
    interface AsSent {
      readonly url: typeof required;
      readonly title: undefined;
      readonly tags: typeof required;
    }
    expectTypeOf<ContentDefaults<Content>>().toEqualTypeOf<AsSent>();
    // A request may have the members that the service sets.
    expectTypeOf<ContentDefaults<Content, Sent>>().toEqualTypeOf<AsSent>();
  });

  test('admits no default for a member that only one of the models declares', () => {
    const defaults = { url: required, title: undefined, tags: [], notes: undefined } as const;
    // @ts-expect-error The input has no notes.
    const without: ContentDefaults<Content & { readonly notes?: string }, Input & Others> = defaults;
    expectTypeOf(without).not.toBeAny();
  });
});
