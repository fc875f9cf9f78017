/** What happened with one member, newest first: put together of what each plugin has to tell. */
import { type Ctx, excerptOf, parseRichText, sql } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import contract, { type TimelineEntry, type TimelineSource } from '../../contract.ts'
import { findPerson } from './contacts.ts'
import { type LogRow, presentLogs } from './logs.ts'

/** Of one page; each source is asked for as many, so that none is missed. */
const STEP = 25
/** What others wrote to each other is nobody's to list. */
const PRIVATE = ['message', 'chat_room_message', 'member', 'file']
const ICONS: Record<string, string> = { comment: 'message-square', event: 'calendar', lesson: 'graduation-cap' }

const written: TimelineSource = {
  kind: 'content',
  async of(ctx, memberId, before, limit) {
    const visible = (await ctx.use(spaces).access()).visibleIds()
    const { rows } = await sql<{ kind: string; title: string; path: string; created_at: Date }>`select s.kind, s.title, s.path, s.created_at
      from kernel.search_card s where s.community_id = ${ctx.community.id} and s.author_member_id = ${memberId} and s.created_at < ${before}
        and s.kind <> all(${PRIVATE}::text[]) and (s.space_id is null or s.space_id = any(${visible}::bigint[]))
      order by s.created_at desc limit ${limit}`.execute(ctx.em.getKysely())
    return rows.map(({ kind, title, path, created_at }) => ({
      at: created_at,
      icon: ICONS[kind] ?? 'file-text',
      text: ctx.t(kind === 'comment' ? 'timeline.commented' : 'timeline.wrote', { title: title.replaceAll('\u001F', '') || '…' }),
      to: path,
    }))
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

export async function timelineOf(ctx: Ctx, sqid: string, query: { before?: Date; kind?: string }) {
  const { member_id } = await findPerson(ctx, sqid)
  const filled = ctx.fill(contract.points.timeline).filter(({ value }) => !value.permission || ctx.can(value.permission))
  const kinds = filled.map(({ value, t }) => ({ key: value.kind, label: t(`timeline.${value.kind}`) }))
  if (member_id === null) return { kinds, records: [], next: null }
  const before = query.before ?? new Date(ctx.now().getTime() + 1000)
  const asked = filled.filter(({ value }) => !query.kind || value.kind === query.kind)
  const all: (TimelineEntry & { kind: string })[] = []
  for (const { value } of asked) all.push(...(await value.of(ctx, member_id, before, STEP)).map((entry) => ({ ...entry, kind: value.kind })))
  const shown = all.sort((one, other) => other.at.getTime() - one.at.getTime()).slice(0, STEP)
  const records = shown.map(({ at, to = null, ...rest }) => ({ ...rest, to, at: at.toISOString() }))
  return { kinds, records, next: all.length > STEP ? records.at(-1)!.at : null }
}
