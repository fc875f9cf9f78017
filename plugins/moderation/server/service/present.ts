/** Cases as moderators, exports and authors read them. */
import { authorOf, type Ctx, csv, csvFile, decodeCursor, lastId, isoOf, type MemberInfo, type Paging, page, rowsFor } from '@atrium/sdk/server'
import { notFound } from '@atrium/sdk'
import content, { type JudgedRecord } from '../../../content/contract.ts'
import posts from '../../../posts/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { ACTS, type ModerationAct, type OwnCase } from '../../contract.ts'
import { CaseTable, SanctionTable } from '../entities.ts'
import { caseById, type CaseRow, casesOn, decidedRead, decidersRead, figuresRead, logRead, reportersRead, waitingRead } from '../reads.ts'
import { actsFor, concerned, demandQueued, isKeptBack, mayAppeal, ownCase } from './decide.ts'
import { targetsOf } from './moves.ts'
import { reasonIn } from './news.ts'
import { isRestorable } from './removal.ts'
import { silencedUntil } from './gate.ts'
import { canHint } from './hint.ts'

const HISTORY = 10
const EVIDENCE = 5
const EXPORTED = 5_000

export interface CaseQuery extends Paging {
  status: string
  reason?: string
  content_type?: string
  content_id?: number
  is_hidden?: 'true' | 'false'
}

/** Nobody reads who reported them. */
const withoutReporter = (ctx: Ctx, row: CaseRow): CaseRow => (row.member_id === ctx.me().id ? { ...row, reporter_id: null, report_body: null } : row)

/** Addresses are for admins; a moderator judges without them. */
async function presentRows(ctx: Ctx, found: CaseRow[]) {
  const rows = found.map((row) => withoutReporter(ctx, row))
  const ids = [...new Set(rows.flatMap((row) => [row.member_id, row.reporter_id, row.action_by].filter((id) => id !== null)))]
  const [people, addresses, cards] = await Promise.all([
    ctx.members.byIds(ids),
    ctx.me().isAdmin ? ctx.members.addresses(ids) : new Map<number, { email: string }>(),
    ctx.use(spaces).cards([...new Set(rows.flatMap(({ space_id, moved_from }) => [space_id ?? [], moved_from ?? []].flat()))]),
  ])
  const named = (id: number | null) => ({ name: people.get(id ?? 0)?.name ?? null, email: addresses.get(id ?? 0)?.email ?? null })
  return rows.map((row) => {
    const [author, reporter, decider] = [named(row.member_id), named(row.reporter_id), named(row.action_by)]
    const space = cards.get(row.space_id ?? 0)
    const from = cards.get(row.moved_from ?? 0)
    return {
      id: row.id,
      status: row.status,
      reported_reason_type: row.report_reason ?? row.rule ?? row.reasons[0]!,
      reported_reason_body: row.report_body,
      reported_at: isoOf(row.created_at),
      action_taken_at: isoOf(row.action_at),
      action_reason_body: reasonIn(ctx, { reasonKey: row.reason_key, actionReason: row.action_reason }) || null,
      created_at: isoOf(row.created_at),
      updated_at: isoOf(row.updated_at),
      content_id: row.record_id,
      content_type: row.kind,
      content_authored_by_id: row.member_id,
      content_authored_by_name: author.name,
      content_authored_by_email: author.email,
      reported_by_id: row.reporter_id,
      reported_by_name: reporter.name,
      reported_by_email: reporter.email,
      action_by_id: row.action_by,
      action_by_name: decider.name,
      action_by_email: decider.email,
      action: row.action,
      author: authorOf(people.get(row.member_id ?? 0)),
      excerpt: row.excerpt,
      space: space ? { id: space.id, name: space.name, emoji: space.emoji } : null,
      moved_from: from ? { id: from.id, name: from.name } : null,
      reports_count: row.reports_count,
      reasons: row.reasons,
      rule: row.rule,
      is_hidden: row.is_hidden,
      is_held: row.is_held,
      appealed_at: isoOf(row.appealed_at),
      may_restore: isRestorable({ status: row.status, isHidden: row.is_hidden, finishedAt: row.finished_at }),
    }
  })
}

interface Last {
  at: Date | null
  id: number | null
}
/** Moment and id that a page goes on after. */
function lastMoment(query: Paging): Last {
  const last = decodeCursor(query.cursor, ['string', 'number'])
  return last && !Number.isNaN(Date.parse(String(last[0]))) ? { at: new Date(String(last[0])), id: Number(last[1]) } : { at: null, id: null }
}
const readRows = (ctx: Ctx, query: Pick<CaseQuery, 'status' | 'reason' | 'content_type' | 'is_hidden'>, last: Last, rows: number) =>
  ctx.read(query.status === 'inbox' ? waitingRead : decidedRead, [
    query.status === 'all' ? null : query.status,
    query.reason ?? null,
    query.content_type ?? null,
    query.is_hidden === undefined ? null : query.is_hidden === 'true',
    last.id,
    rows,
    concerned(ctx),
    ...(query.status === 'inbox' ? [last.at] : []),
  ])
