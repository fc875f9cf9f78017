/** Signing in by way of a provider: linked by its subject, never by an address alone (quality A47, A48). */
import { AtriumError, cameWith, carriedOf, forbidden, isEmail, notFound, safePath, sentence } from '@atrium/sdk'
import type { SignInProvider } from '@atrium/sdk/kernel/auth'
import { isUniqueViolation } from '@atrium/sdk/server'
import type { Communities } from '../../communities/index.ts'
import type { Config } from '../../config.ts'
import type { Data } from '../../data/index.ts'
import type { Log } from '../../observe/index.ts'
import type { Outbound } from '../../outbound/index.ts'
import { signUpAllowed } from '../credentials.ts'
import type { Emails } from '../emails.ts'
import type { Enter, Entered } from '../entry.ts'
import type { Seals } from '../secrets.ts'
import type { Client } from '../sessions.ts'
import { findProvider, signInSettings } from '../settings.ts'
import type { Steps } from '../steps.ts'
import type { Checks, Claims, Oidc, OidcProvider } from './oidc.ts'

type Query = Record<string, unknown>
/** What the browser's step keeps of a journey to a provider and back. */
interface Journey {
  communityId: number
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

const LINK = 'insert into kernel.linked_identity as l (account_id, issuer, subject, label, email) values ($1, $2, $3, $4, $5)'
const lost = (key: string, to = '/user/sign_in'): Arrival => ({ to, flash: { tone: 'error', key: `flash.provider_${key}` } })
/** After signing in, the owner links the provider here. */
const CONFIRM = `/user/sign_in?post_login_redirect=${encodeURIComponent('/account/authentication')}`
/** A name that fits a member: one line. */
const nameOf = ({ name, email }: Claims) => (name ?? email!.replace(/@.*/, '')).slice(0, 100).replace(/\p{Cc}+/gu, ' ') || 'Member'

interface Dependencies {
  config: Pick<Config, 'privateCalls'>
  data: Data
  log: Log
  communities: Communities
  emails: Emails
  steps: Steps
  enter: Enter
  seals: Seals
  outbound: Outbound
}

export function createProviders({ config, data, log, communities, emails, steps, enter, seals, outbound }: Dependencies) {
  let loaded: Promise<Oidc> | undefined
  /** Loaded when first needed: megabytes, and most communities have no provider. */
  const oidc = () => (loaded ??= import('./oidc.ts').then(({ createOidc }) => createOidc({ outbound, allowPrivate: config.privateCalls })))
  /** Ready to be talked to. */
  const open = (provider: SignInProvider): OidcProvider => ({
    ...provider,
    client_secret: provider.client_secret && seals.open(Buffer.from(provider.client_secret, 'base64')),
  })
  /** @throws AtriumError 404 for one that is switched off too */
  async function enabled(communityId: number, key: string): Promise<SignInProvider> {
    const provider = findProvider(signInSettings(await communities.state(communityId)).providers, key)
    if (!provider.enabled) throw notFound('Sign-in provider')
    return provider
  }
  async function setOut(row: SignInProvider, communityId: number, origin: string, accountId: number | null, query: Query) {
    const redirectUri = `${origin}/users/auth/${row.key}/callback`
    const { url, checks } = await (await oidc()).begin(open(row), redirectUri)
    const own = { remember: query.remember_me === 'true', carried: carriedOf(query) }
    const journey: Journey = { communityId, key: row.key, redirectUri, checks, ...own }
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
        `${LINK} on conflict (issuer, subject) do update set label = l.label returning account_id, xmax = 0 as fresh`,
        [accountId, claims.issuer, claims.subject, label, claims.email],
      )
      if (rows[0]!.account_id !== accountId) return null
      if (rows[0]!.fresh) await emails.tell(client, { communityId, locale }, accountId, 'provider_linked')
      return rows[0]!.fresh
    })
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
      const join = !known.member && signUpAllowed(state) && !state.settings.consent_required ? { name: known.name, preferences: cameWith(carried) } : undefined
      return come(await data.systemTx((client) => enter(client, { accountId: known.account_id, communityId, remember, from, join })))
    }
    // one answer for addresses that are known and those nobody has proven, so that it tells nothing about either
    const { email } = claims
    if (!email || !isEmail(email) || !claims.emailVerified) return lost('confirm', CONFIRM)
    if ((await data.system.query('select from kernel.account where lower(email) = lower($1)', [email])).rowCount) return lost('confirm', CONFIRM)
    if (!signUpAllowed(state)) return lost('closed')
    // the box is on the sign-up page; a provider's page has none
    if (state.settings.consent_required) return lost('consent', '/user/sign_up')
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
        await client.query(LINK, [accountId, claims.issuer, claims.subject, label, email])
        if (!confirmed) await emails.send(client, communityId, { kind: 'confirm', accountId, email, locale, carry: carried })
        return enter(client, { accountId, communityId, remember, from, join: { name, preferences: cameWith(carried) } })
      })
      .catch((error) => (isUniqueViolation(error) ? null : Promise.reject(error)))
    return entered ? come(entered) : lost('confirm', CONFIRM)
  }

  return {
    /** What is kept of a secret that an admin typed. */
    seal: (secret: string | null) => secret && seals.seal(secret).toString('base64'),
    /** Asks the provider for its description. @throws Error when it does not answer, or may not be called */
    check: async (provider: SignInProvider) => (await oidc()).discover(open(provider)),
    /** Sets out to sign in. @param origin where the browser is; a provider takes exactly the address built on it (quality A49) */
    async start(communityId: number, key: string, origin: string, query: Query): Promise<Arrival & { step?: string }> {
      try {
        const { url, step } = await setOut(await enabled(communityId, key), communityId, origin, null, query)
        return { to: url, step }
      } catch (error) {
        return failed(error, key)
      }
    },
    /** Sets out to link a provider to an account. @throws AtriumError 404; 422 when the provider does not answer */
    async startLink(communityId: number, key: string, origin: string, accountId: number) {
      const row = await enabled(communityId, key)
      return setOut(row, communityId, origin, accountId, {}).catch((err) => {
        failed(err, key)
        throw new AtriumError(422, 'provider_failed', sentence('{provider} does not answer just now. Try again in a while.', { provider: row.label }))
      })
    },
    /** The browser is back. Its step is used up, whatever comes of it. */
    async finish(key: string, token: string | null, query: Query, who: { accountId: number | null; from: Client; locale: string }): Promise<Arrival> {
      const step = await steps.take<Journey>(data.system, 'provider', token)
      if (!step || step.data.key !== key) return lost('expired')
      const journey = step.data
      const texts = Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
      try {
        const row = await enabled(journey.communityId, key)
        const claims = await (await oidc()).finish(open(row), journey.redirectUri, texts, journey.checks)
        if (step.accountId === null) return await arrive(journey, claims, row.label, who.from, who.locale)
        // who set out must still be the one at the browser
        if (step.accountId !== who.accountId) throw forbidden('Another person is signed in by now.')
        return await link(step.accountId, journey, claims, row.label, who.locale)
      } catch (error) {
        return failed(error, key)
      }
    },
    async linked(accountId: number): Promise<any[]> {
      return (await data.system.query('select * from kernel.linked_identity where account_id = $1 order by id', [accountId])).rows
    },
    /** @throws AtriumError 404 */
    async unlink(accountId: number, id: number): Promise<void> {
      const { rowCount } = await data.system.query('delete from kernel.linked_identity where account_id = $1 and id = $2', [accountId, id])
      if (!rowCount) throw notFound('Linked provider')
    },
  }
}
