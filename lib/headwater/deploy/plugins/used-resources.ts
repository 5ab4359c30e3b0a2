/** What the functions of a stage use of AWS: their variables, and what their roles refer to. */

import { type AwsUses, readAwsUses } from '../../compile/aws/resources/aws-uses.ts';
import {
  statementsOfUse,
  type UseContext,
  variablesOfUses,
} from '../../compile/aws/resources/use-references.ts';
import { isObject, membersOf } from '../../shared/json/is-object.ts';
import { ownMember } from '../../shared/json/own-member.ts';

interface UsingFunction {
  environment?: unknown;
}

export class UsedResources {
  readonly context: UseContext;
  readonly #uses: AwsUses['uses'];

  constructor(projectFolder: string, stage: string) {
    const { settings, uses } = readAwsUses(projectFolder);
    this.context = { settings, stage };
    this.#uses = uses;
  }

  /**
   * Gives each function its variables; no other function has them. What serverless.yml declares for a function wins.
   *
   * @param functions by key; other code of osls keeps references to the object.
   */
  give(functions: Readonly<Record<string, UsingFunction>>): void {
    for (const [key, used] of Object.entries(this.#uses)) {
      const settings = ownMember(functions, key);
      if (settings)
        settings.environment = { ...variablesOfUses(used, this.context), ...membersOf(settings.environment) };
    }
  }

  /** What the roles of these functions refer to in the template. */
  references(keys: ReadonlySet<string>): object[] {
    const used = Object.entries(this.#uses).flatMap(([key, each]) => (keys.has(key) ? each : []));
    const statements = used.flatMap((use) => statementsOfUse(use, this.context, ''));
    return statements.map(({ resource }) => resource).filter(isObject);
  }
}