/** What is pending comes by when it was reported, oldest first; the rest by id, the latest first. */
export async function listCases(ctx: Ctx, query: CaseQuery) {
  if (query.content_id) {
    const rows = await ctx.read(casesOn, [query.content_type ?? '', query.content_id, rowsFor(query), concerned(ctx)])
    const found = page(rows, { query: { ...query, cursor: undefined }, key: ({ id }) => [id] }, (row) => row)
    return { ...found, records: await presentRows(ctx, found.records) }
  }
  const waits = query.status === 'inbox'
  const last = waits ? lastMoment(query) : { at: null, id: lastId(query) }
  const rows = await readRows(ctx, query, last, rowsFor(query))
  const found = page(rows, { query, key: ({ created_at, id }) => (waits ? [created_at.toISOString(), id] : [id]) }, (row) => row)
  return { ...found, records: await presentRows(ctx, found.records) }
}
export async function listLog(ctx: Ctx, query: Paging & { act?: ModerationAct; moderator_id?: number }) {
  const { at, id } = lastMoment(query)
  const rows = await ctx.read(logRead, [at, id, rowsFor(query), concerned(ctx), query.act ?? null, query.moderator_id ?? null])
  const found = page(rows, { query, key: ({ action_at, id }) => [action_at!.toISOString(), id] }, (row) => row)
  return { ...found, records: await presentRows(ctx, found.records) }
}
const WEEK = 7 * 86_400_000
export async function figuresOf(ctx: Ctx) {
  const [row] = await ctx.read(figuresRead, [new Date(ctx.now().getTime() - WEEK), concerned(ctx)])
  const { decided, minutes, acts } = row!
  const ids = (await ctx.read(decidersRead, [concerned(ctx)])).map(({ action_by }) => action_by)
  const moderators = [...(await ctx.members.byIds(ids)).values()].map(({ id, name }) => ({ id, name }))
  return {
    decided,
    minutes: minutes === null ? null : Math.round(minutes),
    acts: ACTS.map((act) => ({ act, count: acts.filter((one) => one === act).length })),
    moderators: moderators.sort((one, other) => one.name.localeCompare(other.name, ctx.locale)),
  }
}
export async function exportCases(ctx: Ctx, status: string) {
  const records = await presentRows(ctx, await readRows(ctx, { status }, { at: null, id: null }, EXPORTED))
  const columns = ['id', 'status', 'content_type', 'content_id', 'content_authored_by_name', 'excerpt', 'reported_reason_type', 'reported_reason_body'] as const
  const more = ['reported_by_name', 'reports_count', 'reported_at', 'action', 'action_reason_body', 'action_by_name', 'action_taken_at'] as const
  const header = [...columns, ...more]
  await ctx.audit('cases.exported', 'moderation', { count: records.length })
  return csvFile(
    'flagged_contents.csv',
    csv<(typeof records)[number]>(
      header.map((column) => [column, (record) => record[column]]),
      records,
    ),
  )
}

/** @throws AtriumError 404, 403 */
export async function rowOf(ctx: Ctx, id: number): Promise<CaseRow> {
  const [row] = await ctx.read(caseById, [id])
  if (!row) throw notFound('Case')
  demandQueued(ctx, { memberId: row.member_id })
  return row
}
export async function showFlagged(ctx: Ctx, id: number) {
  const [shown] = await presentRows(ctx, [await rowOf(ctx, id)])
  return shown!
}

async function factsOf(ctx: Ctx, author: MemberInfo) {
  const options = { orderBy: { id: 'desc' }, limit: HISTORY, disableIdentityMap: true } as const
  const [card] = await ctx.sql<{ created_at: Date }>('select created_at from kernel.member_card where community_id = $1 and id = $2', [author.id])
  const sanctions = await ctx.em.find(SanctionTable, { memberId: author.id }, options)
  const removed = await ctx.em.find(CaseTable, { memberId: author.id, status: 'rejected', action: 'remove' }, options)
  const people = await ctx.members.byIds([...sanctions.map((one) => one.byMemberId ?? 0), ...removed.map((one) => one.actionBy ?? 0)])
  const history = [
    ...sanctions.map((one) => ({
      what: one.kind as string,
      reason: reasonIn(ctx, { reasonKey: one.reasonKey, actionReason: one.reason }),
      at: one.createdAt,
      by: people.get(one.byMemberId ?? 0)?.name ?? null,
    })),
    ...removed.map((one) => ({ what: 'removed', reason: reasonIn(ctx, one), at: one.actionAt!, by: people.get(one.actionBy ?? 0)?.name ?? null })),
  ]
  return {
    joined_at: card!.created_at,
    posts: ctx.has(posts) ? ((await ctx.use(posts).countBy([author.id])).get(author.id) ?? 0) : 0,
    cases: await ctx.em.count(CaseTable, { memberId: author.id }),
    warnings: await ctx.em.count(SanctionTable, { memberId: author.id, kind: 'warning' }),
    silenced_until: isoOf(await silencedUntil(ctx, author.id)),
    history: history.sort((one, other) => other.at.getTime() - one.at.getTime()).slice(0, HISTORY),
  }
}

