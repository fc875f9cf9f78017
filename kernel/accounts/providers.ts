/** Signing in by way of a provider: linked by its subject, never by an address alone (cases A47, A48). Plugins talk to them, at the point `auth.method`. */
import { AtriumError, cameWith, carriedOf, emailOf, forbidden, notFound, safePath, sentence } from '@atrium/sdk'
import contract, { type Arriving, type Assertion, type Attempt, type Journey, type SignInOffer } from '@atrium/sdk/kernel/auth'
import { type Ctx, isUniqueViolation, visibleLine } from '@atrium/sdk/server'
import type { Communities } from '../communities/index.ts'
import type { Data } from '../data/index.ts'
import { signUpAllowed } from './credentials.ts'
import type { Emails } from './emails.ts'
import type { Enter, Entered } from './entry.ts'
import { newAccount } from './people.ts'
import { newToken } from './secrets.ts'
import type { Client } from './sessions.ts'
import type { Steps } from './steps.ts'

type Query = Record<string, unknown>
/** What is kept of a sign-in while the browser is at the provider. */
interface UnderWay {
  communityId: number
  journey: Journey
  /** What the plugin needs when they are back. */
  kept: Record<string, string>
  label: string
  remember: boolean
  /** Way back, coupon, campaign. */
  carried: Record<string, string>
}
/** Where the browser goes next, what it is told there, and what the plugin of the community is told. */
export interface Arrival {
  to: string
  flash?: { tone: 'success' | 'error'; key: string }
  entered?: Entered
  told?: { communityId: number; attempt: Attempt }
}
/** Runs work as a visitor of a community. */
export type Visit = <T>(communityId: number, work: (ctx: Ctx) => Promise<T>) => Promise<T>

const LINK = 'insert into kernel.linked_identity as l (account_id, issuer, subject, label, email) values ($1, $2, $3, $4, $5)'
const lost = (key: string, to = '/user/sign_in'): Arrival => ({ to, flash: { tone: 'error', key: `provider_${key}` } })
/** Who somebody is at a provider: 255 letters at most (OpenID Connect Core, 2), and none that nobody sees. */
const isSubject = (subject: string) => subject !== '' && visibleLine(subject, 255) === subject
/** After signing in, the owner links the provider here. */
const CONFIRM = `/user/sign_in?post_login_redirect=${encodeURIComponent('/account/authentication')}`
/** A name that fits a member: one line that is seen. */
const nameOf = ({ name, email }: Assertion) => visibleLine(name ?? '', 100) || visibleLine(email!.replace(/@.*/, ''), 100) || 'Member'

/** Why plugins let somebody not come in, in their language; null where none has anything against it. */
export async function refusalOf(ctx: Ctx, who: Arriving): Promise<string | null> {
  let why: string | null = null
  for (const { value } of ctx.fill(contract.points.admission)) why ??= await value(ctx, who)
  return why
}
/** All that plugins offer here. */
async function offered(ctx: Ctx) {
  const found = ctx.fill(contract.points.method).map(async ({ value: method }) => (await method.offers(ctx)).map((offer) => ({ offer, method })))
  return (await Promise.all(found)).flat()
}
/** @throws AtriumError 404 for one that is switched off too */
async function find(ctx: Ctx, key: string) {
  const found = (await offered(ctx)).find(({ offer }) => offer.key === key)
  if (!found) throw notFound('Sign-in provider')
  return found
}

interface Dependencies {
  data: Data
  communities: Communities
  emails: Emails
  steps: Steps
  enter: Enter
}

