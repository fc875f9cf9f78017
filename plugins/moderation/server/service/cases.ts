/** How a case begins: somebody reports, or a rule finds something. One is open for each record at most. */
import { AtriumError, forbidden, invalid, notFound, cut } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import contract, { type NewReport, REASONS, type Reason, type ReportInput } from '../../contract.ts'
import { CaseTable } from '../entities.ts'
import { tellAuthor } from './news.ts'

export const EXCERPT = 400
/** The names that calls have for kinds. */
const KINDS: Record<string, string> = {
  'connect/connection': 'member',
  chat_room_message: 'message',
  ChatRoomMessage: 'message',
  Post: 'post',
  Comment: 'comment',
}
/** @throws AtriumError 422 `invalid_flagged_contentable_type` */
export function kindOf(ctx: Ctx, type: string): string {
  const kind = KINDS[type] ?? type
  const known = kind === 'member' || ctx.fill(content.points.kind).some(({ value }) => value.kind === kind && value.judged)
  if (known) return kind
  throw new AtriumError(422, 'invalid_flagged_contentable_type', 'This can’t be reported.')
}

/** Says of no case that it is there: whoever it is about may be listening. */
export const queueChanged = (ctx: Ctx): void => ctx.afterCommit(() => ctx.push('moderation:queue', contract.events['queue.changed'].name, {}))

export interface Opening {
  kind: string
  recordId: number
  memberId: number | null
  spaceId: number | null
  text: string
  reasons: string[]
  rule?: string
  marks?: string[]
  held?: boolean
  /** It is decided at once: nobody is asked to look. */
  decided?: boolean
  at?: Date
}
/** Opens a case, or adds to the one that is open. */
export async function openCase(
  ctx: Ctx,
  { kind, recordId, memberId, spaceId, text, reasons, rule, marks = [], held = false, decided = false, at }: Opening,
): Promise<number> {
  const [row] = await ctx.sql<{ id: number; fresh: boolean }>(
    `insert into moderation."case" as c (community_id, kind, record_id, member_id, space_id, excerpt, reasons, rule, marks, is_hidden, is_held, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)
     on conflict (community_id, kind, record_id) where status = 'inbox' do update set
       reasons = array(select distinct x from unnest(c.reasons || excluded.reasons) x order by 1),
       marks = case when excluded.rule is null then c.marks else excluded.marks end,
       rule = coalesce(c.rule, excluded.rule), is_hidden = c.is_hidden or excluded.is_hidden, updated_at = now()
     returning id, xmax = 0 as fresh`,
    [kind, recordId, memberId, spaceId, cut(text, EXCERPT), reasons, rule ?? null, marks, held, at ?? ctx.now()],
  )
  if (row!.fresh && !at && !decided) ctx.emit(contract.events['case.opened'], { caseId: row!.id, kind, recordId, memberId })
  queueChanged(ctx)
  return row!.id
}

/** What this reader reports, as they see it. @throws AtriumError 404, 403 for what is one's own */
async function target(ctx: Ctx, kind: string, id: number): Promise<Omit<Opening, 'reasons'>> {
  const own = () => forbidden('You can’t report your own content.')
  if (kind === 'member') {
    const member = (await ctx.members.byIds([id])).get(id)
    if (!member?.isActive) throw notFound('Member')
    if (id === ctx.me().id) throw own()
    return { kind, recordId: id, memberId: id, spaceId: null, text: '' }
  }
  const card = await ctx.use(content).card(kind, id)
  if (!card?.publishedAt) throw notFound()
  if (card.authorMemberId === ctx.me().id) throw own()
  const { authorMemberId: memberId, spaceId } = card
  const [record] = await ctx.use(content).judged(kind, [id])
  return { kind, recordId: id, memberId, spaceId, text: record?.text ?? card.excerpt }
}

