/** Finds who asks by a cookie or an API token: one statement, whose answer is cached for seconds and invalidated by a signal when it changes. */
import { notFound } from '@atrium/sdk'
import contract from '@atrium/sdk/kernel/auth'
import type { MasqueradeTarget, MemberInfo } from '@atrium/sdk/server'
import { type Communities, type CommunityState, Fresh, hostName } from '../communities/index.ts'
import { type Data, SIGNAL_TTL, SIGNALS_LOST, type Unit } from '../data/index.ts'
import type { Log } from '../observe/index.ts'
import { rightsOf } from '../policies/index.ts'
import type { Identity } from './identity.ts'
import { type Impersonation, refused, seenAs } from './masquerade.ts'
import { hashToken } from './secrets.ts'
import { FORMER } from './sessions.ts'

interface Row
  extends Record<'session_id' | 'api_token_id' | 'token_community_id' | 'chosen_id' | 'member_id', number | null>,
    Record<'held' | 'stale' | 'confirmed' | 'has_password' | 'is_platform_owner' | 'second_factor', boolean>,
    Record<'email' | 'account_name' | 'public_uid' | 'name', string>,
    Record<'locale' | 'headline' | 'avatar_url', string | null>,
    Record<'proved_at' | 'signed_in_at', Date | null> {
  scopes: string[] | null
  token_kind: string | null
  impersonation: Impersonation | null
  impersonated: MemberRow | null
  account_id: number
  appearance: Identity['account']['appearance']
  own_roles: string[] | null
  member_account_id: number
  roles: string[]
}
type MemberRow = Pick<Row, 'member_id' | 'public_uid' | 'member_account_id' | 'name' | 'headline' | 'avatar_url' | 'roles'>

/** What a request carries. */
type Asked = Record<'sessionToken' | 'bearer', string | null> & { communityId: number | null; host: string }

/** What comes with a session or a token alone. */
const NOBODY = {
  ...{ session_id: null, api_token_id: null, token_community_id: null, token_kind: null, scopes: null, chosen_id: null, held: false, stale: false },
  ...{ impersonation: null, impersonated: null, own_roles: null, proved_at: null, signed_in_at: null },
}
/** How rarely a session's last use is written. */
const TOUCH = `now() - interval '5 minutes'`
const ACCOUNT = `a.id as account_id, a.email, a.name as account_name, a.locale, a.appearance, a.email_confirmed_at is not null as confirmed, a.password_hash is not null as has_password, a.is_platform_owner,
  exists (select from kernel.second_factor f where f.account_id = a.id and f.confirmed_at is not null) as second_factor`
const MEMBER = 'm.id as member_id, m.public_uid, m.account_id as member_account_id, m.name, m.headline, m.avatar_url, m.roles'
// indexes all the way: session_token_hash_key, session_former, account_pkey, member (community_id, account_id), member_pkey
const bySession = (community: string, host: string) => `
  select s.id as session_id, s.community_id as chosen_id, s.held, s.last_used_at < ${TOUCH} as stale, s.masquerade as impersonation, case when k.id is not null then json_build_object('member_id', k.id, 'public_uid', k.public_uid,
      'member_account_id', k.account_id, 'name', k.name, 'headline', k.headline, 'avatar_url', k.avatar_url, 'roles', k.roles) end as impersonated,
    m.roles as own_roles, case when s.token_hash = $1 then s.proved_at end as proved_at, s.created_at as signed_in_at, ${ACCOUNT}, ${MEMBER}
  from kernel.session s join kernel.account a on a.id = s.account_id
    left join kernel.member m on m.community_id = ${community} and m.account_id = a.id and m.status = 'active'
    left join kernel.member k on k.id = (s.masquerade ->> 'memberId')::bigint and k.community_id = ${community} and k.status = 'active'
  where (s.token_hash = $1 or ${FORMER}) and s.expires_at > now() and (s.host is null or s.host = ${host})
    and (not s.held or s.community_id = ${community})`
const IN_COMMUNITY = bySession('$2', '$3')
/** In the community that the session has chosen, else in $2. */
const IN_CHOSEN = bySession('coalesce(s.community_id, $2)', '$3')
const BY_API_TOKEN = `
  select t.id as api_token_id, t.community_id as token_community_id, t.kind as token_kind, t.scopes, coalesce(t.last_used_at < ${TOUCH}, true) as stale, ${ACCOUNT}, ${MEMBER}
  from kernel.api_token t join kernel.account a on a.id = t.account_id
    left join kernel.member m on m.community_id = t.community_id and m.account_id = a.id and m.status = 'active'
  where (t.token_hash = $1 or (t.former_hash = $1 and t.former_until > now())) and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())`
