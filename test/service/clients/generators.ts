/** Generators of clients that people use, each with a program that calls the service by what it has generated. */

/** A command and its arguments. */
export type Command = readonly [command: string, ...arguments: readonly string[]];

export interface Generator {
  readonly name: string;
  /** All succeed where the generator, and what its code needs, is installed. */
  readonly needs: readonly Command[];
  /** Its command, in an empty folder that has the document as `openapi.json`. */
  readonly generate: Command;
  /** The program, beside what was generated: it prints `outcome` as JSON. */
  readonly program: readonly [path: string, text: string];
  /** Commands that compile the program, and then run it with `ORIGIN` in the environment. */
  readonly run: readonly Command[];
}

/** What each program prints after it has created, listed, read and changed a source, and pushed records to a stream of it. */
export const outcome = { name: 'made', type: 'trim', total: 1, renamed: 'changed', revision: 2, stored: 2 };

export interface InstalledHere {
  /** Scripts of the packages of this folder. */
  readonly tsc: string;
  readonly openapiTypescript: string;
}

export function generators({ tsc, openapiTypescript }: InstalledHere): readonly Generator[] {
  const compile: Command = [
    process.execPath,
    tsc,
    ...['--strict', '--skipLibCheck', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'],
    ...['--module', 'commonjs', '--moduleResolution', 'node10', '--outDir', 'out', 'program.ts'],
  ];
  const runTypeScript = [compile, [process.execPath, 'out/program.js']] as const;
  const openapiGenerator = (language: string, ...more: readonly string[]): Command => [
    'openapi-generator-cli',
    ...[
      'generate',
      '--input-spec',
      'openapi.json',
      '--generator-name',
      language,
      '--output',
      'client',
      ...more,
    ],
  ];
  const hasOpenapiGenerator: Command = ['openapi-generator-cli', 'version'];
  const typesOnly = [
    openapiTypescript,
    'openapi.json',
    '--output',
    'client.ts',
    '--default-non-nullable=false',
  ];
  return [
    {
      name: 'openapi-typescript',
      needs: [],
      generate: [process.execPath, ...typesOnly],
      program: ['program.ts', openapiTypes],
      run: runTypeScript,
    },
    {
      name: 'hey-api',
      needs: [['openapi-ts', '--version']],
      generate: [
        'openapi-ts',
        '--input',
        './openapi.json',
        '--output',
        'client',
        '--client',
        '@hey-api/client-fetch',
      ],
      program: ['program.ts', heyApi],
      run: runTypeScript,
    },
    {
      name: 'orval',
      needs: [['orval', '--version']],
      generate: ['orval', '--input', './openapi.json', '--output', './client/index.ts', '--client', 'fetch'],
      program: ['program.ts', orval],
      run: runTypeScript,
    },
    {
      name: 'openapi-generator, TypeScript',
      needs: [hasOpenapiGenerator],
      generate: openapiGenerator('typescript-fetch'),
      program: ['program.ts', typescriptFetch],
      run: runTypeScript,
    },
    {
      name: 'openapi-generator, Python',
      needs: [
        hasOpenapiGenerator,
        ['python3', '-c', 'import dateutil, pydantic, typing_extensions, urllib3'],
      ],
      generate: openapiGenerator('python'),
      program: ['client/program.py', python],
      run: [['python3', 'client/program.py']],
    },
    {
      name: 'openapi-generator, Go',
      needs: [hasOpenapiGenerator, ['go', 'version']],
      // Without the property it tries each alternative of a union, and accepts none if several fit.
      generate: openapiGenerator(
        'go',
        ...['--git-user-id', 'headwater', '--git-repo-id', 'client'],
        '--additional-properties=useOneOfDiscriminatorLookup=true',
      ),
      program: ['client/cmd/main.go', go],
      run: [
        // Its own tests need a further package.
        ['rm', '-r', 'client/test'],
        ['go', '-C', 'client', 'mod', 'tidy'],
        ['go', '-C', 'client', 'run', './cmd'],
      ],
    },
  ];
}

/** It makes types alone; the requests are those of openapi-fetch, whose bodies are application/json for every method. Wrong values do not compile. */
const openapiTypes = `
import type { operations } from './client';
declare const process: { readonly env: { readonly ORIGIN: string } };
type Name = keyof operations;
interface Json<Value> { readonly content: { readonly 'application/json': Value } }
type Body<N extends Name> = operations[N] extends { requestBody?: infer Sent } ? NonNullable<Sent> extends Json<infer Value> ? Value : never : never;
type Result<N extends Name> = operations[N] extends { responses: { 201: Json<infer Value> } | { 200: Json<infer Value> } } ? Value : never;
async function call<N extends Name>(_name: N, method: string, path: string, body?: Body<N>): Promise<Result<N>> {
  const content = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(process.env.ORIGIN + path, { method, ...content });
  if (!response.ok) throw new Error(await response.text());
  return response.json() as Promise<Result<N>>;
}
// @ts-expect-error
export const misspelt: Body<'source-create'> = { nam: 'a' };
type Problem = operations['source-create']['responses'][422]['content']['application/problem+json'];
export const code: Problem['type'] = 'urn:problem-type:headwater:idempotency_key_reused';
// @ts-expect-error
export const other: Problem['type'] = 'urn:problem-type:headwater:not_found';
async function main() {
  const made = await call('source-create', 'POST', '/v1/source', { name: 'made', preprocessors: [{ type: 'trim', field: 'a' }] });
  const list = await call('source-list', 'GET', '/v1/source?size=5');
  const read = await call('source-getById', 'GET', '/v1/source/' + made._id);
  const changed = await call('source-patch', 'PATCH', '/v1/source/' + made._id, { name: 'changed' });
  const stream = await call('stream-create', 'POST', '/v1/stream', { source: made._id });
  const pushed = await call('stream-push', 'POST', '/v1/stream/' + stream._id + '/record', [{ a: ' x ' }, { a: 'y' }]);
  console.log(JSON.stringify({
    name: read.name, type: read.preprocessors[0]?.type, total: list.total,
    renamed: changed.name, revision: changed.revision, stored: pushed.stored,
  }));
}
void main();
`;

const heyApi = `
import { client } from './client/client.gen';
import { sourceCreate, sourceGetById, sourceList, sourcePatch, streamCreate, streamPush } from './client';
declare const process: { readonly env: { readonly ORIGIN: string } };
async function main() {
  client.setConfig({ baseUrl: process.env.ORIGIN, throwOnError: true });
  const options = { throwOnError: true } as const;
  const preprocessors = [{ type: 'trim' as const, field: 'a' }];
  const { data: made } = await sourceCreate({ ...options, body: { name: 'made', preprocessors } });
  const { data: list } = await sourceList({ ...options, query: { size: 5 } });
  const { data: read } = await sourceGetById({ ...options, path: { id: made._id } });
  const { data: changed } = await sourcePatch({ ...options, path: { id: made._id }, body: { name: 'changed' } });
  const { data: stream } = await streamCreate({ ...options, body: { source: made._id } });
  const { data: pushed } = await streamPush({ ...options, path: { id: stream._id }, body: [{ a: ' x ' }, { a: 'y' }] });
  console.log(JSON.stringify({
    name: read.name, type: read.preprocessors[0]?.type, total: 'total' in list ? list.total : undefined,
    renamed: changed.name, revision: changed.revision, stored: pushed.stored,
  }));
}
void main();
`;

/** Its functions throw nothing: a caller narrows by the status. */
const orval = `
import { sourceCreate, sourceGetById, sourceList, sourcePatch, streamCreate, streamPush } from './client';
declare const process: { readonly env: { readonly ORIGIN: string } };
const send = globalThis.fetch;
globalThis.fetch = (path, options) => send(process.env.ORIGIN + path, options);
async function main() {
  const made = await sourceCreate({ name: 'made', preprocessors: [{ type: 'trim', field: 'a' }] });
  if (made.status !== 201) throw new Error(made.data.detail);
  const list = await sourceList({ size: 5 });
  const read = await sourceGetById(made.data._id);
  const changed = await sourcePatch(made.data._id, { name: 'changed' });
  const stream = await streamCreate({ source: made.data._id });
  if (list.status !== 200 || read.status !== 200 || changed.status !== 200 || stream.status !== 201)
    throw new Error(JSON.stringify([list, read, changed, stream]));
  const json = { headers: { 'Content-Type': 'application/json' } };
  const pushed = await streamPush(stream.data._id, [{ a: ' x ' }, { a: 'y' }], json);
  if (pushed.status !== 201) throw new Error(JSON.stringify(pushed));
  console.log(JSON.stringify({
    name: read.data.name, type: read.data.preprocessors[0]?.type,
    total: 'total' in list.data ? list.data.total : undefined,
    renamed: changed.data.name, revision: changed.data.revision, stored: pushed.data.stored,
  }));
}
void main();
`;

const typescriptFetch = `
import { Configuration, SourceApi, StreamApi } from './client';
declare const process: { readonly env: { readonly ORIGIN: string } };
async function main() {
  const configuration = new Configuration({ basePath: process.env.ORIGIN });
  const sources = new SourceApi(configuration);
  const streams = new StreamApi(configuration);
  const preprocessors = [{ type: 'trim' as const, field: 'a' }];
  const made = await sources.sourceCreate({ sourceInput: { name: 'made', preprocessors } });
  const list = await sources.sourceList({ size: 5 });
  const read = await sources.sourceGetById({ id: made.id });
  const changed = await sources.sourcePatch({ id: made.id, sourceInputPatch: { name: 'changed' } });
  const stream = await streams.streamCreate({ streamInput: { source: made.id } });
  const pushed = await streams.streamPush({ id: stream.id, requestBody: [{ a: ' x ' }, { a: 'y' }] });
  console.log(JSON.stringify({
    name: read.name, type: read.preprocessors[0]?.type, total: list.total,
    renamed: changed.name, revision: changed.revision, stored: pushed.stored,
  }));
}
void main();
`;

const python = `
import json, os
import openapi_client as api
client = api.ApiClient(api.Configuration(host=os.environ['ORIGIN']))
sources, streams = api.SourceApi(client), api.StreamApi(client)
trim = api.SourcePreProcessor(api.TrimPreProcessor(type='trim', field='a'))
made = sources.source_create(api.SourceInput(name='made', preprocessors=[trim]))
listed = sources.source_list(size=5)
read = sources.source_get_by_id(made.id)
changed = sources.source_patch(made.id, api.SourceInputPatch(name='changed'))
stream = streams.stream_create(api.StreamInput(source=made.id))
pushed = streams.stream_push(stream.id, [{'a': ' x '}, {'a': 'y'}])
print(json.dumps({
    'name': read.name, 'type': read.preprocessors[0].actual_instance.type, 'total': listed.total,
    'renamed': changed.name, 'revision': changed.revision, 'stored': pushed.stored,
}))
`;

const go = `package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	api "github.com/headwater/client"
)

func must[T any](value T, response any, failure error) T {
	if failure != nil {
		panic(fmt.Sprint(failure, response))
	}
	return value
}

func main() {
	configuration := api.NewConfiguration()
	configuration.Servers = api.ServerConfigurations{{URL: os.Getenv("ORIGIN")}}
	client := api.NewAPIClient(configuration)
	ctx := context.Background()
	input := api.NewSourceInput()
	input.SetName("made")
	trim := api.TrimPreProcessorAsSourcePreProcessor(api.NewTrimPreProcessor("trim", "a"))
	input.SetPreprocessors([]api.SourcePreProcessor{trim})
	made := must(client.SourceAPI.SourceCreate(ctx).SourceInput(*input).Execute())
	list := must(client.SourceAPI.SourceList(ctx).Size(5).Execute())
	read := must(client.SourceAPI.SourceGetById(ctx, made.GetId()).Execute())
	patch := api.NewSourceInputPatch()
	patch.SetName("changed")
	changed := must(client.SourceAPI.SourcePatch(ctx, made.GetId()).SourceInputPatch(*patch).Execute())
	stream := must(client.StreamAPI.StreamCreate(ctx).StreamInput(*api.NewStreamInput(made.GetId())).Execute())
	records := []interface{}{map[string]string{"a": " x "}, map[string]string{"a": "y"}}
	pushed := must(client.StreamAPI.StreamPush(ctx, stream.GetId()).RequestBody(records).Execute())
	text, _ := json.Marshal(map[string]any{
		"name": read.GetName(), "type": read.GetPreprocessors()[0].TrimPreProcessor.GetType(), "total": list.GetTotal(),
		"renamed": changed.GetName(), "revision": changed.GetRevision(), "stored": pushed.GetStored(),
	})
	fmt.Println(string(text))
}
`;
