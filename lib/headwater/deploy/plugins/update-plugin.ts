/**
 * A part of the plugin `headwater/serverless`: changes in the account. A deployment updates
 * only functions whose code or settings have changed, and takes over a table that an
 * earlier stack has left behind. A stack is not removed before the stacks that import from
 * it. AWS clients are loaded on demand, since every command loads the plugin.
 */

import { resolve } from 'node:path';
import { parentStackName, selectedResource } from '../../compile/aws/child-stack.ts';
import {
  archiveFolder,
  archiveName,
  archivePaths,
  type CodeTemplate,
  nameByContent,
} from '../../compile/aws/functions/archive-names.ts';
import { ownMember } from '../../shared/json/own-member.ts';
import type { RollbackSettings } from '../deployed-stack.ts';

/** The parts of the framework that the plugin uses. It has no typings. */
interface Serverless {
  readonly serviceDir: string;
  readonly service: {
    readonly service: string;
    readonly functions: Parameters<typeof archivePaths>[0] &
      Readonly<Record<string, { role?: string | object }>>;
    readonly provider: { readonly compiledCloudFormationTemplate?: CodeTemplate };
    readonly custom: { readonly headwater: { readonly rollback?: RollbackSettings } };
  };
  readonly classes: { readonly Error: new (message: string, code: string) => Error };
  readonly pluginManager: { readonly plugins: readonly object[] };
  getProvider(name: 'aws'): AwsProvider;
}

interface AwsProvider {
  readonly naming: { getStackName(): string };
  getStage(): string;
  getDeploymentPrefix(): string;
  getAwsSdkV3Config(): Promise<object>;
}

interface CommandOptions {
  force?: boolean;
  readonly function?: string;
  readonly package?: string;
  readonly param?: string | readonly string[];
}

interface Upload {
  readonly filename: string;
  readonly s3KeyDirname: string;
  readonly basename?: string;
}

/** The framework's own plugin. Its methods are members of the object. */
interface AwsDeploy {
  readonly bucketName: string;
  uploadZipFile(upload: Upload): Promise<unknown>;
  getCreateChangeSetParams(input: object): object;
  getObjectsToRemove(): Promise<{ readonly Key: string }[]>;
}

export class UpdatePlugin {
  readonly hooks: Readonly<Record<string, () => void | Promise<void>>>;
  readonly #serverless: Serverless;
  /** Undefined for the parent. */
  readonly #resource: string | undefined;
  /** Where the framework leaves the archives that it makes itself. */
  readonly #packageFolder: string;

  constructor(serverless: Serverless, options: CommandOptions) {
    this.#serverless = serverless;
    this.#resource = selectedResource(options.param);
    this.#packageFolder = options.package ?? '.serverless';
    this.hooks = {
      // The template is complete, but not saved yet.
      'after:aws:package:finalize:mergeCustomProviderResources': () => this.#nameArchives(),
      'before:aws:deploy:deploy:createStack': async () => {
        await this.#checkTable();
        // Only CloudFormation knows what has changed: the framework compares with the newest files of the bucket, which
        // are not in use after a rollback.
        options.force = true;
        this.#changeDeploy(await this.#rollback());
      },
      // The stack and its bucket exist, and the stack is as it was before.
      'before:aws:deploy:deploy:uploadArtifacts': () => this.#keepLive(),
      'before:deploy:function:initialize': () => this.#refuseSingle(options.function ?? ''),
      'before:remove:remove': () => this.#checkImports(),
    };
  }

  async #nameArchives(): Promise<void> {
    const { provider } = this.#serverless.service;
    const template = provider.compiledCloudFormationTemplate;
    if (template) await nameByContent(template, this.#archives(), this.#archiveFolder());
  }

