/** Emails that the house sends by itself, in words of the community's own: subject and what stands around what is fixed. */
import { invalid, type LOCALES, notFound } from '@atrium/sdk'
import { accountMails } from '@atrium/sdk/account-mails'
import communities from '@atrium/sdk/kernel/communities'
import { assign, type Ctx, hold, type MailKind, type MailWords } from '@atrium/sdk/server'
import { worded } from '@atrium/sdk/mail'
import type { SystemKind, SystemWords } from '../../contract.ts'
import { SystemTemplateTable } from '../entities.ts'

type Locale = (typeof LOCALES)[number]
type Words = Pick<SystemWords, 'subject' | 'before' | 'after'>
type Tried = Words & { kind: string; locale: Locale }
interface Known extends MailKind {
  kind: string
  plugin: string
  pluginTitle: string
}
const VARIABLE = /\{\{\s*([a-z_]{1,40})\s*(?:\|([^{}|]{0,100}))?\}\}/g
/** What a mail program would make a link of. */
const LINK = /:\/\/|\bwww\.|\b[\w-]+\.[a-z]{2,}\/|\S@\S+\.\S/i
/** What would pass for the code. */
const CODE = /^\s*\d[\d ]{2,9}\s*$/m

/** Of the house first, then by plugin. */
function kinds(ctx: Ctx): Known[] {
  const of = (plugin: string, pluginTitle: string, some: MailKind[]) =>
    some.map((one): Known => ({ ...one, kind: `${plugin}.${one.key}`, plugin, pluginTitle }))
  const filled = ctx.fill(communities.points.mails).flatMap(({ plugin, value, t }) => of(plugin, t('plugin.title'), value(ctx)))
  return [...of('auth', ctx.t('system.accounts'), accountMails(ctx.locale)), ...filled]
}
/** The first name goes with the name. */
const variablesOf = ({ values }: Known): string[] => [
  ...new Set(values.flatMap((name) => (name === 'name' ? ['name', 'first_name'] : [name])).concat('community')),
]
const kindOf = (ctx: Ctx, kind: string): Known => {
  const found = kinds(ctx).find((one) => one.kind === kind)
  if (!found || found.at) throw notFound('Template')
  return found
}
/** Every row: a community has few, and each mail asks. */
const all = (ctx: Ctx) =>
  ctx.cached('email.words', null, async () => {
    const rows = await ctx.em.find(SystemTemplateTable, {}, { orderBy: { id: 'asc' } })
    return rows.map(present)
  })
const present = (row: {
  id: number
  kind: string
  locale: string
  subject: string
  beforeText: string
  afterText: string
  updatedAt: Date | string
}): SystemWords => ({
  id: row.id,
  kind: row.kind,
  locale: row.locale as Locale,
  subject: row.subject,
  before: row.beforeText,
  after: row.afterText,
  updated_at: row.updatedAt as never,
})

export async function listKinds(ctx: Ctx): Promise<SystemKind[]> {
  const rows = await all(ctx)
  return kinds(ctx).map((one) => ({
    kind: one.kind,
    plugin: one.plugin,
    plugin_title: one.pluginTitle,
    title: one.title,
    variables: variablesOf(one),
    is_secret: one.isSecret ?? false,
    at: one.at ?? null,
    words: rows.filter(({ kind }) => kind === one.kind),
  }))
}
export const showWords = async (ctx: Ctx, id: number): Promise<SystemWords> => {
  const row = await ctx.em.findOne(SystemTemplateTable, { id })
  if (!row) throw notFound('Template')
  return present(row as never)
}

