/** Emails about news: one with all that is due and still unread, each thing as its reader sees it at this moment. */
import { cut } from '@atrium/sdk'
import { actingAs, type Ctx } from '@atrium/sdk/server'
import { mailJob } from '../jobs.ts'
import { membersDue, type NoticeRow, noticesDue } from '../reads.ts'
import { kindsOf, subjectsIn, type Told } from './kinds.ts'
import { replyAddress } from './replies.ts'
import { listHeaders, unsubscribeUrl } from './unsubscribing.ts'
import { pathOf, say, sayReason } from './words.ts'

/** Members of one job, and at most of one minute: the next finds the others. */
const STEP = 25
const A_MINUTE = 5_000
/** Things told in one email; the rest is counted. */
const MOST = 10
/** Mails that people did not ask for at this moment. */
const PRIORITY = 5

/** Every minute: whoever has news that is due gets a job with others. */
export async function mailDue(ctx: Ctx): Promise<void> {
  const rows = await ctx.read(membersDue, [ctx.now(), A_MINUTE])
  for (let i = 0; i < rows.length; i += STEP) {
    const memberIds = rows.slice(i, i + STEP).map(({ member_id }) => member_id)
    await ctx.enqueue(mailJob, { memberIds }, { key: `mail:${memberIds[0]}`, priority: PRIORITY })
  }
}
/** What is mailed is taken in the transaction that queues the email: it leaves once. */
export async function mailMembers(ctx: Ctx, memberIds: number[]): Promise<void> {
  for (const memberId of memberIds) {
    const rows = await ctx.read(noticesDue, [memberId, ctx.now()])
    const reader = rows.length ? await actingAs(ctx, memberId) : null
    if (reader) await mailOne(ctx, reader, rows)
  }
}

/** Those of these that the reader may see now. */
export async function visibleTo(reader: Ctx, rows: NoticeRow[]): Promise<Told[]> {
  const kinds = kindsOf(reader)
  const subjects = await subjectsIn(reader, rows)
  return rows.flatMap((row) => {
    const [kind, subject] = [kinds.get(row.kind), subjects.get(row.kind)?.get(row.subject_id)]
    return kind && subject ? [{ row, kind, subject }] : []
  })
}

async function mailOne(ctx: Ctx, reader: Ctx, rows: NoticeRow[]): Promise<void> {
  const told = await visibleTo(reader, rows)
  const memberId = reader.me().id
  const address = (await ctx.members.addresses([memberId])).get(memberId)
  const [first] = told
  if (!first || !address) return
  const { email, locale } = address
  const lines = await describe(reader, told.slice(0, MOST), locale)
  const subject = told.length === 1 ? lines[0]!.sentence : ctx.t('mail.subject', { count: told.length, community: ctx.community.name }, locale)
  const replyTo = told.length === 1 ? await replyAddress(ctx, reader, first) : undefined
  // what cannot be switched off offers no press that would seem to
  const free = told.find(({ kind }) => !kind.value.required)
  const stop = free && unsubscribeUrl(ctx, memberId, free.row.kind)
  await ctx.mail({
    to: email,
    subject: oneLine(subject),
    text: [
      replyTo && ctx.t('mail.reply', {}, locale),
      ...lines.map(({ text }) => text),
      told.length > MOST && ctx.t('mail.more', { count: told.length - MOST }, locale),
      `${ctx.t('mail.preferences', {}, locale)}\n${ctx.community.url}/account/notifications`,
      stop && `${ctx.t('mail.unsubscribe', { kind: ctx.as(free.kind.plugin).t(`notify.${free.row.kind}.setting`, {}, locale) }, locale)}\n${stop}`,
    ]
      .filter(Boolean)
      .join('\n\n'),
    headers: listHeaders(stop),
    ...(replyTo ? { replyTo } : {}),
  })
}

const oneLine = (text: string) => cut(text.replace(/[\s\p{Cc}]+/gu, ' ').trim(), 200)
/** Quoted, so that no address among somebody's words becomes the email's button. */
export const quote = (text: string) => text.replace(/^(?=.)/gm, '> ')

/** Each as a paragraph: what, the words, where, why. */
export async function describe(reader: Ctx, told: Told[], locale: string): Promise<{ sentence: string; text: string }[]> {
  const people = await reader.members.byIds(told.flatMap(({ row }) => row.actor_ids))
  return told.map(({ row, kind, subject }) => {
    const sentence = say(reader, kind, row, subject, people, locale).text
    const parts = [`${sentence}.`, quote(subject.excerpt ?? ''), `${reader.t('mail.open', {}, locale)}\n${reader.community.url}${pathOf(subject, row.data)}`]
    return { sentence, text: [...parts, `${sayReason(reader, kind, row.reason, locale)}.`].filter(Boolean).join('\n') }
  })
}
