/** Layers of Lambda that a stage names, for the functions that need what they have. */

import type { Bundles } from '../../compile/bundle/bundle.ts';
import { lazyExportsOf } from '../../compile/bundle/lazy-modules.ts';

export interface LayeredFunction {
  layers?: readonly unknown[];
}

/** In `custom.headwater` of serverless.yml: the ARN of a version of a layer, or "", by the export that reads the layer's files. */
export type LayersByExport = Readonly<Record<string, unknown>>;

interface LayerContext {
  readonly layers: LayersByExport;
  /** The layers of all functions. */
  readonly shared: readonly unknown[];
  readonly readMetafile: () => Bundles['metafile'];
}

const layerArn = /^arn:[\w-]+:lambda:[\w-]+:\d{12}:layer:[\w-]+:\d+$/;

/**
 * @param functions The functions by key; other code of osls keeps references to the object.
 * @returns why that is impossible.
 */
export function giveLayers(
  functions: Readonly<Record<string, LayeredFunction>>,
  { layers, shared, readMetafile }: LayerContext,
): string | undefined {
  const named = Object.entries(layers).filter(([, arn]) => arn !== '');
  if (named.length === 0) return undefined;
  const metafile = readMetafile();
  for (const [name, arn] of named) {
    if (typeof arn !== 'string' || !layerArn.test(arn))
      return `The layer for ${name} is ${JSON.stringify(arn)}: it must be the ARN of a version of a layer, such as arn:aws:lambda:eu-central-1:123456789012:layer:data:1.`;
    const users = Object.entries(functions).filter(([key]) => lazyExportsOf(metafile, key).has(name));
    if (users.length === 0)
      return `custom.headwater.layers names ${name}, which no module exports that a function loads by import().`;
    for (const [, settings] of users) settings.layers = [...(settings.layers ?? shared), arn];
  }
  return undefined;
}
