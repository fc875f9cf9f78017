/** Keeps people in step with members. */
import membership from '@atrium/sdk/kernel/membership'
import { on } from '@atrium/sdk/server'
import { applyRulesTo } from './service/ruled.ts'
import { syncMembers } from './service/people.ts'

export const subscriptions = [
  on(membership.events['member.joined'], 'person-joined', async (ctx, { memberId }) => {
    await syncMembers(ctx, [memberId])
    await applyRulesTo(ctx, memberId)
  }),
  on(membership.events['member.updated'], 'person-updated', (ctx, { memberId }) => syncMembers(ctx, [memberId])),
  on(membership.events['members.imported'], 'people-imported', (ctx, { addedIds, changedIds }) => syncMembers(ctx, [...addedIds, ...changedIds])),
]