export function createProviders({ data, communities, emails, steps, enter }: Dependencies) {
  async function setOut(ctx: Ctx, key: string, origin: string, accountId: number | null, query: Query) {
    const found = await find(ctx, key)
    const journey: Journey = { key, redirectUri: `${origin}/users/auth/${key}/callback`, state: newToken().token }
    const { url, kept } = await found.method.begin(ctx, journey)
    const carry = { label: found.offer.label, remember: query.remember_me === 'true', carried: carriedOf(query) }
    return { url, step: await steps.begin(data.system, 'provider', accountId, { communityId: ctx.community.id, journey, kept, ...carry } satisfies UnderWay) }
  }
  const failed = (ctx: Ctx, err: unknown, key: string): Arrival => {
    ctx.log.warn({ err, provider: key }, 'a sign-in provider could not be used')
    const problem = err instanceof Error ? err.message : String(err)
    return { ...lost('failed'), told: { communityId: ctx.community.id, attempt: { key, result: 'failed', problem, said: null } } }
  }

  /** Links what the provider vouched for to the account that set out. */
  async function link(ctx: Ctx, accountId: number, { label, journey }: UnderWay, said: Assertion): Promise<Arrival> {
    const to = '/account/authentication'
    const fresh = await data.systemTx(async (client) => {
      const { rows } = await client.query<{ account_id: number; fresh: boolean }>(
        `${LINK} on conflict (issuer, subject) do update set label = l.label returning account_id, xmax = 0 as fresh`,
        [accountId, said.issuer, said.subject, label, said.email],
      )
      if (rows[0]!.account_id !== accountId) return null
      if (rows[0]!.fresh) await emails.tell(client, { communityId: ctx.community.id, locale: ctx.locale }, accountId, 'provider_linked')
      return rows[0]!.fresh
    })
    if (fresh === null) return lost('taken', to)
    ctx.log.info({ accountId, provider: journey.key }, 'a provider was linked')
    return { to, flash: { tone: 'success', key: 'provider_linked' } }
  }

  /** Signs in whoever is linked, or makes an account for an address that is new and vouched for. */
  async function arrive(ctx: Ctx, { communityId, remember, carried, label }: UnderWay, said: Assertion, from: Client): Promise<Arrival> {
    const state = await communities.state(communityId)
    const to = safePath(carried.post_login_redirect)
    // anybody may be admin of the others: what a provider of theirs says counts there alone
    const isPlatforms = communityId === (await communities.primaryId())
    const entering = { communityId, remember, from, held: !isPlatforms }
    const { rows } = await data.system.query<{ id: number; account_id: number; name: string; member: boolean }>(
      `update kernel.linked_identity l set last_used_at = now() from kernel.account a where a.id = l.account_id and l.issuer = $1 and l.subject = $2
       returning l.id, l.account_id, a.name, exists (select from kernel.member m where m.community_id = $3 and m.account_id = a.id) as member`,
      [said.issuer, said.subject, communityId],
    )
    const known = rows[0]
    if (known) {
      const join = !known.member && signUpAllowed(state) && !state.settings.consent_required ? { name: known.name, preferences: cameWith(carried) } : undefined
      return { to, entered: await data.systemTx((client) => enter(client, { ...entering, accountId: known.account_id, join })) }
    }
    // one answer for addresses that are known and those nobody has proven, so that it tells nothing about either
    const email = emailOf(said.email ?? '')
    if (email === null || !said.emailVerified) return lost('confirm', CONFIRM)
    if ((await data.system.query('select from kernel.account where lower(email) = lower($1)', [email])).rowCount) return lost('confirm', CONFIRM)
    if (!signUpAllowed(state)) return lost('closed')
    // the box is on the sign-up page; a provider's page has none
    if (state.settings.consent_required) return lost('consent', '/user/sign_up')
    // the provider vouches for a person; who is kept out here stays so
    if ((await refusalOf(ctx, { email, ip: from.ip, proof: null })) !== null) return lost('closed')
    const name = nameOf(said)
    const entered = await data
      .systemTx(async (client) => {
        const accountId = await newAccount(client, { email, name, locale: ctx.locale, confirmed: isPlatforms })
        await client.query(LINK, [accountId, said.issuer, said.subject, label, email])
        if (!isPlatforms) await emails.send(client, communityId, { kind: 'confirm', accountId, email, locale: ctx.locale, carry: carried })
        return enter(client, { ...entering, accountId, join: { name, preferences: cameWith(carried) } })
      })
      .catch((error) => (isUniqueViolation(error) ? null : Promise.reject(error)))
    return entered ? { to, entered } : lost('confirm', CONFIRM)
  }

  return {
    /** The buttons of a community's sign-in page. */
    async offers(ctx: Ctx): Promise<SignInOffer[]> {
      return (await offered(ctx)).map(({ offer }) => offer)
    },
    /** Sets out to sign in. @param origin where the browser is; a provider takes exactly the address built on it (case A49) */
    async start(ctx: Ctx, key: string, origin: string, query: Query): Promise<Arrival & { step?: string }> {
      try {
        const { url, step } = await setOut(ctx, key, origin, null, query)
        return { to: url, step }
      } catch (error) {
        return failed(ctx, error, key)
      }
    },
    /** Sets out to link a provider to an account. @throws AtriumError 404; 422 when the provider does not answer */
    async startLink(ctx: Ctx, key: string, origin: string, accountId: number) {
      const { offer } = await find(ctx, key)
      return setOut(ctx, key, origin, accountId, {}).catch((err) => {
        failed(ctx, err, key)
        throw new AtriumError(422, 'provider_failed', sentence('{provider} isn’t responding. Try again later.', { provider: offer.label }))
      })
    },
    /** The browser is back from the provider. Its token is used up, whether the sign-in succeeds or not. */
    async finish(visit: Visit, key: string, token: string | null, query: Query, who: { accountId: number | null; from: Client }): Promise<Arrival> {
      const step = await steps.take<UnderWay>(data.system, 'provider', token)
      if (!step || step.data.journey.key !== key) return lost('expired')
      const { data: underWay, accountId } = step
      const { communityId, journey, kept } = underWay
      const texts = Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
      return visit(communityId, async (ctx) => {
        try {
          // bound to the browser that set out, whatever the plugin looks at (cases A36, A50)
          if (texts.state !== journey.state) throw forbidden('This sign-in was started in another browser. Start again here.')
          const { method } = await find(ctx, key)
          const said = await method.finish(ctx, journey, { query: texts, kept })
          if (!isSubject(said.subject)) throw forbidden('The provider didn’t say who you are.')
          // who set out to link must still be the one at the browser
          if (accountId !== null && accountId !== who.accountId) throw forbidden('You’re signed in to a different account now. Start again.')
          const arrival = await (accountId === null ? arrive(ctx, underWay, said, who.from) : link(ctx, accountId, underWay, said))
          return { ...arrival, told: { communityId, attempt: { key, result: resultOf(arrival), problem: null, said } } }
        } catch (error) {
          return failed(ctx, error, key)
        }
      })
    },
    /** Tells the plugin how a sign-in ended. */
    async note(ctx: Ctx, attempt: Attempt): Promise<void> {
      const found = (await offered(ctx)).find(({ offer }) => offer.key === attempt.key)
      await found?.method.ended?.(ctx, attempt)
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

function resultOf({ entered, flash }: Arrival): Attempt['result'] {
  if (entered) return 'step' in entered ? 'second_factor' : 'signed_in'
  return flash!.key.replace('provider_', '') as Attempt['result']
}
