import { createHash } from '#platform';
import { ignoreMissingOption, targetAt } from '../base/common-options.ts';
import { type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import { type Failure, fieldFailure } from '../base/failure.ts';
import type { FieldPath } from '../base/field-path.ts';
import type { DataRecord } from '../base/record.ts';
import { bytesOfIp } from '../text/ip-address.ts';

export const definition = defineType({
  type: 'community_id',
  options: {
    source_ip: targetAt('source.ip'),
    source_port: targetAt('source.port'),
    destination_ip: targetAt('destination.ip'),
    destination_port: targetAt('destination.port'),
    iana_number: targetAt('network.iana_number'),
    transport: targetAt('network.transport'),
    icmp_type: targetAt('icmp.type'),
    icmp_code: targetAt('icmp.code'),
    target_field: targetAt('network.community_id'),
    seed: { kind: 'integer', default: 0, minimum: 0, maximum: 65_535 },
    ignore_missing: { ...ignoreMissingOption, default: true },
  },
});

export const documentation: Documentation<typeof definition> = {
  category: 'enrich',
  summary: 'Sets a field to the Community ID of a network flow, by which tools find the same flow.',
  descriptions: {
    source_ip: 'The field of the address of one side.',
    source_port: 'The field of its port.',
    destination_ip: 'The field of the address of the other side.',
    destination_port: 'The field of its port.',
    iana_number: 'The field of the number of the protocol.',
    transport: 'The field of its name or number, used if there is no iana_number.',
    icmp_type: 'The field of the type of a message of ICMP.',
    icmp_code: 'The field of its code.',
    target_field: 'The field for the result.',
    seed: 'Is hashed before the flow.',
  },
  failures: ['missing_field', 'wrong_path', 'not_convertible'],
  examples: [
    {
      title: 'A flow of TCP',
      configuration: { target_field: 'id' },
      input: {
        source: { ip: '128.232.110.120', port: 34855 },
        destination: { ip: '66.35.250.204', port: 80 },
        network: { transport: 'TCP' },
      },
      output: {
        source: { ip: '128.232.110.120', port: 34855 },
        destination: { ip: '66.35.250.204', port: 80 },
        network: { transport: 'TCP' },
        id: '1:LQU9qZlK+B5F3KDmev6m5PMibrg=',
      },
    },
    {
      title: 'No port',
      configuration: {},
      input: { source: { ip: '10.0.0.1' }, destination: { ip: '10.0.0.2' }, network: { transport: 'udp' } },
      failure: 'not_convertible',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ target_field: target }) => `Sets ${target.text} to the Community ID of the flow.`,
  inputs: ({ source_ip, source_port, destination_ip, destination_port, iana_number, transport, ...icmp }) =>
    [
      source_ip,
      source_port,
      destination_ip,
      destination_port,
      iana_number,
      transport,
      icmp.icmp_type,
      icmp.icmp_code,
    ].map(({ text }) => text),
  outputs: ({ target_field: target }) => [target.text],
};

const protocols: Readonly<Record<string, number>> = {
  icmp: 1,
  igmp: 2,
  tcp: 6,
  udp: 17,
  gre: 47,
  icmp_ipv6: 58,
  'icmp-ipv6': 58,
  'ipv6-icmp': 58,
  eigrp: 88,
  ospf: 89,
  pim: 103,
  sctp: 132,
};
const withPorts = [6, 17, 132];

/** The type of the answer to a message, by the number of the protocol: the two are the ports of a flow. */
const icmpAnswers: Readonly<Record<number, ReadonlyMap<number, number>>> = {
  1: bothWays([8, 0], [13, 14], [15, 16], [17, 18], [10, 9]),
  58: bothWays([128, 129], [130, 131], [133, 134], [135, 136], [139, 140], [144, 145]),
};

function bothWays(...pairs: readonly (readonly [number, number])[]): ReadonlyMap<number, number> {
  return new Map(pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]));
}

