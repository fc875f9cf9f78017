/** Writing broadcasts: drafts, and when they go out. */
import { conflict, invalid, notFound, type Sentence } from '@atrium/sdk'
import { assign, type Ctx, demandVersion, hold, isRefusal, raiseVersion } from '@atrium/sdk/server'
import audience from '../../../audience/contract.ts'
import email, { type Audience, type Block, type BroadcastInput, type TemplateInput } from '../../contract.ts'
import { BroadcastTable, EditionTable, TemplateTable, ThemeTable } from '../entities.ts'
import { fillJob } from '../jobs.ts'
import { compose, takeBlocks } from './letters.ts'
import { showBroadcast } from './present.ts'
import { newSecret } from './tokens.ts'
import { needMailServer } from './transport.ts'

/** A refusal as it is kept until somebody reads it. */
const storable = (said: string | Sentence) =>
  typeof said === 'string' ? { text: said } : { text: said.template, values: said.values as Record<string, string | number> }
export const troubleOf = (said: string | Sentence): string => JSON.stringify(storable(said))
/** Whom it goes to, as the audience is asked. */
export const askOf = ({ kind, segment_ids, member_ids }: Audience) => ({ kind, segmentIds: segment_ids, memberIds: member_ids })
/** @throws AtriumError 404 without the segment, 422 where none is chosen */
async function checkAudience(ctx: Ctx, chosen: Audience): Promise<void> {
  if (chosen.kind === 'segments' && chosen.segment_ids.length === 0) throw invalid({ 'audience.segment_ids': ['Choose at least one segment.'] })
  if (chosen.kind === 'people' && chosen.member_ids.length === 0) throw invalid({ 'audience.member_ids': ['Choose at least one person.'] })
  if (chosen.kind === 'segments') await ctx.use(audience).reachable(askOf(chosen), Number.MAX_SAFE_INTEGER, 1)
}
async function checkTheme(ctx: Ctx, id: number | null | undefined): Promise<void> {
  if (id && !(await ctx.em.count(ThemeTable, { id }))) throw invalid({ theme_id: ['This theme doesn’t exist any more.'] })
}

/** @returns its id @throws AtriumError 404, 422 */
export async function createBroadcast(ctx: Ctx, { template_id, ...input }: Partial<BroadcastInput> & { name: string; template_id?: number }): Promise<number> {
  const template = template_id ? await ctx.em.findOne(TemplateTable, { id: template_id }) : null
  if (template_id && !template) throw notFound('Template')
  await checkTheme(ctx, input.theme_id)
  const own = template ? { subject: template.subject, preheader: template.preheader, theme_id: template.themeId } : {}
  const said = { ...own, ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== '' && value !== null)) } as Partial<BroadcastInput>
  const blocks = input.blocks?.length ? await takeBlocks(ctx, input.blocks) : (template?.blocks ?? [])
  const made = ctx.em.create(BroadcastTable, {
    name: input.name,
    subject: said.subject ?? '',
    preheader: said.preheader ?? '',
    fromName: said.from_name ?? '',
    replyTo: said.reply_to ?? '',
    blocks,
    themeId: said.theme_id ?? null,
    audience: input.audience ?? { kind: 'members', segment_ids: [], member_ids: [] },
    experiment: input.experiment ?? null,
    authorMemberId: ctx.me().id,
    versionBy: ctx.me().id,
  })
  await ctx.em.flush()
  return made.id
}

const notDraft = () => conflict('This email is no longer a draft, so it can’t be changed.', 'broadcast_not_draft')
/** @throws AtriumError 404, 409 `broadcast_not_draft` */
async function draftOf(ctx: Ctx, id: number) {
  const broadcast = await hold(ctx, BroadcastTable, id, 'Email')
  if (broadcast.status !== 'draft') throw notDraft()
  return broadcast
}