/** As the calls take it. What is named as evidence is reported for the same reason, so that it stands in the member's case and can be judged. */
export async function report(ctx: Ctx, input: ReportInput) {
  const { reported_reason_type: type, reported_reason_body: body, evidence } = input
  const kind = input.content_type ?? input.flagged_contentable_type ?? ''
  const about = { kind, id: (input.content_id ?? input.flagged_contentable_id)!, reason: type as Reason, body }
  for (const { content_type, content_id } of evidence) {
    const card = await ctx.use(content).card(kindOf(ctx, content_type), content_id)
    // who hides that they wrote something is not to be found out by this
    const isTheirs = card?.authorMemberId === about.id && !card.hidesAuthor
    if (kindOf(ctx, kind) !== 'member' || !isTheirs) throw invalid({ evidence: ['Choose what this member wrote.'] })
    await reportOne(ctx, { ...about, kind: content_type, id: content_id })
  }
  return reportOne(ctx, about)
}

/** Of each kind so many, and of all of them together. */
const WRITTEN = 10
/** What may be named as evidence: what can be judged, and this reader sees. */
export async function written(ctx: Ctx, memberId: number) {
  const kinds = ctx.fill(content.points.kind).filter(({ value }) => value.judged && value.latestBy)
  const found = await Promise.all(kinds.map(async ({ value }) => ctx.use(content).cards(value.kind, await value.latestBy!(ctx, memberId, WRITTEN))))
  const latest = found
    .flat()
    .filter(({ authorMemberId, publishedAt, hidesAuthor }) => authorMemberId === memberId && publishedAt && !hidesAuthor)
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .slice(0, WRITTEN)
  const cards = await ctx.use(spaces).cards([...new Set(latest.flatMap(({ spaceId }) => spaceId ?? []))])
  return latest.map(({ kind, id, title, excerpt, spaceId, createdAt }) => ({
    ...{ content_id: id, content_type: kind, title: kind === 'message' ? '' : title, excerpt, created_at: createdAt },
    space: cards.get(spaceId ?? 0)?.name ?? null,
  }))
}
/** @returns the case, and whether the reader has reported it already and nobody has looked yet */
export async function reportOne(ctx: Ctx, { kind: type, id, reason, body = '', at }: NewReport): Promise<{ caseId: number; already: boolean }> {
  if (!REASONS.includes(reason)) throw new AtriumError(422, 'invalid_reported_reason_type', 'Choose a reason.')
  const about = await target(ctx, kindOf(ctx, type), id)
  const caseId = await openCase(ctx, { ...about, reasons: [reason], at })
  const [made] = await ctx.sql(
    'insert into moderation.report (community_id, case_id, member_id, reason, body, created_at) values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning id',
    [caseId, ctx.me().id, reason, body, at ?? ctx.now()],
  )
  if (!made) return { caseId, already: true }
  const [{ reports_count: count } = { reports_count: 0 }] = await ctx.sql<{ reports_count: number }>(
    'update moderation."case" set reports_count = reports_count + 1 where community_id = $1 and id = $2 returning reports_count',
    [caseId],
  )
  await hideAt(ctx, caseId, count, at !== undefined)
  return { caseId, already: false }
}

/** After enough reports a record is hidden until somebody looks; what somebody has looked at and kept stays. */
async function hideAt(ctx: Ctx, caseId: number, count: number, quiet: boolean): Promise<void> {
  const rules = ctx.settings(contract)
  if (!rules.reports_enabled || count < rules.reports) return
  const found = await ctx.em.findOneOrFail(CaseTable, { id: caseId }, { disableIdentityMap: true })
  const { kind, recordId, memberId = null } = found
  if (found.isHidden || kind === 'member') return
  if (await ctx.em.count(CaseTable, { kind, recordId, status: 'approved' })) return
  const author = memberId === null ? undefined : (await ctx.members.byIds([memberId])).get(memberId)
  if (author?.isAdmin || author?.isModerator) return
  await ctx.use(content).withdrawOne(kind, recordId, 'hide')
  await ctx.em.nativeUpdate(CaseTable, { id: caseId }, { isHidden: true })
  await ctx.audit('case.hidden', `case:${caseId}`, { kind, record_id: recordId, reports: count })
  if (memberId !== null && !quiet) await tellAuthor(ctx, 'moderation_hidden', caseId, found.decision ?? 0, memberId)
}
