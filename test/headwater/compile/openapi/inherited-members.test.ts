/**
 * Members that operations may inherit, in every dialect, at all of their levels: absent, empty and present. The oracle follows
 * the specifications: the nearest level that has the member decides; an empty one clears what is inherited, which leaves the
 * default; parameters are merged by their name and place.
 */

import { beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { describeDiagnostic, isError } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import type { OperationPlan } from '../../../../lib/headwater/shared/plan/operation-plan.ts';
import { loadFunction } from '../../../support/emitted-function.ts';
import { planDocuments } from '../../../support/plan-document.ts';
import { makeProject } from '../../../support/project.ts';

const json = 'application/json';
const hal = 'application/hal+json';
const urlencoded = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data';
const both = [urlencoded, multipart];

/** What an operation must do. */
interface Want {
  readonly accepts?: readonly string[];
  readonly produces?: readonly string[];
  /** Whether a credential is read, and whether a request needs one. */
  readonly isProtected?: boolean;
  readonly isOptional?: boolean;
  /** The parameters, each as `place name type`. */
  readonly inputs?: readonly string[];
  readonly path?: string;
  readonly resource?: string;
}

interface Case {
  readonly id: string;
  readonly method: string;
  readonly want: Want;
}

interface Service {
  readonly general: object;
  readonly documents: Readonly<Record<string, object>>;
  readonly cases: readonly Case[];
}

type Level<T> = T | undefined;

/** The oracle. @param levels from the widest to the nearest. */
function nearest<T>(...levels: readonly Level<readonly T[]>[]): readonly T[] {
  return levels.findLast((level) => level !== undefined) ?? [];
}

function orDefault<T>(said: readonly T[], fallback: readonly T[]): readonly T[] {
  return said.length > 0 ? said : fallback;
}

function formsOf(said: readonly string[], hasFile: boolean): readonly string[] {
  return hasFile
    ? [multipart]
    : orDefault(
        said.filter((type) => both.includes(type)),
        both,
      );
}

function merged(shared: readonly string[], own: readonly string[]): readonly string[] {
  const keyOf = (input: string) => input.split(' ').slice(0, 2).join(' ');
  const isReplaced = (input: string) => own.some((each) => keyOf(each) === keyOf(input));
  return [...shared.filter((input) => !isReplaced(input)), ...own];
}

function product<const One, const Other>(ones: readonly One[], others: readonly Other[]): [One, Other][] {
  return ones.flatMap((one) => others.map((other): [One, Other] => [one, other]));
}

/** JSON omits the members that are undefined, which are those that a level does not have. */
function written(value: object): object {
  return JSON.parse(JSON.stringify(value));
}

/** Routes begin with it. */
function prefix(url: string): string {
  return url === '' ? '' : new URL(url, 'https://host').pathname.replace(/\/$/, '');
}

const info = { title: 'T', version: '1' };
const done = { responses: { 204: { description: 'Done' } } };
const general = { basePath: '/v1' };

/** A document of Swagger 2.0 whose paths have one operation each. */
function swagger2(root: object, paths: object): object {
  return written({ swagger: '2.0', info, ...root, paths });
}

function declaration(root: object, operations: readonly object[]): object {
  const apis = operations.map((operation, index) => ({ path: `/${index}`, operations: [operation] }));
  return written({ swaggerVersion: '1.2', resourcePath: '/', ...root, apis });
}

let documents = 0;

/** One document for each state of its root. */
function services<Root>(
  roots: readonly Root[],
  make: (root: Root, name: string) => { readonly document: object; readonly cases: readonly Case[] },
  listing: object = general,
): Service {
  const made = roots.map((root) => {
    const name = `r${documents++}`;
    return [name, make(root, name)] as const;
  });
  return {
    general: listing,
    documents: Object.fromEntries(made.map(([name, { document }]) => [`${name}.json`, document])),
    cases: made.flatMap(([, { cases }]) => cases),
  };
}

const formStates = [undefined, [], [json], [urlencoded], [multipart], both, [json, urlencoded]] as const;
const jsonStates = [undefined, [], [json], [hal], [hal, json]] as const;

/** A field of a form, a file, or a body: of the operation itself, of its path, or shared by all. */
const sentParts = {
  field: { name: 'a', in: 'formData', type: 'string' },
  file: { name: 'a', in: 'formData', type: 'file' },
  body: { name: 'a', in: 'body', schema: { type: 'object' } },
};
const declaredAt = ['operation', 'path', 'shared', 'shared by the path'] as const;

function consumesOfSwagger2(part: keyof typeof sentParts, at: (typeof declaredAt)[number]): Service {
  const states: readonly Level<readonly string[]>[] = part === 'body' ? jsonStates : formStates;
  return services(states, (root, name) => {
    const sent = at.startsWith('shared') ? { $ref: '#/parameters/Sent' } : sentParts[part];
    const isOfPath = at.endsWith('path');
    const operations = states.map((own, index) => {
      const operation = { operationId: `o${index}`, tags: [name], consumes: own, ...done };
      const parameters = [sent];
      const item = isOfPath ? { post: operation, parameters } : { post: { ...operation, parameters } };
      const said = nearest<string>(root, own);
      const accepts = part === 'body' ? orDefault(said, [json]) : formsOf(said, part === 'file');
      return { item, one: { id: `${name}-o${index}`, method: 'POST', want: { accepts } } };
    });
    const paths = Object.fromEntries(operations.map(({ item }, index) => [`/${name}/${index}`, item]));
    const shared = at.startsWith('shared') ? { Sent: sentParts[part] } : undefined;
    return {
      document: swagger2({ consumes: root, parameters: shared }, paths),
      cases: operations.map(({ one }) => one),
    };
  });
}

const sentIn1 = {
  field: { name: 'a', paramType: 'form', type: 'string' },
  file: { name: 'a', paramType: 'form', type: 'File' },
  body: { name: 'body', paramType: 'body', type: 'object' },
};

function consumesOfSwagger1(part: keyof typeof sentIn1): Service {
  const states: readonly Level<readonly string[]>[] = part === 'body' ? jsonStates : formStates;
  return services(states, (root, name) => {
    const operations = states.map((own, index) => {
      return {
        method: 'POST',
        nickname: `o${index}`,
        type: 'void',
        consumes: own,
        parameters: [sentIn1[part]],
      };
    });
    const cases = states.map((own, index) => {
      const said = nearest<string>(root, own);
      const accepts = part === 'body' ? orDefault(said, [json]) : formsOf(said, part === 'file');
      return { id: `${name}-o${index}`, method: 'POST', want: { accepts } };
    });
    return { document: declaration({ basePath: `/v1/${name}`, consumes: root }, operations), cases };
  });
}

function producesOfSwagger2(isShared: boolean): Service {
  return services(jsonStates, (root, name) => {
    const answer = { description: 'Done', schema: { type: 'object' } };
    const paths = jsonStates.map((own, index) => {
      const responses = { 200: isShared ? { $ref: '#/responses/Done' } : answer };
      return [
        `/${name}/${index}`,
        { get: { operationId: `o${index}`, tags: [name], produces: own, responses } },
      ];
    });
    const responses = isShared ? { Done: answer } : undefined;
    return {
      document: swagger2({ produces: root, responses }, Object.fromEntries(paths)),
      cases: jsonStates.map((own, index) => {
        const produces = orDefault(nearest<string>(root, own), [json]);
        return { id: `${name}-o${index}`, method: 'GET', want: { produces } };
      }),
    };
  });
}

function producesOfSwagger1(): Service {
  return services(jsonStates, (root, name) => {
    const operations = jsonStates.map((own, index) => {
      return { method: 'GET', nickname: `o${index}`, type: 'object', produces: own, parameters: [] };
    });
    return {
      document: declaration({ basePath: `/v1/${name}`, produces: root }, operations),
      cases: jsonStates.map((own, index) => {
        const produces = orDefault(nearest<string>(root, own), [json]);
        return { id: `${name}-o${index}`, method: 'GET', want: { produces } };
      }),
    };
  });
}

/** OpenAPI 3.1 section 4.8.30: one of the requirements is enough, and {} is one that everybody meets. */
const securityStates = [undefined, [], [{}], [{ key: [] }], [{}, { key: [] }]] as const;
const keyIn = { type: 'apiKey', in: 'header', name: 'x-key' };

type Versions = '1.2' | '1.2 authorizations' | '2.0' | '3.0.3' | '3.1.0';

function security(version: Versions, general: (typeof securityStates)[number]): Service {
  const listing = { basePath: '/v1', authorizations: { key: { type: 'apiKey', passAs: 'header' } } };
  // Swagger 1.2 has an object of names, of which none means that everybody may call.
  const states =
    version === '1.2 authorizations' ? ([undefined, [], [{ key: [] }]] as const) : securityStates;
  const inWords = (said: Level<readonly object[]>) => {
    return version === '1.2 authorizations'
      ? { authorizations: said && Object.assign({}, ...said) }
      : { security: said };
  };
  const make = (root: Level<readonly object[]>, name: string) => {
    const cases = states.map((own, index) => {
      const said = nearest<object>(general, root, own);
      const isProtected = said.length > 0 && said.every((each) => Object.keys(each).length > 0);
      // A requirement that everybody meets beside another one.
      const isOptional = said.length > 1;
      return {
        id: `${name}-o${index}`,
        method: 'DELETE',
        want: { isProtected: isProtected || isOptional, isOptional },
      };
    });
    if (version.startsWith('1.2')) {
      const operations = states.map((own, index) => {
        return { method: 'DELETE', nickname: `o${index}`, type: 'void', ...inWords(own), parameters: [] };
      });
      return { document: declaration({ basePath: `/v1/${name}`, ...inWords(root) }, operations), cases };
    }
    const paths = states.map((own, index) => [
      `/${name}/${index}`,
      { delete: { operationId: `o${index}`, tags: [name], security: own, ...done } },
    ]);
    const defined =
      version === '2.0'
        ? { securityDefinitions: { key: keyIn } }
        : { components: { securitySchemes: { key: keyIn } } };
    const versioned = version === '2.0' ? { swagger: version } : { openapi: version };
    return {
      document: written({ ...versioned, info, security: root, ...defined, paths: Object.fromEntries(paths) }),
      cases,
    };
  };
  return services(states, make, written({ ...listing, security: general }));
}

/** Each parameter as `place name type`. */
const inputStates = [
  undefined,
  [],
  ['query q int32'],
  ['query q int32', 'header h text'],
  ['query q text', 'query r int32'],
  ['header h int32'],
] as const;
/** The same name in another place is another parameter, but not in Swagger 1.x, where all places share one map. */
const inputStatesOf3 = [...inputStates, ['header q text']] as const;

function parameters(version: '1.2' | '2.0' | '3.0.3' | '3.1.0', isShared: boolean): Service {
  const states = version === '1.2' ? inputStates : inputStatesOf3;
  const typeOf = (cast = '') => ({
    type: cast === 'text' ? 'string' : 'integer',
    ...(cast === 'text' ? {} : { format: cast }),
  });
  const declared = (inputs: Level<readonly string[]>) =>
    inputs?.map((input) => {
      const [place, name, cast] = input.split(' ');
      if (version === '1.2') return { paramType: place, name, ...typeOf(cast) };
      if (isShared)
        return {
          $ref: `${version === '2.0' ? '#' : '#/components'}/parameters/${input.replaceAll(' ', '-')}`,
        };
      return { in: place, name, ...(version === '2.0' ? typeOf(cast) : { schema: typeOf(cast) }) };
    });
  const all = [...new Set(states.flatMap<string>((state) => state ?? []))];
  const components = Object.fromEntries(
    all.map((input) => {
      const [place, name, cast] = input.split(' ');
      return [
        input.replaceAll(' ', '-'),
        { in: place, name, ...(version === '2.0' ? typeOf(cast) : { schema: typeOf(cast) }) },
      ];
    }),
  );
  return services(states, (shared, name) => {
    const cases = states.map((own, index) => {
      return { id: `${name}-o${index}`, method: 'DELETE', want: { inputs: merged(shared ?? [], own ?? []) } };
    });
    if (version === '1.2') {
      const apis = states.map((own, index) => ({
        path: `/${index}`,
        parameters: declared(shared),
        operations: [{ method: 'DELETE', nickname: `o${index}`, type: 'void', parameters: declared(own) }],
      }));
      return {
        document: written({ swaggerVersion: '1.2', resourcePath: '/', basePath: `/v1/${name}`, apis }),
        cases,
      };
    }
    const paths = states.map((own, index) => [
      `/${name}/${index}`,
      {
        parameters: declared(shared),
        delete: { operationId: `o${index}`, tags: [name], parameters: declared(own), ...done },
      },
    ]);
    const root =
      version === '2.0'
        ? { swagger: version, parameters: components }
        : { openapi: version, components: { parameters: components } };
    return { document: written({ ...root, info, paths: Object.fromEntries(paths) }), cases };
  });
}

/** The deployment decides the host, so only the path of the document counts. */
function basePathOfSwagger2(listing: Level<string>): Service {
  const roots = product(
    [undefined, '/', '/b'],
    product([undefined, 'example.com'], [undefined, [], ['https']]),
  );
  const make = ([basePath, [host, schemes]]: (typeof roots)[number], name: string) => {
    // Section 5.2.1: without a path, a host is the address of the API.
    const said = basePath ?? (host === undefined ? (listing ?? '') : '/');
    const operations = [undefined, [], ['http']].map((own, index) => {
      const operation = { operationId: `o${index}`, tags: [name], schemes: own, ...done };
      return [`/${name}${'/x'.repeat(index)}`, { delete: operation }] as const;
    });
    const cases = operations.map(([path], index) => {
      return { id: `${name}-o${index}`, method: 'DELETE', want: { path: prefix(said) + path } };
    });
    return { document: swagger2({ basePath, host, schemes }, Object.fromEntries(operations)), cases };
  };
  return services(roots, make, written({ basePath: listing }));
}

function basePathOfOpenApi3(version: string, listing: Level<string>): Service {
  const states = [
    undefined,
    [],
    [{ url: '/' }],
    [{ url: '/s' }],
    [{ url: 'https://example.com/s' }, { url: '/t' }],
  ];
  const make = (root: Level<readonly { url: string }[]>, name: string) => {
    const [server] = root ?? [];
    const said = prefix(server?.url ?? listing ?? '');
    const items = product(states, states).map(([ofPath, own], index) => {
      const operation = { operationId: `o${index}`, tags: [name], servers: own, ...done };
      return [`/${name}/${index}`, { servers: ofPath, delete: operation }] as const;
    });
    const cases = items.map(([path], index) => {
      return { id: `${name}-o${index}`, method: 'DELETE', want: { path: said + path } };
    });
    return {
      document: written({ openapi: version, info, servers: root, paths: Object.fromEntries(items) }),
      cases,
    };
  };
  return services(states, make, written({ basePath: listing }));
}

function basePathOfSwagger1(listing: Level<string>): Service {
  const make = (root: Level<string>, name: string) => {
    const operation = { method: 'DELETE', nickname: 'o', type: 'void', parameters: [] };
    const said = prefix(root ?? listing ?? '');
    const apis = [{ path: `/${name}`, operations: [operation] }];
    const cases = [{ id: `${name}-o`, method: 'DELETE', want: { path: `${said}/${name}` } }];
    return { document: written({ swaggerVersion: '1.2', basePath: root, resourcePath: '/', apis }), cases };
  };
  return services([undefined, '', '/', '/d', 'https://example.com/d'], make, written({ basePath: listing }));
}

/** The first tag of an operation names its resource; the document only describes tags. */
function tags(version: string): Service {
  const roots = [undefined, [], [{ name: 'one', description: 'The first' }]];
  const make = (root: Level<readonly object[]>, name: string) => {
    const states = [undefined, [], [`${name}one`], [`${name}two`, `${name}one`]];
    const paths = states.map((own, index) => [
      `/${name}path/${index}`,
      { delete: { operationId: `o${index}`, tags: own, ...done } },
    ]);
    const cases = states.map((own, index) => {
      const resource = own?.[0] ?? `${name}path`;
      return { id: `${resource}-o${index}`, method: 'DELETE', want: { resource } };
    });
    const versioned = version === '2.0' ? { swagger: version } : { openapi: version };
    return { document: written({ ...versioned, info, tags: root, paths: Object.fromEntries(paths) }), cases };
  };
  return services(roots, make);
}

const listings = [undefined, '/', '/l'];
const groups: readonly (readonly [name: string, service: Service])[] = [
  ...product(['field', 'file', 'body'], declaredAt).map(
    ([part, at]) =>
      [`consumes of Swagger 2.0: a ${part} of the ${at}`, consumesOfSwagger2(part, at)] as const,
  ),
  ...(['field', 'file', 'body'] as const).map(
    (part) => [`consumes of Swagger 1.2: a ${part}`, consumesOfSwagger1(part)] as const,
  ),
  ['produces of Swagger 2.0', producesOfSwagger2(false)],
  ['produces of Swagger 2.0, of a shared response', producesOfSwagger2(true)],
  ['produces of Swagger 1.2', producesOfSwagger1()],
  ...product(['1.2', '1.2 authorizations', '2.0', '3.0.3', '3.1.0'], securityStates).map(
    ([version, listed]) =>
      [
        `security of ${version} beside ${JSON.stringify(listed)} of the listing`,
        security(version, listed),
      ] as const,
  ),
  ...product(['2.0', '3.0.3', '3.1.0'], [false, true]).map(
    ([version, isShared]) =>
      [`parameters of ${version}${isShared ? ', shared' : ''}`, parameters(version, isShared)] as const,
  ),
  ['parameters of Swagger 1.2', parameters('1.2', false)],
  ...listings.map(
    (listed) => [`basePath of Swagger 1.2 beside ${listed}`, basePathOfSwagger1(listed)] as const,
  ),
  ...listings.map(
    (listed) =>
      [`basePath, host and schemes of Swagger 2.0 beside ${listed}`, basePathOfSwagger2(listed)] as const,
  ),
  ...product(['3.0.3', '3.1.0'], listings).map(
    ([version, listed]) =>
      [`servers of ${version} beside ${listed}`, basePathOfOpenApi3(version, listed)] as const,
  ),
  ...['2.0', '3.0.3', '3.1.0'].map((version) => [`tags of ${version}`, tags(version)] as const),
];

function whatIs(operation: OperationPlan, want: Want): Want {
  const { runtime, routePath, resource } = operation;
  const got: Required<Want> = {
    accepts: runtime.body?.mediaTypes ?? [],
    produces: runtime.produces,
    isProtected: runtime.access !== undefined,
    isOptional: runtime.access?.some((alternative) => alternative.length === 0) ?? false,
    inputs: runtime.parameters.map(({ place, name, cast }) => `${place} ${name} ${cast}`),
    path: routePath,
    resource,
  };
  return Object.fromEntries(Object.entries(got).filter(([name]) => name in want));
}

test.each(groups)('%s: the plan', (_, { general, documents, cases }) => {
  const { functions, diagnostics } = planDocuments(documents, general);
  expect(diagnostics.filter(isError).map(describeDiagnostic)).toEqual([]);
  const operations = new Map(
    functions.flatMap((each) =>
      each.kind === 'operation' ? [[each.operation.runtime.id, each.operation] as const] : [],
    ),
  );
  const got = cases.map(({ id, want }) => {
    const operation = operations.get(id);
    return [id, operation && whatIs(operation, want)];
  });
  expect(got).toEqual(cases.map(({ id, want }) => [id, want]));
});

interface Probe {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: string;
  readonly status: number;
}

const bodies: Readonly<Record<string, string>> = {
  [json]: '{}',
  [hal]: '{}',
  [urlencoded]: 'a=1',
  [multipart]: '--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n1\r\n--b--\r\n',
};

/** What follows from the oracle for requests. */
function requestsFor({ accepts, produces, isProtected, isOptional, inputs }: Want): Probe[] {
  const sent = accepts ? Object.entries(bodies) : [];
  const isAccepted = (type: string) => accepts?.includes(type) || (type === hal && accepts?.includes(json));
  const asked = produces ? [json, hal] : [];
  const isRead = (input: string) => inputs?.includes(input);
  const isKnown = (name: string) => inputs?.some((input) => input.startsWith(`query ${name} `));
  return [
    ...sent.map(([type, body]) => {
      const headers = { 'content-type': type === multipart ? `${type}; boundary=b` : type };
      return { headers, body, status: isAccepted(type) ? 204 : 415 };
    }),
    ...asked.map((accept) => ({ headers: { accept }, status: produces?.includes(accept) ? 200 : 406 })),
    ...(isProtected === undefined ? [] : [{ status: isProtected && !isOptional ? 401 : 204 }]),
    ...(inputs
      ? [
          { query: 'q=1', status: isKnown('q') ? 204 : 400 },
          { query: 'q=a', status: isRead('query q text') ? 204 : 400 },
          { query: 'r=1', status: isKnown('r') ? 204 : 400 },
          { headers: { h: 'a' }, status: isRead('header h int32') ? 400 : 204 },
        ]
      : []),
  ];
}

/**
 * The plan has been compared for all cases, and a function does what its plan says: of each kind of group, the documents of
 * which an operation has another outcome than those before them are built.
 */
function withEachOutcome(all: typeof groups): Service[] {
  const seen = new Set<string>();
  return all.flatMap(([group, { general: listing, documents: files, cases }]) => {
    const [kind] = group.split(/ beside | of the |, /);
    const chosen = Object.keys(files).filter((file) => {
      const own = cases.filter(({ id }) => id.startsWith(`${file.replace('.json', '')}-`));
      const outcomes = own.map(({ want }) => JSON.stringify([kind, ...requestsFor(want)]));
      const isNew = outcomes.some((outcome) => outcome !== JSON.stringify([kind]) && !seen.has(outcome));
      for (const outcome of outcomes) seen.add(outcome);
      return isNew;
    });
    const isChosen = ({ id }: Case) => chosen.some((file) => id.startsWith(`${file.replace('.json', '')}-`));
    return {
      general: listing,
      documents: Object.fromEntries(chosen.map((file) => [file, files[file] ?? {}])),
      cases: cases.filter(isChosen),
    };
  });
}

/** Groups of one listing share a project. */
const projects = Map.groupBy(
  withEachOutcome(groups).filter(({ cases }) => cases.length > 0),
  ({ general: listing }) => JSON.stringify(listing),
)
  .values()
  .map(
    (services): Service => ({
      general: services[0]?.general ?? general,
      documents: Object.assign({}, ...services.map(({ documents: files }) => files)),
      cases: services.flatMap(({ cases }) => cases),
    }),
  )
  .toArray();

describe.each(projects.map((service, index) => [index, service] as const))(
  'the emitted functions of project %i',
  { tags: ['descriptors'] },
  (_, { general: listing, documents: files, cases }) => {
    let folder: string;

    beforeAll(async () => {
      const handler = (id: string) =>
        `import type { Handle } from '#generated/types/${id}.ts';\nexport const handle = (() => ({})) as unknown as Handle;\n`;
      const handlers = cases.map(({ id }) => {
        const path = id.replace('-', '/');
        return [`handlers/${path}.ts`, handler(path)];
      });
      const descriptors = Object.entries(files).map(([name, file]) => [`descriptors/${name}`, file]);
      folder = await makeProject({
        'descriptors/api-docs.json': listing,
        ...Object.fromEntries([...descriptors, ...handlers]),
      });
      expect((await build(folder)).diagnostics.filter(isError).map(describeDiagnostic)).toEqual([]);
    });

    test('answer as the specification says', async () => {
      // Without issuers, every credential is refused.
      process.env['ACCESS'] = '';
      const wrong: unknown[] = [];
      for (const { id, method, want } of cases) {
        const call = await loadFunction(folder, id);
        for (const { status, query = '', ...sent } of requestsFor(want)) {
          const got = await call({ method, url: `/v1?${query}`, ...sent });
          if (got.status !== status) wrong.push({ id, want, sent, query, status, got });
        }
      }
      expect(wrong).toEqual([]);
    });
  },
);
