/** The CloudFormation resources that osls makes for the triggers of a function, besides routes. */

import { isObject } from '../../build/source/source-node.ts';
import { eventsOf } from '../function-routes.ts';

type Members = Readonly<Record<string, unknown>>;
type Resources = Readonly<Record<string, { readonly Type: string; readonly Properties?: unknown }>>;

/** @param id The logical id of the function, without a suffix. */
export function eventResources(id: string, settings: Members): Resources {
  const events = eventsOf(settings).filter((event) => !Object.hasOwn(Object(event), 'httpApi'));
  const made = events.map((event, index) => resourcesOf(id, isObject(event) ? event : {}, index + 1));
  const destinations = settings['destinations'];
  return {
    ...Object.assign({}, ...made),
    ...(destinations === undefined
      ? {}
      : { [`${id}LambdaEvConf`]: { Type: 'AWS::Lambda::EventInvokeConfig', Properties: destinations } }),
  };
}

/** The resources of a handwritten event, such as a queue: a rule or a mapping, and usually a permission. */
function resourcesOf(id: string, { schedule, stream }: Members, count: number): Resources {
  if (isObject(stream)) {
    const name = `${id}EventSourceMappingDynamodb${streamName(stream['arn'])}`;
    return { [name]: { Type: 'AWS::Lambda::EventSourceMapping', Properties: stream } };
  }
  const rule =
    schedule === undefined ? { Type: 'an event' } : { Type: 'AWS::Events::Rule', Properties: schedule };
  return {
    [`${id}EventsRuleSchedule${count}`]: rule,
    [`${id}LambdaPermissionEventsRuleSchedule${count}`]: { Type: 'AWS::Lambda::Permission' },
  };
}

/** The name of a stream, as osls takes it from a reference. */
function streamName(arn: unknown): string {
  const [first] = Object(arn)['Fn::GetAtt'] ?? [];
  const name = String(first ?? Object(arn)['Fn::ImportValue'] ?? '');
  const kept = name.replaceAll(/[^0-9A-Za-z]/g, '');
  return `${kept.slice(0, 1).toUpperCase()}${kept.slice(1)}`;
}
