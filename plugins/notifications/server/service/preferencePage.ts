/** One page for links of all emails: what somebody gets by email, changed without an account. The address proves whose it is, and opens nothing else. */
import { notFound } from '@atrium/sdk'
import { actingAs, type Ctx, escapeHtml, readBytes } from '@atrium/sdk/server'
import contract, { DIGESTS, type MailReader, type Preferences, TOPICS } from '../../contract.ts'
import { doorHost } from './door.ts'
import { kindsOf } from './kinds.ts'
import { setSwitch, showPreferences, updatePreferences } from './preferences.ts'
import { smallPage } from './smallPage.ts'

const PREFIX = 'choose'
/** Bytes of a form. */
const MOST = 40_000
/** Instead of a kind. */
export const DIGEST = 'digest'

interface About {
  reader: MailReader
  /** A kind, the digest or a mailing. */
  what: string
  ref: string
}
interface Page extends About {
  locale: string
  /** Said above: what has just been done. */
  done?: string
}

function tokenOf(ctx: Ctx, { reader, what, ref }: About): string {
  const sealed = ctx.seal(JSON.stringify([PREFIX, ctx.community.id, reader.memberId, reader.personId ?? null, what, ref]))
  return Buffer.from(sealed, 'base64').toString('base64url')
}
/** @throws AtriumError 404 for an address that is forged or another community's */
function opened(ctx: Ctx, token: string): About {
  try {
    const [prefix, communityId, memberId, personId, what, ref] = JSON.parse(ctx.unseal(Buffer.from(token, 'base64url').toString('base64')))
    if (prefix === PREFIX && communityId === ctx.community.id) return { reader: { memberId, personId } as MailReader, what, ref }
  } catch {}
  throw notFound('Page')
}
/** Work in the reader's name where they are a member, in a unit of its own; `own` is null for somebody without an account. */
async function asReader<T>(ctx: Ctx, { memberId }: MailReader, work: (inner: Ctx, own: Ctx | null) => Promise<T>): Promise<T> {
  const done = await doorHost()?.run(ctx.community.id, async (inner) => ({
    value: await work(inner, memberId === null ? null : await actingAs(inner, memberId)),
  }))
  if (!done) throw notFound('Page')
  return done.value
}
const localeOf = async (ctx: Ctx, { memberId }: MailReader): Promise<string> =>
  (memberId === null ? undefined : (await ctx.members.addresses([memberId])).get(memberId)?.locale) ?? ctx.community.locale

/** @throws AtriumError 404 */
export const preferencePage = (ctx: Ctx, page: Page): Promise<string> => asReader(ctx, page.reader, (inner, own) => drawn(inner, own, page))

type Kind = Preferences['kinds'][number]
const mailedKinds = ({ kinds }: Pick<Preferences, 'kinds'>) => kinds.filter(({ channels, required }) => channels.includes('email') && !required)