/** @throws AtriumError 404, 409 `edit_conflict` or `broadcast_not_draft`, 422 */
export async function updateBroadcast(ctx: Ctx, id: number, { version, ...changes }: Partial<BroadcastInput> & { version?: number }): Promise<void> {
  const broadcast = await draftOf(ctx, id)
  await demandVersion(ctx, version, broadcast, changes, () => showBroadcast(ctx, id))
  await checkTheme(ctx, changes.theme_id)
  const { blocks, ...rest } = changes
  assign(BroadcastTable, broadcast, rest as never)
  if (blocks) broadcast.blocks = await takeBlocks(ctx, blocks, broadcast.blocks)
  raiseVersion(ctx, broadcast)
  await ctx.em.flush()
}
export async function renameBroadcast(ctx: Ctx, id: number, name: string): Promise<void> {
  const broadcast = await hold(ctx, BroadcastTable, id, 'Email')
  broadcast.name = name
  await ctx.em.flush()
}
/** @throws AtriumError 404, 409 */
export async function applyTemplate(ctx: Ctx, id: number, templateId: number): Promise<void> {
  const broadcast = await draftOf(ctx, id)
  const template = await ctx.em.findOne(TemplateTable, { id: templateId })
  if (!template) throw notFound('Template')
  broadcast.blocks = template.blocks
  broadcast.themeId = template.themeId
  if (template.subject) broadcast.subject = template.subject
  if (template.preheader) broadcast.preheader = template.preheader
  raiseVersion(ctx, broadcast)
  await ctx.em.flush()
}
export async function duplicateBroadcast(ctx: Ctx, id: number): Promise<number> {
  const from = await ctx.em.findOne(BroadcastTable, { id })
  if (!from) throw notFound('Email')
  const copy = ctx.em.create(BroadcastTable, {
    name: ctx.t('copy', { name: from.name }).slice(0, 120),
    subject: from.subject,
    preheader: from.preheader,
    fromName: from.fromName,
    replyTo: from.replyTo,
    blocks: from.blocks,
    themeId: from.themeId,
    audience: from.audience,
    experiment: from.experiment,
    authorMemberId: ctx.me().id,
    versionBy: ctx.me().id,
  })
  await ctx.em.flush()
  return copy.id
}
/** @throws AtriumError 404, 409 while it goes out */
export async function deleteBroadcast(ctx: Ctx, id: number): Promise<void> {
  const broadcast = await hold(ctx, BroadcastTable, id, 'Email')
  if (broadcast.status === 'sending') throw conflict('This email is going out. Stop it first.', 'broadcast_sending')
  await ctx.em.nativeDelete(BroadcastTable, { id })
  ctx.invalidate('email.edition', id)
  await ctx.audit('broadcast.deleted', `broadcast:${id}`, { name: broadcast.name })
}

