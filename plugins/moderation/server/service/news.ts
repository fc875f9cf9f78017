/** What authors and reporters are told, through notifications: nobody can switch it off, and each reads of their own cases alone. */
import { ordinals } from '@atrium/sdk'
import { type Ctx, excerptOf, type InferEntity } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import notifications, { type NotificationKind, type NotificationSubject } from '../../../notifications/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { APPEAL_DAYS, type ModerationAct, type Prepared } from '../../contract.ts'
import { CaseTable, SanctionTable } from '../entities.ts'
import { reportedBy } from '../reads.ts'

export const dateIn = (locale: string, moment: Date): string =>
  ordinals(locale, new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(moment))

/** The reason of a decision as this reader gets it: what was prepared is said in their language. */
export const reasonIn = (ctx: Ctx, { reasonKey, actionReason }: { reasonKey?: Prepared | null; actionReason?: string | null }, locale = ctx.locale): string =>
  reasonKey ? ctx.t(`text.${reasonKey}`, {}, locale) : (actionReason ?? '')
/** The language that a member reads. */
export const localeOf = async (ctx: Ctx, memberId: number): Promise<string> => (await ctx.members.addresses([memberId])).get(memberId)?.locale ?? ctx.locale

const TITLE = 80
type Told =
  | 'moderation_moved'
  | 'moderation_warning'
  | 'moderation_silence'
  | 'moderation_removed'
  | 'moderation_decision'
  | 'moderation_hidden'
  | 'moderation_appeal'
export type About = Pick<InferEntity<typeof CaseTable>, 'kind' | 'excerpt'> & { wasHidden: boolean; appealed: boolean }

const ACTS: Partial<Record<Told, ModerationAct>> = { moderation_warning: 'warn', moderation_silence: 'silence', moderation_removed: 'remove' }

/** How its author hears of a decision; null where there is nothing to tell: it was kept and they never knew, or the ban tells it. */
export function toldBy(act: ModerationAct | null, { wasHidden, appealed }: Pick<About, 'wasHidden' | 'appealed'>): Told | null {
  if (act === 'warn') return 'moderation_warning'
  if (act === 'silence') return 'moderation_silence'
  if (act === 'move') return 'moderation_moved'
  if (act === 'remove') return appealed ? 'moderation_appeal' : 'moderation_removed'
  if (act !== 'keep') return null
  return appealed ? 'moderation_appeal' : wasHidden ? 'moderation_decision' : null
}
interface Decided {
  act: ModerationAct | null
  reason: string
  until: Date | null
  appealed: boolean
  /** Where it was moved to. */
  space?: string
}
/** Titles of the records of these cases that have one, by the ids of the cases. */
export async function namesOf(ctx: Ctx, cases: readonly Pick<InferEntity<typeof CaseTable>, 'id' | 'kind' | 'recordId'>[]): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  for (const [kind, of] of Map.groupBy(cases, (one) => one.kind)) {
    const records = await ctx.use(content).judged(
      kind,
      of.map(({ recordId }) => recordId),
    )
    const byId = new Map(records.map(({ id, name }) => [id, name]))
    for (const { id, recordId } of of) if (byId.get(recordId)) names.set(id, byId.get(recordId)!)
  }
  return names
}
/** The thing and what came of it, in the reader's language. @param about `name`: its own title, where it has one */
export function wording(
  ctx: Ctx,
  told: Told,
  { kind, excerpt, name }: Pick<About, 'kind' | 'excerpt'> & { name?: string },
  decided: Decided,
  locale = ctx.locale,
) {
  const { act, reason, until, appealed, space } = decided
  const say = (key: string, values: Record<string, string | number> = {}) => ctx.t(`told.${key}`, values, locale)
  const outcomes: Partial<Record<Told, () => string>> = {
    moderation_silence: () => (until ? say('until', { until: dateIn(locale, until) }) : ''),
    moderation_moved: () => (space ? say('moved', { space }) : ''),
    moderation_appeal: () => say(act === 'keep' ? 'stays' : 'upheld'),
    moderation_decision: () => say('shown'),
    moderation_hidden: () => say('hidden'),
  }
  const lines = [outcomes[told]?.(), reason && say('reason', { reason }), told in ACTS && !appealed && say('appeal', { days: APPEAL_DAYS })]
  const title =
    kind === 'member'
      ? say('you')
      : name
        ? say(`named.${kind}`, { name: excerptOf(name, TITLE) })
        : excerpt
          ? `“${excerptOf(excerpt, TITLE)}”`
          : say(`what.${kind}`)
  return { title, text: lines.filter(Boolean).join('\n') }
}

/** Until when, by their cases. */
export async function silencesOf(ctx: Ctx, caseIds: number[]): Promise<Map<number, Date>> {
  const found = await ctx.em.find(SanctionTable, { caseId: { $in: caseIds }, kind: 'silence' }, { orderBy: { id: 'asc' }, disableIdentityMap: true })
  return new Map(found.map((one) => [one.caseId!, one.endsAt!]))
}

