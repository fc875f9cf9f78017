/** Passwords and tokens: how they are made, and the only forms in which they are stored. */
import { createHash, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** OWASP's least for argon2id (the default algorithm): 19 MiB, two passes, one lane. */
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** The same letters typed on another system may be composed otherwise. */
const normal = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => hash(normal(password), ARGON)

let dummy: Promise<string> | undefined
/** Takes the same time whether there is an account, a password, or neither. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await (dummy ??= hashPassword(randomBytes(16).toString('hex')))), normal(password))
  return fits && stored != null
}

/** What the database keeps of a token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
/** 256 random bits for a cookie, a link or a header. */
export function newToken(prefix = ''): { token: string; hash: Buffer } {
  const token = prefix + randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}
