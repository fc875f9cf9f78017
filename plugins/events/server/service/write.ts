/** Events as they are written: fields in the words of the calls, checked, kept with their dates, told of. */
import { AtriumError, forbidden, invalid, sentence } from '@atrium/sdk'
import {
  assign,
  type Ctx,
  docToText,
  excerptOf,
  fileIdsIn,
  heldIn,
  hold,
  isUniqueViolation,
  pick,
  raiseVersion,
  readRichText,
  resolveFiles,
  textToDoc,
} from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import events, { type EventChanges, type NewEventInput, REMINDERS, SWITCHES } from '../../contract.ts'
import { type Changes, type EventEntity, EventTable, Occurrence } from '../entities.ts'
import { mayPublish } from '../policies.ts'
import { settle } from './addresses.ts'
import { type DateChange, isListed, syncDates } from './dates.ts'
import { documentOf } from './documents.ts'
import { remindNext } from './remindAt.ts'
import { fillPlaces } from './rsvp.ts'
import { datesOf, instantOf, type Plan, readRule, readStart } from './schedule.ts'

const MAX_TEXT = 50_000
type Fields = EventChanges & Pick<NewEventInput, 'slug' | 'client_id'>
/** A field of the event, as the ORM calls it. */
type Draft = Partial<EventEntity>

const THANKS = ['title', 'description', 'button_title', 'button_link'] as const

async function bodyOf(ctx: Ctx, input: unknown, held: number[]) {
  const { doc: checked, text, mentionIds } = await readRichText(ctx, input)
  if (text.length > MAX_TEXT) {
    const message = sentence('Keep the description to {max} characters.', { max: MAX_TEXT })
    throw invalid({ 'event.tiptap_body': [message] }, message)
  }
  const { doc } = await resolveFiles(checked, ctx.files, held)
  return { body: doc, text: docToText(doc), excerpt: excerptOf(text), mentionIds }
}

const held = (event: Pick<EventEntity, 'body' | 'coverFileId'>): number[] => [...fileIdsIn(event.body), ...(event.coverFileId ? [event.coverFileId] : [])]

/** What a call says, as columns. Time is read apart. */
async function columnsOf(ctx: Ctx, event: Fields, before: EventEntity | null): Promise<{ draft: Draft; mentionIds: number[] | null }> {
  const draft: Draft = {}
  const { event_setting_attributes: said = {} } = event
  if (event.name !== undefined) draft.name = event.name
  const doc = event.tiptap_body?.body ?? (event.body === undefined ? undefined : textToDoc(event.body))
  let mentionIds: number[] | null = null
  if (doc !== undefined) {
    const { mentionIds: named, ...body } = await bodyOf(ctx, doc, before ? held(before) : [])
    Object.assign(draft, body)
    mentionIds = named
  }
  if (event.cover_image !== undefined)
    draft.coverFileId = event.cover_image === null ? null : (await ctx.files.take(event.cover_image, before ? held(before) : [])).id
  if (event.topics) draft.topicIds = event.topics
  if (event.meta_tag_attributes)
    draft.meta = Object.fromEntries(Object.entries({ ...before?.meta, ...event.meta_tag_attributes }).filter(([, text]) => text !== '')) as EventEntity['meta']
  if (said.location_type) draft.locationType = said.location_type
  if (said.in_person_location !== undefined) draft.inPersonLocation = said.in_person_location || null
  if (said.virtual_location_url !== undefined) draft.virtualLocationUrl = said.virtual_location_url || null
  if (said.host !== undefined) draft.host = said.host || null
  if (said.rsvp_limit !== undefined) draft.rsvpLimit = said.rsvp_limit
  if (said.rsvp_limit_enabled === false) draft.rsvpLimit = null
  if (said.guests_limit !== undefined) draft.guestsLimit = said.guests_limit
  if (said.questions) draft.questions = checkQuestions(said.questions)
  if (said.reminders) draft.reminders = [...new Set(said.reminders)].sort((a, b) => b - a)
  if (said.live_stream_room_setting_attributes) draft.liveRoom = { ...before?.liveRoom, ...said.live_stream_room_setting_attributes }
  if (said.ticket_type) {
    if (said.ticket_type === 'paid' && ctx.fill(events.points.ticket).length === 0)
      throw invalid({ 'event.event_setting_attributes.ticket_type': ['Ticket sales are turned off here.'] })
    draft.ticketType = said.ticket_type
  }
  const thanks = Object.fromEntries(
    THANKS.flatMap((key) => (said[`confirmation_message_${key}`] === undefined ? [] : [[key, said[`confirmation_message_${key}`]]])),
  )
  if (Object.keys(thanks).length > 0) draft.thanks = { ...before?.thanks, ...thanks }
  return { draft, mentionIds }
}
function checkQuestions(questions: EventEntity['questions']) {
  if (new Set(questions.map(({ key }) => key)).size < questions.length)
    throw invalid({ 'event.event_setting_attributes.questions': ['Two questions have the same key.'] })
  if (questions.some(({ kind, options }) => kind === 'choice' && options.length < 2))
    throw invalid({ 'event.event_setting_attributes.questions': ['Add at least two options.'] })
  return questions
}
const switchesOf = (event: Fields) => ({ ...pick(event, SWITCHES as never[]), ...pick(event.event_setting_attributes ?? {}, SWITCHES as never[]) })