/** The spaces of these cases that the reader may know of. */
async function listedOf(ctx: Ctx, found: readonly Pick<InferEntity<typeof CaseTable>, 'spaceId'>[]) {
  const { isListed } = await ctx.use(spaces).access()
  return ctx.use(spaces).cards(found.flatMap(({ spaceId }) => (spaceId && isListed(spaceId) ? [spaceId] : [])))
}

/** Of the reader's own cases; what another decision has taken the place of is told without its reason. */
const subjects =
  (told: Told) =>
  async (ctx: Ctx, ids: number[]): Promise<Map<number, NotificationSubject>> => {
    const found = ctx.member ? await ctx.em.find(CaseTable, { id: { $in: ids }, memberId: ctx.member.id }, { disableIdentityMap: true }) : []
    const names = await namesOf(
      ctx,
      found.filter(({ finishedAt }) => !finishedAt),
    )
    const cards = told === 'moderation_moved' ? await listedOf(ctx, found) : null
    const silences = told === 'moderation_silence' ? await silencesOf(ctx, ids) : new Map<number, Date>()
    return new Map(
      found.map((one): [number, NotificationSubject] => {
        const isThis = told in ACTS ? ACTS[told] === one.action : told !== 'moderation_hidden'
        const about = { kind: one.kind, excerpt: one.excerpt, name: names.get(one.id) }
        const { title, text } = wording(ctx, told, about, {
          ...{ act: one.action ?? null, reason: isThis ? reasonIn(ctx, one) : '' },
          ...{ until: silences.get(one.id) ?? null, appealed: Boolean(one.appealedAt) },
          space: cards?.get(one.spaceId ?? 0)?.name,
        })
        return [one.id, { title, path: `/moderation/cases/${one.id}`, spaceId: null, excerpt: text, type: 'FlaggedContent' }]
      }),
    )
  }

/** Whoever reported hears what came of it, and is led to it where it stayed. */
async function reported(ctx: Ctx, ids: number[]): Promise<Map<number, NotificationSubject>> {
  const rows = ctx.member ? await ctx.read(reportedBy, [ctx.member.id, ids]) : []
  const paths = new Map<string, string>()
  for (const [kind, of] of Map.groupBy(
    rows.filter((row) => row.kind !== 'member'),
    (row) => row.kind,
  ))
    for (const card of await ctx.use(content).cards(
      kind,
      of.map((row) => row.record_id),
    ))
      paths.set(`${kind}:${card.id}`, card.path)
  return new Map(
    rows.map((row): [number, NotificationSubject] => [
      row.id,
      {
        title: ctx.t(`told.reported.${row.kind === 'member' ? 'member' : 'record'}`),
        path: paths.get(`${row.kind}:${row.record_id}`) ?? '/notifications',
        spaceId: null,
        excerpt: ctx.t(row.is_right ? 'answer.right' : 'answer.kept'),
        type: 'FlaggedContent',
      },
    ]),
  )
}

const kind = (key: string, icon: string, of: NotificationKind['subjects']): NotificationKind => ({
  ...{ key, icon, subjects: of },
  defaults: { in_app: true, email: true, push: true },
  required: true,
})
export const kinds: NotificationKind[] = [
  kind('moderation_warning', 'triangle-alert', subjects('moderation_warning')),
  kind('moderation_silence', 'mic-off', subjects('moderation_silence')),
  kind('moderation_moved', 'move', subjects('moderation_moved')),
  kind('moderation_removed', 'trash-2', subjects('moderation_removed')),
  kind('moderation_hidden', 'eye-off', subjects('moderation_hidden')),
  kind('moderation_decision', 'shield-check', subjects('moderation_decision')),
  kind('moderation_appeal', 'scale', subjects('moderation_appeal')),
  kind('report_decided', 'shield-check', reported),
]

const tell = (ctx: Ctx, told: string, caseId: number, decision: number, memberIds: number[], reason: string): Promise<void> =>
  ctx.use(notifications).tell({
    ...{ kind: told, subjectId: caseId, key: `${told}:${caseId}:${decision}`, actorMemberId: null },
    to: memberIds.map((memberId) => ({ memberId, reason })),
  })
export const tellAuthor = (ctx: Ctx, told: Told, caseId: number, decision: number, memberId: number): Promise<void> =>
  tell(ctx, told, caseId, decision, [memberId], 'moderated')
export const tellReporters = (ctx: Ctx, caseId: number, decision: number, memberIds: number[]): Promise<void> =>
  tell(ctx, 'report_decided', caseId, decision, memberIds, 'reported')
/** Something was decided about it meanwhile. */
export const noLongerHidden = (ctx: Ctx, caseId: number): Promise<void> => ctx.use(notifications).withdraw('moderation_hidden', caseId)
