/** Handlers of moderation. */
import { notFound } from '@atrium/sdk'
import { type Ctx, type Handlers, hold } from '@atrium/sdk/server'
import archive from '../../archive/contract.ts'
import spaces from '../../spaces/contract.ts'
import contract, { type ModerationAct } from '../contract.ts'
import { CaseTable } from './entities.ts'
import { unaddressedRead } from './reads.ts'
import { report, written } from './service/cases.ts'
import { appeal, concerned, type Decision, decide, demandQueued, liftSilence, ownCaseOf, undo } from './service/decide.ts'
import { demandAdviser, hint } from './service/hint.ts'
import { targetsOf } from './service/moves.ts'
import { localeOf, namesOf, reasonIn, toldBy, wording } from './service/news.ts'
import { previewRemoval, restore } from './service/removal.ts'
import { newChallenge } from './service/proof.ts'
import { exportCases, figuresOf, listCases, listLog, rowOf, showCase, showFlagged, showOwn } from './service/present.ts'

async function decided(ctx: Ctx, id: number, decision: Partial<Decision> & { act: ModerationAct }) {
  await decide(ctx, id, { reason: '', hours: 24, remove: true, ...decision })
  return showFlagged(ctx, id)
}

export const handlers: Handlers<typeof contract> = {
  list: (ctx, { query }) => listCases(ctx, query),
  log: (ctx, { query }) => listLog(ctx, query),
  figures: (ctx) => figuresOf(ctx),
  async create(ctx, { body }) {
    return { success: true, already_reported: (await report(ctx, body.flagged_content)).already }
  },
  written: async (ctx, { params }) => ({ records: await written(ctx, params.id) }),
  async unaddressed(ctx) {
    const [row] = await ctx.read(unaddressedRead, [concerned(ctx)])
    return row!
  },
  export: (ctx, { query }) => exportCases(ctx, query.status),
  show: (ctx, { params }) => showCase(ctx, params.id),
  hint: async (ctx, { params }) => hint(ctx, demandAdviser(ctx), await rowOf(ctx, params.id)),
  approve: (ctx, { params, body }) => decided(ctx, params.id, { act: 'keep', reason: body.reason }),
  reject: (ctx, { params, body }) => decided(ctx, params.id, { act: 'remove', reason: body.reason }),
  decide: (ctx, { params, body: { ends_at, reason_key: reasonKey, space_id: spaceId, ...body } }) =>
    decided(ctx, params.id, { ...body, reasonKey, spaceId, endsAt: ends_at ? new Date(ends_at) : null }),
  async undo(ctx, { params }) {
    await undo(ctx, params.id)
    return showFlagged(ctx, params.id)
  },
  async restore(ctx, { params }) {
    await restore(ctx, params.id)
    return showFlagged(ctx, params.id)
  },
  async preview(ctx, { params, query: { act, hours, ...query } }) {
    const found = await ctx.em.findOne(CaseTable, { id: params.id }, { disableIdentityMap: true })
    if (!found) throw notFound('Case')
    demandQueued(ctx, found)
    const { memberId = null, isHidden, appealedAt } = found
    const author = memberId === null ? undefined : (await ctx.members.byIds([memberId])).get(memberId)
    // who is out is told nothing
    const nothing = { subject: '', text: '' }
    if (!author?.isActive) return nothing
    const locale = await localeOf(ctx, author.id)
    const reason = reasonIn(ctx, { reasonKey: query.reason_key, actionReason: query.reason }, locale)
    if (act === 'ban') {
      const message = ctx.has(archive) ? await ctx.use(archive).banMessage(author.id, { reason, endsAt: query.ends_at ? new Date(query.ends_at) : null }) : null
      return message ? { subject: message.subject, text: message.text } : nothing
    }
    const told = toldBy(act, { wasHidden: isHidden ?? false, appealed: Boolean(appealedAt) })
    if (!told) return nothing
    const until = act === 'silence' ? new Date(ctx.now().getTime() + hours * 3_600_000) : null
    // of a space that it may not be moved to, nothing is said
    const target = act === 'move' ? (await targetsOf(ctx, found)).find((id) => id === query.space_id) : undefined
    const space = target === undefined ? undefined : (await ctx.use(spaces).card(target))?.name
    const { title, text } = wording(
      ctx,
      told,
      { ...found, name: (await namesOf(ctx, [found])).get(found.id) },
      { act, reason, until, appealed: Boolean(appealedAt), space },
      locale,
    )
    return { subject: ctx.t(`notify.${told}.one`, { title }, locale), text }
  },
  previewRemoval: (ctx, { params, query }) => previewRemoval(ctx, params.kind, params.id, query),
  async note(ctx, { params, body }) {
    const found = await hold(ctx, CaseTable, params.id, 'Case')
    demandQueued(ctx, found)
    found.note = body.note
    await ctx.em.flush()
  },

  own: (ctx, { params }) => showOwn(ctx, params.id),
  async ownOf(ctx, { params }) {
    const caseId = await ownCaseOf(ctx, params.kind, params.id)
    return { case: caseId === null ? null : await showOwn(ctx, caseId) }
  },
  async appeal(ctx, { params, body }) {
    await appeal(ctx, params.id, body.text)
    return showOwn(ctx, params.id)
  },
  lift: (ctx, { params }) => liftSilence(ctx, params.id),

  async proof(ctx) {
    return { challenge: await newChallenge(ctx) }
  },

  settings: (ctx) => ctx.settings(contract),
  async saveSettings(ctx, { body }) {
    const saved = await ctx.saveSettings(contract, body)
    await ctx.audit('moderation.rules', 'moderation', { changed: Object.keys(body) })
    return saved
  },
}
