/**
 * A part of the plugin `headwater/serverless`: the content of stacks. A large service is
 * deployed as several stacks (.generated/deploy-order.json) from one serverless.yml.
 * The plugin reduces it to the stack of `--param resource=NAME`, or to the parent,
 * and describes the functions. Locally, a service is never split.
 */

import { accessJsonPath, type ServiceAccess } from '../../compile/aws/access-json.ts';
import {
  childFunction,
  childProvider,
  importOf,
  type Parent,
  type Provider,
  parentOutputs,
  selectedResource,
} from '../../compile/aws/child-stack.ts';
import { filled } from '../../compile/aws/configuration/fill.ts';
import type { DeployOrder, Stack } from '../../compile/aws/deploy-order.ts';
import { deadLettersArn, tableStreamArn } from '../../compile/aws/functions/background-settings.ts';
import type { NamedFunction } from '../../compile/aws/functions/function-routes.ts';
import { type FunctionSettings, functionsJsonPath } from '../../compile/aws/functions/functions-json.ts';
import { checkGrants, type Grants } from '../../compile/aws/functions/grants.ts';
import {
  type Flags,
  flagsOf,
  type SelectableFunction,
  selectableSchema,
  selectFunctions,
} from '../../compile/aws/functions/select-functions.ts';
import type { MadeResources } from '../../compile/aws/monitoring/alarms.ts';
import { monitoringResources } from '../../compile/aws/monitoring/monitoring.ts';
import { type Role, rolesPath } from '../../compile/aws/roles/plan-roles.ts';
import { checkServiceActions, hasOwnRole, roleResources } from '../../compile/aws/roles/role-resources.ts';
import { choiceOf } from '../../shared/choice-of.ts';
import { isObject, membersOf } from '../../shared/json/is-object.ts';
import { ownMember } from '../../shared/json/own-member.ts';
import { checkPolicies } from '../policies/check-policies.ts';
import { tableOutputs, topicOutput } from '../stack-outputs.ts';
import {
  type AccessHolder,
  checkAccess,
  type FunctionTemplate,
  holdersIn,
  packagedHolders,
} from './check-access.ts';
import { checkTemplate } from './check-template.ts';
import { giveLayers, type LayeredFunction, type LayersByExport } from './give-layers.ts';
import { type GivenRights, giveVariables, type VariablesByExport, withRights } from './give-variables.ts';
import { leaveTableOut, outsideStream, type TableNames } from './outside-table.ts';
import { readGenerated } from './read-generated.ts';
import { longName, longTimeout, olderRuntime, otherType, sharedVariable } from './refused-overrides.ts';
import { settingsSchema } from './settings-schema.ts';
import { UsedResources } from './used-resources.ts';

/** The parts of the framework that the plugins use. It has no typings. */
interface Serverless {
  readonly serviceDir: string;
  readonly processedInput: {
    readonly commands: readonly string[];
    readonly options: { readonly param?: string | readonly string[] };
  };
  readonly service: {
    service: string;
    readonly serviceObject: { name: string };
    functions: Record<string, DeployedFunction>;
    layers: object;
    provider: Provider & { readonly compiledCloudFormationTemplate?: FunctionTemplate };
    resources?: ResourceSections;
    /** The plugin `headwater/serverless` has filled it. */
    readonly custom: { readonly headwater: StackSettings };
  };
  readonly configSchemaHandler: {
    defineFunctionProperties(provider: 'aws', schema: object): void;
    defineCustomProperties(schema: object): void;
  };
  readonly classes: { readonly Error: new (message: string, code: string) => Error };
  getProvider(name: 'aws'): { getStage(): string };
}