interface Flow {
  readonly protocol: number;
  readonly addresses: readonly [Uint8Array, Uint8Array];
  /** Absent for protocols without them. */
  readonly ports?: readonly [number, number];
  /** The sides of the flow cannot be swapped. */
  readonly isOneWay: boolean;
}

export const compile: Compile<typeof definition> = (options) => {
  const { target_field: target, seed, ignore_missing: ignoresMissing } = options;
  const required = [options.source_ip, options.destination_ip];
  return (record) => {
    const { iana_number: number, transport } = options;
    const protocolField = isPresent(number, record) ? number : transport;
    const missing = [...required, protocolField].find((field) => !isPresent(field, record));
    if (missing)
      return ignoresMissing ? undefined : fieldFailure('missing_field', missing, 'is absent or null');
    const flow = readFlow(options, protocolField, record);
    if ('code' in flow) return flow;
    const hash = createHash('sha1').update(bytesOf(flow, seed));
    return target.set(record, `1:${hash.digest('base64')}`);
  };
};

function isPresent(field: FieldPath, record: DataRecord): boolean {
  const value = field.get(record);
  return value !== undefined && value !== null;
}

type FlowOptions = Parameters<typeof compile>[0];

function readFlow(options: FlowOptions, protocolField: FieldPath, record: DataRecord): Flow | Failure {
  const addresses: Uint8Array[] = [];
  for (const field of [options.source_ip, options.destination_ip]) {
    const value = field.get(record);
    const bytes = typeof value === 'string' ? bytesOfIp(value) : undefined;
    if (!bytes) return fieldFailure('not_convertible', field, 'is not an IP address', value);
    addresses.push(bytes);
  }
  const [source, destination] = addresses as [Uint8Array, Uint8Array];
  const protocol = protocolOf(protocolField, record);
  if (typeof protocol === 'object') return protocol;
  const flow = { protocol, addresses: [source, destination] } as const;
  const answers = icmpAnswers[protocol];
  if (!answers && !withPorts.includes(protocol)) return { ...flow, isOneWay: false };
  const [one, other] = answers
    ? [options.icmp_type, options.icmp_code]
    : [options.source_port, options.destination_port];
  const limits = answers ? ([0, 255] as const) : ([1, 65_535] as const);
  const first = readNumber(one, record, limits);
  if (typeof first === 'object') return first;
  const answer = answers?.get(first);
  const second = answer ?? readNumber(other, record, limits);
  if (typeof second === 'object') return second;
  return { ...flow, ports: [first, second], isOneWay: answers !== undefined && answer === undefined };
}

function protocolOf(field: FieldPath, record: DataRecord): number | Failure {
  const value = field.get(record);
  const name = typeof value === 'string' ? value.toLowerCase() : '';
  return Object.hasOwn(protocols, name) ? (protocols[name] ?? 0) : readNumber(field, record, [0, 255]);
}

function readNumber(
  field: FieldPath,
  record: DataRecord,
  [minimum, maximum]: readonly [number, number],
): number | Failure {
  const value = field.get(record);
  const number = typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= minimum && number <= maximum)
    return number;
  return fieldFailure('not_convertible', field, `is not an integer from ${minimum} to ${maximum}`, value);
}

/** Both directions of a flow have the same bytes: the smaller side is first (community-id-spec, version 1). */
function bytesOf({ protocol, addresses, ports, isOneWay }: Flow, seed: number): Uint8Array {
  const [source, destination] = addresses;
  const order = compareBytes(source, destination) || (ports ? ports[0] - ports[1] : 0);
  const isSwapped = !isOneWay && order > 0;
  const sides = isSwapped ? [destination, source] : [source, destination];
  const numbers = isSwapped ? ports?.toReversed() : ports;
  return joined([bigEndian(seed), ...sides, Uint8Array.of(protocol, 0), ...(numbers ?? []).map(bigEndian)]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function bigEndian(value: number): Uint8Array {
  return Uint8Array.of(value >> 8, value & 0xff);
}

/** Negative if the first one comes first, as by their first bytes that differ. */
function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const at = one.findIndex((byte, index) => byte !== other[index]);
  return at === -1 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? -1);
}
