/** What browsers do with a challenge of `altcha`. */
import type { ProofChallenge } from './proof.ts'

/**
 * Solves it as altcha's own widget would; WebCrypto works beside the page, so nothing stands still meanwhile. It is also sent as text to
 * pages without the shell, so it knows nothing but its arguments.
 * @returns what the calls take as `proof` @throws Error where the browser has no WebCrypto, as on a page without https
 */
export async function solveProof(challenge: ProofChallenge, signal?: AbortSignal): Promise<string> {
  const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const hexOf = (bytes: ArrayBuffer) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
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
  // tries under way at once
  const abreast = 4
  for (let counter = 0; ; counter += abreast) {
    signal?.throwIfAborted()
    const keys = await Promise.all(Array.from({ length: abreast }, (_, i) => derive(counter + i)))
    const fits = keys.findIndex((key) => key.startsWith(keyPrefix))
    if (fits >= 0) return btoa(JSON.stringify({ challenge, solution: { counter: counter + fits, derivedKey: keys[fits] } }))
  }
}