/** The sections of the member `resources`, each with members by logical id. Null removes a member that the plugin brings. */
interface ResourceSections {
  readonly Resources?: Readonly<Record<string, unknown>>;
  readonly Outputs?: Readonly<Record<string, unknown>>;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** The member `custom.headwater` of serverless.yml. */
interface StackSettings extends TableNames {
  readonly when?: Readonly<Record<string, unknown>>;
  readonly grants?: Grants;
  readonly flags?: Flags;
  readonly layers?: LayersByExport;
  readonly variables?: VariablesByExport;
  readonly metricNamespace?: unknown;
}

interface DeployedFunction extends SelectableFunction, LayeredFunction {
  readonly events?: readonly object[];
  name?: string;
  description?: string;
  role?: string | object;
}

export class StackPlugin {
  readonly hooks: Readonly<Record<string, () => void>>;
  readonly #serverless: Serverless;
  /** The name of the service in serverless.yml, which is the prefix of all function names. */
  readonly #service: string;
  #rights: readonly GivenRights[] = [];

  constructor(serverless: Serverless) {
    this.#serverless = serverless;
    this.#service = serverless.service.service;
    const { commands, options } = serverless.processedInput;
    const resource = selectedResource(options.param);
    serverless.configSchemaHandler.defineFunctionProperties('aws', selectableSchema);
    serverless.configSchemaHandler.defineCustomProperties({ properties: { headwater: settingsSchema } });
    this.hooks = {
      initialize: () => {
        this.#checkFunctions();
        this.#select();
        this.#giveVariables();
      },
    };
    if (commands[0] === 'offline') return;
    const { stacks } = readGenerated<DeployOrder>(this.#serverless, 'deploy-order.json');
    if (resource !== undefined) this.#rename(resource, stacks);
    this.hooks = {
      initialize: () => {
        this.#checkFunctions();
        this.#select();
        this.#giveVariables();
        this.#giveLayers();
        this.#used().give(serverless.service.functions);
        // The dashboard of the parent shows the functions of all stacks.
        if (resource === undefined) this.#monitor();
        this.#leaveTableOut();
        if (resource !== undefined) this.#toChild(resource, stacks);
        else if (stacks.length > 1) this.#toParent(stacks);
        this.#describe();
        this.#giveRoles(resource);
        this.#dropRemoved();
        this.#checkNames();
        this.#checkAccess(holdersIn(serverless.service));
      },
      // The template is complete, but not saved yet.
      'after:aws:package:finalize:mergeCustomProviderResources': () => {
        const { compiledCloudFormationTemplate: template } = serverless.service.provider;
        if (!template) return;
        this.#checkTemplate(template);
        this.#checkAccess(packagedHolders(template));
        this.#checkPolicies(template);
      },
    };
  }

  /** Checks what serverless.yml changes of functions, whose variables are known now. */
  #checkFunctions(): void {
    const { service, classes } = this.#serverless;
    const generated = readGenerated<FunctionSettings>(this.#serverless, functionsJsonPath);
    const { functions, provider, custom } = service;
    const error =
      olderRuntime({ ...provider }, functions, generated) ??
      longTimeout(functions, { generated, provider: { ...provider } }) ??
      sharedVariable(functions, { generated, settings: { ...custom.headwater } });
    if (error !== undefined) throw new classes.Error(error, 'HEADWATER_OVERRIDE');
  }

  #select(): void {
    const { service, classes } = this.#serverless;
    const error = checkGrants(this.#grants());
    if (error !== undefined) throw new classes.Error(error, 'HEADWATER_GRANT');
    selectFunctions(service.functions, this.#variables(), this.#grants());
    // Null removes a variable.
    const declared = Object.entries(membersOf(service.provider.environment)).filter(
      ([, value]) => value !== null,
    );
    service.provider.environment = {
      ...Object.fromEntries(declared),
      ...flagsOf(service.custom.headwater.flags ?? {}, this.#variables()),
    };
  }

  #giveVariables(): void {
    const { service, classes } = this.#serverless;
    const given = giveVariables(service.functions, {
      byExport: service.custom.headwater.variables ?? {},
      variables: this.#variables(),
      grants: this.#grants(),
      readMetafile: () => readGenerated(this.#serverless, 'metafile.json'),
    });
    if (typeof given === 'string') throw new classes.Error(given, 'HEADWATER_VARIABLE');
    this.#rights = given;
  }

  #used(): UsedResources {
    return new UsedResources(this.#serverless.serviceDir, this.#parent().stage);
  }

  #grants(): Grants {
    return this.#serverless.service.custom.headwater.grants ?? {};
  }

  /** The environment variables of single functions. */
  #variables(): Readonly<Record<string, unknown>> {
    return this.#serverless.service.custom.headwater.when ?? {};
  }

  /** The framework uses the name of the service for the stack, its files in the bucket, and its messages. */
  #rename(resource: string, stacks: readonly Stack[]): void {
    const { service, processedInput, classes } = this.#serverless;
    const names = stacks.flatMap((stack) => stack.resource ?? []);
    // The stack of a deleted resource can still be removed.
    if (!names.includes(resource) && processedInput.commands[0] !== 'remove') {
      const known = names.length > 0 ? choiceOf(names) : 'no resource: there is one stack';
      throw new classes.Error(
        `"--param resource=${resource}" names no stack of this build, which takes ${known}.`,
        'HEADWATER_UNKNOWN_STACK',
      );
    }
    service.service = `${this.#service}-${resource}`;
    service.serviceObject.name = service.service;
  }