/** Draws it once for all, and begins. What is wrong with it is said before the first email. @throws AtriumError 409 `no_mail_server`, 422 */
async function begin(ctx: Ctx, broadcast: Awaited<ReturnType<typeof draftOf>>): Promise<void> {
  needMailServer(ctx)
  await checkAudience(ctx, broadcast.audience)
  const made = await compose(ctx, {
    subject: broadcast.subject,
    preheader: broadcast.preheader,
    blocks: broadcast.blocks,
    theme_id: broadcast.themeId,
    experiment: broadcast.experiment,
  })
  await ctx.em.nativeDelete(EditionTable, { broadcastId: broadcast.id })
  ctx.em.create(EditionTable, { broadcastId: broadcast.id, ...made, secret: newSecret(ctx) })
  Object.assign(broadcast, { status: 'sending', sentAt: ctx.now(), trouble: null })
  await ctx.em.flush()
  ctx.invalidate('email.edition', broadcast.id)
  await ctx.enqueue(fillJob, { broadcastId: broadcast.id, after: 0 }, { key: `fill:${broadcast.id}` })
  await ctx.audit('broadcast.begun', `broadcast:${broadcast.id}`, { name: broadcast.name })
}
/** Of two who press at once the second is told. @throws AtriumError 404, 409, 422 */
export async function sendNow(ctx: Ctx, id: number): Promise<void> {
  const broadcast = await hold(ctx, BroadcastTable, id, 'Email')
  if (broadcast.status !== 'draft' && broadcast.status !== 'scheduled') throw notDraft()
  await begin(ctx, broadcast)
}
/** Least and most time ahead. */
const SOON = 60_000
const FAR = 366 * 86_400_000
/** @throws AtriumError 404, 409, 422 */
export async function schedule(ctx: Ctx, id: number, at: Date, isLocalTime: boolean, timeZone: string): Promise<void> {
  const broadcast = await hold(ctx, BroadcastTable, id, 'Email')
  if (broadcast.status !== 'draft' && broadcast.status !== 'scheduled') throw notDraft()
  const ahead = at.getTime() - ctx.now().getTime()
  if (ahead < SOON || ahead > FAR) throw invalid({ scheduled_at: ['Choose a time within the next year, at least a minute from now.'] })
  needMailServer(ctx)
  await checkAudience(ctx, broadcast.audience)
  await compose(ctx, {
    subject: broadcast.subject,
    preheader: broadcast.preheader,
    blocks: broadcast.blocks,
    theme_id: broadcast.themeId,
    experiment: broadcast.experiment,
  })
  Object.assign(broadcast, { status: 'scheduled', scheduledAt: at, isLocalTime, timeZone, trouble: null })
  await ctx.em.flush()
  await ctx.audit('broadcast.scheduled', `broadcast:${id}`, { name: broadcast.name, at: at.toISOString() })
}
/** Without the questions that are asked when it begins. @throws AtriumError 404, 409 */
export async function plan(ctx: Ctx, id: number, at: Date): Promise<void> {
  const broadcast = await draftOf(ctx, id)
  Object.assign(broadcast, { status: 'scheduled', scheduledAt: at })
  await ctx.em.flush()
}
/** Whoever has it keeps it. @throws AtriumError 404, 409 for what does not wait and does not go out */
export async function cancel(ctx: Ctx, id: number): Promise<void> {
  const broadcast = await hold(ctx, BroadcastTable, id, 'Email')
  if (broadcast.status === 'scheduled') Object.assign(broadcast, { status: 'draft', scheduledAt: null })
  else if (broadcast.status === 'sending') Object.assign(broadcast, { status: 'cancelled', finishedAt: ctx.now() })
  else throw conflict('There’s nothing to stop: this email isn’t scheduled and isn’t going out.', 'broadcast_not_going')
  await ctx.em.flush()
  await ctx.audit('broadcast.cancelled', `broadcast:${id}`, { name: broadcast.name })
}
/** Those whose time has come, one at a time; what cannot go out says why. */
export async function beginDue(ctx: Ctx): Promise<void> {
  // readers at the other end of the world are first: their morning comes up to fourteen hours earlier
  const rows = await ctx.sql<{ id: number }>(
    `select id from email.broadcast where community_id = $1 and status = 'scheduled' and scheduled_at - case when is_local_time then interval '14 hours' else interval '0' end <= $2
     order by scheduled_at limit 20 for update skip locked`,
    [ctx.now()],
  )
  for (const { id } of rows) {
    const broadcast = await hold(ctx, BroadcastTable, Number(id), 'Email')
    try {
      await begin(ctx, broadcast)
    } catch (error) {
      if (!isRefusal(error)) throw error
      Object.assign(broadcast, { status: 'failed', finishedAt: ctx.now(), trouble: storable(error.said) })
      await ctx.em.flush()
    }
  }
}

/** A draft that tells of something of the community. @throws AtriumError 404 */
export async function createFromSource(ctx: Ctx, kind: string, recordId: number): Promise<number> {
  if (kind === 'broadcast') return duplicateBroadcast(ctx, recordId)
  const source = ctx.fill(email.points.source).find(({ value }) => value.kind === kind)
  const told = await source?.value.blocks(ctx, recordId)
  if (!told) throw notFound('Record')
  return createBroadcast(ctx, { name: told.subject.slice(0, 120), subject: told.subject.slice(0, 200), blocks: told.blocks })
}

/** @throws AtriumError 404, 422 */
export async function saveTemplate(
  ctx: Ctx,
  id: number | null,
  { broadcast_id, ...input }: Partial<TemplateInput> & { broadcast_id?: number },
): Promise<number> {
  await checkTheme(ctx, input.theme_id)
  const template = id === null ? null : await hold(ctx, TemplateTable, id, 'Template')
  const from = broadcast_id === undefined ? null : await ctx.em.findOne(BroadcastTable, { id: broadcast_id })
  if (broadcast_id !== undefined && !from) throw notFound('Email')
  const { blocks, ...rest } = input
  const taken: Block[] | undefined = blocks && (await takeBlocks(ctx, blocks, template?.blocks ?? from?.blocks))
  if (template) {
    assign(TemplateTable, template, rest as never)
    if (taken) template.blocks = taken
    await ctx.em.flush()
    return template.id
  }
  const made = ctx.em.create(TemplateTable, {
    name: input.name!,
    subject: input.subject ?? '',
    preheader: input.preheader ?? '',
    blocks: taken ?? [],
    themeId: input.theme_id ?? null,
    authorMemberId: ctx.me().id,
  })
  await ctx.em.flush()
  return made.id
}
