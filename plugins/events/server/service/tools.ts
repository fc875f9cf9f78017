/** What agents do here for who asks: they find events, and RSVP once the asker has confirmed it. */
import { z } from '@atrium/sdk'
import { authorize, type Ctx } from '@atrium/sdk/server'
import type { AgentTool } from '../../../ai/contract.ts'
import content from '../../../content/contract.ts'
import notifications from '../../../notifications/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { eventPolicy } from '../policies.ts'
import type { DateRow } from '../reads.ts'
import { rowByDate } from './find.ts'
import { listDates } from './lists.ts'
import { pathOf } from './present.ts'
import { answerFor } from './rsvp.ts'
import { whenIn } from './words.ts'

/** Dates that one search tells of. */
const FOUND = 10
/** Dates among which is looked for what is told without a model. */
const TOLD = 40
const ANSWERS = ['yes', 'maybe', 'no'] as const

const findInput = z.object({ words: z.string().max(100).optional(), from: z.iso.date().optional(), until: z.iso.date().optional() })
export const findEvents: AgentTool = {
  key: 'find_events',
  icon: 'calendar',
  description:
    'Lists coming dates of events that this person may see, the soonest first: by words of their name (`words`), and between two days (`from`, `until`: YYYY-MM-DD). Use it for what happens and when. `date` in each line is what `rsvp` needs.',
  input: findInput,
  confirm: false,
  async run(ctx, { words, from, until }: z.output<typeof findInput>) {
    const start = from && new Date(from) > ctx.now() ? `${from}T00:00:00Z` : ctx.now().toISOString()
    const between = from || until ? { start_date: start, end_date: until && `${until}T23:59:59Z` } : {}
    const { records } = await listDates(ctx, null, { page: 1, per_page: FOUND, status: 'published', search_text: words?.trim() || undefined, ...between })
    const zone = await ctx.use(notifications).zone()
    const lines = records.map(({ occurrence_id, name, space, starts_at, is_cancelled, event_setting_attributes: set, rsvp_status }) =>
      [
        `date ${occurrence_id}: ${name}`,
        whenIn(ctx, { starts_at: new Date(starts_at), time_zone: set.time_zone }, zone),
        space.name,
        ...(is_cancelled ? ['canceled'] : []),
        ...(set.rsvp_limit_enabled ? [`${set.rsvp_count} of ${set.rsvp_limit} places taken`] : []),
        ...(set.ticket_type === 'paid' ? ['needs a ticket that is paid for'] : []),
        ...(rsvp_status ? [`this person has answered ${rsvp_status}`] : []),
      ].join(' · '),
    )
    return { text: lines.join('\n') || 'no event was found', path: '/events' }
  },
  async tell(ctx) {
    const { records } = await listDates(ctx, null, { page: 1, per_page: TOLD, status: 'published' })
    const zone = await ctx.use(notifications).zone()
    const coming = records.filter(({ is_cancelled }) => !is_cancelled)
    // the next date of each: a series would be all that is told
    const next = coming.filter((one, i) => coming.findIndex(({ id }) => id === one.id) === i)
    return next.map(({ id, name, slug, space, starts_at, event_setting_attributes: { time_zone } }) => ({
      ...{ kind: 'event', id, icon: 'calendar', title: name, path: pathOf(space.slug, slug) },
      text: `${whenIn(ctx, { starts_at: new Date(starts_at), time_zone }, zone)} · ${space.name}`,
    }))
  },
}

const rsvpInput = z.object({ date: z.number().int().positive(), answer: z.enum(ANSWERS) })
type RsvpInput = z.output<typeof rsvpInput>
/** A date that may still be answered and that the asker sees; the name and the time are said as they are now. */
async function askedFor(ctx: Ctx, date: number): Promise<{ row: DateRow; name: string; when: string }> {
  const row = await authorize<DateRow>(ctx, eventPolicy, 'view', await rowByDate(ctx, date), 'Event')
  return { row, name: row.changes.name ?? row.name, when: whenIn(ctx, row, await ctx.use(notifications).zone()) }
}
export const rsvpTool: AgentTool = {
  key: 'rsvp',
  icon: 'calendar-check',
  description: 'RSVPs to a date of an event for this person: `date` from `find_events`, `answer`: yes, maybe or no. Use it only where the person wants that.',
  input: rsvpInput,
  confirm: true,
  async label(ctx, { date, answer }: RsvpInput) {
    const { row, name, when } = await askedFor(ctx, date)
    if (row.cancelled_at || row.ends_at <= ctx.now()) return null
    return ctx.t(`tool.rsvp.${answer}`, { name, when })
  },
  async run(ctx, { date, answer }: RsvpInput) {
    const { row, name, when } = await askedFor(ctx, date)
    await ctx.use(content).demandWriting()
    const status = await answerFor(ctx, date, ctx.me().id, { status: answer })
    const space = await ctx.use(spaces).card(row.space_id)
    return { text: ctx.t(`tool.rsvp.done_${status}`, { name, when }), path: `${pathOf(space?.slug ?? row.space_id, row.slug)}?date=${date}` }
  },
}
