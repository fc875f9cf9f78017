/** Digests: what one has missed, the best first. Daily for who wants that, weekly on the community's day for everybody who has not said no. */
import { actingAs, type Ctx, type MailPart, visibleLine } from '@atrium/sdk/server'
import contract from '../../contract.ts'
import { digestJob } from '../jobs.ts'
import { digestsDue, unreadLatest } from '../reads.ts'
import { describe, visibleTo } from './emails.ts'
import { offerLinks } from './mailOffers.ts'
import { listHeaders } from './listHeaders.ts'
import { DIGEST } from './preferencePage.ts'
import { unsubscribeUrl } from './unsubscribing.ts'

/** Where the words of the weekly one are changed. */
export const OWN_SCREEN = '/settings/weekly_digest'
const DAY = 86_400_000
const STEP = 25
/** Unread news that is looked at, and of it what is told. */
const UNREAD = 30
const NEWS = 5
const ITEMS = 5
/** Hour of the daily one. */
const MORNING = 8
type Often = 'daily' | 'weekly'

/** Every hour: it is somewhere the hour of the digest. */
export async function digestDue(ctx: Ctx): Promise<void> {
  const at = ctx.now()
  await ctx.enqueue(digestJob, { often: 'daily', after: 0, at }, { key: 'daily', priority: 10 })
  if (ctx.communitySettings(contract).weekly_digest_enabled) await ctx.enqueue(digestJob, { often: 'weekly', after: 0, at }, { key: 'weekly', priority: 10 })
}
export async function digestPage(ctx: Ctx, { often, after, at }: { often: Often; after: number; at: Date }): Promise<void> {
  const { weekly_digest_hour, weekly_digest_day } = ctx.settings(contract)
  const [hour, day] = often === 'daily' ? [MORNING, null] : [weekly_digest_hour, weekly_digest_day]
  const rows = await ctx.read(digestsDue, [often, after, at, hour, day, STEP])
  for (const { id, period } of rows) {
    const [claimed] = await ctx.sql(
      `insert into notifications.profile as p (community_id, member_id, digest_sent) values ($1, $2, $3)
       on conflict (community_id, member_id) do update set digest_sent = excluded.digest_sent where p.digest_sent is distinct from excluded.digest_sent returning id`,
      [id, period],
    )
    const reader = claimed && (await actingAs(ctx, id))
    if (reader) await sendDigest(ctx, reader, often)
  }
  if (rows.length === STEP) await ctx.enqueue(digestJob, { often, after: rows.at(-1)!.id, at }, { key: often, priority: 10 })
}

/** @returns false where there is nothing to send */
export async function sendDigest(ctx: Ctx, reader: Ctx, often: Often): Promise<boolean> {
  const memberId = reader.me().id
  const address = (await ctx.members.addresses([memberId])).get(memberId)
  const letter = address && (await composeDigest(reader, often))
  if (!letter) return false
  await ctx.mail({
    to: address.email,
    ...letter,
    ...footOf(reader, often),
    ...(often === 'daily' && { kind: { key: 'daily', values: { name: reader.me().name } } }),
  })
  return true
}
function footOf(reader: Ctx, often: Often) {
  const stop = unsubscribeUrl(reader, reader.me().id, DIGEST)
  const links = [
    { label: reader.t('digest.stop'), url: stop },
    { label: reader.t('mail.preferences'), url: `${reader.community.url}/account/notifications` },
  ]
  return { foot: { why: reader.t(`digest.why.${often}`, { community: reader.community.name }), links }, headers: listHeaders(stop) }
}
/** The weekly one as this reader would get it now, for whoever sets it up. */
export async function previewDigest(reader: Ctx): Promise<{ subject: string; html: string }> {
  const letter = (await composeDigest(reader, 'weekly')) ?? {
    subject: reader.t('digest.subject.weekly', { community: reader.community.name }),
    locale: reader.locale,
    parts: [{ text: reader.t('digest.empty') }],
  }
  const foot = { why: reader.t('digest.why.weekly', { community: reader.community.name }) }
  return { subject: letter.subject, html: await reader.mailHtml({ ...letter, foot }) }
}

type Letter = { subject: string; locale: string; parts: MailPart[] }
/** As this reader would get it, all in the language of their ctx; null where they have missed nothing. */
export async function composeDigest(reader: Ctx, often: Often): Promise<Letter | null> {
  const since = new Date(reader.now().getTime() - (often === 'daily' ? 1 : 7) * DAY)
  const unread = await visibleTo(reader, await reader.read(unreadLatest, [reader.me().id, UNREAD]))
  // who answered one comes first
  const told = [...unread.filter(({ kind }) => kind.value.reply), ...unread.filter(({ kind }) => !kind.value.reply)].slice(0, NEWS)
  const sections: MailPart[] = []
  if (told.length) sections.push({ heading: reader.t('digest.unread') }, ...(await describe(reader, told)).map(({ buttons, ...item }) => ({ item })))
  const sources = reader.fill(contract.points.digest).sort((one, other) => (one.value.order ?? 100) - (other.value.order ?? 100))
  for (const { value, t } of sources) {
    const items = await value.items(reader, since, ITEMS)
    if (items.length) sections.push({ heading: t(`digest.${value.key}`, {}, reader.locale) })
    for (const { title, note, path, text, image, face, offered } of items) {
      const { links: buttons = [], outcome = null } = offered ? await offerLinks(reader, offered.kind, offered.subjectId) : {}
      sections.push({
        item: {
          title,
          note: [note, outcome].filter(Boolean).join(' · '),
          image,
          face,
          buttons,
          url: `${reader.community.url}${path}`,
          ...(text ? { text } : {}),
        },
      })
    }
  }
  if (sections.length === 0) return null
  const { weekly_digest_subject, weekly_digest_intro } = reader.settings(contract)
  const isWeekly = often === 'weekly'
  const subject = (isWeekly && weekly_digest_subject) || reader.t(`digest.subject.${often}`, { community: reader.community.name })
  const first = { name: reader.me().name.split(/\s/)[0]!, community: reader.community.name }
  const hello: MailPart[] = [{ title: reader.t('digest.hello', first) }, { text: (isWeekly && weekly_digest_intro) || reader.t(`digest.lead.${often}`, first) }]
  return {
    subject: visibleLine(subject, 200),
    locale: reader.locale,
    parts: [...hello, ...sections, { buttons: [{ label: reader.t('digest.visit', first), url: reader.community.url }] }],
  }
}