/** Of a member, made with an API token that holds itself: the rights of a plain member. */
const BY_MEMBER_TOKEN = `
  select t.api_token_id, t.community_id as token_community_id, 'member' as token_kind, '{read,write}'::text[] as scopes, coalesce(k.last_used_at < ${TOUCH}, true) as stale, ${ACCOUNT}, ${MEMBER}
  from kernel.member_token t join kernel.api_token k on k.id = t.api_token_id join kernel.account a on a.id = t.account_id
    join kernel.member m on m.community_id = t.community_id and m.account_id = a.id and m.status = 'active'
  where t.token_hash = $1 and t.kind = 'access' and t.expires_at > now() and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`
const BY_MEMBER = `
  select ${ACCOUNT}, ${MEMBER} from kernel.member m join kernel.account a on a.id = m.account_id where m.community_id = $1 and m.id = $2 and m.status = 'active'`
const MEMBER_NOW = `select ${MEMBER} from kernel.member m where m.community_id = $1 and m.id = $2 and m.status = 'active'`
const BY_ID = `select ${ACCOUNT} from kernel.account a where a.id = $1`
const TOUCH_SESSION = `
  with used as (
    update kernel.session set last_used_at = now(), expires_at = now() + case when remember then interval '90 days' else interval '14 days' end
    where id = $1 and last_used_at < ${TOUCH} returning account_id
  ), seen as (update kernel.account set last_seen_at = now() where id = (select account_id from used))
  update kernel.member set last_seen_at = now() where id = $2 and exists (select from used)`

const toMember = (row: MemberRow | null): MemberInfo | null =>
  row?.member_id == null
    ? null
    : {
        id: row.member_id,
        publicUid: row.public_uid,
        accountId: row.member_account_id,
        name: row.name,
        headline: row.headline,
        avatarUrl: row.avatar_url,
        roles: row.roles,
        isAdmin: row.roles.includes('admin'),
        isModerator: row.roles.includes('admin') || row.roles.includes('moderator'),
        isActive: true,
      }

/** A token without the scope `admin` has the rights of a plain member, whoever made it. */
const within = (member: MemberInfo, scopes: string[] | null): MemberInfo =>
  scopes && !scopes.includes('admin') ? { ...member, roles: ['member'], isAdmin: false, isModerator: false } : member

const parsed = new WeakMap<object, ReturnType<typeof contract.settings.parse>>()
/** How a community lets people in: roles that need a second factor. */
function signInSettings({ pluginSettings }: CommunityState) {
  if (!parsed.has(pluginSettings)) parsed.set(pluginSettings, contract.settings.parse(pluginSettings.get(contract.id) ?? {}))
  return parsed.get(pluginSettings)!
}
function toIdentity(row: Row, state: CommunityState): Identity {
  const secondFactorAsked = signInSettings(state).two_fa_roles.some((role) => row.own_roles?.includes(role))
  const secondFactorDue = secondFactorAsked && !row.second_factor
  let member = secondFactorDue ? null : toMember(row)
  member = member && within(member, row.scopes)
  const seen = member && row.impersonation && seenAs(member, row.impersonation, toMember(row.impersonated), state)
  if (seen) member = seen.member
  return {
    sessionId: row.session_id,
    account: {
      id: row.account_id,
      email: row.email,
      name: row.account_name,
      locale: row.locale,
      appearance: row.appearance,
      emailConfirmed: row.confirmed,
      hasPassword: row.has_password,
      isPlatformOwner: row.is_platform_owner && !row.held && !seen && !secondFactorDue && (row.scopes === null || row.scopes.includes('admin')),
    },
    member,
    permissions: rightsOf(member?.roles ?? [], state.roles),
    allPermissions: member?.isAdmin ?? false,
    masquerade: seen?.masquerade ?? null,
    scopes: row.scopes,
    apiToken: row.api_token_id === null ? null : { id: row.api_token_id, kind: row.token_kind! },
    chosenCommunityId: row.chosen_id,
    held: row.held,
    provedAt: row.proved_at,
    signedInAt: row.signed_in_at,
    secondFactor: row.second_factor,
    secondFactorAsked,
    secondFactorDue,
  }
}

