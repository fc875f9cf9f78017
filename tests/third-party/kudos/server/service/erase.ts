/** A member deleted their account: what counted for them alone goes, and their name goes from thanks of others. What they said stays under no name. */
import type { Ctx, ErasedMember } from '@atrium/sdk/server'
import { Allowance, Kudo, Ranking } from '../entities.ts'
import { index } from './kudos.ts'

export async function erase(ctx: Ctx, { memberId, names, formerName }: ErasedMember): Promise<void> {
  await ctx.em.nativeDelete(Allowance, { memberId })
  await ctx.em.nativeDelete(Ranking, { memberId })
  for (const kudo of await ctx.em.find(Kudo, { receiverMemberId: memberId })) {
    const text = names.filter(Boolean).reduce((said, name) => said.replaceAll(name, formerName), kudo.text)
    if (text === kudo.text) continue
    kudo.text = text
    await index(ctx, kudo)
  }
}
