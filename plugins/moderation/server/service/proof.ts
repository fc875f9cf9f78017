/** Proof of work against floods of sign-ups, each good for one sign-up here. */
import { type Ctx, newProofChallenge, PROOF_MINUTES, solvedProof } from '@atrium/sdk/server'
import contract, { type Challenge } from '../../contract.ts'

const PURPOSE = 'proof'

/** @returns null where no proof is asked for */
export async function newChallenge(ctx: Ctx): Promise<Challenge | null> {
  return ctx.settings(contract).proof_enabled ? newProofChallenge(ctx, PURPOSE) : null
}

/** The answer of the point `auth.admission` at sign-up. What was solved is spent with the write that it is asked in. */
export async function refusalWithout(ctx: Ctx, proof: string | undefined): Promise<string | null> {
  if (!ctx.settings(contract).proof_enabled) return null
  if (!proof) return ctx.t('proof.needed')
  const nonce = await solvedProof(ctx, PURPOSE, proof)
  if (nonce === null) return ctx.t('proof.refused')
  const [spent] = await ctx.sql(
    `insert into moderation.spent_proof (community_id, nonce, expires_at) values ($1, $2, $3)
     on conflict (community_id, nonce) do nothing returning id`,
    [nonce, new Date(ctx.now().getTime() + PROOF_MINUTES * 60_000)],
  )
  return spent ? null : ctx.t('proof.refused')
}

export const forgetSpent = (ctx: Ctx) => ctx.sql('delete from moderation.spent_proof where community_id = $1 and expires_at < $2', [ctx.now()])