  #toParent(stacks: readonly Stack[]): void {
    const { service } = this.#serverless;
    const others = new Set(stacks.flatMap(({ resource, functions }) => (resource ? functions : [])));
    const own = Object.entries(service.functions).filter(([key]) => !others.has(key));
    const ofChildren = Object.entries(service.functions).flatMap(([key, each]) =>
      others.has(key) ? [each] : [],
    );
    service.functions = Object.fromEntries(own);
    const shared = parentOutputs(
      service.provider,
      ofChildren,
      this.#parent(),
      this.#used().references(others),
    );
    const outputs = { ...service.resources?.Outputs, ...shared };
    service.resources = { ...service.resources, Outputs: outputs };
  }

  #toChild(resource: string, stacks: readonly Stack[]): void {
    const { service } = this.#serverless;
    const parent = this.#parent();
    const keys = new Set(stacks.find((stack) => stack.resource === resource)?.functions);
    const own = Object.entries(service.functions).filter(([key]) => keys.has(key));
    // The names are the same as in a single stack, so that the role's rules apply to the log groups.
    const named = own.map(([key, value]) => [
      key,
      { ...childFunction(value, parent), name: `${parent.service}-${parent.stage}-${key}` },
    ]);
    service.functions = Object.fromEntries(named);
    // Other code has references to the object, so it is changed in place.
    const { provider } = service;
    const changed = childProvider(provider, resource, parent);
    Object.assign(provider, changed);
    service.resources = {};
    service.layers = {};
  }

  /** Sets the descriptions. The framework has already resolved variables, so a text that looks like one stays unchanged. */
  #describe(): void {
    const { functions } = this.#serverless.service;
    const descriptions = readGenerated<Readonly<Record<string, string>>>(
      this.#serverless,
      'descriptions.json',
    );
    for (const [key, description] of Object.entries(descriptions)) {
      const described = functions[key];
      if (described) described.description = description;
    }
  }

  /** Gives each function the rights that its bundle needs, unless serverless.yml names a role for it, or for all. */
  #giveRoles(resource: string | undefined): void {
    const { service, classes } = this.#serverless;
    if (hasOwnRole(service.provider)) return;
    const roles = withRights(readGenerated<readonly Role[]>(this.#serverless, rolesPath), this.#rights);
    const named = this.#functions().filter(({ settings }) => settings['role'] === undefined);
    const users = named.map(({ key }) => key);
    for (const { id, functions } of roles)
      for (const key of functions) {
        const own = ownMember(service.functions, key);
        if (own && users.includes(key)) own.role = id;
      }
    const settings = { settings: service.provider, variables: this.#variables() };
    const error = checkServiceActions(roles, users, settings);
    if (error !== undefined) throw new classes.Error(error, 'HEADWATER_GRANT');
    const arnHere = (arn: object) => (resource === undefined ? arn : importOf(arn, this.#parent()));
    const made = roleResources(roles, named, service.provider, {
      deadLettersArn: arnHere(deadLettersArn),
      tableStreamArn: outsideStream(service.custom.headwater) ?? arnHere(tableStreamArn),
      variables: this.#variables(),
      grants: this.#grants(),
      uses: this.#used().context,
      refer: arnHere,
    });
    this.#add(made);
  }

  /** Adds resources and outputs. What the project declares of them wins. */
  #add(made: MadeResources, outputs: ResourceSections['Outputs'] = {}): void {
    const { service, classes } = this.#serverless;
    const { Resources = {}, Outputs = {}, ...others } = service.resources ?? {};
    const error = otherType(made, Resources);
    if (error !== undefined) throw new classes.Error(error, 'HEADWATER_OVERRIDE');
    service.resources = {
      ...others,
      Resources: filled(made, Resources),
      Outputs: filled(outputs, Outputs),
    };
  }

  #dropRemoved(): void {
    const { service } = this.#serverless;
    const sections = Object.entries(service.resources ?? {}).map(([name, section]) => {
      const kept = Object.entries(membersOf(section)).filter(([, value]) => value !== null);
      return [name, Object.fromEntries(kept)];
    });
    service.resources = Object.fromEntries(sections);
  }

  #functions(): NamedFunction[] {
    return Object.entries(this.#serverless.service.functions).map(([key, settings]) => ({
      key,
      name: settings.name ?? '',
      settings: { ...settings },
    }));
  }

  #giveLayers(): void {
    const { service, classes } = this.#serverless;
    const error = giveLayers(service.functions, {
      layers: service.custom.headwater.layers ?? {},
      shared: Array.isArray(service.provider.layers) ? service.provider.layers : [],
      readMetafile: () => readGenerated(this.#serverless, 'metafile.json'),
    });
    if (error !== undefined) throw new classes.Error(error, 'HEADWATER_LAYER');
  }

  #leaveTableOut(): void {
    const { service, classes } = this.#serverless;
    const error = leaveTableOut(service, service.custom.headwater);
    if (error !== undefined) throw new classes.Error(error, 'HEADWATER_TABLE_STREAM');
  }

  #monitor(): void {
    const { service } = this.#serverless;
    const { resources, provider } = service;
    const { environment, httpApi } = provider;
    const made = monitoringResources({
      prefix: `${this.#service}-${this.#parent().stage}`,
      functions: this.#functions(),
      roles: readGenerated<readonly Role[]>(this.#serverless, rolesPath),
      resources: { ...resources?.Resources },
      apiId: httpApi?.id,
      tableName: membersOf(environment)['TABLE_NAME'],
      metricNamespace: service.custom.headwater.metricNamespace,
    });
    this.#add(made, { ...tableOutputs(environment), ...topicOutput({ ...resources?.Resources }) });
  }

  /** Checks names for the actual stage. The build checks them for the default stage only, and osls not at all. */
  #checkNames(): void {
    const { service, classes } = this.#serverless;
    const error = longName(service.functions);
    if (error !== undefined) throw new classes.Error(error, 'HEADWATER_FUNCTION_NAME');
  }

  #checkAccess(holders: readonly AccessHolder[]): void {
    const { processedInput, classes } = this.#serverless;
    if (!['package', 'deploy'].includes(processedInput.commands[0] ?? '')) return;
    const built = readGenerated<ServiceAccess>(this.#serverless, accessJsonPath);
    const error = checkAccess(holders, built, this.#parent().stage);
    if (error) throw new classes.Error(error.message, error.code);
  }

  #checkTemplate(template: FunctionTemplate): void {
    const error = checkTemplate(template);
    if (error !== undefined) throw new this.#serverless.classes.Error(error, 'HEADWATER_TEMPLATE');
  }

  #checkPolicies(template: FunctionTemplate): void {
    const { service, classes } = this.#serverless;
    const role = service.provider.iam?.['role'];
    const error = checkPolicies(isObject(role) ? role['statements'] : undefined, template);
    if (error !== undefined) throw new classes.Error(error, 'HEADWATER_POLICY');
  }

  #parent(): Parent {
    return { service: this.#service, stage: this.#serverless.getProvider('aws').getStage() };
  }
}
