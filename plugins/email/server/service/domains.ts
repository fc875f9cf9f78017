/**
 * Domains of the sender. Each has a key of its own (RSA of 2,048 bits: nodemailer sends unsigned, and says nothing, with any other kind), by whose record
 * in DNS it is known that the domain is theirs. Only such a domain stands in From.
 */
import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { AtriumError, conflict, invalid, notFound, sentence } from '@atrium/sdk'
import { type Ctx, dnsOf, hold, type InferEntity, lock } from '@atrium/sdk/server'
import email, { type SendingDomain } from '../../contract.ts'
import { type FOUND, MAX_DOMAINS, type RECORDS } from '../../contract/deliverability.ts'
import { DomainTable } from '../entities.ts'
import { checkDomainJob } from '../jobs.ts'
import { warmthOf } from './pace.ts'
import { senderOf } from './transport.ts'

type Purpose = (typeof RECORDS)[number]
type Found = Partial<Record<Purpose, (typeof FOUND)[number]>>
type Row = Pick<
  InferEntity<typeof DomainTable>,
  'id' | 'domain' | 'selector' | 'publicKey' | 'status' | 'found' | 'failures' | 'isWarming' | 'askedAt' | 'checkedAt'
>
const HOUR = 3_600_000
/** How often a domain that is waited for is looked up, and how long; one that is proven is looked up once a day, and so many misses in a row let it go. */
const PENDING_EVERY = HOUR / 6
const PENDING_FOR = 72 * HOUR
const VERIFIED_EVERY = 24 * HOUR
const MISSES = 3
const generate = promisify(generateKeyPair)

/** Where emails that come back are sent: a domain of the operator's, at which this house takes mail. */
const returnDomain = (ctx: Ctx): string | null => (ctx.options['returnDomain'] as string | null | undefined) ?? null
export const isReturning = (ctx: Ctx): boolean => returnDomain(ctx) !== null
const bouncesOf = (domain: string) => `bounces.${domain}`

