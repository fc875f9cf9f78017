/** Emails about news: one with all that is due and still unread, each thing as its reader sees it at this moment. */
import { actingAs, type Ctx, type MailItem, visibleLine } from '@atrium/sdk/server'
import { mailJob } from '../jobs.ts'
import { membersDue, type NoticeRow, noticesDue } from '../reads.ts'
import { kindsOf, subjectsIn, type Told } from './kinds.ts'
import { offerLinks } from './mailOffers.ts'
import { replyAddress } from './replies.ts'
import { listHeaders } from './listHeaders.ts'
import { unsubscribeUrl } from './unsubscribing.ts'
import { leadsTo, say, sayReason } from './words.ts'

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
  const { email } = address
  const isOne = told.length === 1
  const items = await describe(reader, told.slice(0, MOST))
  const said = items[0]!.title!
  const subject = isOne ? said : reader.t('mail.subject', { first: said, count: told.length - 1 })
  const replyTo = isOne ? await replyAddress(ctx, reader, first) : undefined
  const attachments = isOne ? await first.kind.value.attachments?.(reader, first.row.subject_id) : undefined
  // what cannot be switched off offers no press that would seem to
  const free = told.find(({ kind }) => !kind.value.required)
  await ctx.mail({
    to: email,
    subject: visibleLine(subject, 200),
    locale: reader.locale,
    kind: { key: isOne ? first.row.kind : 'many', values: { name: reader.me().name, title: isOne ? first.subject.title : '' } },
    parts: [
      { title: isOne ? said : reader.t('mail.title', { count: told.length }) },
      ...items.map(({ title, ...item }) => ({ item: isOne ? item : { title, ...item } })),
      ...(told.length > MOST ? [{ text: reader.t('mail.more', { count: told.length - MOST }) }] : []),
      ...(replyTo ? [{ text: reader.t('mail.reply') }] : []),
    ],
    ...footOf(reader, free ?? first),
    ...(replyTo ? { replyTo } : {}),
    ...(attachments?.length ? { attachments } : {}),
  })
}
/** Why one gets it, how one stops it, and the headers by which a mailbox does. */
function footOf(reader: Ctx, { kind, row }: Told) {
  const name = kind.t(`notify.${row.kind}.setting`, {}, reader.locale)
  const stop = kind.value.required ? undefined : unsubscribeUrl(reader, reader.me().id, row.kind)
  const links = [
    ...(stop ? [{ label: reader.t('mail.unsubscribe', { kind: name }), url: stop }] : []),
    { label: reader.t('mail.preferences'), url: `${reader.community.url}/account/notifications` },
  ]
  const why = reader.t(stop ? 'mail.why' : 'mail.required', { kind: name, community: reader.community.name })
  return { foot: { why, links }, headers: listHeaders(stop) }
}

/** Each as it stands in an email, in the language of the reader's ctx: who, what, their words, where and why, and what one may do about it. */
export async function describe(reader: Ctx, told: Told[]): Promise<MailItem[]> {
  const people = await reader.members.byIds(told.flatMap(({ row }) => row.actor_ids))
  return Promise.all(
    told.map(async ({ row, kind, subject }): Promise<MailItem> => {
      const url = `${reader.community.url}${leadsTo(kind, subject, row)}`
      const { links } = await offerLinks(reader, row.kind, row.subject_id)
      return {
        title: say(reader, kind, row, subject, people).text,
        url,
        face: people.get(row.actor_ids[0] ?? 0)?.avatarUrl,
        ...(subject.excerpt ? (row.actor_ids.length > 0 ? { quote: subject.excerpt } : { text: subject.excerpt }) : {}),
        note: sayReason(reader, kind, row.reason),
        buttons: [...links, { label: reader.t('mail.open'), url }],
      }
    }),
  )
}