  async #rollback(): Promise<object | undefined> {
    const provider = this.#serverless.getProvider('aws');
    const settings = this.#serverless.service.custom.headwater.rollback;
    if (!settings) return undefined;
    const { rollbackConfiguration } = await import('../deployed-stack.ts');
    const own = provider.naming.getStackName();
    // The API and its alarms belong to the parent.
    const parent =
      this.#resource === undefined ? own : parentStackName(own, this.#resource, provider.getStage());
    return rollbackConfiguration(await provider.getAwsSdkV3Config(), parent, settings);
  }

  async #checkTable(): Promise<void> {
    const { classes, service } = this.#serverless;
    const provider = this.#serverless.getProvider('aws');
    const { replacedTable } = await import('../deployed-stack.ts');
    const stack = provider.naming.getStackName();
    const { Resources = {} } = service.provider.compiledCloudFormationTemplate ?? {};
    const replaced = await replacedTable(await provider.getAwsSdkV3Config(), stack, Resources);
    if (replaced === undefined) return;
    throw new classes.Error(
      `The stack "${stack}" has the table "${replaced}", and a table of another name in its place would be a new, empty one. A table that exists is not part of the stack: set its tableStream, too (docs/operations.md#restore of the package headwater).`,
      'HEADWATER_TABLE_CHANGE',
    );
  }

  /** @param RollbackConfiguration If undefined, the configuration in serverless.yml applies. */
  #changeDeploy(RollbackConfiguration: object | undefined): void {
    const deploy = this.#serverless.pluginManager.plugins.find(isDeploy);
    if (!deploy) return;
    const { uploadZipFile, getCreateChangeSetParams } = deploy;
    const archives = new Set(this.#archives().values());
    deploy.uploadZipFile = async (upload) => {
      const isArchive = archives.has(resolve(this.#serverless.serviceDir, upload.filename));
      const s3KeyDirname = this.#archiveFolder();
      const named = isArchive
        ? { ...upload, s3KeyDirname, basename: await archiveName(upload.filename) }
        : upload;
      return uploadZipFile.call(deploy, named);
    };
    // CloudFormation takes over named resources that are never deleted, such as the table.
    deploy.getCreateChangeSetParams = (input) => ({
      ...getCreateChangeSetParams.call(deploy, input),
      ...(RollbackConfiguration ? { RollbackConfiguration } : {}),
      ImportExistingResources: true,
    });
  }

  /**
   * The deployment to go back to stays in the bucket: the framework keeps the newest ones, and those may all have failed. Of
   * the archives, those stay that a kept deployment needs.
   */
  async #keepLive(): Promise<void> {
    const deploy = this.#serverless.pluginManager.plugins.find(isDeploy);
    if (!deploy) return;
    const { getObjectsToRemove } = deploy;
    const provider = this.#serverless.getProvider('aws');
    const config = await provider.getAwsSdkV3Config();
    const place = { bucket: deploy.bucketName, folder: this.#stackFolder() };
    const { findLiveDeployment } = await import('../live-deployment.ts');
    const stack = provider.naming.getStackName();
    const { timestamp } = await findLiveDeployment({ stack, ...place }, config);
    const isLive = (key: string) =>
      timestamp !== undefined && key.startsWith(`${place.folder}/${timestamp}-`);
    deploy.getObjectsToRemove = async () => {
      const { unneededArchives } = await import('./bucket.ts');
      const old = (await getObjectsToRemove.call(deploy)).filter(({ Key }) => !isLive(Key));
      const unneeded = await unneededArchives(config, place, new Set(old.map(({ Key }) => Key)));
      return [...old, ...unneeded.map((Key) => ({ Key }))];
    };
  }

  /** Refuses `deploy function`: the framework would upload the code, and then fail on a role without a name of its own. */
  #refuseSingle(name: string): void {
    const { service, classes } = this.#serverless;
    const { role } = ownMember(service.functions, name) ?? {};
    if (typeof role !== 'string' || role.includes(':')) return;
    throw new classes.Error(
      `"serverless deploy function" does not work with the roles of the build, such as that of ${name}. Run "npx serverless deploy": it updates only the functions that have changed.`,
      'HEADWATER_DEPLOY_FUNCTION',
    );
  }

  /** Refuses to remove a stack with importers: the framework would empty the bucket first, and then fail. */
  async #checkImports(): Promise<void> {
    const { importingStacks } = await import('../deployed-stack.ts');
    const { classes } = this.#serverless;
    const provider = this.#serverless.getProvider('aws');
    const stack = provider.naming.getStackName();
    const others = await importingStacks(await provider.getAwsSdkV3Config(), stack);
    if (others.length === 0) return;
    throw new classes.Error(
      `The stack "${stack}" cannot be removed before those that use its API: ${others.join(', ')}. Remove them first, with "--param resource=NAME".`,
      'HEADWATER_IMPORTED_STACK',
    );
  }

  #archives(): ReadonlyMap<string, string> {
    const { service, serviceDir } = this.#serverless;
    return archivePaths(service.functions, serviceDir, this.#packageFolder);
  }

  #archiveFolder(): string {
    return `${this.#stackFolder()}/${archiveFolder}`;
  }

  #stackFolder(): string {
    const provider = this.#serverless.getProvider('aws');
    const { service } = this.#serverless.service;
    return [provider.getDeploymentPrefix(), service, provider.getStage()].join('/');
  }
}

function isDeploy(plugin: object): plugin is AwsDeploy {
  return 'uploadZipFile' in plugin && 'getObjectsToRemove' in plugin;
}