/** When it is to be, of what a call says and what stood before. */
export function planOf(event: Fields, before: Plan | null): Plan {
  const { event_setting_attributes: said = {}, event_type, recurring_setting_attributes: repeats } = event
  const start = readStart(said, before ?? undefined)
  if (event_type === 'single' || repeats === null) return { ...start, rule: null }
  if (repeats) return { ...start, rule: readRule(repeats, start.timeZone) }
  if (event_type === 'recurring' && !before?.rule) throw invalid({ 'event.recurring_setting_attributes': ['Choose how the event repeats.'] })
  return { ...start, rule: before?.rule ?? null }
}
export const planIn = ({ timeZone, startLocal, durationSeconds, rule }: EventEntity): Plan => ({ timeZone, startLocal, durationSeconds, rule: rule ?? null })

export async function keepFiles(ctx: Ctx, event: EventEntity): Promise<void> {
  for (const fileId of held(event)) await ctx.files.keep(fileId, `event:${event.id}`)
}
export async function index(ctx: Ctx, event: EventEntity): Promise<void> {
  const card = await ctx.use(spaces).card(event.spaceId)
  if (card) ctx.search.put(documentOf(event, card.slug, event.updatedAt, heldIn(event.body)))
}
export const changed = (ctx: Ctx, event: Pick<EventEntity, 'id' | 'spaceId'>): void =>
  ctx.emit(events.events['event.updated'], { eventId: event.id, spaceId: event.spaceId, record: `event:${event.id}` })

async function comeOut(ctx: Ctx, event: EventEntity, quiet: boolean): Promise<void> {
  await ctx.use(spaces).advance(event.spaceId, 'message')
  await index(ctx, event)
  ctx.emit(events.events['event.published'], {
    eventId: event.id,
    spaceId: event.spaceId,
    memberId: event.authorMemberId ?? null,
    ...(quiet ? { quiet: true as const } : {}),
  })
}

const judge = (ctx: Ctx, event: EventEntity, mentionIds: number[]) =>
  ctx.use(content).judge({ kind: 'event', spaceId: event.spaceId, text: [event.name, event.text].join('\n'), doc: event.body, mentionIds, id: event.id })

export interface How {
  /** Imports and set-up: nobody is told, nothing is judged, and it may have been long ago. */
  quiet?: boolean
  authorMemberId: number
  coverFileId?: number | null
}

