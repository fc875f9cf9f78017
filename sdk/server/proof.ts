/** Proof of work against floods of what strangers send: a sum that a browser needs a moment for, good for one try here. */
import { randomBytes } from 'node:crypto'
import type { Challenge, Payload } from 'altcha-lib'
import type { Ctx } from './ctx.ts'

/** Loaded with the first use: nobody waits for it at the start. */
const library = async () => {
  const [{ createChallenge, verifySolution }, { deriveKey }] = await Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/pbkdf2')])
  return { createChallenge, verifySolution, deriveKey }
}

const ALGORITHM = 'PBKDF2/SHA-256'
/** One try in 256 fits, each with so many rounds: about a second of a browser, milliseconds of ours to check. */
const PREFIX = '00'
const ROUNDS = 5_000
/** For filling in a form slowly. After that nobody can use a proof again, so what was spent may be forgotten. */
export const PROOF_MINUTES = 60

/** A challenge of `altcha` for one purpose in this community. @param purpose without a colon: `sign_up`, `form-12` */
export async function newProofChallenge(ctx: Ctx, purpose: string): Promise<Challenge> {
  const { createChallenge, deriveKey } = await library()
  const secret = randomBytes(32).toString('base64')
  return createChallenge({
    ...{ algorithm: ALGORITHM, cost: ROUNDS, keyPrefix: PREFIX, deriveKey, hmacSignatureSecret: secret },
    expiresAt: new Date(ctx.now().getTime() + PROOF_MINUTES * 60_000),
    // what signs it comes along sealed, so nothing is kept of those that nobody solves
    data: { key: ctx.seal(`${purpose}:${ctx.community.id}:${secret}`) },
  })
}

/**
 * Checks what a browser has solved. The caller keeps the name with a unique key, in the write that it is asked in, so that each is good once.
 * @returns what names the challenge, or null for a proof that is forged, changed, too old, another purpose's or another community's
 */
export async function solvedProof(ctx: Ctx, purpose: string, proof: string): Promise<string | null> {
  const { verifySolution, deriveKey } = await library()
  try {
    const { challenge, solution } = JSON.parse(Buffer.from(proof, 'base64').toString('utf8')) as Payload
    const [word, communityId, secret] = ctx.unseal(String(challenge.parameters.data!['key'])).split(':')
    if (word !== purpose || Number(communityId) !== ctx.community.id || !secret) return null
    if (!(challenge.parameters.expiresAt! * 1000 > ctx.now().getTime())) return null
    const { verified } = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: secret })
    return verified ? challenge.parameters.nonce : null
  } catch {
    return null
  }
}
