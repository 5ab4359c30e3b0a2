/** Prints what is deployed as a CycloneDX 1.6 document: the packages of which a bundle contains something. */

import { readFileSync } from 'node:fs';

const { inputs, outputs } = JSON.parse(readFileSync('.generated/metafile.json', 'utf8'));
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Of a file, wherever the packages are: `node_modules/a/node_modules/b/index.js` belongs to the inner package. */
const packageFolder = /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/;

const shipped = new Set(
  Object.values(outputs).flatMap(({ inputs: parts }) =>
    Object.entries(parts).flatMap(([path, { bytesInOutput }]) => {
      const [folder] = bytesInOutput > 0 && path in inputs ? (packageFolder.exec(path) ?? []) : [];
      return folder ?? [];
    }),
  ),
);

const components = [...shipped].toSorted().map((folder) => {
  const known = packages[folder];
  if (!known) throw new Error(`package-lock.json does not know ${folder}.`);
  const own = known.name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const purl = `pkg:npm/${own.replace('@', '%40')}@${known.version}`;
  const [algorithm, digest] = (known.integrity ?? '').split('-');
  const content = Buffer.from(digest ?? '', 'base64').toString('hex');
  return {
    type: 'library',
    'bom-ref': purl,
    name: own,
    version: known.version,
    purl,
    ...(known.license ? { licenses: [{ license: { id: known.license } }] } : {}),
    ...(content ? { hashes: [{ alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content }] } : {}),
  };
});

const metadata = { component: { type: 'application', name, version } };
console.log(
  JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata, components }, null, 2),
);
