/** Secrets that links carry: a table keeps the hash alone, so that whoever reads its rows opens nothing. */
import { createHash, randomBytes } from 'node:crypto'

/** SHA-256 as base64url, 43 characters: a random token needs no slow hash. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** A token of 192 random bits (32 characters that stand in any address), and its hash for the table. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(24).toString('base64url')
  return { token, hash: hashToken(token) }
}
