/** Proof of work against floods of sign-ups: a sum that a browser needs a moment for, good for one sign-up here. */
import { randomBytes } from 'node:crypto'
import type { Ctx } from '@atrium/sdk/server'
import type { Challenge, Payload } from 'altcha-lib'
import contract from '../../contract.ts'

/** Loaded with the first use: off by default, nobody waits for it at the start. */
const library = async () => {
  const [{ createChallenge, verifySolution }, { deriveKey }] = await Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/pbkdf2')])
  return { createChallenge, verifySolution, deriveKey }
}

export const ALGORITHM = 'PBKDF2/SHA-256'
/** One try in 256 fits, each with so many rounds: about a second of a browser, milliseconds of ours to check. */
const PREFIX = '00'
const ROUNDS = 5_000
/** For filling in a form slowly. */
const LASTS_MINUTES = 60

/** @returns null where no proof is asked for */
export async function newChallenge(ctx: Ctx): Promise<Challenge | null> {
  if (!ctx.settings(contract).proof_enabled) return null
  const { createChallenge, deriveKey } = await library()
  const secret = randomBytes(32).toString('base64')
  return createChallenge({
    ...{ algorithm: ALGORITHM, cost: ROUNDS, keyPrefix: PREFIX, deriveKey, hmacSignatureSecret: secret },
    expiresAt: new Date(ctx.now().getTime() + LASTS_MINUTES * 60_000),
    // what signs it comes along sealed, so nothing is kept of those that nobody solves
    data: { key: ctx.seal(`proof:${ctx.community.id}:${secret}`) },
  })
}

/** The answer of the point `auth.admission` at sign-up. What was solved is spent with the write that it is asked in. */
export async function refusalWithout(ctx: Ctx, proof: string | undefined): Promise<string | null> {
  if (!ctx.settings(contract).proof_enabled) return null
  if (!proof) return ctx.t('proof.needed')
  const nonce = await solved(ctx, proof)
  if (nonce === null) return ctx.t('proof.refused')
  const [spent] = await ctx.sql(
    `insert into moderation.spent_proof (community_id, nonce, expires_at) values ($1, $2, $3)
     on conflict (community_id, nonce) do nothing returning id`,
    [nonce, new Date(ctx.now().getTime() + LASTS_MINUTES * 60_000)],
  )
  return spent ? null : ctx.t('proof.refused')
}

/** @returns what names the challenge, or null for a proof that is forged, changed, too old or another community's */
async function solved(ctx: Ctx, proof: string): Promise<string | null> {
  const { verifySolution, deriveKey } = await library()
  try {
    const { challenge, solution } = JSON.parse(Buffer.from(proof, 'base64').toString('utf8')) as Payload
    const [word, communityId, secret] = ctx.unseal(String(challenge.parameters.data!['key'])).split(':')
    if (word !== 'proof' || Number(communityId) !== ctx.community.id || !secret) return null
    if (!(challenge.parameters.expiresAt! * 1000 > ctx.now().getTime())) return null
    const { verified } = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: secret })
    return verified ? challenge.parameters.nonce : null
  } catch {
    return null
  }
}

export const forgetSpent = (ctx: Ctx) => ctx.sql('delete from moderation.spent_proof where community_id = $1 and expires_at < $2', [ctx.now()])
