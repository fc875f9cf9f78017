/** Who may do what with an event. The space decides who sees it; its author, co-hosts and those who manage events run it. */
import { forbidden, invalid, notFound } from '@atrium/sdk'
import { type Ctx, definePolicy } from '@atrium/sdk/server'
import spaces, { type Access } from '../../spaces/contract.ts'

export interface EventSubject {
  space_id: number
  author_member_id: number | null
  cohost_ids: number[]
  status: string
  deleted_at: Date | null
}

const access = (ctx: Ctx) => ctx.use(spaces).access()
export const isHost = (ctx: Ctx, event: Pick<EventSubject, 'author_member_id' | 'cohost_ids'>): boolean =>
  ctx.member !== null && (ctx.member.id === event.author_member_id || event.cohost_ids.includes(ctx.member.id))
/** Of a page of events it is said of each, so the reader's access is given. */
export const managesIn = ({ can, canModerate }: Access, spaceId: number): boolean => can('events.manage', spaceId) || canModerate(spaceId)
const manages = async (ctx: Ctx, event: EventSubject) => managesIn(await access(ctx), event.space_id)
const runs = async (ctx: Ctx, event: EventSubject) => isHost(ctx, event) || manages(ctx, event)

export const eventPolicy = definePolicy<EventSubject>()({
  async view(ctx, event) {
    if (!(await access(ctx)).canView(event.space_id)) return false
    return (event.status === 'published' && event.deleted_at === null) || (event.deleted_at === null && runs(ctx, event))
  },
  /** Co-hosts change it and see who comes. */
  update: runs,
  /** Those who made it, and those who manage events. */
  destroy: async (ctx, event) => ctx.member?.id === event.author_member_id || manages(ctx, event),
  manage: manages,
  report: async (ctx, event) => !isHost(ctx, event),
})

/** May this member bring an event out in that space? */
export async function mayPublish(ctx: Ctx, spaceId: number): Promise<boolean> {
  const { can, canView, canPost } = await access(ctx)
  return canView(spaceId) && (can('events.manage', spaceId) || (can('events.create', spaceId) && canPost(spaceId)))
}
/** @throws AtriumError 404 where they see no space, 403 where they may not plan, 422 in a space without events */
export async function needPlanning(ctx: Ctx, spaceId: number): Promise<void> {
  const { canView } = await access(ctx)
  const card = await ctx.use(spaces).card(spaceId)
  if (!card || !canView(spaceId)) throw notFound('Space')
  if (!(await mayPublish(ctx, spaceId))) throw forbidden('You can’t create events in this space.')
  if (!card.types.includes('event')) throw invalid({ 'params.spaceId': ['Events are turned off in this space. Turn them on in its settings.'] })
}
