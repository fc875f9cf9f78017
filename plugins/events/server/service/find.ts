/** How handlers come to an event at one of its dates: by its address, if this reader may do what they came for. */
import { notFound } from '@atrium/sdk'
import { authorize, type Ctx } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import { eventPolicy } from '../policies.ts'
import { byDate, byId, bySlug, type DateRow } from '../reads.ts'
import { presentEvents } from './present.ts'

const reader = (ctx: Ctx) => ctx.member?.id ?? 0

export const spaceIdOf = async (ctx: Ctx, place: string): Promise<number | undefined> =>
  /^\d{1,15}$/.test(place) ? Number(place) : (await ctx.use(spaces).bySlug(place))?.id

export async function rowBySlug(ctx: Ctx, spaceId: number, slug: string): Promise<DateRow | undefined> {
  // in a space that the reader may not enter, what is there takes as long to miss as what is not
  const { canView } = await ctx.use(spaces).access()
  return canView(spaceId) ? (await ctx.read(bySlug, [reader(ctx), ctx.now(), spaceId, slug]))[0] : undefined
}
export const rowById = async (ctx: Ctx, eventId: number): Promise<DateRow | undefined> => (await ctx.read(byId, [reader(ctx), ctx.now(), eventId]))[0]
export const rowByDate = async (ctx: Ctx, occurrenceId: number): Promise<DateRow | undefined> => (await ctx.read(byDate, [reader(ctx), occurrenceId]))[0]

export interface AtDate {
  occurrence_id?: number | undefined
}
/** @throws AtriumError 404 for what this reader may not see, and for a date of another event, 403 for what they may not do */
export async function fromPath(ctx: Ctx, path: { spaceId: string; slug: string }, act: keyof typeof eventPolicy = 'view', at: AtDate = {}): Promise<DateRow> {
  const spaceId = await spaceIdOf(ctx, path.spaceId)
  const event = await authorize<DateRow>(ctx, eventPolicy, act, spaceId === undefined ? undefined : await rowBySlug(ctx, spaceId, path.slug), 'Event')
  if (at.occurrence_id === undefined || at.occurrence_id === event.occurrence_id) return event
  const date = await rowByDate(ctx, at.occurrence_id)
  if (date?.id !== event.id) throw notFound('Date')
  return date
}

/** The reply of a date that was just written. */
export async function show(ctx: Ctx, occurrenceId: number) {
  await ctx.em.flush()
  const row = await rowByDate(ctx, occurrenceId)
  const [reply] = row ? await presentEvents(ctx, [row]) : []
  if (!reply) throw notFound('Event')
  return reply
}