export function createIdentities({ data, communities, log }: { data: Data; communities: Communities; log: Log }) {
  const query = async (name: string, text: string, values: unknown[]): Promise<Row | null> => {
    const { rows } = await data.system.query<Row>({ name, text, values })
    return rows[0] ? { ...NOBODY, ...rows[0] } : null
  }
  const sessions = new Fresh<string, Row | null>({ max: 20_000, ttl: SIGNAL_TTL }, (key) => {
    const [hash, communityId, host] = key.split(' ')
    return query('kernel_identity_session', IN_COMMUNITY, [Buffer.from(hash!, 'base64'), communityId, host])
  })
  const tokens = new Fresh<string, Row | null>({ max: 5_000, ttl: SIGNAL_TTL }, async (text) => {
    const hash = [Buffer.from(text, 'base64')]
    return (await query('kernel_identity_token', BY_API_TOKEN, hash)) ?? query('kernel_identity_member_token', BY_MEMBER_TOKEN, hash)
  })
  /** What was read before the last one may not be kept after it. */
  let changes = 0
  // the one who asks is read with the choice, for the question that comes next
  const chosen = new Fresh<string, number | null>({ max: 20_000, ttl: SIGNAL_TTL }, async (key) => {
    const [hash, host] = key.split(' ')
    const primaryId = await communities.primaryId()
    const before = changes
    const row = await query('kernel_identity_chosen', IN_CHOSEN, [Buffer.from(hash!, 'base64'), primaryId, host])
    const communityId = row?.chosen_id ?? primaryId
    if (communityId !== null && changes === before) sessions.put(`${hash} ${communityId} ${host}`, row)
    return row?.chosen_id ?? null
  })
  /** Identities by row, until the community's roles change. */
  const made = new WeakMap<Row, { state: CommunityState; identity: Identity }>()
  function invalidate() {
    changes++
    sessions.clear()
    tokens.clear()
    chosen.clear()
  }
  for (const signal of ['session.revoked', 'session.changed', 'member.changed', SIGNALS_LOST]) data.onSignal(signal, invalidate)

  /** Last use is a hint for people, so a failure here fails nothing. */
  function touch(row: Row) {
    row.stale = false
    const done = row.api_token_id
      ? data.system.query('update kernel.api_token set last_used_at = now() where id = $1', [row.api_token_id])
      : data.system.query(TOUCH_SESSION, [row.session_id, row.member_id])
    done.catch((err) => log.warn({ err }, 'the last use of a session could not be written'))
  }

  const keyOf = (token: string) => hashToken(token).toString('base64')
  return {
    /** Who asks; a bearer token goes before the cookie, which is good at the host that it was given to. Null for anything that is not valid (any more). */
    async resolve({ sessionToken, bearer, communityId, host }: Asked): Promise<Identity | null> {
      if (communityId === null || (!sessionToken && !bearer)) return null
      const row = bearer ? await tokens.get(keyOf(bearer)) : await sessions.get(`${keyOf(sessionToken!)} ${communityId} ${hostName(host)}`)
      if (!row || (row.token_community_id !== null && row.token_community_id !== communityId)) return null
      if (row.stale) touch(row)
      const state = await communities.state(communityId)
      const known = made.get(row)
      if (known?.state === state) return known.identity
      const identity = toIdentity(row, state)
      made.set(row, { state, identity })
      return identity
    },
    /** A member as themselves, for work without a request. */
    async asMember(communityId: number, memberId: number): Promise<Identity | null> {
      const row = await query('kernel_identity_member', BY_MEMBER, [communityId, memberId])
      return row && toIdentity(row, await communities.state(communityId))
    },
    /**
     * The same as this transaction sees them, whom it may just have made: nothing comes from a cache.
     * @param scopes of the API token that asks, if one does
     * @returns null for whoever is no active member
     */
    async inUnit(unit: Unit, memberId: number, state: CommunityState, scopes: string[] | null): Promise<Identity | null> {
      const [member] = await unit.sql<MemberRow>(MEMBER_NOW, [memberId])
      const account = member && (await query('kernel_identity_account', BY_ID, [member.member_account_id]))
      return account ? toIdentity({ ...account, ...member, scopes }, state) : null
    },
    /** Who is seen by `own`, who may look as others, in this transaction; null is a visitor. @throws AtriumError 403, 404 */
    async seenIn(unit: Unit, own: MemberInfo, identity: Identity, target: MasqueradeTarget, state: CommunityState): Promise<Identity | null> {
      const named = target.kind === 'member' ? await this.inUnit(unit, target.memberId, state, null) : null
      if (target.kind === 'member' && !named) throw notFound('Member', 'community_member_not_found')
      if (named?.member?.id === own.id) return named
      const seen = seenAs(own, target, named?.member ?? null, state)
      if (!seen) throw refused()
      if (!seen.member) return null
      const permissions = rightsOf(seen.member.roles, state.roles)
      return { ...(named ?? identity), member: seen.member, permissions, allPermissions: seen.member.isAdmin, masquerade: null }
    },
    /** The community that a session has chosen on the bare host. */
    chosenCommunity: (sessionToken: string, host: string): Promise<number | null> => chosen.get(`${keyOf(sessionToken)} ${hostName(host)}`),
    /** An API token belongs to one community, whatever the host says. */
    communityOfToken: async (bearer: string): Promise<number | null> => (await tokens.get(keyOf(bearer)))?.token_community_id ?? null,
  }
}
