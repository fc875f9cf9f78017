/** Sessions: each begins at sign-in with a new id; they are listed and ended, and every process is told when one ends. */
import { AtriumError, notFound } from '@atrium/sdk'
import type { Communities } from '../communities/index.ts'
import type { Data } from '../data/index.ts'
import type { Queryable } from '../jobs/index.ts'
import type { Identity } from './identity.ts'
import { hashToken, newToken } from './secrets.ts'

/** Where a person sits, for sessions and limits. */
export interface Client {
  ip: string
  userAgent: string
  /** The name by which the browser reached us: its cookie, and so the session, is good there alone. */
  host: string
}

/** A token given up within these seconds serves the calls that were under way. */
export const FORMER = `(former_hash = $1 and rotated_at > now() - interval '10 seconds')`

/** What a session may know and end of its account's others: one that is held, those that are held in the same community (`$2`; null: all). */
const WITHIN_REACH = '($2::bigint is null or held and community_id = $2)'
const reachOf = ({ held, chosenCommunityId }: Identity) => (held ? chosenCommunityId : null)

/** @throws AtriumError 403 `session_held` */
function demandFree({ held }: Identity): void {
  if (held)
    throw new AtriumError(
      403,
      'session_held',
      'You signed in with a provider that’s only valid in this community. Sign in with your password or a passkey to continue.',
    )
}

interface Begun extends Record<'accountId' | 'communityId', number> {
  remember: boolean
  from: Client
  held?: boolean
  proved?: boolean
}
export function createSessions({ data, communities }: { data: Data; communities: Communities }) {
  const revoked = (payload: { accountId: number; sessionId?: number; except?: number | null }) => data.signal('session.revoked', payload)
  async function newTokenFor(sessionId: number, more: string): Promise<{ session: string; remember: boolean }> {
    const { token, hash } = newToken()
    const { rows } = await data.system.query<{ remember: boolean }>(
      `update kernel.session set former_hash = token_hash, token_hash = $2, rotated_at = now()${more} where id = $1 returning remember`,
      [sessionId, hash],
    )
    if (!rows[0]) throw notFound('Session')
    await data.signal('session.changed', { sessionId })
    return { session: token, remember: rows[0].remember }
  }
  return {
    /** Begins a session: 90 days from its last use with `remember`, else 14. @returns its token, known to the browser alone */
    async begin(client: Queryable, { accountId, communityId, remember, from, held = false, proved = false }: Begun): Promise<string> {
      const { token, hash } = newToken()
      await client.query(
        `insert into kernel.session (token_hash, account_id, community_id, ip, user_agent, remember, proved_at, expires_at, host, held)
         values ($1, $2, $3, $4, $5, $6, case when $7 then now() end, now() + case when $6 then interval '90 days' else interval '14 days' end, $8, $9)`,
        [hash, accountId, communityId, from.ip, from.userAgent, remember, proved, from.host, held],
      )
      return token
    },
    /** Gives a session a new token. @throws AtriumError 404 */
    renew: (sessionId: number) => newTokenFor(sessionId, ''),
    /** The same because its person has just proven themselves (case A40). @throws AtriumError 404 */
    rotate: (sessionId: number) => newTokenFor(sessionId, ', proved_at = now()'),
    async list(identity: Identity) {
      const { rows } = await data.system.query<{ id: number; ip: string; user_agent: string; created_at: Date; last_used_at: Date }>(
        `select id, ip, user_agent, created_at, last_used_at from kernel.session where account_id = $1 and ${WITHIN_REACH} and expires_at > now()
         order by last_used_at desc limit 100`,
        [identity.account.id, reachOf(identity)],
      )
      return rows.map((row) => ({ ...row, current: row.id === identity.sessionId }))
    },
    /** Ends the session of a cookie; nothing happens for one that is not valid. */
    async endByToken(token: string): Promise<void> {
      const { rows } = await data.system.query<{ id: number; account_id: number }>(
        `delete from kernel.session where token_hash = $1 or ${FORMER} returning id, account_id`,
        [hashToken(token)],
      )
      if (rows[0]) await revoked({ accountId: rows[0].account_id, sessionId: rows[0].id })
    },
    /** @throws AtriumError 404 for sessions of others too */
    async end(identity: Identity, sessionId: number): Promise<void> {
      const { id: accountId } = identity.account
      const text = `delete from kernel.session where account_id = $1 and ${WITHIN_REACH} and id = $3`
      if (!(await data.system.query(text, [accountId, reachOf(identity), sessionId])).rowCount) throw notFound('Session')
      await revoked({ accountId, sessionId })
    },
    /** Ends the others within reach. */
    async endOthers(identity: Identity): Promise<void> {
      const { account, sessionId } = identity
      const text = `delete from kernel.session where account_id = $1 and ${WITHIN_REACH} and id is distinct from $3`
      await data.system.query(text, [account.id, reachOf(identity), sessionId])
      await revoked({ accountId: account.id, except: sessionId })
    },
    /** Ends all sessions of an account but one, in the transaction of `client`; call `told` after its commit. */
    async endAllIn(client: Queryable, accountId: number, except: number | null): Promise<void> {
      await client.query('delete from kernel.session where account_id = $1 and id is distinct from $2', [accountId, except])
    },
    demandFree,
    /** Communities that this session may go to. */
    async reachable({ account, held }: Identity, hereId: number) {
      const all = await communities.ofAccount(account.id)
      return held ? all.filter(({ id }) => id === hereId) : all
    },
    told: (accountId: number, except: number | null) => revoked({ accountId, except }),
    /**
     * Chooses what the bare host shows to this session.
     * @param hereId the community of the request, which tells whether it came to the bare host
     * @returns where to go: `/`, or the community's own address
     * @throws AtriumError 404 where this person is no member; 403 `session_held` for a session that is good in one community alone; 422 without a session
     */
    async choose(identity: Identity, hereId: number, communityId: number): Promise<string> {
      if (identity.sessionId === null) throw new AtriumError(422, 'no_session', 'You can only choose a community in a browser session.')
      demandFree(identity)
      if (!(await communities.records.isMember(communityId, identity.account.id))) throw notFound('Community')
      await data.system.query('update kernel.session set community_id = $2 where id = $1', [identity.sessionId, communityId])
      await data.signal('session.changed', { sessionId: identity.sessionId })
      const { info, customDomain } = await communities.state(communityId)
      const onBareHost = hereId === (identity.chosenCommunityId ?? (await communities.primaryId()))
      return onBareHost && !customDomain ? '/' : info.url
    },
  }
}
export type Sessions = ReturnType<typeof createSessions>
