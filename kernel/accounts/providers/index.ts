/** Signing in by way of a provider: linked by its subject, never by an address alone (quality A47, A48). */
import { AtriumError, forbidden, isCarried, isEmail, notFound, safePath } from '@atrium/sdk'
import { isUniqueViolation } from '@atrium/sdk/server'
import type { Communities } from '../../communities/index.ts'
import type { Data } from '../../data/index.ts'
import type { Events } from '../../events/index.ts'
import type { Jobs } from '../../jobs/index.ts'
import type { Log } from '../../observe/index.ts'
import { type SignUp, signUpAllowed } from '../credentials.ts'
import type { Enter, Entered } from '../entry.ts'
import type { Letters } from '../letters.ts'
import type { Client } from '../sessions.ts'
import type { Steps } from '../steps.ts'
import type { Checks, Claims, Oidc } from './oidc.ts'
import type { ProviderRow, ProviderSettings } from './settings.ts'

/** What the browser's step keeps of a journey to a provider and back. */
interface Journey {
  communityId: number
  providerId: number
  key: string
  redirectUri: string
  checks: Checks
  remember: boolean
  /** Way back, coupon, campaign. */
  carried: Record<string, string>
}
/** Where the browser goes next, and what it is told there. */
export interface Arrival {
  to: string
  flash?: { tone: 'success' | 'error'; key: string }
  entered?: Entered
}
interface Parts {
  data: Data
  log: Log
  jobs: Jobs
  events: Events
  communities: Communities
  letters: Letters
  steps: Steps
  enter: Enter
  oidc: Oidc
  settings: ProviderSettings
}

const lost = (key: string, to = '/user/sign_in'): Arrival => ({ to, flash: { tone: 'error', key: `flash.provider_${key}` } })
/** After signing in, the owner links the provider here. */
const CONFIRM = `/user/sign_in?post_login_redirect=${encodeURIComponent('/account/authentication')}`
/** A name that fits a member: one line. */
const nameOf = ({ name, email }: Claims) =>
  (name ?? email!.split('@')[0]!)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 100) || 'Member'
const newMember = ({ coupon_code, invitation_token, ...rest }: Record<string, string>): Pick<SignUp, 'coupon_code' | 'utm_params' | 'invitation_token'> => {
  const utm = Object.entries(rest).filter(([key]) => key.startsWith('utm_'))
  return {
    ...(coupon_code ? { coupon_code } : {}),
    ...(invitation_token ? { invitation_token } : {}),
    ...(utm.length ? { utm_params: Object.fromEntries(utm) } : {}),
  }
}

