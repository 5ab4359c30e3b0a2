/**
 * Who sees and changes whose data: random calls of every operation, by users of two tenants, their keys, an admin and nobody. A
 * model in memory decides what each may see: it knows the callers, and nothing of owners, keys of the table, or terms.
 */

import { type SignedInCaller, type TestCaller, type TestService, testService } from 'headwater/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount } from '../../../support/amount.ts';
import { pseudoRandom } from '../../../support/pseudo-random.ts';
import { type Kind, kinds, makeTenantProject } from './tenant-project.ts';

let service: TestService<unknown>;

beforeAll(async () => {
  service = await testService({ projectFolder: await makeTenantProject() });
});

afterAll(() => service?.close());

/** Somebody who calls, as the model knows them. */
interface Person {
  readonly name: string;
  readonly caller: TestCaller<unknown>;
  /** Whose notes they see: their own, or those of somebody for whom they act. */
  readonly self: string;
  readonly tenant: string | undefined;
  readonly isSignedIn: boolean;
  /** The credential is valid, and says what no caller may. */
  readonly isRefused: boolean;
  readonly isAdmin: boolean;
  /** What the credential says, besides of whom it is. */
  readonly rights: string;
  readonly headers: Readonly<Record<string, string>>;
}

const scopes = kinds.flatMap((kind) => [`${kind}:read`, `${kind}:write`]);
const claims = { email: 'a@example.com' };

async function makePeople(): Promise<Person[]> {
  const person = (name: string, caller: TestCaller<unknown>, rest: Partial<Person> = {}): Person => ({
    ...{ name, caller, self: name, tenant: undefined },
    ...{ isSignedIn: true, isRefused: false, isAdmin: false, rights: '', headers: {}, ...rest },
  });
  const user = (subject: string, tenant: string) => {
    const caller = service.asUser({ subject, scopes, tenant, claims });
    return { ...person(subject, caller, { tenant }), caller };
  };
  const users = [user('ann', 'acme'), user('bob', 'acme'), user('cat', 'globex'), user('dan', 'globex')];
  // The same person in another tenant: what belongs to callers follows them, what belongs to tenants does not.
  const movedAnn = service.asUser({ subject: 'ann', scopes, tenant: 'globex', claims });
  const key = await service.withKey({ scopes, tenant: 'acme', claims });
  const root = service.asUser({ subject: 'root', scopes: [...scopes, 'admin'], claims });
  const actingFor = (name: string, as: Partial<Person>, owner: string) =>
    person(name, root, { ...as, isAdmin: true, rights: 'admin', headers: { 'x-owner': owner } });
  const [ann] = users as readonly { readonly caller: SignedInCaller<unknown> }[];
  const annsOwner = ann?.caller.owner ?? '';
  const ofAnn = { self: 'ann', tenant: 'acme' };
  const asAnn = { subject: 'ann', scopes, tenant: 'acme', claims };
  const renamed = { email: 'b@example.com' };
  const annsKey = await service.withKey({ ...asAnn, owner: annsOwner });
  const annsOtherKey = await service.withKey({ ...asAnn, owner: annsOwner, claims: renamed });
  const nobodys = service.asUser({ subject: 'pub', scopes, tenant: 'public', claims });
  return [
    person("ann's key", annsKey, ofAnn),
    person("ann's other key", annsOtherKey, { ...ofAnn, rights: 'renamed' }),
    person('ann, renamed', service.asUser({ ...asAnn, claims: renamed }), { ...ofAnn, rights: 'renamed' }),
    person('ann as an admin', service.asUser({ ...asAnn, scopes: [...scopes, 'admin'] }), {
      ...ofAnn,
      rights: 'admin',
      isAdmin: true,
    }),
    // Tenants with the names of others: of the owner of a token, and of those who have no credential.
    user('tom', annsOwner),
    person('tenant public', nobodys, { isRefused: true }),
    actingFor('root for nobody', { self: 'nobody', tenant: 'nobody' }, 'public'),
    ...users,
    person('ann at globex', movedAnn, { self: 'ann', tenant: 'globex' }),
    person('key of acme', key, { tenant: 'acme' }),
    person('loner', service.asUser({ subject: 'loner', scopes, claims })),
    person('root', root, { isAdmin: true, rights: 'admin' }),
    actingFor('root for ann', { self: 'ann', tenant: annsOwner }, annsOwner),
    // A key without an owner of its own has the data of its tenant's keys.
    actingFor('root for globex', { self: 'key of globex', tenant: 'globex' }, 'globex'),
    person('nobody', service, { self: 'nobody', isSignedIn: false }),
  ];
}

interface Stored {
  readonly kind: Kind;
  readonly id: string;
  /** Whose it is, in the words of the model. */
  readonly group: string;
  title: string;
}