/** @throws AtriumError 422 */
function domainName(input: string): string {
  const bare = input
    .replace(/^https?:\/\//i, '')
    .replace(/\/.*$/, '')
    .replace(/^.*@/, '')
  const name = URL.canParse(`http://${bare}`) ? new URL(`http://${bare}`).hostname.replace(/\.$/, '') : ''
  if (!/^(?=.{4,200}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(name))
    throw invalid({ domain: ['Enter a valid domain, such as example.com.'] })
  return name
}

interface Wanted {
  purpose: Purpose
  type: 'TXT' | 'CNAME'
  name: string
  value: string
  is_required: boolean
}
/** Through whom the operator's mail server may send for a domain: an SPF record of theirs names it. */
const spfOf = (ctx: Ctx) => `include:${returnDomain(ctx) ?? senderOf(ctx).address.split('@')[1]}`
function recordsOf(ctx: Ctx, { domain, selector, publicKey }: Pick<Row, 'domain' | 'selector' | 'publicKey'>): Wanted[] {
  const target = returnDomain(ctx)
  return [
    { purpose: 'dkim', type: 'TXT', name: `${selector}._domainkey.${domain}`, value: `v=DKIM1; k=rsa; p=${publicKey}`, is_required: true },
    // one name that leads to ours: with it come the servers that take bounces, and the SPF record of the address they are for
    ...(target ? [{ purpose: 'return_path', type: 'CNAME', name: bouncesOf(domain), value: target, is_required: false } as const] : []),
    { purpose: 'spf', type: 'TXT', name: domain, value: `v=spf1 ${spfOf(ctx)} ~all`, is_required: false },
    { purpose: 'dmarc', type: 'TXT', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none', is_required: false },
  ]
}
const bare = (text: string) => text.replaceAll(/\s/g, '')
/** Whether a text says what it must; null where it is about something else. */
function judge({ purpose, value }: Wanted, text: string, spf: string): boolean | null {
  if (purpose === 'dkim') return /(^|;)\s*p=/i.test(text) ? bare(text).includes(`p=${bare(value).split('p=')[1]}`) : null
  if (purpose === 'spf') return /^v=spf1(\s|$)/i.test(text) ? text.toLowerCase().split(/\s+/).includes(spf.toLowerCase()) : null
  return /^v=DMARC1\s*(;|$)/i.test(text) ? /;\s*p\s*=\s*(none|quarantine|reject)\b/i.test(text) : null
}
async function lookUp(ctx: Ctx, row: Row): Promise<Found> {
  const dns = dnsOf(ctx.options['dns_servers'])
  const look = async (wanted: Wanted): Promise<(typeof FOUND)[number]> => {
    try {
      if (wanted.type === 'CNAME') {
        const alias = await dns.alias(wanted.name)
        return alias === null ? 'missing' : alias === wanted.value.toLowerCase() ? 'found' : 'wrong'
      }
      const judged = (await dns.texts(wanted.name)).map((text) => judge(wanted, text, spfOf(ctx))).filter((one) => one !== null)
      return judged.includes(true) ? 'found' : judged.length ? 'wrong' : 'missing'
    } catch {
      return 'unknown'
    }
  }
  return Object.fromEntries(await Promise.all(recordsOf(ctx, row).map(async (wanted) => [wanted.purpose, await look(wanted)])))
}

export async function listDomains(ctx: Ctx): Promise<SendingDomain[]> {
  const rows = await ctx.em.find(DomainTable, {}, { orderBy: { id: 'asc' } })
  const warmth = await warmthOf(ctx, rows)
  return rows.map((row) => ({
    id: row.id,
    domain: row.domain,
    status: row.status,
    is_warming: row.isWarming,
    records: recordsOf(ctx, row).map((wanted) => ({ ...wanted, found: row.found[wanted.purpose] ?? 'unknown' })),
    checked_at: row.checkedAt as never,
    today: warmth.get(row.id)!,
  }))
}
/** @throws AtriumError 404 */
async function known(ctx: Ctx, id: number) {
  // as it is then, and read anew after the look-up
  const row = await ctx.em.findOne(DomainTable, { id }, { disableIdentityMap: true })
  if (!row) throw notFound('Domain')
  return row
}

/** @throws AtriumError 409 `domain_known`, 422 */
export async function addDomain(ctx: Ctx, input: string): Promise<void> {
  const domain = domainName(input)
  await lock(ctx, 'email domains')
  if (await ctx.em.count(DomainTable, { domain })) throw conflict('You’ve already added this domain.', 'domain_known')
  if ((await ctx.em.count(DomainTable, {})) >= MAX_DOMAINS)
    throw new AtriumError(422, 'too_many', sentence('You can add up to {max} domains.', { max: MAX_DOMAINS }))
  const pair = await generate('rsa', { modulusLength: 2_048 })
  const made = ctx.em.create(DomainTable, {
    domain,
    // its own, so that a community that takes over a domain, or one that shares it, has another record
    selector: `at${randomBytes(5).toString('hex')}`,
    privateKey: ctx.seal(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string),
    publicKey: pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    askedAt: ctx.now(),
    nextCheckAt: ctx.now(),
  })
  await ctx.em.flush()
  await ctx.audit('domain.added', `domain:${made.id}`, { domain })
}
/** @throws AtriumError 404 */
export async function removeDomain(ctx: Ctx, id: number): Promise<void> {
  const row = await hold(ctx, DomainTable, id, 'Domain')
  await ctx.em.nativeDelete(DomainTable, { id })
  ctx.invalidate('email.signing')
  await ctx.audit('domain.removed', `domain:${id}`, { domain: row.domain })
}
/** Whether it begins with few: not for one that has long sent from elsewhere. @throws AtriumError 404 */
export async function warmDomain(ctx: Ctx, id: number, isWarming: boolean): Promise<void> {
  const row = await hold(ctx, DomainTable, id, 'Domain')
  row.isWarming = isWarming
  await ctx.em.flush()
  ctx.invalidate('email.signing')
}
/** In no transaction, as it asks others. @throws AtriumError 404 */
export async function checkDomain(ctx: Ctx, id: number): Promise<void> {
  const row = await known(ctx, id)
  await settle(ctx, row, await lookUp(ctx, row))
}
async function settle(ctx: Ctx, row: Row, found: Found): Promise<void> {
  let { status, failures } = row
  if (found.dkim === 'found') [status, failures] = ['verified', 0]
  else if (status === 'verified') {
    // that its name servers do not answer says nothing about whose it is
    if (found.dkim !== 'unknown') failures += 1
    if (failures >= MISSES) status = 'failed'
  } else if (ctx.now().getTime() - row.askedAt.getTime() > PENDING_FOR) status = 'failed'
  const next = new Date(ctx.now().getTime() + (status === 'pending' ? PENDING_EVERY : VERIFIED_EVERY))
  // what somebody looked up a moment ago is no second miss
  await ctx.sql(
    `update email.domain set status = $3, failures = $4, found = $5, checked_at = $6, next_check_at = $7, updated_at = $6
     where community_id = $1 and id = $2 and checked_at is not distinct from $8`,
    [row.id, status, failures, JSON.stringify(found), ctx.now(), next, row.checkedAt],
  )
  ctx.invalidate('email.signing')
}
/** Those whose time has come, each by a job of its own. */
export async function checkDue(ctx: Ctx): Promise<void> {
  const rows = await ctx.sql<{ id: number }>('select id from email.domain where community_id = $1 and next_check_at <= $2 order by id', [ctx.now()])
  for (const { id } of rows) await ctx.enqueue(checkDomainJob, { domainId: Number(id) }, { key: `domain:${id}` })
}

/** Whom emails to many come from. */
export interface Sender {
  address: string
  /** Where answers go, where that is another. */
  replyTo: string | null
  /** At which what comes back is taken; null where nothing is. */
  returnTo: string | null
  domainId: number | null
  dkim: { domainName: string; keySelector: string; privateKey: KeyObject } | null
}
interface Signing {
  id: number
  domain: string
  selector: string
  key: KeyObject
  isOwnReturn: boolean
}
/** Kept in the process: reading a key costs as much as signing by it. */
const signingOf = (ctx: Ctx): Promise<Signing[]> =>
  ctx.cached('email.signing', null, async () => {
    const rows = await ctx.sql<{ id: number; domain: string; selector: string; private_key: string; found: Found }>(
      `select id, domain, selector, private_key, found from email.domain where community_id = $1 and status = 'verified'`,
    )
    return rows.map(({ id, domain, selector, private_key, found }) => ({
      ...{ id: Number(id), domain, selector, isOwnReturn: found.return_path === 'found' },
      key: createPrivateKey(ctx.unseal(private_key)),
    }))
  })
/** The address that was chosen where its domain is proven; else the platform's, with answers to the one that was chosen. */
export async function senderNow(ctx: Ctx): Promise<Sender> {
  const { from_email } = ctx.settings(email)
  const signing = from_email ? (await signingOf(ctx)).find(({ domain }) => from_email.toLowerCase().endsWith(`@${domain}`)) : undefined
  const target = returnDomain(ctx)
  if (!signing) return { address: senderOf(ctx).address, replyTo: from_email || null, returnTo: target, domainId: null, dkim: null }
  const { id, domain, selector, key, isOwnReturn } = signing
  return {
    address: from_email,
    replyTo: null,
    returnTo: target && (isOwnReturn ? bouncesOf(domain) : target),
    domainId: id,
    dkim: { domainName: domain, keySelector: selector, privateKey: key },
  }
}
