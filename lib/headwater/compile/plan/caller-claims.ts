/** `x-claims` and `x-tenant` of the listing: what every caller is known by. */

import { isObject } from '../../shared/json/is-object.ts';
import { omitUndefined } from '../../shared/json/omit.ts';
import { ownMember } from '../../shared/json/own-member.ts';
import { callerOwnerPattern, callerOwnerRule } from '../../shared/owner.ts';
import type { CallerClaimsPlan } from '../../shared/plan/caller-claims.ts';
import type { Schema } from '../../shared/plan/schema.ts';
import { wrongClaims } from '../read/common/checked-values.ts';
import type { ReadContext } from '../read/common/read-context.ts';
import { readShape } from '../read/swagger1/data-type.ts';
import { ModelNames, SharedModels } from '../read/swagger1/model-names.ts';
import { quote, type SourceNode } from '../source/source-node.ts';

const claimsMember = 'x-claims';
const tenantMember = 'x-tenant';
const exampleMember = 'x-example';

/** @returns undefined if the listing declares none. */
export function readCallerClaims(listing: SourceNode, context: ReadContext): CallerClaimsPlan | undefined {
  const declared = listing.member(claimsMember);
  const tenantNode = listing.member(tenantMember);
  if (!declared) {
    tenantNode?.report('E-CLAIM', `a tenant without ${quote(claimsMember)}`, missingClaims(tenantNode));
    return undefined;
  }
  if (!declared.expect('object')) return undefined;
  const { properties = {}, ...shape } = readClaims(declared, context);
  const tenant = tenantNode && readTenant(tenantNode, properties);
  const owned = tenant === undefined ? {} : { [tenant]: tenantSchema(properties[tenant]) };
  const schema = { ...shape, properties: { ...properties, ...owned } };
  return {
    runtime: {
      names: Object.keys(properties),
      examples: readExamples(declared, schema),
      ...omitUndefined({ tenant }),
    },
    schema,
  };
}

/** The claims that functions would refuse, each with what the listing declares of it. Names that it does not declare are not checked. */
export function refusedClaims(
  claims: Readonly<Record<string, unknown>>,
  { properties = {} }: Schema,
): string[] {
  const values = Object.entries(claims).map(([name, value]) => ({
    name,
    value,
    schema: ownMember(properties, name) ?? {},
    use: 'model' as const,
  }));
  return wrongClaims(values, new Map()).map(
    ([{ name, schema }]) => `the claim ${quote(name)} is declared as ${JSON.stringify(schema)}`,
  );
}

function missingClaims(tenant: SourceNode): string {
  const name = typeof tenant.value === 'string' ? tenant.value : 'org_id';
  return `"${claimsMember}": { ${quote(name)}: { "type": "string" } } beside it`;
}

/** Claims are declared as the properties of a model, and refer to none. */
function readClaims(declared: SourceNode, context: ReadContext): Schema {
  const { report } = context;
  const withoutExamples = declared.with({
    value: Object.fromEntries(
      declared.members().map(([name, node]) => [name, omitMember(node, exampleMember)]),
    ),
  });
  const holder = withoutExamples.root().with({
    value: { [claimsMember]: withoutExamples.value },
    misspelt: new Map([['properties', claimsMember]]),
  });
  const models = new ModelNames(holder, [], new SharedModels([]), report);
  // A token has at most 8,192 characters, so the texts in it are bounded.
  const shape = readShape(holder, { ...context, models, isBounded: true });
  return { ...shape, additionalProperties: {} };
}

function omitMember(node: SourceNode, name: string): unknown {
  if (!isObject(node.value)) return node.value;
  return Object.fromEntries(
    node.members().flatMap(([key, { value }]) => (key === name ? [] : [[key, value]])),
  );
}

/** The tenant is a part of keys, as an owner is. */
function tenantSchema(schema: Schema = {}): Schema {
  return {
    allOf: [schema, { type: 'string', pattern: callerOwnerPattern.source, 'x-message': callerOwnerRule }],
  };
}

function readTenant(node: SourceNode, properties: Readonly<Record<string, Schema>>): string | undefined {
  const texts = Object.keys(properties).filter((name) => properties[name]?.type === 'string');
  const accepted = `a claim of ${quote(claimsMember)} of type string${texts.length > 0 ? `: ${texts.map(quote).join(', ')}` : ''}`;
  return node.knownName(texts, 'E-CLAIM', 'the tenant', accepted);
}

/** Where nobody needs a credential, callers have the examples: so a required claim needs one. */
function readExamples(
  declared: SourceNode,
  { properties = {}, required = [] }: Schema,
): Record<string, unknown> {
  const nodes = declared.members().flatMap(([name, claim]) => {
    const schema = ownMember(properties, name);
    const node = claim.member(exampleMember);
    if (schema && !node && required.includes(name)) {
      const accepted = `"${exampleMember}": a value for callers without a credential, as under npm start`;
      claim.report('E-CLAIM', `the required claim ${quote(name)} without an example`, accepted);
    }
    return schema && node ? [{ name, node, value: node.value, schema, use: 'model' as const }] : [];
  });
  for (const [{ name, node }, keyword] of wrongClaims(nodes, new Map())) {
    const found = `${quote(node.value)}, which does not satisfy ${quote(keyword)}`;
    node.report('E-EXAMPLE', found, `a value of the claim ${quote(name)}`);
  }
  return Object.fromEntries(nodes.map(({ name, value }) => [name, value]));
}
