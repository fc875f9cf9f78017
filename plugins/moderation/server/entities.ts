/** Tables of moderation as the ORM knows them; the migration is their truth in SQL. */
import { p, table, type TablesOf } from '@atrium/sdk/server'
import type { ModerationAct, Prepared, Reason } from '../contract.ts'

const id = () => p.bigint('number')
const texts = p.array().columnType('text[]')

export const CaseTable = table(
  'moderation.case',
  {
    kind: p.text(),
    recordId: id(),
    memberId: id().nullable(),
    spaceId: id().nullable(),
    status: p.text().$type<'inbox' | 'approved' | 'rejected'>().default('inbox'),
    reasons: texts,
    rule: p.text().$type<'words' | 'links' | 'first_posts'>().nullable(),
    marks: texts,
    excerpt: p.text().default(''),
    reportsCount: p.integer().default(0),
    isHidden: p.boolean().default(false),
    isHeld: p.boolean().default(false),
    /** Before the decision that stands. */
    wasHidden: p.boolean().default(false),
    /** The space that it was in before a decision moved it. */
    movedFrom: id().nullable(),
    note: p.text().default(''),
    action: p.text().$type<ModerationAct>().nullable(),
    actionReason: p.text().nullable(),
    /** The prepared reason that `actionReason` says in the moderator’s language. */
    reasonKey: p.text().$type<Prepared>().nullable(),
    actionBy: id().nullable(),
    actionAt: p.datetime().nullable(),
    /** Rises with each decision and each one that is taken back: what is told later is told of the one that stands. */
    decision: p.integer().default(0),
    settledAt: p.datetime().nullable(),
    /** Its text is gone for good. */
    finishedAt: p.datetime().nullable(),
    appeal: p.text().nullable(),
    appealedAt: p.datetime().nullable(),
  },
  {
    own: ['kind', 'record_id', 'excerpt', 'status', 'action_reason', 'action_at', 'appeal', 'appealed_at'],
    ownWhen: `t.settled_at is not null and (t.status = 'rejected' or t.was_hidden or t.action = 'move' or t.appealed_at is not null)`,
  },
)
export const ReportTable = table(
  'moderation.report',
  {
    caseId: id(),
    memberId: id(),
    reason: p.text().$type<Reason>(),
    body: p.text().default(''),
    isRight: p.boolean().nullable(),
  },
  { own: ['reason', 'body'] },
)
export const SanctionTable = table(
  'moderation.sanction',
  {
    memberId: id(),
    kind: p.text().$type<'warning' | 'silence'>(),
    reason: p.text(),
    reasonKey: p.text().$type<Prepared>().nullable(),
    caseId: id().nullable(),
    byMemberId: id().nullable(),
    endsAt: p.datetime().nullable(),
  },
  { own: ['kind', 'reason', 'ends_at'] },
)
export const NewcomerTable = table(
  'moderation.newcomer',
  {
    memberId: id(),
    passed: p.integer().default(0),
    day: p.date().nullable(),
    messages: p.integer().default(0),
  },
  { own: [] },
)
export const SpentProofTable = table('moderation.spent_proof', { nonce: p.text(), expiresAt: p.datetime() })

export const entities = [CaseTable, ReportTable, SanctionTable, NewcomerTable, SpentProofTable]
export type Tables = TablesOf<(typeof entities)[number]>
