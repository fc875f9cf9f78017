/** The door: who comes is taken along as a list, and who has come is noted, also of what was seen without a network. */
import { createHash } from 'node:crypto'
import { type Ctx, isoOf } from '@atrium/sdk/server'
import events from '../../contract.ts'
import { type Occurrence, Rsvp } from '../entities.ts'
import type { DateRow } from '../reads.ts'

/** People that one door takes along. */
const MOST = 5_000
export const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex')

export async function doorList(ctx: Ctx, event: DateRow) {
  const rows = await ctx.sql<{ id: number; name: string; avatar_url: string | null; guests: number; code: string; checked_in_at: Date | null }>(
    `select r.id, m.name, m.avatar_url, r.guests, r.code, r.checked_in_at from events.rsvp r join kernel.member_card m on m.community_id = $1 and m.id = r.member_id
     where r.community_id = $1 and r.occurrence_id = $2 and r.status = 'yes' order by m.name, r.id limit ${MOST}`,
    [event.occurrence_id],
  )
  return {
    occurrence_id: event.occurrence_id,
    name: event.changes.name ?? event.name,
    starts_at: isoOf(event.starts_at)!,
    records: rows.map(({ code, checked_in_at, ...row }) => ({ ...row, code_hash: hashOf(code), checked_in_at: isoOf(checked_in_at) })),
  }
}

export interface Seen {
  id?: number | undefined
  code?: string | undefined
  at?: string | undefined
  undo?: boolean
}
type Result = { id: number | null; result: 'checked_in' | 'already' | 'undone' | 'unknown' }

/** Each once, however often it is sent. The first moment stands. */
export async function checkIn(ctx: Ctx, date: Pick<Occurrence, 'id' | 'eventId' | 'spaceId'>, seen: Seen[]): Promise<Result[]> {
  const results: Result[] = []
  for (const { id, code, at, undo } of seen) {
    const which = code === undefined ? { id: id ?? 0 } : { code }
    const rsvp = await ctx.em.findOne(Rsvp, { occurrenceId: date.id, status: 'yes', ...which }, { disableIdentityMap: true })
    if (!rsvp) {
      results.push({ id: null, result: 'unknown' })
      continue
    }
    const now = ctx.now()
    const moment = at && new Date(at) < now ? new Date(at) : now
    const changed = await ctx.em.nativeUpdate(
      Rsvp,
      { id: rsvp.id, checkedInAt: undo ? { $ne: null } : null },
      { checkedInAt: undo ? null : moment, updatedAt: now },
    )
    results.push({ id: rsvp.id, result: undo ? 'undone' : changed ? 'checked_in' : 'already' })
    if (changed && !undo)
      ctx.emit(events.events['attendee.checked_in'], {
        eventId: date.eventId,
        spaceId: date.spaceId,
        occurrenceId: date.id,
        memberId: rsvp.memberId,
        record: `event:${date.eventId}`,
      })
  }
  return results
}
