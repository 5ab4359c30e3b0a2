/** The body of an operation: JSON, as a whole or member by member, beside it texts for the handler, or a form. */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { BodyPlan, Method, RuntimeBody } from '../../../shared/plan/operation-plan.ts';
import type { SourceNode } from '../../source/source-node.ts';
import { maxFormBytes, maxJsonBytes, warnOfDropped } from '../common/body.ts';
import { readMaxBytes } from '../common/extensions.ts';
import type { ReadParameter } from '../common/parameters.ts';
import { type MediaTypes, mediaTypesOfForm, readTextTypes } from './media-types.ts';
import { objectOf } from './properties.ts';

type Part<Kind> = ReadParameter & { readonly kind: Kind };

/** @param node the operation. @param consumes its media types. */
export function readBody(
  node: SourceNode,
  parameters: readonly ReadParameter[],
  method: Method | undefined,
  consumes: MediaTypes,
): BodyPlan | undefined {
  const body = parameters.filter((parameter) => parameter.kind === 'body');
  const form = parameters.filter((parameter) => parameter.kind === 'form');
  const [first] = [...body, ...form];
  const textTypes = readTextTypes(node, body.length > 0);
  if (!first) return undefined;
  warnOfDropped(first.node, method);
  if (body[0] && form[0]) {
    form[0].node.report('E-BODY', 'form parameters and a body parameter', 'one of the two');
  }
  const acceptsGzip = node.flag('x-gzip') || undefined;
  const maxBytes = readMaxBytes(node) ?? maxJsonBytes;
  const json = textTypes ? [...new Set([...consumes.json, ...textTypes])] : consumes.json;
  return body[0]
    ? readJsonBody(body, { maxBytes, mediaTypes: json, ...omitUndefined({ textTypes, acceptsGzip }) })
    : readForm(form, consumes);
}

function readJsonBody(
  parts: readonly Part<'body'>[],
  runtime: Omit<RuntimeBody, 'required'>,
): BodyPlan | undefined {
  const runtimeBody = (required: boolean) => ({ required, ...runtime });
  const whole = parts.find(({ plan }) => plan.name === undefined);
  const [first, second] = parts;
  if (whole && second) {
    const other = parts.find((part) => part !== whole) ?? whole;
    const accepted = 'one body parameter without a name or named "body", or several that name its members';
    other.node.report('E-BODY', 'a second body parameter beside the whole body', accepted);
  }
  if (!first) return undefined;
  if (whole) {
    const { required, name: _, ...plan } = whole.plan;
    return { runtime: runtimeBody(required), ...plan };
  }
  // Every part has a name.
  const members = parts.map(({ plan: { name = '', ...plan } }) => ({ name, ...plan }));
  return { runtime: runtimeBody(members.some(({ required }) => required)), schema: objectOf(members) };
}

/** A form itself is never required; its fields may be. */
function readForm(parts: readonly Part<'form'>[], consumes: MediaTypes): BodyPlan {
  const fields = parts.map(({ plan }) => plan);
  const file = parts.find(({ plan }) => plan.runtime.isFile);
  const members = fields.map(({ runtime: { name, required, defaultValue }, ...plan }) => {
    return { ...plan, name, required: required || defaultValue !== undefined };
  });
  return {
    runtime: {
      required: false,
      maxBytes: maxFormBytes,
      mediaTypes: mediaTypesOfForm(consumes, file?.node),
      fields: fields.map(({ runtime }) => runtime),
    },
    schema: objectOf(members),
    fields,
  };
}
