import { ownMember } from '../../headwater/shared/json/own-member.ts';
import { ignoreMissingOption, targetAt } from '../base/common-options.ts';
import {
  type Check,
  type Compile,
  type Documentation,
  defineType,
  type Effect,
  InvalidOption,
} from '../base/definition.ts';
import { fieldFailure } from '../base/failure.ts';
import { missingOutcome } from '../base/read-field.ts';
import { anyNetwork, bytesOfIp, type NetworkTest, networkOf } from '../text/ip-address.ts';

export const definition = defineType({
  type: 'network_direction',
  options: {
    internal_networks: { kind: 'strings', required: true, minItems: 1, maxItems: 1000, maxLength: 64 },
    source_ip: targetAt('source.ip'),
    destination_ip: targetAt('destination.ip'),
    target_field: targetAt('network.direction'),
    ignore_missing: { ...ignoreMissingOption, default: true },
  },
});

export const documentation: Documentation<typeof definition> = {
  category: 'enrich',
  summary: 'Says whether a connection is inbound, outbound, internal or external, by its two addresses.',
  descriptions: {
    internal_networks: 'The networks inside, such as 10.0.0.0/8, or names such as private and loopback.',
    source_ip: 'The field of the address from which the connection comes.',
    destination_ip: 'The field of the address to which it goes.',
    target_field: 'The field for the direction.',
  },
  failures: ['missing_field', 'null_value', 'wrong_path', 'not_convertible'],
  examples: [
    {
      title: 'From inside to outside',
      configuration: { internal_networks: ['private'] },
      input: { source: { ip: '10.0.1.1' }, destination: { ip: '89.160.20.128' } },
      output: {
        source: { ip: '10.0.1.1' },
        destination: { ip: '89.160.20.128' },
        network: { direction: 'outbound' },
      },
    },
    {
      title: 'No address',
      configuration: { internal_networks: ['10.0.0.0/8'] },
      input: { source: { ip: '10.0.1.1' }, destination: { ip: 'db' } },
      failure: 'not_convertible',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ source_ip: source, destination_ip: destination, target_field: target }) =>
    `Sets ${target.text} to the direction from ${source.text} to ${destination.text}.`,
  inputs: ({ source_ip: source, destination_ip: destination }) => [source.text, destination.text],
  outputs: ({ target_field: target }) => [target.text],
};

const lists = {
  loopback: ['127.0.0.0/8', '::1/128'],
  multicast: ['224.0.0.0/4', 'ff00::/8'],
  interface_local_multicast: ['ff01::/16'],
  link_local_unicast: ['169.254.0.0/16', 'fe80::/10'],
  link_local_multicast: ['224.0.0.0/24', 'ff02::/16'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fd00::/8'],
  unspecified: ['0.0.0.0/32', '::/128'],
} as const satisfies Record<string, readonly string[]>;

const broadcast = ['255.255.255.255/32'];
const { loopback, multicast, link_local_unicast: linkLocal, unspecified } = lists;
const notUnicast = [broadcast, unspecified, loopback, multicast, linkLocal].flat();
const {
  private: privates,
  link_local_multicast: localMulticast,
  interface_local_multicast: nodeLocal,
} = lists;
const notPublic = [privates, loopback, unspecified, linkLocal, localMulticast, nodeLocal, broadcast].flat();

/** The names that stand for all addresses but those of some networks. */
const complements: Readonly<Record<string, readonly string[]>> = {
  unicast: notUnicast,
  global_unicast: notUnicast,
  public: notPublic,
};

export const compile: Compile<typeof definition> = (options) => {
  const { source_ip: source, destination_ip: destination, target_field: target } = options;
  const tests = options.internal_networks.map(compileNetwork);
  const isInternal = (ip: string) => tests.some((test) => test(ip));
  return (record) => {
    const sides: boolean[] = [];
    for (const field of [source, destination]) {
      const value = field.get(record);
      if (value === undefined || value === null)
        return missingOutcome({ field, ignore_missing: options.ignore_missing }, record);
      if (typeof value !== 'string' || !bytesOfIp(value))
        return fieldFailure('not_convertible', field, 'is not an IP address', value);
      sides.push(isInternal(value));
    }
    return target.set(record, ownMember(directions, sides.map(Number).join('')) ?? '');
  };
};

export const check: Check<typeof definition> = compile;

/** By whether the source and the destination are internal. */
const directions: Readonly<Record<string, string>> = {
  '00': 'external',
  '01': 'inbound',
  '10': 'outbound',
  '11': 'internal',
};

function compileNetwork(name: string): NetworkTest {
  const complement = ownMember(complements, name);
  if (complement) {
    const isOther = anyNetwork(complement);
    return (ip) => !isOther(ip);
  }
  if (Object.hasOwn(lists, name)) return anyNetwork(lists[name as keyof typeof lists]);
  const network = networkOf(name);
  if (typeof network === 'function') return network;
  const names = [...Object.keys(lists), ...Object.keys(complements)].toSorted().join(', ');
  throw new InvalidOption(
    'internal_networks',
    `has ${JSON.stringify(name)}, which is neither a network such as 10.0.0.0/8 nor one of ${names}`,
  );
}