/** @throws AtriumError 422 */
export async function createEvent(ctx: Ctx, spaceId: number, input: NewEventInput, how: How): Promise<EventEntity> {
  const plan = planOf(input, null)
  const dates = datesOf(plan)
  const { draft, mentionIds } = await columnsOf(ctx, input, null)
  const status = input.status ?? 'published'
  if (status === 'published' && !how.quiet) needFuture(ctx, dates.at(-1)!.endsAt)
  const empty = { type: 'doc', content: [] }
  const row = { body: empty, text: '', excerpt: '', questions: [], reminders: REMINDERS, thanks: {}, liveRoom: {}, meta: {}, topicIds: [], ...draft }
  const made = {
    ...row,
    communityId: ctx.community.id,
    spaceId,
    authorMemberId: how.authorMemberId,
    cohostIds: [],
    status: 'draft',
    name: input.name,
    slug: ctx.use(content).slugFor('event', input.slug ?? input.name),
    timeZone: plan.timeZone,
    startLocal: plan.startLocal,
    durationSeconds: plan.durationSeconds,
    rule: plan.rule,
    clientId: input.client_id ?? null,
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
    ...(how.coverFileId ? { coverFileId: how.coverFileId } : {}),
  }
  const id = await ctx.em.insert(EventTable, made as never).catch((error) => {
    if (isUniqueViolation(error, 'event_client')) throw new AtriumError(409, 'already_sent', 'This event has already been created.')
    throw error
  })
  const event = await hold(ctx, EventTable, Number(id))
  await settle(ctx, event)
  assign(EventTable, event, switchesOf(input))
  await keepFiles(ctx, event)
  if (status === 'published') {
    const verdict = how.quiet ? null : await judge(ctx, event, mentionIds ?? [])
    await verdict?.noted(event.id)
    if (verdict?.held) event.flaggedForApprovalAt = ctx.now()
    else Object.assign(event, { status: 'published', publishedAt: ctx.now() })
  }
  await ctx.em.flush()
  await syncDates(ctx, event, dates)
  if (isListed(event)) {
    if (mentionIds?.length) await ctx.use(content).mention('event', event.id, mentionIds)
    await comeOut(ctx, event, how.quiet === true)
  }
  return event
}
function needFuture(ctx: Ctx, lastEnd: Date): void {
  if (lastEnd <= ctx.now()) throw invalid({ 'event.event_setting_attributes.starts_at': ['Choose a time in the future.'] })
}

/** Changes the whole event, all its dates with it. @throws AtriumError 403, 422 */
export async function updateEvent(ctx: Ctx, event: EventEntity, changes: EventChanges): Promise<DateChange[]> {
  const before = { plan: planIn(event), place: placeIn(event), wasListed: isListed(event), limit: event.rsvpLimit, text: event.text, name: event.name }
  const plan = planOf(changes, before.plan)
  const hasMoved = JSON.stringify(plan) !== JSON.stringify(before.plan)
  const { draft, mentionIds } = await columnsOf(ctx, changes, event)
  Object.assign(event, draft, plan)
  assign(EventTable, event, switchesOf(changes))
  if (changes.cohost_ids) event.cohostIds = await knownMembers(ctx, changes.cohost_ids)
  const comesOut = changes.status === 'published' && event.status === 'draft'
  if (comesOut && !(await mayPublish(ctx, event.spaceId))) throw forbidden('You can’t create events in this space.')
  const dates = datesOf(plan)
  if (comesOut) needFuture(ctx, dates.at(-1)!.endsAt)
  const edited = event.text !== before.text || event.name !== before.name
  const verdict = comesOut || (before.wasListed && edited) ? await judge(ctx, event, mentionIds ?? []) : null
  await verdict?.noted(event.id)
  if (verdict?.held) Object.assign(event, { status: 'draft', flaggedForApprovalAt: ctx.now() })
  else if (comesOut) Object.assign(event, { status: 'published', publishedAt: event.publishedAt ?? ctx.now(), flaggedForApprovalAt: null })
  else if (changes.status === 'draft') event.status = 'draft'
  raiseVersion(ctx, event)
  await ctx.em.flush()
  await keepFiles(ctx, event)
  const told = await syncDates(ctx, event, dates, hasMoved ? before.plan.rule?.except.map(({ date }) => date) : [])
  if (event.rsvpLimit !== before.limit) await fillPlaces(ctx, event.id)
  if (before.wasListed && placeIn(event) !== before.place) told.push(...(await datesWhere(ctx, event, 'place')))
  return afterwards(ctx, event, { wasListed: before.wasListed, mentionIds, told })
}
const placeIn = (event: EventEntity): string => [event.locationType, event.inPersonLocation, event.virtualLocationUrl].join('\n')
/** Dates to come that go by the series in this. */
async function datesWhere(ctx: Ctx, event: EventEntity, what: DateChange['what']): Promise<DateChange[]> {
  const rows = await ctx.em.find(Occurrence, { eventId: event.id, startsAt: { $gt: ctx.now() }, cancelledAt: null, goingCount: { $gt: 0 } })
  return rows.map(({ id }) => ({ occurrenceId: id, what }))
}