export function createProviders({ data, log, jobs, events, communities, letters, steps, enter, oidc, settings }: Parts) {
  async function setOut(row: ProviderRow, communityId: number, origin: string, accountId: number | null, query: Record<string, unknown>) {
    const redirectUri = `${origin}/users/auth/${row.key}/callback`
    const { url, checks } = await oidc.begin(settings.open(row), redirectUri)
    const carried = Object.fromEntries(
      Object.entries(query).filter((entry): entry is [string, string] => isCarried(entry[0]) && typeof entry[1] === 'string' && entry[1].length <= 2000),
    )
    const journey: Journey = { communityId, providerId: row.id, key: row.key, redirectUri, checks, remember: query.remember_me === 'true', carried }
    return { url, step: await steps.begin(data.system, 'provider', accountId, journey) }
  }
  const failed = (err: unknown, provider: string): Arrival => {
    log.warn({ err, provider }, 'a sign-in provider could not be used')
    return lost('failed')
  }

  /** Links what the provider vouched for to the account that set out. */
  async function link(accountId: number, { communityId, key }: Journey, claims: Claims, label: string, locale: string): Promise<Arrival> {
    const to = '/account/authentication'
    const fresh = await data.systemTx(async (client) => {
      const { rows } = await client.query<{ account_id: number; fresh: boolean }>(
        `insert into kernel.linked_identity as l (account_id, issuer, subject, label, email) values ($1, $2, $3, $4, $5)
         on conflict (issuer, subject) do update set label = l.label returning account_id, xmax = 0 as fresh`,
        [accountId, claims.issuer, claims.subject, label, claims.email],
      )
      if (rows[0]!.account_id !== accountId) return null
      if (rows[0]!.fresh) await letters.send(client, communityId, { kind: 'security', change: 'provider_linked', accountId, locale })
      return rows[0]!.fresh
    })
    jobs.wake()
    if (fresh === null) return lost('taken', to)
    log.info({ accountId, provider: key }, 'a provider was linked')
    return { to, flash: { tone: 'success', key: 'flash.provider_linked' } }
  }

  /** Signs in whoever is linked, or makes an account for an address that is new and vouched for. */
  async function arrive(journey: Journey, claims: Claims, label: string, from: Client, locale: string): Promise<Arrival> {
    const { communityId, remember, carried } = journey
    const state = await communities.state(communityId)
    const to = safePath(carried.post_login_redirect)
    const come = (entered: Entered): Arrival => ({ to, entered })
    const { rows } = await data.system.query<{ id: number; account_id: number; name: string; member: boolean }>(
      `update kernel.linked_identity l set last_used_at = now() from kernel.account a where a.id = l.account_id and l.issuer = $1 and l.subject = $2
       returning l.id, l.account_id, a.name, exists (select from kernel.member m where m.community_id = $3 and m.account_id = a.id) as member`,
      [claims.issuer, claims.subject, communityId],
    )
    const known = rows[0]
    if (known) {
      const join = !known.member && signUpAllowed(state) ? { name: known.name, preferences: { ...newMember(carried) } } : undefined
      return come(await data.systemTx((client) => enter(client, { accountId: known.account_id, communityId, remember, from, join })))
    }
    // one answer for addresses that are known and those nobody has proven, so that it tells nothing about either
    const { email } = claims
    if (!email || !isEmail(email) || !claims.emailVerified) return lost('confirm', CONFIRM)
    if ((await data.system.query('select from kernel.account where lower(email) = lower($1)', [email])).rowCount) return lost('confirm', CONFIRM)
    if (!signUpAllowed(state)) return lost('closed')
    // admins of the platform's own community may vouch for addresses; elsewhere anybody may be admin, so the owner confirms by mail
    const confirmed = communityId === (await communities.primaryId())
    const name = nameOf(claims)
    const entered = await data
      .systemTx(async (client) => {
        const made = await client.query<{ id: number }>(
          'insert into kernel.account (email, name, email_confirmed_at, locale) values ($1, $2, case when $3 then now() end, $4) returning id',
          [email, name, confirmed, locale],
        )
        const accountId = made.rows[0]!.id
        await client.query('insert into kernel.linked_identity (account_id, issuer, subject, label, email, last_used_at) values ($1, $2, $3, $4, $5, now())', [
          accountId,
          claims.issuer,
          claims.subject,
          label,
          email,
        ])
        if (!confirmed) await letters.send(client, communityId, { kind: 'confirm', accountId, email, locale, carry: carried })
        return enter(client, { accountId, communityId, remember, from, join: { name, preferences: { ...newMember(carried) } } })
      })
      .catch((error) => {
        if (isUniqueViolation(error)) return null
        throw error
      })
    return entered ? come(entered) : lost('confirm', CONFIRM)
  }

  return {
    settings,
    oidc,
    /** Sets out to sign in. @param origin where the browser is; a provider takes exactly the address built on it (quality A49) */
    async start(communityId: number, key: string, origin: string, query: Record<string, unknown>): Promise<Arrival & { step?: string }> {
      try {
        const row = await settings.byKey(communityId, key)
        if (!row.enabled) throw notFound('Sign-in provider')
        const { url, step } = await setOut(row, communityId, origin, null, query)
        return { to: url, step }
      } catch (error) {
        return failed(error, key)
      }
    },
    /** Sets out to link a provider to an account. @throws AtriumError 404; 503 when the provider does not answer */
    async startLink(communityId: number, key: string, origin: string, accountId: number) {
      const row = await settings.byKey(communityId, key)
      if (!row.enabled) throw notFound('Sign-in provider')
      return setOut(row, communityId, origin, accountId, {}).catch((err) => {
        log.warn({ err, provider: key }, 'a sign-in provider could not be used')
        throw new AtriumError(503, 'provider_failed', `${row.label} does not answer just now. Try again in a while.`)
      })
    },
    /** The browser is back. Its step is used up, whatever comes of it. */
    async finish(
      key: string,
      token: string | null,
      query: Record<string, unknown>,
      who: { accountId: number | null; from: Client; locale: string },
    ): Promise<Arrival> {
      const step = await steps.take<Journey>(data.system, 'provider', token)
      if (!step || step.data.key !== key) return lost('expired')
      const journey = step.data
      const texts = Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
      try {
        const row = await settings.byId(journey.communityId, journey.providerId)
        if (!row.enabled) throw notFound('Sign-in provider')
        const claims = await oidc.finish(settings.open(row), journey.redirectUri, texts, journey.checks)
        if (step.accountId === null) {
          const arrival = await arrive(journey, claims, row.label, who.from, who.locale)
          events.wake()
          jobs.wake()
          return arrival
        }
        // who set out must still be the one at the browser
        if (step.accountId !== who.accountId) throw forbidden('Another person is signed in by now.')
        return await link(step.accountId, journey, claims, row.label, who.locale)
      } catch (error) {
        return failed(error, key)
      }
    },
    async linked(accountId: number) {
      const { rows } = await data.system.query<{
        id: number
        issuer: string
        label: string
        email: string | null
        created_at: Date
        last_used_at: Date | null
      }>('select id, issuer, label, email, created_at, last_used_at from kernel.linked_identity where account_id = $1 order by id', [accountId])
      return rows
    },
    /** @throws AtriumError 404 */
    async unlink(accountId: number, id: number): Promise<void> {
      const { rowCount } = await data.system.query('delete from kernel.linked_identity where account_id = $1 and id = $2', [accountId, id])
      if (!rowCount) throw notFound('Linked provider')
    },
  }
}