/** What of a member's was reported or removed of late, and is kept still. */
async function evidenceOf(ctx: Ctx, memberId: number) {
  const where = { memberId, kind: { $ne: 'member' }, excerpt: { $ne: '' } }
  const found = await ctx.em.find(CaseTable, where, { orderBy: { id: 'desc' }, limit: EVIDENCE, disableIdentityMap: true })
  return found.map(({ id, kind, excerpt, rule, reasons, status, action = null, createdAt }) => ({
    case_id: id,
    content_type: kind,
    excerpt: excerpt!,
    reason: rule ?? reasons[0] ?? 'other',
    action: status === 'inbox' ? null : action,
    created_at: createdAt,
  }))
}

export async function showCase(ctx: Ctx, id: number) {
  const row = await rowOf(ctx, id)
  const [flagged] = await presentRows(ctx, [row])
  const [record] = await ctx.use(content).judged(row.kind, [row.record_id])
  const reporters = row.member_id === ctx.me().id ? [] : await ctx.read(reportersRead, [id])
  const around = record?.around ?? []
  const people = await ctx.members.byIds([...reporters.map(({ member_id }) => member_id), ...around.flatMap(({ authorMemberId }) => authorMemberId ?? [])])
  const [author] = (await ctx.members.byIds(row.member_id === null ? [] : [row.member_id])).values()
  const said = (one: JudgedRecord['around'][number]) => ({
    ...{ id: one.id, text: one.text, created_at: one.createdAt },
    author: authorOf(people.get(one.authorMemberId ?? 0)),
  })
  const { appeal, note, marks } = row
  const targets =
    row.status === 'inbox' ? await ctx.use(spaces).cards(await targetsOf(ctx, { kind: row.kind, recordId: row.record_id, isHidden: row.is_hidden })) : null
  return {
    ...flagged!,
    ...{ appeal, note },
    is_kept_back: row.kind !== 'member' && (await isKeptBack(ctx, row.member_id)),
    content:
      record && record.state !== 'gone'
        ? {
            ...{ title: record.title, path: record.path, text: record.text, created_at: record.createdAt, marks },
            before: around.filter(({ isBefore }) => isBefore).map(said),
            after: around.filter(({ isBefore }) => !isBefore).map(said),
          }
        : null,
    evidence: row.kind === 'member' ? await evidenceOf(ctx, row.record_id) : [],
    author_facts: author ? await factsOf(ctx, author) : null,
    reporters: reporters.flatMap(({ member_id, reason, body, created_at, decided, right }) => {
      const reporter = authorOf(people.get(member_id))
      return reporter ? [{ ...reporter, reason, body, reported_at: created_at, decided, right }] : []
    }),
    acts: row.status === 'inbox' ? actsFor(ctx, row, author, Boolean(targets?.size)) : [],
    spaces: [...(targets?.values() ?? [])].map(({ id, name, emoji }) => ({ id, name, emoji })),
    can_hint: row.status === 'inbox' && record !== undefined && record.state !== 'gone' && (await canHint(ctx, record)),
  }
}

export async function showOwn(ctx: Ctx, id: number): Promise<OwnCase> {
  const found = await ownCase(ctx, id)
  const [record] = await ctx.use(content).judged(found.kind, [found.recordId])
  const decided = found.settledAt && found.status !== 'inbox'
  const isPlaceKnown = found.action !== 'move' || (await ctx.use(spaces).access()).isListed(found.spaceId ?? 0)
  const state = !decided
    ? found.appealedAt
      ? 'looking'
      : 'waiting'
    : found.status === 'approved'
      ? found.action === 'move'
        ? 'moved'
        : 'kept'
      : found.isHidden
        ? 'removed'
        : 'warned'
  return {
    id,
    content_type: found.kind,
    title: found.finishedAt ? '' : (record?.title ?? ''),
    space: found.spaceId && isPlaceKnown ? ((await ctx.use(spaces).cards([found.spaceId])).get(found.spaceId)?.name ?? null) : null,
    text: found.finishedAt ? '' : (record?.text ?? found.excerpt ?? ''),
    state,
    reason: (found.settledAt && reasonIn(ctx, found)) || null,
    decided_at: decided ? isoOf(found.actionAt ?? null) : null,
    appeal: found.appeal ?? null,
    may_appeal: mayAppeal(ctx, found),
  }
}