async function afterwards(
  ctx: Ctx,
  event: EventEntity,
  { wasListed, mentionIds, told }: { wasListed: boolean; mentionIds: number[] | null; told: DateChange[] },
) {
  const isOut = isListed(event)
  if (isOut && mentionIds) await ctx.use(content).mention('event', event.id, mentionIds)
  if (isOut && !wasListed) await comeOut(ctx, event, false)
  else if (isOut) {
    await index(ctx, event)
    changed(ctx, event)
  } else if (wasListed) goneFrom(ctx, event)
  if (isOut && wasListed && told.length > 0) ctx.emit(events.events['dates.changed'], { eventId: event.id, spaceId: event.spaceId, changes: told })
  return told
}
export function goneFrom(ctx: Ctx, event: Pick<EventEntity, 'id' | 'spaceId'>): void {
  ctx.search.remove('event', event.id)
  ctx.emit(events.events['event.deleted'], { eventId: event.id, spaceId: event.spaceId })
  ctx.recheckRooms()
}

/** Members of this community among these ids. */
export const knownMembers = async (ctx: Ctx, ids: number[]): Promise<number[]> => {
  const known = await ctx.members.byIds(ids)
  return [...new Set(ids)].filter((id) => known.get(id)?.isActive)
}

/** What of a date alone can differ. The rest of what a call says of it is refused. */
export async function updateDate(ctx: Ctx, event: EventEntity, occurrenceId: number, changes: EventChanges): Promise<DateChange[]> {
  const date = await hold(ctx, Occurrence, occurrenceId, 'Date')
  const { event_setting_attributes: said = {} } = changes
  if (changes.tiptap_body || changes.body !== undefined || changes.recurring_setting_attributes !== undefined || changes.status)
    throw invalid({ 'event.edit_mode': ['Text, repetition and publishing apply to the whole series. Change this and the following dates, or all dates.'] })
  const own: Changes = { ...date.changes }
  if (changes.name !== undefined) own.name = changes.name
  if (said.location_type) own.location_type = said.location_type
  if (said.in_person_location !== undefined) own.in_person_location = said.in_person_location || null
  if (said.virtual_location_url !== undefined) own.virtual_location_url = said.virtual_location_url || null
  if (said.host !== undefined) own.host = said.host || null
  const told: DateChange[] = []
  const place = (of: Changes) => [of.location_type, of.in_person_location, of.virtual_location_url].join('\n')
  if (place(own) !== place(date.changes)) told.push({ occurrenceId, what: 'place' })
  const hadLimit = date.rsvpLimit
  if (said.rsvp_limit !== undefined || said.rsvp_limit_enabled === false) own.rsvp_limit = said.rsvp_limit_enabled === false ? null : (said.rsvp_limit ?? null)
  if (own.rsvp_limit !== undefined) date.rsvpLimit = own.rsvp_limit
  if (said.starts_at || said.ends_at || said.duration_in_seconds) {
    const durationSeconds = (date.endsAt.getTime() - date.startsAt.getTime()) / 1_000
    const startLocal = `${date.key}${event.startLocal.slice(10)}`
    const start = readStart(said, { timeZone: event.timeZone, startLocal: date.isMoved ? startLocal : startLocal, durationSeconds })
    const startsAt = said.starts_at ? instantOf(start.startLocal, start.timeZone) : date.startsAt
    const endsAt = new Date(startsAt.getTime() + start.durationSeconds * 1_000)
    if (startsAt.getTime() !== date.startsAt.getTime() || endsAt.getTime() !== date.endsAt.getTime()) {
      Object.assign(date, { startsAt, endsAt, isMoved: true, remindAt: isListed(event) ? remindNext(event, startsAt, ctx.now()) : null })
      told.push({ occurrenceId, what: 'time' })
    }
  }
  if (said.live_stream_recording_url !== undefined) recordingOf(ctx, event, date, said.live_stream_recording_url || null)
  date.changes = own
  raiseVersion(ctx, event)
  await ctx.em.flush()
  if (date.rsvpLimit !== hadLimit) await fillPlaces(ctx, event.id)
  return afterwards(ctx, event, { wasListed: isListed(event), mentionIds: null, told })
}
/** What was seen and said, to be watched afterwards. */
export function recordingOf(ctx: Ctx, event: EventEntity, date: Occurrence, url: string | null): void {
  if (date.recordingUrl === url) return
  const isNew = date.recordingUrl === null && url !== null
  date.recordingUrl = url
  if (isNew && isListed(event)) ctx.emit(events.events['recording.added'], { eventId: event.id, spaceId: event.spaceId, occurrenceId: date.id })
}

