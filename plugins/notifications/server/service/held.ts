/** Answers by email of which no mail server proves who wrote them: they wait until the member presses a button, and are gone after a week. */
import { notFound } from '@atrium/sdk'
import type { Ctx, FileInfo } from '@atrium/sdk/server'
import type { NotificationKind } from '../../contract.ts'
import { HeldTable } from '../entities.ts'
import { kindsOf, subjectsOf } from './kinds.ts'
import { tell } from './tell.ts'
import { listHeaders } from './listHeaders.ts'
import { withdraw } from './withdraw.ts'

/** An answer as it would be posted. */
export interface Written {
  doc: unknown
  text: string
  files: FileInfo[]
}
const DAYS = 7
const DAY = 86_400_000
/** Of one member, at a time: whoever has an address may write to it. */
const MOST = 10
/** Of the notices that tell of them in the app. */
const KIND = 'held_reply'

const pathOf = (id: number) => `/notifications/replies/${id}`

interface Answer {
  memberId: number
  kind: string
  subjectId: number
  key: string
  /** Of what is answered. */
  title: string
  write(): Promise<Written>
}
/** Keeps it and tells the member, by email and in the app; the same one twice is one. False where too many wait already. */
export async function hold(ctx: Ctx, { memberId, kind, subjectId, key, title, write }: Answer): Promise<boolean> {
  const waiting = await ctx.sql<{ key: string }>('select key from notifications.held_reply where community_id = $1 and member_id = $2 and expires_at > $3', [
    memberId,
    ctx.now(),
  ])
  if (waiting.some((row) => row.key === key)) return true
  if (waiting.length >= MOST) return false
  const { doc, text, files } = await write()
  const [held] = await ctx.sql<{ id: number }>(
    `insert into notifications.held_reply (community_id, member_id, kind, subject_id, key, doc, text, files, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (community_id, key) do nothing returning id`,
    [memberId, kind, subjectId, key, JSON.stringify(doc), text, JSON.stringify(files.map(({ id, filename }) => ({ id, filename }))), later(ctx)],
  )
  if (!held) return true
  for (const { id } of files) await ctx.files.keep(id, `notifications.held_reply:${held.id}`)
  await tell(ctx, { kind: KIND, subjectId: held.id, key: `${KIND}:${held.id}`, actorMemberId: null }, [{ memberId, reason: 'yours' }])
  await mail(ctx, memberId, held.id, title)
  return true
}
const later = (ctx: Ctx) => new Date(ctx.now().getTime() + DAYS * DAY)

/** Without the words of the answer: they may be those of whoever forged it. */
async function mail(ctx: Ctx, memberId: number, id: number, title: string): Promise<void> {
  const address = (await ctx.members.addresses([memberId])).get(memberId)
  if (!address) return
  const say = (key: string, values = {}) => ctx.t(`held.${key}`, values, address.locale)
  await ctx.mail({
    to: address.email,
    subject: say('mail.subject', { community: ctx.community.name }),
    text: [say('mail.text', { title }), `${say('mail.open')}\n${ctx.community.url}${pathOf(id)}`, say('mail.ignore', { days: DAYS })].join('\n\n'),
    headers: listHeaders(undefined),
    locale: address.locale,
    kind: { key: 'held', values: { title } },
  })
}

/** What tells of them in the app; the email goes at once, and by itself. */
export const heldKind: NotificationKind = {
  key: KIND,
  icon: 'mail',
  group: 'inbox',
  channels: ['in_app'],
  required: true,
  defaults: { in_app: true, email: false, push: false },
  // without the words, which a digest would quote
  async subjects(ctx, ids) {
    const rows = await ctx.em.find(HeldTable, { id: { $in: ids }, memberId: ctx.member?.id ?? 0, expiresAt: { $gt: ctx.now() } })
    const titles = await titlesOf(ctx, rows)
    return new Map(rows.flatMap((row, i) => (titles[i] === undefined ? [] : [[row.id, { title: titles[i], path: pathOf(row.id), spaceId: null }]])))
  },
}
/** Of what each answers, as the member sees it now; undefined where they do not. */
const titlesOf = (ctx: Ctx, rows: { kind: string; subjectId: number }[]): Promise<(string | undefined)[]> =>
  Promise.all(rows.map(async ({ kind, subjectId }) => (await subjectsOf(ctx, kind, [subjectId])).get(subjectId)?.title))

/** @throws AtriumError 404 for another's, and for one that was posted or is too old */
async function ownOf(ctx: Ctx, id: number) {
  const row = await ctx.em.findOne(HeldTable, { id, memberId: ctx.me().id, expiresAt: { $gt: ctx.now() } })
  if (!row) throw notFound('Reply')
  return row
}
/** @throws AtriumError 404 */
export async function showHeld(ctx: Ctx, id: number) {
  const row = await ownOf(ctx, id)
  const subject = (await subjectsOf(ctx, row.kind, [row.subjectId])).get(row.subjectId)
  return {
    id: row.id,
    text: row.text,
    files: row.files.map(({ filename }) => filename),
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    to: subject?.replyable ? { title: subject.title, path: subject.path } : null,
  }
}
/** Posts it in the name of the member, with the rights of this moment. @throws AtriumError 404, and what the plugin says that it goes to */
export async function postHeld(ctx: Ctx, id: number): Promise<{ success: true; path: string }> {
  const row = await ownOf(ctx, id)
  const kind = kindsOf(ctx).get(row.kind)
  const subject = (await subjectsOf(ctx, row.kind, [row.subjectId])).get(row.subjectId)
  if (!kind?.value.reply || !subject?.replyable) throw notFound('Content')
  // of two presses one finds it
  if (!(await ctx.em.nativeDelete(HeldTable, { id }))) throw notFound('Reply')
  await kind.value.reply(ctx, row.subjectId, row.doc, row.key)
  await withdraw(ctx, KIND, id)
  return { success: true, path: subject.path }
}
/** @throws AtriumError 404 */
export async function discardHeld(ctx: Ctx, id: number): Promise<{ success: true }> {
  await remove(ctx, await ownOf(ctx, id))
  return { success: true }
}
/** Every night: those whose week is over. */
export async function sweepHeld(ctx: Ctx): Promise<void> {
  for (const row of await ctx.em.find(HeldTable, { expiresAt: { $lte: ctx.now() } })) await remove(ctx, row)
}
async function remove(ctx: Ctx, { id, files }: { id: number; files: { id: number }[] }): Promise<void> {
  if (!(await ctx.em.nativeDelete(HeldTable, { id }))) return
  for (const file of files) await ctx.files.remove(file.id)
  await withdraw(ctx, KIND, id)
}
