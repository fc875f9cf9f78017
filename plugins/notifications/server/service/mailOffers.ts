/** Buttons of emails that do something: an address for one act of one reader, good once, behind a page that asks, as scanners follow every link. */
import { randomBytes } from 'node:crypto'
import { notFound } from '@atrium/sdk'
import { actingAs, type Ctx, escapeHtml, isRefusal, type MailLink } from '@atrium/sdk/server'
import { UsedLinkTable } from '../entities.ts'
import { doorHost } from './door.ts'
import { kindsOf, subjectsOf } from './kinds.ts'
import { offerLabel, offersFor, takeOffer } from './offers.ts'
import { smallPage } from './smallPage.ts'

const PREFIX = 'offer'
const DAYS = 30
const DAY = 86_400_000

/** The buttons under news in an email to this reader, and what has come of it so far. */
export async function offerLinks(reader: Ctx, kindKey: string, subjectId: number): Promise<{ links: MailLink[]; outcome: string | null }> {
  const kind = kindsOf(reader).get(kindKey)
  const [offered] = await offersFor(reader, [{ kind: kindKey, subject_id: subjectId }])
  const [first] = offered!.offers
  const links = offered!.offers
    .filter(({ byMail, chosen }) => kind && byMail && !chosen)
    .map((offer) => ({ label: offerLabel(reader, kind!, offer), url: addressOf(reader, kindKey, subjectId, offer.key), isPlain: offer !== first }))
  return { links, outcome: offered!.outcome }
}
function addressOf(reader: Ctx, kind: string, subjectId: number, key: string): string {
  const until = reader.now().getTime() + DAYS * DAY
  const sealed = reader.seal([PREFIX, reader.community.id, reader.me().id, kind, subjectId, key, until, randomBytes(12).toString('hex')].join(':'))
  return `${reader.community.url}/notifications/offers/${Buffer.from(sealed, 'base64').toString('base64url')}`
}

interface Link {
  memberId: number
  kind: string
  subjectId: number
  key: string
  until: Date
  nonce: string
}
/** @throws AtriumError 404 for an address that is forged or another community's */
function opened(ctx: Ctx, token: string): Link {
  try {
    const parts = ctx.unseal(Buffer.from(token, 'base64url').toString('base64')).split(':')
    const [prefix, communityId, memberId, kind, subjectId, key, until, nonce] = parts
    if (prefix === PREFIX && Number(communityId) === ctx.community.id && nonce)
      return { memberId: Number(memberId), kind: kind!, subjectId: Number(subjectId), key: key!, until: new Date(Number(until)), nonce }
  } catch {}
  throw notFound('Page')
}

/** In the name of the email's reader, who need not be signed in: in a unit of its own. @throws AtriumError 404 */
async function asReader<T>(ctx: Ctx, token: string, work: (reader: Ctx, link: Link) => Promise<T>): Promise<T> {
  const link = opened(ctx, token)
  const done = await doorHost()?.run(ctx.community.id, async (inner) => {
    const reader = await actingAs(inner, link.memberId)
    return reader && { value: await work(reader, link) }
  })
  if (!done) throw notFound('Page')
  return done.value
}

const page = (reader: Ctx, title: string, body: string, path: string) => {
  const open = `<p><a href="${escapeHtml(path)}">${escapeHtml(reader.t('offer.open', { community: reader.community.name }))}</a></p>`
  return smallPage(reader, reader.locale, title, `${body}${open}`)
}

/** What it stands for, with a button; where it is used, too old or offered no more, that. */
export const takePage = (ctx: Ctx, token: string): Promise<string> => asReader(ctx, token, ask)
async function ask(reader: Ctx, link: Link): Promise<string> {
  const subject = (await subjectsOf(reader, link.kind, [link.subjectId])).get(link.subjectId)
  const kind = kindsOf(reader).get(link.kind)
  const [offered] = await offersFor(reader, [{ kind: link.kind, subject_id: link.subjectId }])
  const isOpen = link.until > reader.now() && !(await reader.em.count(UsedLinkTable, { nonce: link.nonce }))
  const offer = offered!.offers.find(({ key }) => key === link.key)
  if (!subject || !kind || !isOpen || !offer) return over(reader, subject?.path)
  const about = `<p class="title">${escapeHtml(subject.title)}</p>${subject.excerpt ? `<p class="soft">${escapeHtml(subject.excerpt)}</p>` : ''}`
  const button = `<form method="post"><button>${escapeHtml(offerLabel(reader, kind, offer))}</button></form>`
  return page(reader, reader.t('offer.title'), `${about}${button}`, subject.path)
}
const over = (reader: Ctx, path = '/notifications') => page(reader, reader.t('offer.over'), `<p>${escapeHtml(reader.t('offer.overText'))}</p>`, path)

/** Does it; of two presses one counts. What is refused is said on the page. */
export async function takeByMail(ctx: Ctx, token: string): Promise<string> {
  try {
    return await asReader(ctx, token, async (reader, link) => {
      const subject = (await subjectsOf(reader, link.kind, [link.subjectId])).get(link.subjectId)
      const [used] = await reader.sql(
        'insert into notifications.used_link (community_id, member_id, nonce, expires_at) values ($1, $2, $3, $4) on conflict (community_id, nonce) do nothing returning id',
        [link.memberId, link.nonce, link.until],
      )
      if (!subject || !used || link.until <= reader.now()) return over(reader, subject?.path)
      const about = { kind: link.kind, subject_id: link.subjectId }
      await takeOffer(reader, about, link.key)
      const [now] = await offersFor(reader, [about])
      const done = now!.outcome ?? reader.t('offer.done')
      return page(reader, done, `<p class="title">${escapeHtml(subject.title)}</p>`, subject.path)
    })
  } catch (error) {
    // what failed is taken back with its use, so that the button may be pressed again
    if (!isRefusal(error) || error.status === 404) throw error
    const said = ctx.say(error.said)
    return asReader(ctx, token, async (reader) => page(reader, said, '', '/notifications'))
  }
}
