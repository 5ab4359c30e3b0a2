import { createHmac, timingSafeEqual } from 'node:crypto';

/** A link that shows the state of one order to whoever has it. */
export interface Link {
  readonly tenant: string;
  readonly id: string;
}

/** @example tokenOf({ tenant: 'acme', id: '6b…' }, secret) // 'acme.6b….V3x…' */
export function tokenOf({ tenant, id }: Link, secret: string): string {
  return `${tenant}.${id}.${signatureOf(`${tenant}.${id}`, secret)}`;
}

/** @returns undefined unless the token was made with the secret. */
export function linkOf(token: string, secret: string): Link | undefined {
  const [tenant = '', id = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature);
  const made = Buffer.from(signatureOf(`${tenant}.${id}`, secret));
  return given.length === made.length && timingSafeEqual(given, made) ? { tenant, id } : undefined;
}

function signatureOf(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}
