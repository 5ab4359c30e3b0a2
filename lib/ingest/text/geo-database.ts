/** Databases of addresses: files in the MaxMind DB format, version 2.0. */

import type { DatabaseFiles } from '../base/database-files.ts';
import type { DataRecord, RecordValue } from '../base/record.ts';
import { bytesOfIp } from './ip-address.ts';
import { MaxMindDatabase } from './max-mind-database.ts';

export interface GeoDatabase {
  /**
   * @param properties By default, those of the type of the database.
   * @returns undefined for an address that the database does not know; `damaged` if the file is.
   */
  find(
    ip: string,
    properties: readonly GeoProperty[] | undefined,
  ): DataRecord | 'no_address' | 'damaged' | undefined;
}

type Kind = 'City' | 'Country' | 'ASN';

/** By the name of the file. A file that cannot be read is tried again. */
const databases = new Map<string, Promise<GeoDatabase | undefined>>();

/** Undefined if there is no such database. @param name Checked: without a path. */
export async function openGeoDatabase(name: string, files: DatabaseFiles): Promise<GeoDatabase | undefined> {
  const known = databases.get(name);
  if (known) return known;
  const opened = readDatabase(name, files);
  databases.set(name, opened);
  const database = await opened;
  if (!database) databases.delete(name);
  return database;
}

async function readDatabase(name: string, files: DatabaseFiles): Promise<GeoDatabase | undefined> {
  const report = (problem: string) => files.report?.(name, problem);
  try {
    const content = await files.read(name);
    return content && databaseOf(new MaxMindDatabase(content), report);
  } catch (error) {
    report(`It cannot be read: ${(error as Error).message}`);
    return undefined;
  }
}

/** @throws Error for a database of another kind. */
function databaseOf(database: MaxMindDatabase, report: (problem: string) => void): GeoDatabase {
  const { database_type: type, ip_version: version } = database.metadata;
  const kind = /-(City|Country|ASN)\b/.exec(type)?.[1] as Kind | undefined;
  if (kind === undefined) throw new Error(`its type ${type} is none of City, Country and ASN`);
  return {
    find: (text, properties = defaults[kind]) => {
      const bytes = bytesOfIp(text);
      if (!bytes) return 'no_address';
      // The tree of IPv4 addresses has no others.
      if (version === 4 && bytes.length > 4) return undefined;
      try {
        const found = database.find(bytes);
        // A database of these kinds has such entries.
        return found && pick(found.entry as GeoEntry, properties, { ...found, bytes });
      } catch (error) {
        report(`It is damaged: ${(error as Error).message}`);
        return 'damaged';
      }
    },
  };
}

function pick(entry: GeoEntry, properties: readonly GeoProperty[], address: Address): DataRecord | undefined {
  const found = properties.map((name): [string, RecordValue | undefined] => [
    name,
    readProperty[name](entry, address),
  ]);
  const known = found.filter(([, value]) => value !== undefined);
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/** An entry of the databases, as far as it is used. All members may be absent. */
interface GeoEntry {
  readonly continent?: Place & { readonly code?: string };
  readonly country?: Country;
  readonly registered_country?: Country;
  readonly subdivisions?: readonly Country[];
  readonly city?: Place;
  readonly postal?: { readonly code?: string };
  readonly location?: {
    readonly latitude?: number;
    readonly longitude?: number;
    readonly time_zone?: string;
    readonly accuracy_radius?: number;
  };
  readonly autonomous_system_number?: number;
  readonly autonomous_system_organization?: string;
}

interface Place {
  readonly names?: { readonly en?: string };
}

interface Country extends Place {
  readonly iso_code?: string;
  readonly is_in_european_union?: boolean;
}

interface Address {
  readonly bytes: Uint8Array;
  /** The length of the network that has the entry. */
  readonly prefixLength: number;
}

/** The properties of Elasticsearch. */
const readProperty = {
  ip: (_, { bytes }) => shortened(textOf(bytes)),
  continent_code: ({ continent }) => continent?.code,
  continent_name: ({ continent }) => nameOf(continent),
  country_iso_code: ({ country }) => country?.iso_code,
  country_name: ({ country }) => nameOf(country),
  country_in_european_union: ({ country }) => isInUnion(country),
  region_iso_code: ({ country, subdivisions }) => {
    const region = subdivisions?.at(-1)?.iso_code;
    return country?.iso_code === undefined || region === undefined
      ? undefined
      : `${country.iso_code}-${region}`;
  },
  region_name: ({ subdivisions }) => nameOf(subdivisions?.at(-1)),
  city_name: ({ city }) => nameOf(city),
  postal_code: ({ postal }) => postal?.code,
  timezone: ({ location }) => location?.time_zone,
  location: ({ location: { latitude: lat, longitude: lon } = {} }) =>
    lat === undefined || lon === undefined ? undefined : { lat, lon },
  accuracy_radius: ({ location }) => location?.accuracy_radius,
  registered_country_iso_code: ({ registered_country: country }) => country?.iso_code,
  registered_country_name: ({ registered_country: country }) => nameOf(country),
  registered_country_in_european_union: ({ registered_country: country }) => isInUnion(country),
  asn: ({ autonomous_system_number: number }) => number,
  organization_name: ({ autonomous_system_organization: organization }) => organization,
  network: (_, address) => networkOf(address),
} as const satisfies Readonly<Record<string, (entry: GeoEntry, address: Address) => RecordValue | undefined>>;

export type GeoProperty = keyof typeof readProperty;

const defaults: Readonly<Record<Kind, readonly GeoProperty[]>> = {
  City: [
    'continent_name',
    'country_name',
    'country_iso_code',
    'region_iso_code',
    'region_name',
    'city_name',
    'location',
  ],
  Country: ['continent_name', 'country_name', 'country_iso_code'],
  ASN: ['ip', 'asn', 'organization_name', 'network'],
};

function nameOf(place: Place | undefined): string | undefined {
  return place?.names?.en;
}

function isInUnion(country: Country | undefined): boolean | undefined {
  return country?.iso_code === undefined ? undefined : country.is_in_european_union === true;
}

/** As Java writes addresses: `2001:db8:0:0:0:0:0:1`. */
function textOf(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.');
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return Array.from({ length: 8 }, (_, group) => view.getUint16(group * 2).toString(16)).join(':');
}

/** By RFC 5952: `2001:db8::1`. */
function shortened(ip: string): string {
  return ip.includes(':') ? new URL(`http://[${ip}]`).hostname.slice(1, -1) : ip;
}

function networkOf({ bytes, prefixLength }: Address): string {
  const first = bytes.map(
    (byte, index) => byte & (0xff00 >> Math.min(8, Math.max(0, prefixLength - index * 8))),
  );
  return `${textOf(first)}/${prefixLength}`;
}
