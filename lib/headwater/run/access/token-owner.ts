import { createHash } from 'node:crypto';

/**
 * A hash of issuer and subject, since two issuers may have the same subject for two people. 96 bits distinguish a billion
 * people, and each character more would cost 0.1 read units per list (docs/headwater/storage.md).
 */
export function ownerOf(issuer: string, subject: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('base64url');
  return hash.slice(0, 16);
}

/** Whether a token can have the owner. A customer who chooses the name of a tenant can choose the hash of another user. */
export function mayBeOfToken(owner: string): boolean {
  return /^[A-Za-z0-9_-]{16}$/.test(owner);
}
