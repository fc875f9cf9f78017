/** Solves a challenge of `altcha` as its own widget would; WebCrypto works beside the page, so nothing stands still meanwhile. */
import type { Challenge } from '../../contract.ts'

/** Tries under way at once. */
const ABREAST = 4

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const hexOf = (bytes: ArrayBuffer) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** @returns what the call of the sign-up takes @throws Error where the browser has no WebCrypto, as on a page without https */
export async function solve(challenge: Challenge, signal: AbortSignal): Promise<string> {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters
  const begin = bytesOf(nonce)
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: cost }
  async function derive(counter: number): Promise<string> {
    const password = new Uint8Array(begin.length + 4)
    password.set(begin)
    new DataView(password.buffer).setUint32(begin.length, counter)
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    return hexOf(await crypto.subtle.deriveBits(how, key, keyLength * 8))
  }
  for (let counter = 0; ; counter += ABREAST) {
    signal.throwIfAborted()
    const keys = await Promise.all(Array.from({ length: ABREAST }, (_, i) => derive(counter + i)))
    const fits = keys.findIndex((key) => key.startsWith(keyPrefix))
    if (fits >= 0) return btoa(JSON.stringify({ challenge, solution: { counter: counter + fits, derivedKey: keys[fits] } }))
  }
}
