/** How handlers come to an event at one of its dates: by its address, if this reader may do what they came for. */
import { notFound } from '@atrium/sdk'
import { authorize, type Ctx } from '@atrium/sdk/server'
import content, { type Addressed } from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { eventPolicy } from '../policies.ts'
import { byDate, byId, type DateRow } from '../reads.ts'
import { presentEvents } from './present.ts'

const reader = (ctx: Ctx) => ctx.member?.id ?? 0

export const spaceIdOf = async (ctx: Ctx, place: string): Promise<number | undefined> =>
  /^\d{1,15}$/.test(place) ? Number(place) : (await ctx.use(spaces).bySlug(place))?.id

export const rowById = async (ctx: Ctx, eventId: number): Promise<DateRow | undefined> => (await ctx.read(byId, [reader(ctx), ctx.now(), eventId]))[0]
export const rowByDate = async (ctx: Ctx, occurrenceId: number): Promise<DateRow | undefined> => (await ctx.read(byDate, [reader(ctx), occurrenceId]))[0]

/** The event at an address. Read once a request: the page and what is sent along with it both begin here. */
const rowAt = async (ctx: Ctx, at: Addressed | null): Promise<DateRow | undefined> =>
  at?.kind === 'event' ? ctx.once(`events.at:${at.id}`, () => rowById(ctx, at.id)) : undefined
/** The same for a page: null where this reader may not see it. */
export async function findAt(ctx: Ctx, at: Addressed): Promise<DateRow | null> {
  const row = await rowAt(ctx, at)
  return row && (await eventPolicy.view(ctx, row)) ? row : null
}

export interface AtDate {
  occurrence_id?: number | undefined
}
/** @throws AtriumError 404 for what this reader may not see, and for a date of another event, 403 for what they may not do */
export async function fromPath(ctx: Ctx, path: { spaceId: string; slug: string }, act: keyof typeof eventPolicy = 'view', at: AtDate = {}): Promise<DateRow> {
  const spaceId = await spaceIdOf(ctx, path.spaceId)
  return atDate(ctx, spaceId === undefined ? null : await ctx.use(content).at(spaceId, path.slug), act, at)
}
/** The same by what stands at the address. */
export async function atDate(ctx: Ctx, found: Addressed | null, act: keyof typeof eventPolicy, at: AtDate): Promise<DateRow> {
  const event = await authorize<DateRow>(ctx, eventPolicy, act, await rowAt(ctx, found), 'Event')
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
