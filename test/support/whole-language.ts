/** Descriptors with every member that the compiler reads, and tools to replace their strings one by one. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DescriptorFile, JsonPath } from '../../lib/headwater/compile/source/descriptor-file.ts';
import { type Descriptors, parseDescriptor } from '../../lib/headwater/compile/source/read-descriptors.ts';
import { isObject } from '../../lib/headwater/shared/json/is-object.ts';
import { soundService } from '../headwater/compile/defects/sound-service.ts';
import { repository } from './repository.ts';

/** Descriptors by file name. */
export type Service = Readonly<Record<string, unknown>>;

const golden = (name: string): Record<string, unknown> =>
  JSON.parse(
    readFileSync(
      join(repository, 'test/headwater/compile/golden/features/descriptors', `${name}.json`),
      'utf8',
    ),
  );

/** Members that the other descriptors lack. */
const more = {
  apiVersion: '3.0',
  swaggerVersion: '1.2',
  basePath: '/v3',
  resourcePath: '/more',
  description: 'More',
  produces: ['application/json', 'application/vnd.more+json'],
  consumes: ['application/json', 'application/merge-patch+json'],
  authorizations: { oauth2: [{ scope: 'read:more', description: 'Read more' }] },
  'x-owner': { team: 'more', mail: ['more@example.com'] },
  apis: [
    {
      path: '/more/{id}',
      description: 'One of more',
      operations: [
        {
          method: 'PATCH',
          nickname: 'patchMore',
          summary: 'Change more',
          notes: 'All of it',
          type: 'array',
          items: { type: 'string', format: 'date' },
          produces: ['application/vnd.more+json'],
          consumes: ['application/merge-patch+json'],
          authorizations: { oauth2: [{ scope: 'write:more' }] },
          deprecated: 'true',
          'x-deprecation': '2026-06-30',
          'x-sunset': '2027-06-30',
          'x-require-precondition': true,
          'x-cache': 'no-store',
          'x-media-types': { 'application/schema+json': 'object' },
          'x-text-types': ['text/csv'],
          'x-gzip': true,
          'x-uses': [
            { bucket: 'files', actions: ['get'] },
            { actions: ['ses:SendEmail'], resource: '*' },
          ],
          'x-max-bytes': 4096,
          'x-exact-integers': ['free'],
          'x-note': 'Served as written',
          'x-headers': ['ETag'],
          parameters: [
            { paramType: 'path', name: 'id', type: 'string', 'x-unit': 'none' },
            {
              paramType: 'query',
              name: 'depth',
              type: 'int',
              'x-synonyms': ['level'],
              'x-filter': { field: 'depth', op: '<=' },
            },
            { paramType: 'body', name: 'body', type: 'More', description: 'What changes' },
          ],
          responseMessages: [
            { code: 404, message: 'No more', responseModel: 'More', 'x-problems': ['not_found'] },
          ],
        },
      ],
    },
  ],
  models: {
    More: {
      id: 'More',
      description: 'A model',
      'x-table': 'more',
      'x-example': { text: 'a', days: ['2026-11-22'] },
      properties: {
        text: { dataType: 'string', description: 'Words', defaultValue: 'none', 'x-label': 'Text' },
        made: { type: 'string', 'x-read-only': true },
        level: { type: 'string', allowableValues: { valueType: 'LIST', values: ['low', 'high'] } },
        code: { type: 'string', pattern: '^[A-Z]{2}$', 'x-message': 'must be two capital letters' },
        days: { type: 'array', items: { type: 'string', format: 'date' } },
        free: { type: 'object' },
      },
    },
  },
};

export const wholeLanguage: Service = {
  ...soundService,
  thing: { ...golden('thing'), basePath: '/v2' },
  more,
  'api-docs': {
    ...golden('api-docs'),
    swaggerVersion: '1.2',
    info: { title: 'Things', description: 'All of them', license: 'MIT', contact: 'us@example.com' },
    'x-problems': { already_sold: { status: 409, title: 'It is sold' } },
    apis: ['order', 'pet', 'thing', 'more'].map((name) => ({
      path: `/api-docs.json/${name}`,
      description: `All about ${name}`,
    })),
  },
};

/** A string in a descriptor: a value or a member name. */
export interface StringMember {
  readonly path: JsonPath;
  readonly isName: boolean;
}

export function stringMembers(value: unknown, path: JsonPath = []): StringMember[] {
  if (typeof value === 'string') return [{ path, isName: false }];
  if (Array.isArray(value)) return value.flatMap((item, index) => stringMembers(item, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => [
    // The top level holds file names.
    ...(path.length > 0 ? [{ path: [...path, name], isName: true }] : []),
    ...stringMembers(item, [...path, name]),
  ]);
}

/** A copy with one string replaced. */
export function withText(service: unknown, { path, isName }: StringMember, text: string): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return text;
  if (Array.isArray(service)) {
    return service.map((item, index) =>
      index === key ? withText(item, { path: rest, isName }, text) : item,
    );
  }
  const members = Object.entries(isObject(service) ? service : {});
  return Object.fromEntries(
    members.map(([name, item]) => {
      if (name !== key) return [name, item];
      return isName && rest.length === 0
        ? [text, item]
        : [name, withText(item, { path: rest, isName }, text)];
    }),
  );
}

const known = new Map<string, DescriptorFile | undefined>();

/** Cached, since most files stay the same. */
function parsed(name: string, text: string): DescriptorFile | undefined {
  const key = `${name} ${text}`;
  if (!known.has(key)) known.set(key, parseDescriptor(`descriptors/${name}.json`, text).file);
  if (known.size > 100) known.delete([...known.keys()][50] ?? '');
  return known.get(key);
}

export function toDescriptors(service: unknown): Descriptors {
  const files = Object.entries(isObject(service) ? service : {}).flatMap(([name, value]) => {
    const file = parsed(name, JSON.stringify(value));
    return file ? [[name, file] as const] : [];
  });
  const resources = new Map(files);
  const listing = resources.get('api-docs');
  resources.delete('api-docs');
  return { ...(listing ? { listing } : {}), resources, diagnostics: [] };
}

/** The member names that the readers of Swagger objects use. */
export function memberNames(): string[] {
  const folders = ['common', 'swagger1'].map((name) => join(repository, 'lib/headwater/compile/read', name));
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const source = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const calls = source.matchAll(
    /(?:\.(?:itemsOf|membersOf|anyMember|flag|list|member|only|text)\(|\b(?:readFieldValue|readDate|readMediaTypes)\(\s*\w+,)\s*(\[[^\]]*\]|'[^']*')/g,
  );
  const lists = source.matchAll(/Keys(?:: [^=]+)? = (\[[^\]]*\])/g);
  const names = [...calls, ...lists].flatMap(([, list = '']) => list.match(/'[^']+'/g) ?? []);
  return [...new Set(names.map((name) => name.slice(1, -1)))].toSorted();
}
