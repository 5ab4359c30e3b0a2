/** The rights of functions with `when` on another service of AWS, whose ARN the variable has. */

import { ownMember } from '../../../shared/json/own-member.ts';

interface Service {
  /** Its name in actions and ARNs. */
  readonly name: string;
  /** The actions of the commands that have another name. */
  readonly actions?: Readonly<Record<string, string>>;
}

/** By the client of the SDK: services of which one ARN names all that a function needs. */
const services: Readonly<Record<string, Service>> = {
  eventbridge: { name: 'events' },
  firehose: { name: 'firehose' },
  kinesis: { name: 'kinesis' },
  kms: { name: 'kms' },
  lambda: { name: 'lambda', actions: { Invoke: 'InvokeFunction' } },
  'secrets-manager': { name: 'secretsmanager' },
  sfn: { name: 'states' },
  sns: { name: 'sns', actions: { PublishBatch: 'Publish' } },
  sqs: {
    name: 'sqs',
    actions: {
      ChangeMessageVisibilityBatch: 'ChangeMessageVisibility',
      DeleteMessageBatch: 'DeleteMessage',
      SendMessageBatch: 'SendMessage',
    },
  },
};

/** The clients that a function with `when` may contain. */
export const serviceClients = Object.keys(services);

/** @example serviceAction('kinesis', 'PutRecords') // 'kinesis:PutRecords' */
export function serviceAction(client: string, command: string): string | undefined {
  const service = ownMember(services, client);
  return service && `${service.name}:${ownMember(service.actions, command) ?? command}`;
}

/** Whether the value is an ARN of the service that the actions belong to. Functions of CloudFormation are not evaluated. */
export function isResourceOf(actions: readonly string[], value: unknown): boolean {
  const [, , service] = String(value).split(':');
  return typeof value === 'object' || actions.every((action) => action.startsWith(`${service}:`));
}