async function drawn(ctx: Ctx, own: Ctx | null, { reader, what, ref, locale, done }: Page): Promise<string> {
  const say = (key: string, values: Record<string, string> = {}) => escapeHtml(ctx.t(key, values, locale))
  const known = kindsOf(ctx)
  const nameOf = (type: string) => known.get(type)?.t(`notify.${type}.setting`, {}, locale) ?? type
  const mailings = await Promise.all(ctx.fill(contract.points.mailing).map(async (one) => ({ ...one, wanted: await one.value.wanted(ctx, reader) })))
  const preferences = own && (await showPreferences(own))
  const kinds = preferences ? mailedKinds(preferences) : []
  const about = mailings.find(({ value }) => value.key === what)
  const name = about ? about.t(`mailing.${what}`, {}, locale) : what === DIGEST ? ctx.t('digest.title', {}, locale) : nameOf(what)
  const isOn =
    about?.wanted ?? (what === DIGEST ? preferences !== null && preferences.digest !== 'never' : kinds.some(({ type, email }) => type === what && email))
  const box = (field: string, value: string, label: string, checked: boolean, text = '') =>
    `<label class="row"><input type="checkbox" name="${field}" value="${escapeHtml(value)}"${checked ? ' checked' : ''}><span>${escapeHtml(label)}${text && `<small>${escapeHtml(text)}</small>`}</span></label>`
  const group = (title: string, rows: string[]) => (rows.length ? `<fieldset><legend>${title}</legend>${rows.join('')}</fieldset>` : '')
  const digest = preferences
    ? `<fieldset><legend>${say('digest.title')}</legend>${DIGESTS.map(
        (often) =>
          `<label class="row"><input type="radio" name="digest" value="${often}"${preferences.digest === often ? ' checked' : ''}><span>${say(`digest.${often}`)}</span></label>`,
      ).join('')}</fieldset>`
    : ''
  const topics = TOPICS.map((topic) =>
    group(
      say(`topic.${topic}`),
      kinds.filter((kind) => kind.topic === topic).map((kind: Kind) => box('kind', kind.type, nameOf(kind.type), kind.email)),
    ),
  ).join('')
  const action = `/notifications/preferences/${tokenOf(ctx, { reader, what, ref })}`
  const form = (body: string) => `<form method="post" action="${action}">${body}</form>`
  const first = isOn
    ? `<p>${say('unsubscribe.ask', { name })}</p>${form(`<button name="act" value="stop">${say('unsubscribe.action')}</button>`)}`
    : done
      ? ''
      : `<p>${say('unsubscribe.off', { name })}</p>`
  return smallPage(
    ctx,
    locale,
    ctx.t('unsubscribe.title', {}, locale),
    `${done ? `<p role="status" class="done">${escapeHtml(done)}</p>` : ''}${first}
<h2>${say('choose.title')}</h2>
${form(`${group(
  say('choose.community'),
  mailings.map(({ value, t, wanted }) => box('mailing', value.key, t(`mailing.${value.key}`, {}, locale), wanted, t(`mailing.${value.key}.text`, {}, locale))),
)}${digest}${topics}
<div class="acts"><button name="act" value="save">${say('choose.save')}</button> <button name="act" value="all" class="plain">${say('choose.all')}</button></div>`)}
<p class="soft">${say('choose.required')}</p>`,
  )
}

/** Ends what a link stands for. */
export async function stopOne(ctx: Ctx, { reader, what, ref }: About): Promise<void> {
  const mailing = ctx.fill(contract.points.mailing).find(({ value }) => value.key === what)
  if (mailing) return mailing.value.choose(ctx, reader, false, ref)
  const { memberId } = reader
  if (memberId === null) throw notFound('Page')
  if (what !== DIGEST) return setSwitch(ctx, memberId, [what], 'email', false)
  await ctx.sql(
    `insert into notifications.profile (community_id, member_id, digest) values ($1, $2, 'never')
     on conflict (community_id, member_id) do update set digest = excluded.digest, updated_at = now()`,
    [memberId],
  )
}
async function choose(ctx: Ctx, own: Ctx | null, { reader, ref }: About, form: URLSearchParams): Promise<void> {
  const isEnd = form.get('act') === 'all'
  const chosen = (field: string) => new Set(isEnd ? [] : form.getAll(field))
  const mailings = chosen('mailing')
  for (const { value } of ctx.fill(contract.points.mailing)) {
    const wanted = mailings.has(value.key)
    if ((await value.wanted(ctx, reader)) !== wanted) await value.choose(ctx, reader, wanted, ref)
  }
  if (!own) return
  const kinds = chosen('kind')
  const changed = mailedKinds(await showPreferences(own)).filter(({ type, email }) => email !== kinds.has(type))
  const digest = isEnd ? 'never' : DIGESTS.find((often) => often === form.get('digest'))
  await updatePreferences(own, {
    preferences: changed.map(({ type }) => ({ type, medium: 'email' as const, enabled: kinds.has(type) })),
    ...(digest && { digest }),
  })
}
/** @throws AtriumError 404 */
export async function saveChoice(ctx: Ctx, token: string, body: AsyncIterable<Uint8Array>): Promise<string> {
  const about = opened(ctx, token)
  const form = new URLSearchParams((await readBytes(body, MOST, 'This form is too large.')).toString())
  const act = form.get('act')
  if (act !== 'stop' && act !== 'save' && act !== 'all') throw notFound('Page')
  return asReader(ctx, about.reader, async (inner, own) => {
    const locale = await localeOf(inner, about.reader)
    if (act === 'stop') await stopOne(inner, about)
    else await choose(inner, own, about, form)
    return drawn(inner, own, { ...about, locale, done: inner.t(act === 'all' ? 'choose.ended' : 'choose.saved', {}, locale) })
  })
}
