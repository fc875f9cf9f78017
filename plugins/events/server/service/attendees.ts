/** Who comes, as the list shows it: paged, searched, as CSV, and who else could be asked. */
import { forbidden, invalid, notFound, sentence } from '@atrium/sdk'
import { type Cards, containing, csv, type CsvColumns, csvFile, type Ctx, decodeCursor, isoOf, page, type Paging, rowsFor } from '@atrium/sdk/server'
import members from '../../../members/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { MAX_INVITED } from '../../contract.ts'
import { Rsvp } from '../entities.ts'
import { isHost, managesIn } from '../policies.ts'
import type { DateRow } from '../reads.ts'
import { withdrawAnswer } from './rsvp.ts'

interface AttendeeRow {
  id: number
  event_id: number
  occurrence_id: number
  member_id: number
  status: Rsvp['status']
  guests: number
  answers: Record<string, string>
  checked_in_at: Date | null
  created_at: Date
  name: string
  headline: string | null
  avatar_url: string | null
  public_uid: string
}
const COLUMNS = `r.id, r.event_id, r.occurrence_id, r.member_id, r.status, r.guests, r.answers, r.checked_in_at, r.created_at, m.name, m.headline, m.avatar_url, m.public_uid`

export const runsEvent = async (ctx: Ctx, event: DateRow): Promise<boolean> => isHost(ctx, event) || managesIn(await ctx.use(spaces).access(), event.space_id)

/** @throws AtriumError 403 where the list is kept to those who run the event */
export async function listAttendees(ctx: Ctx, event: DateRow, query: Paging & { status: string; search: string; community_member_id?: number }) {
  const runs = await runsEvent(ctx, event)
  if (!runs && (event.hide_attendees || ctx.member === null || !['yes', 'maybe'].includes(query.status)))
    throw forbidden('Only hosts can see the attendees.', 'attendees_hidden')
  const key = decodeCursor(query.cursor, ['number'])
  const checkedIn = query.status === 'checked_in'
  const rows = await ctx.sql<AttendeeRow>(
    `select ${COLUMNS} from events.rsvp r join kernel.member_card m on m.community_id = $1 and m.id = r.member_id
     where r.community_id = $1 and r.occurrence_id = $2 and r.status = $3 and (not $4::boolean or r.checked_in_at is not null)
       and ($5::text is null or m.name ilike $5) and ($6::bigint is null or r.id > $6) and ($8::bigint is null or r.member_id = $8) order by r.id limit $7`,
    [
      event.occurrence_id,
      checkedIn ? 'yes' : query.status,
      checkedIn,
      query.search ? containing(query.search) : null,
      key?.[0] ?? null,
      rowsFor(query),
      query.community_member_id ?? null,
    ],
  )
  const hosts = [event.author_member_id, ...event.cohost_ids]
  return page(rows, { query, key: (row) => [row.id] }, (row) => ({
    id: row.id,
    event_id: row.event_id,
    occurrence_id: row.occurrence_id,
    community_member_id: row.member_id,
    contact_id: row.member_id,
    contact_type: 'CommunityMember' as const,
    public_uid: row.public_uid,
    name: row.name,
    member_name: row.name,
    headline: row.headline ?? '',
    avatar_url: row.avatar_url,
    rsvp_status: row.status,
    rsvp_date: isoOf(row.created_at)!,
    guests: row.guests,
    is_host: hosts.includes(row.member_id),
    answers: runs ? row.answers : null,
    checked_in_at: runs ? isoOf(row.checked_in_at) : null,
  }))
}

/** All answers to a date with what was asked, for those who run the event; addresses for those among them who manage people (A86). */
export async function exportAttendees(ctx: Ctx, event: DateRow) {
  const rows = await ctx.sql<AttendeeRow>(
    `select ${COLUMNS} from events.rsvp r join kernel.member_card m on m.community_id = $1 and m.id = r.member_id
     where r.community_id = $1 and r.occurrence_id = $2 order by r.status, r.id`,
    [event.occurrence_id],
  )
  const seesAddresses = ctx.can('members.manage')
  const addresses = seesAddresses ? await ctx.members.addresses(rows.map(({ member_id }) => member_id)) : new Map<number, { email: string }>()
  const email: CsvColumns<AttendeeRow> = [[ctx.t('csv.email'), (row) => addresses.get(row.member_id)?.email ?? '']]
  const columns: CsvColumns<AttendeeRow> = [
    [ctx.t('csv.name'), (row) => row.name],
    ...(seesAddresses ? email : []),
    [ctx.t('csv.status'), (row) => ctx.t(`rsvp.${row.status}`)],
    [ctx.t('csv.guests'), (row) => row.guests],
    [ctx.t('csv.answered'), (row) => row.created_at],
    [ctx.t('csv.checked_in'), (row) => row.checked_in_at ?? ''],
    ...event.questions.map(({ key, label }): CsvColumns<AttendeeRow>[number] => [label, (row) => row.answers[key] ?? '']),
  ]
  return csvFile(`${event.slug}-${event.key}.csv`, csv(columns, rows))
}