/** Takes the event away, or with `how: 'hide'` from everybody's eyes until `show`. */
export async function setGone(ctx: Ctx, event: EventEntity, how: 'remove' | 'hide' | 'show', alone = false): Promise<void> {
  const wasListed = isListed(event)
  event.deletedAt = how === 'show' ? null : ctx.now()
  event.withdrawnAt = how === 'hide' ? ctx.now() : null
  event.withdrawnAlone = how === 'hide' && alone
  await ctx.em.flush()
  await ctx.em.nativeUpdate(Occurrence, { eventId: event.id }, { isListed: isListed(event), ...(how === 'show' ? {} : { remindAt: null }) })
  if (wasListed && how !== 'show') goneFrom(ctx, event)
  if (how === 'show' && isListed(event)) {
    for (const date of await ctx.em.find(Occurrence, { eventId: event.id, startsAt: { $gt: ctx.now() }, cancelledAt: null }))
      date.remindAt = remindNext(event, date.startsAt, ctx.now())
    await index(ctx, event)
    changed(ctx, event)
  }
}

/** Calls dates off, those who come keep them in sight. @returns those that were called off now */
export async function cancelDates(ctx: Ctx, event: EventEntity, where: { id: number } | { from: Date }, note: string): Promise<DateChange[]> {
  const which = 'id' in where ? { id: where.id } : { startsAt: { $gte: where.from } }
  const dates = await ctx.em.find(Occurrence, { eventId: event.id, cancelledAt: null, endsAt: { $gt: ctx.now() }, ...which })
  for (const date of dates) Object.assign(date, { cancelledAt: ctx.now(), cancelNote: note, remindAt: null })
  await ctx.em.flush()
  const told = dates.map(({ id }): DateChange => ({ occurrenceId: id, what: 'cancelled' }))
  if (told.length > 0) {
    changed(ctx, event)
    if (isListed(event)) ctx.emit(events.events['dates.changed'], { eventId: event.id, spaceId: event.spaceId, changes: told })
  }
  return told
}
