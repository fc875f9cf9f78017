/** What happened with one member, newest first: put together of what each plugin has to tell. */
import { type Ctx, excerptOf, parseRichText, sql } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import spaces, { type SpaceCard } from '../../../spaces/contract.ts'
import contract, { type TimelineEntry, type TimelineSource } from '../../contract.ts'
import { findPerson } from './contacts.ts'
import { type LogRow, presentLogs } from './logs.ts'

/** Of one page; each source is asked for as many, so that none is missed. */
const STEP = 25
/** What others wrote to each other is nobody's to list. */
const PRIVATE = ['message', 'chat_room_message', 'member', 'file']
const ICONS: Record<string, string> = { comment: 'message-square', event: 'calendar', lesson: 'graduation-cap' }

/** What is written often, one after the other in the same space. */
const OFTEN: Record<string, string> = { comment: 'timeline.comments', post: 'timeline.posts' }
function togetherIn(ctx: Ctx, kind: string, space: SpaceCard | undefined): Pick<TimelineEntry, 'together'> {
  const words = OFTEN[kind]
  return words && space ? { together: { key: `${kind}:${space.id}`, text: (count) => ctx.t(words, { count, space: space.name }) } } : {}
}

const written: TimelineSource = {
  kind: 'content',
  async of(ctx, memberId, before, limit) {
    const visible = (await ctx.use(spaces).access()).visibleIds()
    const { rows } = await sql<{
      kind: string
      record_id: number
      title: string
      path: string
      space_id: number | null
      created_at: Date
    }>`select s.kind, s.record_id, s.title, s.path, s.space_id, s.created_at
      from kernel.search_card s where s.community_id = ${ctx.community.id} and s.author_member_id = ${memberId} and s.created_at < ${before}
        and s.kind <> all(${PRIVATE}::text[]) and (s.space_id is null or s.space_id = any(${visible}::bigint[]))
      order by s.created_at desc limit ${limit}`.execute(ctx.em.getKysely())
    // the index keeps comments without the title of what they are about
    const about = rows.filter(({ kind }) => kind === 'comment').map(({ record_id }) => record_id)
    const titles = new Map((await ctx.use(content).cards('comment', about)).map(({ id, title }) => [id, title]))
    const places = await ctx.use(spaces).cards([...new Set(rows.flatMap(({ space_id }) => space_id ?? []))])
    return rows.map(({ kind, record_id, title, path, space_id, created_at }) => {
      const isComment = kind === 'comment'
      const name = isComment ? titles.get(record_id) : title.replaceAll('\u001F', '')
      return {
        at: created_at,
        icon: ICONS[kind] ?? 'file-text',
        text: ctx.t(isComment ? 'timeline.commented' : 'timeline.wrote', { title: name || '…' }),
        to: path,
        ...togetherIn(ctx, kind, places.get(space_id ?? 0)),
      }
    })
  },
}
const notes: TimelineSource = {
  kind: 'notes',
  async of(ctx, memberId, before, limit) {
    const rows = await ctx.sql<{ body: unknown; author_member_id: number | null; created_at: Date }>(
      `select n.body, n.author_member_id, n.created_at from audience.note n join audience.person p on p.community_id = $1 and p.id = n.person_id
       where n.community_id = $1 and p.member_id = $2 and n.created_at < $3 order by n.created_at desc limit $4`,
      [memberId, before, limit],
    )
    const authors = await ctx.members.byIds(rows.flatMap(({ author_member_id }) => author_member_id ?? []))
    return rows.map(({ body, author_member_id, created_at }) => ({
      at: created_at,
      icon: 'pencil',
      text: ctx.t('timeline.noted', { who: authors.get(author_member_id ?? 0)?.name ?? ctx.t('somebody'), text: excerptOf(parseRichText(body).text, 140) }),
    }))
  },
}
const logged: TimelineSource = {
  kind: 'acts',
  async of(ctx, memberId, before, limit) {
    const { rows } = await sql<LogRow>`select a.id, a.member_id, a.action, a.subject, a.data, a.ip, a.created_at from kernel.audit_card a
      where a.community_id = ${ctx.community.id} and (a.member_id = ${memberId} or a.subject = ${`member:${memberId}`}) and a.created_at < ${before}
      order by a.created_at desc limit ${limit}`.execute(ctx.em.getKysely())
    return (await presentLogs(ctx, rows)).map(({ sentence }, at) => ({ at: rows[at]!.created_at, icon: 'shield-check', text: sentence }))
  },
}
const came: TimelineSource = {
  kind: 'visits',
  async of(ctx, memberId, before) {
    const rows = await ctx.sql<{ created_at: Date; last_seen_at: Date | null }>(
      'select created_at, last_seen_at from kernel.member_card where community_id = $1 and id = $2',
      [memberId],
    )
    return rows
      .flatMap(({ created_at, last_seen_at }) => [
        { at: created_at, icon: 'log-in', text: ctx.t('timeline.joined') },
        ...(last_seen_at ? [{ at: last_seen_at, icon: 'eye', text: ctx.t('timeline.seen') }] : []),
      ])
      .filter(({ at }) => at < before)
  },
}
export const sources = [written, notes, logged, came]

type Told = TimelineEntry & { kind: string }
const DAY = 86_400_000
/** Puts entries that are told as one behind each other; the others stand alone. */
function gathered(entries: readonly Told[]): Told[][] {
  const groups: Told[][] = []
  for (const entry of entries) {
    const last = groups.at(-1)?.at(-1)
    const joins = last?.together && last.together.key === entry.together?.key && last.at.getTime() - entry.at.getTime() < DAY
    if (joins) groups.at(-1)!.push(entry)
    else groups.push([entry])
  }
  return groups
}

export async function timelineOf(ctx: Ctx, sqid: string, query: { before?: Date; kind?: string }) {
  const { member_id } = await findPerson(ctx, sqid)
  const filled = ctx.fill(contract.points.timeline).filter(({ value }) => !value.permission || ctx.can(value.permission))
  const kinds = filled.map(({ value, t }) => ({ key: value.kind, label: t(`timeline.${value.kind}`) }))
  if (member_id === null) return { kinds, records: [], next: null }
  const before = query.before ?? new Date(ctx.now().getTime() + 1000)
  const asked = filled.filter(({ value }) => !query.kind || value.kind === query.kind)
  const all: Told[] = []
  for (const { value } of asked) all.push(...(await value.of(ctx, member_id, before, STEP)).map((entry) => ({ ...entry, kind: value.kind })))
  const shown = all.sort((one, other) => other.at.getTime() - one.at.getTime()).slice(0, STEP)
  const records = gathered(shown).map(([first, ...others]) => {
    const { at, kind, icon, text, to = null, together } = first!
    const one = { kind, icon, at: at.toISOString() }
    if (others.length === 0) return { ...one, text, to, parts: [] }
    const parts = [first!, ...others].map((part) => ({ at: part.at.toISOString(), text: part.text, to: part.to ?? null }))
    return { ...one, text: together!.text(parts.length), to: null, parts }
  })
  return { kinds, records, next: all.length > STEP ? shown.at(-1)!.at.toISOString() : null }
}
