/** Functions that only some stages have. */

export interface SelectableFunction {
  environment?: unknown;
  /** The variable without which it is not deployed. */
  when?: string;
}

/** For osls, which knows no such member. */
export const selectableSchema = { properties: { when: { type: 'string' } } };

/**
 * Deletes functions whose variable has no value. The others get it, and no other function has it.
 *
 * @param functions by key: those of osls, to which other code keeps references.
 */
export function selectFunctions(
  functions: Record<string, SelectableFunction>,
  variables: Readonly<Record<string, unknown>>,
): void {
  for (const [key, settings] of Object.entries(functions)) {
    const { when } = settings;
    if (when === undefined) continue;
    const value = variables[when];
    if (value === undefined || value === null || value === '') delete functions[key];
    else settings.environment = { ...Object(settings.environment), [when]: value };
    delete settings.when;
  }
}
