/** Handlers of looking as somebody else: who is offered, and the two calls; the rule itself is the kernel's. */
import { forbidden, invalid } from '@atrium/sdk'
import type { Ctx, Handlers } from '@atrium/sdk/server'
import type contract from '../contract.ts'
import { members, ordinaryMember, plain, roleList, spaceList, whole } from './service.ts'

function allowed(ctx: Ctx): void {
  if (!ctx.can('communities.masquerade')) throw forbidden()
}

export const handlers: Handlers<typeof contract> = {
  entities(ctx, { query }) {
    allowed(ctx)
    switch (query.category) {
      case 'spaces':
        return spaceList(ctx, query)
      case 'roles':
        return roleList(ctx, query)
      case 'visitor':
        return whole([{ ...plain, id: null, type: 'Visitor', name: 'Visitor' }])
      default:
        return members(ctx, query)
    }
  },
  async start(ctx, { body: { entity_id, entity_type, mode } }) {
    allowed(ctx)
    const viewOnly = mode === 'view_only'
    if (entity_type === 'Visitor') await ctx.platform.masquerade({ kind: 'visitor' }, viewOnly)
    else if (entity_type === 'Role') await ctx.platform.masquerade({ kind: 'role', role: String(entity_id ?? '') }, viewOnly)
    else {
      const number = Number(entity_id)
      if (!Number.isSafeInteger(number) || number < 1) throw invalid({ entity_id: ['Choose a member.'] })
      // an ordinary member of a space is no person the admin chose, so only viewing is allowed
      if (entity_type === 'Space' && !viewOnly) throw invalid({ mode: ['You can only view as a space member, not act as one.'] })
      const memberId = entity_type === 'Space' ? await ordinaryMember(ctx, number) : number
      await ctx.platform.masquerade({ kind: 'member', memberId }, viewOnly)
    }
    await ctx.audit('masquerade.started', entity_type === 'CommunityMember' ? `member:${entity_id}` : `${entity_type.toLowerCase()}:${entity_id ?? ''}`, {
      mode,
    })
    return { success: true as const }
  },
  async stop(ctx) {
    if (!ctx.masquerade) return { success: true as const }
    await ctx.platform.endImpersonation()
    await ctx.audit('masquerade.stopped', 'community')
    return { success: true as const }
  },
}
