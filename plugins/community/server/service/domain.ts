/** The custom domain: named by an admin, proven by a record that only its owner can enter and by traffic that arrives here, then resolved by the kernel. */
import { randomBytes } from 'node:crypto'
import { AtriumError, invalid } from '@atrium/sdk'
import { type Ctx, dnsOf, hold, unlessRefused } from '@atrium/sdk/server'
import type { Domain } from '../../contract.ts'
import { Domain as Named } from '../entities.ts'
import { verifyJob } from '../jobs.ts'

const PROOF = '_atrium-challenge'
const HOUR = 3_600_000
/** How often a domain that is waited for is looked up, and how long. */
const PENDING_EVERY = HOUR / 6
const PENDING_FOR = 72 * HOUR
/** A proven domain is looked up once a day; so many misses in a row let it go. */
const VERIFIED_EVERY = 24 * HOUR
const MISSES = 3

type Outcome = 'proven' | 'no_record' | 'wrong_record' | 'unreachable' | 'no_traffic'

/** @throws AtriumError 422 for what is no domain that could lead here */
export function domainName(input: string, host: string): string {
  const refuse = (text: string) => invalid({ domain: [text] }, text, 'bad_domain')
  const bare = input.replace(/^https?:\/\//i, '').replace(/\/.*$/, '')
  const name = URL.canParse(`http://${bare}`) ? new URL(`http://${bare}`).hostname.replace(/\.$/, '') : ''
  if (!/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(name))
    throw refuse('Enter a valid domain, such as community.example.com.')
  if (name === host || name.endsWith(`.${host}`)) throw refuse('You can’t use a subdomain of this platform. Enter your own domain.')
  return name
}
const proofOf = (token: string) => `atrium-domain=${token}`

export async function lookUp(options: Record<string, unknown>, domain: string, token: string): Promise<Outcome> {
  try {
    const texts = await dnsOf(options['dns_servers']).texts(`${PROOF}.${domain}`)
    return texts.includes(proofOf(token)) ? 'proven' : texts.length ? 'wrong_record' : 'no_record'
  } catch {
    return 'unreachable'
  }
}
const known = (ctx: Ctx): Promise<Named | null> => ctx.em.findOne(Named, {})
/** The same kept from others until this unit of work ends. */
const held = async (ctx: Ctx): Promise<Named | null> => {
  const row = await known(ctx)
  return row && unlessRefused(hold(ctx, Named, row.id), null)
}

export async function verify(ctx: Ctx, { domain, token }: { domain: string; token: string }): Promise<void> {
  // before the first query: nothing outside is asked while a transaction is open
  const record = await lookUp(ctx.options, domain, token)
  const outcome = record === 'proven' && !(await ctx.platform.leadsHere(domain)) ? 'no_traffic' : record
  const row = await held(ctx)
  if (row?.domain === domain && row.token === token && row.status !== 'failed') await settle(ctx, row, outcome)
}

async function settle(ctx: Ctx, row: Named, outcome: Outcome): Promise<void> {
  let { status, failures } = row
  let problem: Domain['problem'] = outcome === 'proven' ? null : outcome
  if (outcome === 'proven') {
    failures = 0
    const taken = status === 'verified' ? false : await lead(ctx, row.domain)
    status = taken ? 'failed' : 'verified'
    if (taken) problem = 'taken'
  } else if (status === 'verified') {
    // that its name servers do not answer says nothing about whose it is
    if (outcome !== 'unreachable') failures += 1
    if (failures >= MISSES) {
      status = 'failed'
      await ctx.platform.setDomain(null)
    }
  } else if (ctx.now().getTime() - row.askedAt.getTime() > PENDING_FOR) status = 'failed'
  Object.assign(row, { status, problem, failures, checkedAt: ctx.now() })
  await ctx.em.flush()
  if (status !== 'failed') await verifyAt(ctx, row, status === 'verified' ? VERIFIED_EVERY : PENDING_EVERY)
}
/** @returns whether it leads to another community already, which has proven it too */
async function lead(ctx: Ctx, domain: string): Promise<boolean> {
  try {
    await ctx.platform.setDomain(domain)
    return false
  } catch (error) {
    if (error instanceof AtriumError && error.code === 'domain_taken') return true
    throw error
  }
}
const verifyAt = (ctx: Ctx, { domain, token }: Pick<Named, 'domain' | 'token'>, wait: number) =>
  ctx.enqueue(verifyJob, { domain, token }, { key: `domain:${ctx.community.id}`, runAt: new Date(ctx.now().getTime() + wait) })

export async function show(ctx: Ctx): Promise<Domain> {
  const row = await known(ctx)
  if (!row) return { domain: null, status: 'none', records: [], checked_at: null, problem: null }
  const { domain, token, status, problem, checkedAt } = row
  return {
    ...{ domain, status, problem: problem ?? null },
    checked_at: checkedAt?.toISOString() ?? null,
    records: [
      { type: 'TXT', name: `${PROOF}.${domain}`, value: proofOf(token), purpose: 'proof' },
      { type: 'CNAME', name: domain, value: ctx.platform.host, purpose: 'traffic' },
    ],
  }
}

/** Names the domain, or asks once more for the one that is named; the look-up itself is a job. */
export async function ask(ctx: Ctx, input: string | undefined): Promise<Domain> {
  const before = await held(ctx)
  const domain = input === undefined ? before?.domain : domainName(input, ctx.platform.host)
  if (!domain) throw invalid({ domain: ['Enter a domain.'] }, 'Enter a domain.')
  const again = before?.domain === domain
  const token = again ? before.token : randomBytes(18).toString('base64url')
  if (!(again && before.status === 'verified')) {
    const asked = { domain, token, status: 'pending' as const, askedAt: ctx.now(), problem: null, failures: 0, checkedAt: null, updatedAt: ctx.now() }
    await ctx.em.upsert(Named, { communityId: ctx.community.id, ...asked }, { onConflictFields: ['communityId'] })
    if (!again && ctx.platform.domain) await ctx.platform.setDomain(null)
    await ctx.audit('domain.asked', `domain:${domain}`)
  }
  await verifyAt(ctx, { domain, token }, 0)
  return show(ctx)
}

export async function remove(ctx: Ctx): Promise<Domain> {
  const gone = await held(ctx)
  if (gone) await ctx.em.nativeDelete(Named, { id: gone.id })
  if (gone && ctx.platform.domain === gone.domain) await ctx.platform.setDomain(null)
  if (gone) await ctx.audit('domain.removed', `domain:${gone.domain}`)
  return show(ctx)
}
