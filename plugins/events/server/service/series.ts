/** What is done to an event: all of it, one date, or one and those that follow. */
import { notFound } from '@atrium/sdk'
import { type Ctx, demandVersion, hold } from '@atrium/sdk/server'
import type { EventChanges } from '../../contract.ts'
import { type EventEntity, EventTable, Occurrence } from '../entities.ts'
import type { DateRow } from '../reads.ts'
import { show } from './find.ts'
import { datesOf, instantOf, readLocal } from './schedule.ts'
import { copyEvent, splitFrom } from './copy.ts'
import { cancelDates, changed, planIn, recordingOf, setGone, updateDate, updateEvent } from './write.ts'
import { syncDates } from './dates.ts'

/** @returns the date to show afterwards @throws AtriumError 409 `edit_conflict`, 422 */
export async function change(ctx: Ctx, found: DateRow, changes: EventChanges): Promise<number> {
  const event = await hold(ctx, EventTable, found.id, 'Event')
  await demandVersion(ctx, changes.version, event, changes, () => show(ctx, found.occurrence_id))
  const mode = changes.edit_mode ?? 'all'
  if (event.rule && mode === 'current') {
    await updateDate(ctx, event, found.occurrence_id, changes)
    return found.occurrence_id
  }
  const further = event.rule && mode === 'remaining' ? await splitFrom(ctx, event, found.occurrence_id) : null
  const recording = changes.event_setting_attributes?.live_stream_recording_url
  if (recording !== undefined) recordingOf(ctx, event, await hold(ctx, Occurrence, found.occurrence_id), recording || null)
  await updateEvent(ctx, further ?? event, further ? changes : wholeSeries(event, found, changes))
  const stays = await ctx.em.findOne(Occurrence, { id: found.occurrence_id }, { fields: ['id'] })
  if (stays) return stays.id
  const [first] = await ctx.em.find(Occurrence, { eventId: (further ?? event).id }, { orderBy: { startsAt: 'asc' }, limit: 1 })
  if (!first) throw notFound('Event')
  return first.id
}

const dayOf = (local: string): number => Date.parse(`${local.slice(0, 10)}T00:00:00Z`)
/** Who changes all dates at one of them names that one's day; the series keeps its first day, and moves by as many days as that one. */
function wholeSeries({ rule, startLocal, timeZone }: EventEntity, found: DateRow, changes: EventChanges): EventChanges {
  const { starts_at, ends_at, ...said } = changes.event_setting_attributes ?? {}
  if (!rule || !starts_at || changes.occurrence_id === undefined) return changes
  const zone = said.time_zone ?? timeZone
  const wanted = readLocal(starts_at, zone, 'starts_at')
  const first = new Date(dayOf(startLocal) + dayOf(wanted) - dayOf(found.key)).toISOString().slice(0, 10)
  const lasts = ends_at && (instantOf(readLocal(ends_at, zone, 'ends_at'), zone).getTime() - instantOf(wanted, zone).getTime()) / 1_000
  return {
    ...changes,
    event_setting_attributes: { ...said, starts_at: `${first}${wanted.slice(10)}`, ...(lasts === undefined ? {} : { duration_in_seconds: Number(lasts) }) },
  }
}

export async function destroy(ctx: Ctx, found: DateRow, { edit_mode, note }: { edit_mode: 'current' | 'remaining' | 'all'; note: string }): Promise<void> {
  const event = await hold(ctx, EventTable, found.id, 'Event')
  if (edit_mode === 'all' || !event.rule) {
    if (edit_mode === 'all') {
      if (event.deletedAt) return
      await setGone(ctx, event, 'remove')
      return ctx.audit('event.deleted', `event:${event.id}`, { name: event.name })
    }
    await cancelDates(ctx, event, { id: found.occurrence_id }, note)
    return
  }
  await cancelDates(ctx, event, edit_mode === 'current' ? { id: found.occurrence_id } : { from: found.starts_at }, note)
}

export async function pin(ctx: Ctx, found: DateRow, pinned: boolean): Promise<void> {
  const event = await hold(ctx, EventTable, found.id, 'Event')
  if (pinned === (event.pinnedAt !== null)) return
  event.pinnedAt = pinned ? ctx.now() : null
  await ctx.em.flush()
  changed(ctx, event)
}

/** A copy as a draft of the ctx's member, at the same times. */
export async function duplicate(ctx: Ctx, found: DateRow): Promise<number> {
  const event = await hold(ctx, EventTable, found.id, 'Event')
  const copy = await copyEvent(ctx, event, { authorMemberId: ctx.me().id })
  await syncDates(ctx, copy, datesOf(planIn(copy)))
  const [first] = await ctx.em.find(Occurrence, { eventId: copy.id }, { orderBy: { startsAt: 'asc' }, limit: 1 })
  return first!.id
}