/** Members who could be put on the list: who see the space, are here and have not answered yes. */
export async function searchMembers(ctx: Ctx, event: DateRow, query: string) {
  const space = (await ctx.use(spaces).card(event.space_id))!
  const closed = space.isPrivate || space.isSecret
  const rows = await ctx.sql<{ id: number; name: string; headline: string | null; avatar_url: string | null; public_uid: string }>(
    `select m.id, m.name, m.headline, m.avatar_url, m.public_uid from kernel.member_card m
     where m.community_id = $1 and m.status = 'active' and ($2 = '%%' or m.name ilike $2)
       and not exists (select 1 from events.rsvp r where r.community_id = $1 and r.occurrence_id = $3 and r.member_id = m.id and r.status in ('yes', 'waiting'))
     order by m.name, m.id limit 50`,
    [containing(query), event.occurrence_id],
  )
  const inside = closed
    ? new Set(
        await insiders(
          ctx,
          event.space_id,
          rows.map(({ id }) => id),
        ),
      )
    : null
  return rows
    .filter(({ id }) => !inside || inside.has(id))
    .slice(0, 20)
    .map(({ id, ...row }) => ({ community_member_id: id, ...row }))
}
const insiders = async (ctx: Ctx, spaceId: number, ids: number[]): Promise<number[]> => [...(await ctx.use(spaces).notificationLevels(spaceId, ids)).keys()]

export interface Invited {
  members_ids: number[]
  spaces_ids: number[]
  space_groups_ids: number[]
  member_tags_ids: number[]
}
/** Members that a list of people, spaces and groups comes to, `MAX_INVITED` at most. @throws AtriumError 404 for a space that one does not see, 422 */
export async function invitedIds(ctx: Ctx, { members_ids, spaces_ids, space_groups_ids, member_tags_ids }: Invited): Promise<number[]> {
  const access = await ctx.use(spaces).access()
  const tree = space_groups_ids.length > 0 ? await ctx.use(spaces).tree() : []
  const wanted = [...spaces_ids, ...tree.filter(({ id }) => space_groups_ids.includes(id)).flatMap((group) => group.spaces.map(({ id }) => id))]
  const ids = new Set(members_ids)
  for (const spaceId of new Set(wanted)) {
    if (!access.canView(spaceId)) throw notFound('Space')
    for (const id of await ctx.use(spaces).membersAfter(spaceId, 0, MAX_INVITED + 1)) ids.add(id)
  }
  for (const id of await taggedIds(ctx, member_tags_ids)) ids.add(id)
  if (ids.size > MAX_INVITED) throw invalid({ 'body.invited_entities_ids': [sentence('Choose up to {max} members at a time.', { max: MAX_INVITED })] })
  return [...ids]
}

/** Members with one of these tags, one more than may be at most. @throws AtriumError 403 for who may not know them */
async function taggedIds(ctx: Ctx, tagIds: number[]): Promise<number[]> {
  if (tagIds.length === 0) return []
  if (!ctx.has(members) || !ctx.can('members.manage')) throw forbidden()
  const { member } = await ctx.use(members).condition({ match: 'all', rules: [{ filter: 'tag', operator: 'any_of', value: tagIds }] })
  const rows = await ctx.em
    .getKysely<Cards>()
    .selectFrom('kernel.member_card as m')
    .select('m.id')
    .where('m.community_id', '=', ctx.community.id)
    .where('m.status', '=', 'active')
    .where(member)
    .orderBy('m.id')
    .limit(MAX_INVITED + 1)
    .execute()
  return rows.map(({ id }) => id)
}

/** @param id of the answer @throws AtriumError 404 */
export async function removeAttendee(ctx: Ctx, event: DateRow, id: number): Promise<void> {
  const found = await ctx.em.findOne(Rsvp, { id, eventId: event.id }, { disableIdentityMap: true })
  if (!found) throw notFound('Attendee')
  await withdrawAnswer(ctx, found.occurrenceId, found.memberId)
}
