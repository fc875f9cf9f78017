/** What is done when a community is made, and when somebody joins it. */
import communities from '@atrium/sdk/kernel/communities'
import membership from '@atrium/sdk/kernel/membership'
import { type Ctx, on } from '@atrium/sdk/server'
import spaces from '../../spaces/contract.ts'
import contract from '../contract.ts'
import { accept } from './service/legal.ts'
import { read, save } from './service/parts.ts'
import { apply } from './service/templates.ts'

/** What everybody belongs to from the first minute: spaces, and what an access group opens. */
async function receive(ctx: Ctx, memberIds: number[]): Promise<void> {
  if (memberIds.length === 0) return
  const { default_space_ids, default_access_group_id } = await read(ctx, 'onboarding')
  const there = await ctx.use(spaces).cards(default_space_ids)
  for (const id of there.keys()) await ctx.use(spaces).addMembers(id, memberIds)
  if (default_access_group_id !== null) for (const { value } of ctx.fill(contract.points.group)) await value(ctx, memberIds, default_access_group_id)
}

export const subscriptions = [
  on(communities.events['community.created'], 'start', async (ctx, { ownerMemberId, template, answers }) => {
    if (Object.keys(answers).length) await save(ctx, 'setup', { answers })
    if (template) await apply(await ctx.actAs(ownerMemberId), template, ownerMemberId)
  }),
  on(membership.events['members.imported'], 'receive-imported', (ctx, { addedIds }) => receive(ctx, addedIds)),
  on(membership.events['member.joined'], 'receive', async (ctx, { memberId }) => {
    const [member] = await ctx.sql<{ consent: boolean }>(
      `select preferences -> 'consent' = 'true' as consent from kernel.member_card where community_id = $1 and id = $2 and status = 'active'`,
      [memberId],
    )
    if (!member) return
    const [known] = await ctx.sql('select 1 from community.consent where community_id = $1 and member_id = $2', [memberId])
    if (member.consent && !known) await accept(ctx, memberId)
    await receive(ctx, [memberId])
  }),
]