/** All who see the same documents of a kind; undefined if the person sees none, because there is no tenant. */
function groupOf(kind: Kind, { self, tenant }: Person): string | undefined {
  if (kind === 'product') return 'everybody';
  return kind === 'note' ? `notes of ${self}` : tenant && `orders of ${tenant}`;
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function send(
  { caller, headers }: Person,
  method: string,
  path: string,
  content?: object,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const json = content ? { 'content-type': 'application/json' } : {};
  const body = content ? { body: JSON.stringify(content) } : {};
  const response = await caller.fetch(`/v1${path}`, {
    method,
    headers: { ...headers, ...json, ...more },
    ...body,
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : Object(JSON.parse(text)) };
}

/** What the operation refuses before it looks at data; undefined if it does not. */
function refusal(kind: Kind, isWrite: boolean, person: Person): number | undefined {
  const isOpen = kind === 'product' && !isWrite;
  if (isOpen) return undefined;
  if (!person.isSignedIn) return 401;
  if (person.isRefused) return 403;
  return groupOf(kind, person) === undefined ? 403 : undefined;
}

class World {
  readonly documents = new Map<string, Stored>();
  /** By owner of the key, kind and key: the first request. */
  readonly keys = new Map<string, { readonly request: string; readonly id: string }>();
  readonly cursors: {
    readonly kind: Kind;
    readonly group: string;
    readonly query: string;
    readonly after: string;
  }[] = [];
  readonly #random: () => number;
  readonly #people: readonly Person[];

  constructor(people: readonly Person[], seed: number) {
    this.#people = people;
    this.#random = pseudoRandom(seed);
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }

  /** @returns the name of the operation. */
  async step(): Promise<string> {
    const person = this.pick(this.#people);
    const kind = this.pick(kinds);
    const action = this.pick([
      'create',
      'create',
      'list',
      'page',
      'get',
      'change',
      'remove',
      'listAll',
    ] as const);
    const found = await this[action](kind, person);
    expect(found.got, `${person.name}: ${action} ${kind}`).toEqual(found.wanted);
    return `${kind} ${action} ${JSON.stringify(found.wanted).includes('403') ? 'refused' : 'done'}`;
  }

  visible(kind: Kind, person: Person, title?: string): Stored[] {
    const group = groupOf(kind, person);
    const all = [...this.documents.values()].filter((each) => each.kind === kind && each.group === group);
    return all.filter((each) => title === undefined || each.title === title).toSorted(newestFirst);
  }

  async create(kind: Kind, person: Person) {
    const title = this.pick(titles);
    const key = this.pick([undefined, 'k1', 'k2', 'k3']);
    const answer = await send(person, 'POST', `/${kind}`, { title }, key ? { 'idempotency-key': key } : {});
    const refused = refusal(kind, true, person);
    if (refused) return { got: answer.status, wanted: refused };
    const name = `${person.self} ${kind} ${key}`;
    const request = JSON.stringify([title, person.tenant, person.rights]);
    const earlier = key ? this.keys.get(name) : undefined;
    if (earlier) {
      const got = earlier.request === request ? answer.body['_id'] : answer.status;
      return { got, wanted: earlier.request === request ? earlier.id : 422 };
    }
    const id = String(answer.body['_id']);
    const isNew = !this.documents.has(id);
    if (key) this.keys.set(name, { request, id });
    this.documents.set(id, { kind, id, title, group: groupOf(kind, person) ?? '' });
    return { got: [answer.status, isNew], wanted: [201, true] };
  }

  async list(kind: Kind, person: Person) {
    const title = this.pick([undefined, ...titles]);
    const query = title === undefined ? '' : `title:${title}`;
    const size = this.pick([1, 3, 50]);
    const answer = await send(person, 'GET', `/${kind}?size=${size}&query=${query}`);
    const refused = refusal(kind, false, person);
    if (refused) return { got: answer.status, wanted: refused };
    const visible = this.visible(kind, person, title);
    const { total, hits, after } = answer.body;
    const group = groupOf(kind, person) ?? '';
    if (typeof after === 'string') this.cursors.push({ kind, group, query, after });
    return {
      got: { total, ids: idsIn(hits), hasMore: after !== undefined },
      wanted: {
        total: visible.length,
        ids: visible.slice(0, size).map(({ id }) => id),
        hasMore: visible.length > size,
      },
    };
  }

  /** With a cursor that anybody has got. */
  async page(kind: Kind, person: Person) {
    const cursor = this.pick([...this.cursors.filter((each) => each.kind === kind), undefined]);
    if (!cursor) return this.list(kind, person);
    const { query, after } = cursor;
    const answer = await send(person, 'GET', `/${kind}?size=50&query=${query}&after=${after}`);
    const refused = refusal(kind, false, person);
    if (refused) return { got: answer.status, wanted: refused };
    if (cursor.group !== groupOf(kind, person)) return { got: answer.status, wanted: 400 };
    const all = this.visible(kind, person).map(({ id }) => id);
    const others = idsIn(answer.body['hits']).filter((id) => !all.includes(id));
    return { got: [answer.status, others], wanted: [200, []] };
  }

  async get(kind: Kind, person: Person) {
    const target = this.target(kind);
    const answer = await send(person, 'GET', `/${kind}/${target.id}`);
    const status = refusal(kind, false, person) ?? this.statusOf(target, kind, person);
    const got = answer.status === 200 ? [200, answer.body['title']] : [answer.status];
    return { got, wanted: status === 200 ? [200, this.documents.get(target.id)?.title] : [status] };
  }

  async change(kind: Kind, person: Person) {
    const target = this.target(kind);
    const title = this.pick(titles);
    const answer = await send(person, 'PUT', `/${kind}/${target.id}`, { title });
    const wanted = refusal(kind, true, person) ?? this.statusOf(target, kind, person);
    const known = this.documents.get(target.id);
    if (wanted === 200 && known) known.title = title;
    return { got: answer.status, wanted };
  }

  async remove(kind: Kind, person: Person) {
    const target = this.target(kind);
    const answer = await send(person, 'DELETE', `/${kind}/${target.id}`);
    const status = refusal(kind, true, person) ?? this.statusOf(target, kind, person);
    if (status === 200) this.documents.delete(target.id);
    return { got: answer.status, wanted: status === 200 ? 204 : status };
  }

  async listAll(kind: Kind, person: Person) {
    if (kind === 'product') return { got: 0, wanted: 0 };
    // A query is checked on the documents, within the read units of a list: of more documents it may stop early.
    const isShort = [...this.documents.values()].filter((each) => each.kind === kind).length < 50;
    const title = this.pick([undefined, ...(isShort ? titles : [])]);
    const size = this.pick([2, 50]);
    const query = title === undefined ? '' : `title:${title}`;
    const before = service.logs.length;
    const answer = await send(person, 'GET', `/all/${kind}?size=${size}&query=${query}`);
    const lines = service.logs.slice(before).map((line) => JSON.stringify(line));
    const audit = lines.filter((line) => line.includes('of all owners')).length;
    if (!person.isSignedIn) return { got: [answer.status, audit], wanted: [401, 0] };
    if (!person.isAdmin) return { got: [answer.status, audit], wanted: [403, 0] };
    const all = [...this.documents.values()]
      .filter((each) => each.kind === kind && (title === undefined || each.title === title))
      .toSorted(newestFirst);
    const hits = Object(answer.body['hits']).map(({ owner, document }: OwnedHit) => ({
      owner,
      id: document._id,
    }));
    const owners = new Map<string, Set<string>>();
    for (const { owner, id } of hits) {
      const group = this.documents.get(id)?.group ?? 'unknown';
      owners.set(owner, (owners.get(owner) ?? new Set()).add(group));
    }
    return {
      got: {
        total: answer.body['total'],
        ids: hits.map(({ id }: { id: string }) => id),
        audit,
        groups: [...owners.values()].every((groups) => groups.size === 1),
      },
      wanted: { total: all.length, ids: all.slice(0, size).map(({ id }) => id), audit: 1, groups: true },
    };
  }

  /** A document of anybody, of this kind or of another. */
  target(kind: Kind): { readonly id: string; readonly kind: Kind } {
    const all = [...this.documents.values()];
    const ofKind = all.filter((each) => each.kind === kind);
    const unknown = { id: '0123456789abcdef01234567', kind };
    return this.pick([...ofKind, ...ofKind, ...all, unknown]);
  }

  statusOf(target: { readonly id: string }, kind: Kind, person: Person): number {
    return this.visible(kind, person).some(({ id }) => id === target.id) ? 200 : 404;
  }
}

interface OwnedHit {
  readonly owner: string;
  readonly document: { readonly _id: string };
}

const titles = ['red', 'green', 'blue'];

function newestFirst(one: Stored, other: Stored): number {
  return one.id < other.id ? 1 : -1;
}

function idsIn(hits: unknown): string[] {
  return Object(hits).map(({ _id }: { _id: string }) => _id);
}

test('nobody sees, counts, changes or removes what the model does not let them', {
  tags: ['access', 'property'],
}, async () => {
  const people = await makePeople();
  const world = new World(people, 63);
  const done = new Set<string>();
  for (let steps = 0; steps < amount({ few: 300, many: 1_500, most: 20_000 }); steps++)
    done.add(await world.step());
  // Every operation has answered, and refused; products have no list of admins.
  for (const action of ['create', 'list', 'page', 'get', 'change', 'remove'])
    for (const kind of kinds) expect([...done], `${kind} ${action}`).toContain(`${kind} ${action} done`);
  expect([...done]).toContain('note listAll done');
  expect([...done]).toContain('order listAll refused');
});
