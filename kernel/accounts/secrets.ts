/** Passwords, tokens and sealed texts: how they are made, and the only forms in which they are stored. */
import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes } from 'node:crypto'
import { hash as argon2, verify } from '@node-rs/argon2'

/** OWASP's least for argon2id (the default algorithm): 19 MiB, two passes, one lane. */
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Unicode has several codings of the same letters, and systems differ in which they send; passwords are compared in one of them. */
const normal = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => argon2(normal(password), ARGON)

let dummy: Promise<string> | undefined
/** Checks a password. Takes the same time whether there is an account, a password, or neither, so that time tells nothing about it. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await (dummy ??= hashPassword(randomBytes(16).toString('hex')))), normal(password))
  return fits && stored != null
}

/** What the database keeps of a token. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
/** 256 random bits for a cookie, a link or a header. */
export function newToken(prefix = ''): { token: string; hash: Buffer } {
  const token = prefix + randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/**
 * Keeps what must be read again, and marks what is too short for a plain hash, under keys of this installation.
 * @param former secrets whose seals still open, and whose marks still hold
 */
export function createSeals(secret: Buffer, former: Buffer[] = []) {
  const derive = (purpose: string) => [secret, ...former].map((secret) => createHmac('sha256', secret).update(`accounts.${purpose}`).digest())
  const [sealing, marking] = [derive('seal'), derive('mark')]
  const mark = (text: string, key = marking[0]!): Buffer => createHmac('sha256', key).update(text).digest()
  function openWith(key: Buffer, sealed: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAuthTag(sealed.subarray(12, 28))
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
  }
  return {
    seal(text: string): Buffer {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealing[0]!, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    /** @throws Error when it was sealed under another secret, or changed */
    open(sealed: Buffer): string {
      for (const key of sealing.slice(1))
        try {
          return openWith(key, sealed)
        } catch {}
      return openWith(sealing[0]!, sealed)
    },
    /** A keyed hash: worthless to somebody who has the database alone. */
    mark: (text: string): Buffer => mark(text),
    /** What it may have been marked with. */
    marks: (text: string): Buffer[] => marking.map((key) => mark(text, key)),
  }
}
export type Seals = ReturnType<typeof createSeals>
