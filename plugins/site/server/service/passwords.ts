/** Passwords of pages: kept as what scrypt makes of them and a salt. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const BYTES = 32
const stretch = promisify(scrypt) as (password: string, salt: Buffer, bytes: number) => Promise<Buffer>

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return [salt, await stretch(password.normalize('NFC'), salt, BYTES)].map((bytes) => bytes.toString('base64url')).join('.')
}
/** Takes as long wherever the two differ. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [salt, known] = hash.split('.').map((text) => Buffer.from(text, 'base64url'))
  return timingSafeEqual(await stretch(password.normalize('NFC'), salt!, BYTES), known!)
}
