/** TypeScript types: models of a resource, and of each operation what its handler takes and returns. */

import type { OperationPlan, ParameterPlan } from '../../plan/operation-plan.ts';
import type { ResourcePlan } from '../../plan/service-plan.ts';
import { modelsNamedIn, type ObjectShape, type PropertyPlan, type TypePlan } from '../../plan/type-plan.ts';
import { modelsPath } from './emitted.ts';
import {
  braces,
  type Code,
  code,
  docComment,
  joinCode,
  lineComment,
  literal,
  memberName,
} from './source-text.ts';

/**
 * All models of a resource as members of one interface: a member may have any
 * name, so that no id of a model has to be bent into an identifier.
 */
export function modelsSource(resource: ResourcePlan): string {
  const models = resource.models.map(
    (model) => code`${docComment(model.description)}${memberName(model.id)}: ${objectType(model)};`,
  );
  return code`${lineComment(`The models of descriptors/${resource.name}.json.`)}

export interface Models ${braces(models)}
`.text;
}

export function operationTypesSource(plan: OperationPlan): string {
  return code`${lineComment(`${plan.method} ${plan.routePath}, from descriptors/${plan.resource}.json`)}
${importModels(plan)}import type { OperationContext } from '#lib/runtime/operation-context.ts';

${docComment('Path, query and header parameters, cast.')}export interface Input ${braces(plan.parameters.map(parameterMember))}

export type Body = ${plan.body ? bodyType(plan.body) : code`undefined`};

export type Result = ${typeOf(plan.result)};

${docComment(plan.summary)}export type Handle = (input: Input, body: Body, context: OperationContext) => Result | Promise<Result>;
`.text;
}

function importModels(plan: OperationPlan): Code {
  const types = [
    plan.result,
    ...(plan.body ? [plan.body.type] : []),
    ...plan.parameters.map(({ type }) => type),
  ];
  const usesModels = types.some((type) => modelsNamedIn(type).length > 0);
  return usesModels
    ? code`import type { Models } from ${`#generated/${modelsPath(plan.resource)}`};\n`
    : code``;
}

function bodyType(body: { readonly type: TypePlan; readonly required: boolean }): Code {
  return body.required ? typeOf(body.type) : code`${typeOf(body.type)} | undefined`;
}

function parameterMember(parameter: ParameterPlan): Code {
  const isPresent = parameter.required || parameter.defaultValue !== undefined;
  return code`${docComment(parameter.description)}readonly ${memberName(parameter.name)}${isPresent ? code`` : code`?`}: ${typeOf(parameter.type)};`;
}

function objectType({ properties, isOpen }: ObjectShape): Code {
  const members = properties.map(propertyMember);
  const rest = isOpen ? [code`readonly [member: string]: unknown;`] : [];
  return braces([...members, ...rest]);
}

function propertyMember({ name, description, required, type }: PropertyPlan): Code {
  return code`${docComment(description)}readonly ${memberName(name)}${required ? code`` : code`?`}: ${typeOf(type)};`;
}

function typeOf(type: TypePlan): Code {
  switch (type.kind) {
    case 'integer':
    case 'number':
      return type.allowed ? oneOf(type.allowed) : code`number`;
    case 'string':
      return type.allowed ? oneOf(type.allowed) : code`string`;
    case 'boolean':
      return code`boolean`;
    case 'any':
      return code`unknown`;
    case 'object':
      return type.shape ? objectType(type.shape) : code`{ readonly [member: string]: unknown }`;
    case 'void':
      return code`void`;
    case 'model':
      return code`Models[${type.id}]`;
    case 'array':
      return code`readonly ${grouped(type.items)}[]`;
    case 'union':
      return joinCode(type.of.map(grouped), ' | ');
  }
}

/** `readonly` and `|` bind less tightly than `[]`. */
function grouped(type: TypePlan): Code {
  const isCompound =
    type.kind === 'array' || type.kind === 'union' || ('allowed' in type && type.allowed !== undefined);
  return isCompound ? code`(${typeOf(type)})` : typeOf(type);
}

function oneOf(values: readonly (string | number)[]): Code {
  return joinCode(values.map(literal), ' | ');
}