/** @throws AtriumError 422 for a variable that there is not, and for a link where the email has one of its own */
function check(known: Known, words: Words): void {
  const names = new Set(variablesOf(known))
  const details: Record<string, string[]> = {}
  for (const [field, text] of Object.entries(words)) {
    if ([...text.matchAll(VARIABLE)].some(([, name]) => !names.has(name!))) details[field] = ['One of the variables in double braces doesn’t exist.']
    else if (known.isSecret && (LINK.test(text) || CODE.test(text)))
      details[field] = ['This email has a link or code of its own, so your text can’t have links, email addresses or codes.']
  }
  if (Object.keys(details).length) throw invalid(details)
}
/** @throws AtriumError 404, 422 */
export async function createWords(ctx: Ctx, { kind, locale, ...words }: Tried): Promise<SystemWords> {
  check(kindOf(ctx, kind), words)
  const now = ctx.now()
  const [row] = await ctx.sql<{ id: number }>(
    `insert into email.system_template as w (community_id, kind, locale, subject, before_text, after_text, author_member_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
     on conflict (community_id, kind, locale) do update
       set subject = excluded.subject, before_text = excluded.before_text, after_text = excluded.after_text, author_member_id = excluded.author_member_id, updated_at = excluded.updated_at
     returning id`,
    [kind, locale, words.subject, words.before, words.after, ctx.me().id, now],
  )
  return saved(ctx, Number(row!.id))
}
export async function updateWords(ctx: Ctx, id: number, changes: Partial<Words>): Promise<SystemWords> {
  const row = await hold(ctx, SystemTemplateTable, id, 'Template')
  const { before = row.beforeText, after = row.afterText, subject = row.subject } = changes
  check(kindOf(ctx, row.kind), { subject, before, after })
  assign(SystemTemplateTable, row, { subject, before_text: before, after_text: after } as never)
  row.authorMemberId = ctx.me().id
  await ctx.em.flush()
  return saved(ctx, id)
}
async function saved(ctx: Ctx, id: number): Promise<SystemWords> {
  ctx.invalidate('email.words')
  const words = await showWords(ctx, id)
  await ctx.audit('system_email.changed', `system_email:${id}`, { kind: words.kind, locale: words.locale })
  return words
}
export async function resetWords(ctx: Ctx, id: number): Promise<void> {
  const row = await hold(ctx, SystemTemplateTable, id, 'Template')
  await ctx.em.nativeDelete(SystemTemplateTable, { id })
  ctx.invalidate('email.words')
  await ctx.audit('system_email.reset', `system_email:${id}`, { kind: row.kind, locale: row.locale })
}

/** With values in place of the variables. A value that would be a link stays away: whoever chose their name chose it. */
function filled(words: Words, given: Readonly<Record<string, string | number>>): MailWords {
  const said = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, LINK.test(String(value)) ? '' : String(value)]))
  const values: Record<string, string> = { ...said, first_name: (said['name'] ?? '').split(/\s/)[0]! }
  const fill = (text: string) => text.replace(VARIABLE, (_, name: string, fallback = '') => (values[name] ?? '').replaceAll(/\s+/g, ' ') || fallback.trim())
  return { subject: fill(words.subject), before: fill(words.before), after: fill(words.after) }
}
/** Asked as each mail is written. */
export async function wordsFor(
  ctx: Ctx,
  { kind, values, locale }: { kind: string; values: Readonly<Record<string, string | number>>; locale: string },
): Promise<MailWords | null> {
  const own = (await all(ctx)).find((one) => one.kind === kind && one.locale === locale)
  return own ? filled(own, values) : null
}

/** @throws AtriumError 404, 422 */
function sampleOf(ctx: Ctx, { kind, locale, ...words }: Tried) {
  const known = kindOf(ctx, kind)
  check(known, words)
  const named = ctx.t('value.name', {}, locale)
  const values = Object.fromEntries(
    known.values.map((name) => {
      const key = `value.${name}`
      const said = ctx.t(key, {}, locale)
      return [name, name === 'name' ? (ctx.member?.name ?? named) : said === key ? `[${name}]` : said]
    }),
  )
  const community = ctx.community.name
  const sample = known.sample({ link: ctx.community.url, url: ctx.community.url, code: '123456', ...values, community }, locale)
  return worded({ to: '', locale, ...sample }, filled(words, { ...values, community }))
}
export async function previewWords(ctx: Ctx, tried: Tried): Promise<{ subject: string; html: string }> {
  const { to: _, ...mail } = sampleOf(ctx, tried)
  return { subject: mail.subject, html: await ctx.mailHtml(mail) }
}
export async function testWords(ctx: Ctx, tried: Tried): Promise<void> {
  const mail = sampleOf(ctx, tried)
  await ctx.mail({ ...mail, to: ctx.account!.email, subject: ctx.t('test.subject', { subject: mail.subject }).slice(0, 200) })
}
