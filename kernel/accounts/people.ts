/** Accounts and members as records: the own profile, people made by set-up and imports, cards for plugins. */
import { AGENT_ROLE, type EventDef, notFound, type RouteParsed } from '@atrium/sdk'
import type contract from '@atrium/sdk/kernel/auth'
import { type ImportedResult, type MemberInfo, type MembersApi, type NewMember, needEmail } from '@atrium/sdk/server'
import membership from '@atrium/sdk/kernel/membership'
import { LRUCache } from 'lru-cache'
import type { Communities } from '../communities/index.ts'
import { type Data, SIGNAL_TTL, SIGNALS_LOST, type Unit } from '../data/index.ts'
import type { Events } from '../events/index.ts'
import type { Jobs, Queryable } from '../jobs/index.ts'
import { DELETED, formerMember } from './emails.ts'
import type { Identity } from './identity.ts'
import { hashPassword } from './secrets.ts'

export interface NewAccount {
  email: string
  name: string
  /** Null: nobody signs in with it until a password is set by mail. */
  password?: string | null
  /** The language of whoever has none of their own yet. */
  locale?: string | null
  confirmed?: boolean
  platformOwner?: boolean
}
/** A new account, in the transaction of `client`. @returns its id @throws a unique violation for a known address */
export async function newAccount(
  client: Queryable,
  { email, name, hash = null, locale, confirmed = false }: { email: string; name: string; hash?: string | null; locale: string; confirmed?: boolean },
): Promise<number> {
  const text = `insert into kernel.account (email, name, password_hash, locale, email_confirmed_at) values ($1, $2, $3, $4, case when $5 then now() end) returning id`
  return (await client.query(text, [email, name, hash, locale, confirmed])).rows[0].id
}
type ProfileChange = Omit<RouteParsed<typeof contract.routes.updateAccount>['body'], 'avatar_signed_id'> & { avatar_url?: string | null }
const BY_IDS = `
  select id, public_uid as "publicUid", account_id as "accountId", name, headline, avatar_url as "avatarUrl", roles,
    'admin' = any(roles) as "isAdmin", roles && '{admin,moderator}' as "isModerator", status = 'active' as "isActive"
  from kernel.member where community_id = $1 and id = any($2::bigint[])`
const JOIN_MANY = 'select email, member_id as "memberId", outcome, former from kernel.join_members($1, $2::jsonb, $3, $4)'
const ACCOUNT_FIELDS = ['name', 'locale', 'appearance'] as const
const MEMBER_FIELDS = ['name', 'headline', 'bio', 'location', 'website', 'avatar_url', 'time_zone'] as const
/** `name = $3, bio = $4` for the fields that the change names, and their values. */
function assignments(fields: readonly (keyof ProfileChange)[], change: ProfileChange, first: number) {
  const named = fields.filter((field) => change[field] !== undefined)
  return { text: named.map((field, i) => `${field} = $${first + i}`).join(', '), values: named.map((field) => change[field]) }
}

export function createPeople({ data, events, jobs, communities }: { data: Data; events: Events; jobs: Jobs; communities: Communities }) {
  /** Makes the account, or finds that of the address. A password, ownership or confirmation is only ever added. @returns its id @throws AtriumError 422 */
  async function createAccount({ email: given, name, password = null, locale = null, confirmed = false, platformOwner = false }: NewAccount): Promise<number> {
    const email = needEmail(given)
    const hash = password === null ? null : await hashPassword(password)
    const { rows } = await data.system.query<{ id: number }>(
      `with other as (delete from kernel.session s using kernel.account o where $4 and $3::text is null and o.id = s.account_id and lower(o.email) = lower($1) and o.email_confirmed_at is null) -- who had it unproven may be somebody else
       insert into kernel.account as a (email, name, password_hash, email_confirmed_at, is_platform_owner, locale) values ($1, $2, $3, case when $4 then now() end, $5, $6)
       on conflict (lower(email)) do update set password_hash = coalesce(excluded.password_hash, case when a.email_confirmed_at is not null or not $4 then a.password_hash end),
         email_confirmed_at = coalesce(a.email_confirmed_at, excluded.email_confirmed_at), is_platform_owner = a.is_platform_owner or excluded.is_platform_owner, locale = coalesce(a.locale, excluded.locale)
       returning id`,
      [email, name, hash, confirmed, platformOwner, locale],
    )
    return rows[0]!.id
  }

  const cards = new LRUCache<string, MemberInfo>({ max: 10_000, ttl: SIGNAL_TTL })
  let changes = 0
  for (const signal of ['member.changed', SIGNALS_LOST])
    data.onSignal(signal, ({ communityId, memberId }: { communityId?: number; memberId?: number }) => {
      changes++
      if (memberId) cards.delete(`${communityId} ${memberId}`)
      else cards.clear()
    })

  async function tell(unit: Unit, event: EventDef<{ memberId: number }>, memberId: number, actor: MemberInfo | null) {
    const { communityId } = unit
    await events.emitIn(unit.client, event, { communityId, payload: { memberId }, actorMemberId: actor?.id ?? null })
    unit.afterCommit(() => data.signal('member.changed', { communityId, memberId }).then(events.wake))
  }
  /** What plugins may know and make of members, in their own unit of work. */
  const members = (unit: Unit, actor: MemberInfo | null = null): MembersApi => ({
    async byIds(ids) {
      const found = new Map<number, MemberInfo>()
      for (const id of ids) {
        const card = id === actor?.id ? actor : cards.get(`${unit.communityId} ${id}`)
        if (card) found.set(id, card)
      }
      const unknown = ids.filter((id) => !found.has(id))
      if (unknown.length === 0) return found
      const before = changes
      for (const row of await unit.sql<MemberInfo>(BY_IDS, [unknown])) {
        found.set(row.id, row)
        if (changes === before && !unit.connection.held) cards.set(`${unit.communityId} ${row.id}`, row)
      }
      return found
    },
    async add({ email, ...input }: NewMember) {
      const accountId = await createAccount({ email, name: input.name })
      const id = await communities.join(unit.client, { ...input, communityId: unit.communityId, accountId })
      unit.afterCommit(() => events.wake())
      return (await this.byIds([id])).get(id)!
    },
    async addMany(people, { overwrite = false, restore = false } = {}) {
      const rows = people.map((person) => ({ ...person, email: needEmail(person.email).toLowerCase() }))
      const { communityId } = unit
      const made = await unit.sql<ImportedResult & { email: string }>(JOIN_MANY, [JSON.stringify(rows), overwrite, restore])
      const idsOf = (which: ImportedResult['outcome']) => made.flatMap(({ memberId, outcome }) => (outcome === which ? memberId! : []))
      const payload = { addedIds: idsOf('added'), changedIds: idsOf('changed') }
      if (payload.addedIds.length + payload.changedIds.length > 0) {
        await events.emitIn(unit.client, membership.events['members.imported'], { communityId, payload, actorMemberId: actor?.id ?? null })
        unit.afterCommit(() => data.signal('member.changed', { communityId }).then(events.wake))
      }
      const byEmail = new Map(made.map(({ email, ...result }) => [email, result]))
      return rows.map(({ email }) => byEmail.get(email) ?? { memberId: null, outcome: 'refused', former: null })
    },
    async known(emails) {
      const rows = await unit.sql('select email, member_id as "memberId", status, bounced from kernel.known_addresses($1, $2)', [emails])
      return new Map(rows.map(({ email, ...known }: any) => [email, known]))
    },
    async remove(memberId, status) {
      const { communityId } = unit
      unit.afterCommit(() => data.signal('member.changed', { communityId, memberId }).then(events.wake))
      return communities.leave(unit.client, { communityId, memberId, status, actorMemberId: actor?.id ?? null })
    },
    async update(memberId, change) {
      const { rows } = await unit.client.query('select kernel.change_member($1, $2, $3) as id', [unit.communityId, memberId, JSON.stringify(change)])
      if (rows[0].id === null) throw notFound('Member', 'community_member_not_found')
      await tell(unit, membership.events['member.updated'], memberId, actor)
    },
    async restore(memberId) {
      const [row] = await unit.sql<{ done: boolean }>('select kernel.return_member($1, $2) as done', [memberId])
      const isAgent = (await this.byIds([memberId])).get(memberId)?.roles.includes(AGENT_ROLE)
      if (row!.done) await tell(unit, membership.events[isAgent ? 'member.updated' : 'member.joined'], memberId, actor)
      return row!.done
    },
    async forget(memberId) {
      const { communityId } = unit
      await this.remove(memberId, 'deactivated')
      const formerName = formerMember((await communities.state(communityId)).info.locale)
      const [gone] = await unit.sql('select * from kernel.forget_member($1, $2, $3, $4)', [memberId, formerName, DELETED])
      if (!gone) return false
      await jobs.addIn(unit.client, { communityId, task: 'kernel.erase', payload: { memberId, formerName, ...gone }, options: { priority: -5 } })
      return true
    },
    async traces(memberId) {
      const { rows } = await data.system.query<{ email: string; ips: string[] }>(
        `select lower(a.email) as email, array(select distinct s.ip from kernel.session s where s.account_id = a.id limit 50) as ips
         from kernel.member m join kernel.account a on a.id = m.account_id where m.community_id = $1 and m.id = $2`,
        [unit.communityId, memberId],
      )
      return rows[0] ?? null
    },
    async addresses(ids) {
      const usual = (await communities.state(unit.communityId)).info.locale
      // in the unit: whoever has become a member in this very transaction has an address too
      const active = await unit.sql<{ id: number; account_id: number }>(
        `select id, account_id from kernel.member where community_id = $1 and id = any($2::bigint[]) and status = 'active' and not ($3 = any (roles))`,
        [ids, AGENT_ROLE],
      )
      const { rows } = await data.system.query<{ id: number; email: string; locale: string | null }>(
        'select id, email, locale from kernel.account where id = any($1::bigint[])',
        [active.map(({ account_id: accountId }) => accountId)],
      )
      const accounts = new Map(rows.map((row) => [row.id, row]))
      return new Map(
        active.flatMap(({ id, account_id: accountId }) => {
          const account = accounts.get(accountId)
          return account ? [[id, { email: account.email, locale: account.locale ?? usual }]] : []
        }),
      )
    },
  })

  return {
    createAccount,
    members,
    async profile({ account, member }: Identity) {
      const { rows } = await data.system.query<any>(
        `select a.email, a.email_confirmed_at is not null as email_confirmed, a.password_hash is not null as has_password, coalesce(m.name, a.name) as name, m.headline, m.bio, m.location, m.website, m.avatar_url,
           a.locale, m.time_zone, a.appearance from kernel.account a left join kernel.member m on m.id = $2 and m.account_id = a.id where a.id = $1`,
        [account.id, member?.id ?? null],
      )
      return { id: account.id, ...rows[0] }
    },
    /** Changes the account, and the member in this community. Anything else in `change` (roles, status) is not looked at (case A14). */
    async update(communityId: number, { account, masquerade, member }: Identity, change: ProfileChange): Promise<void> {
      // an admin who looks as somebody else edits neither that person nor, by mistake, themselves
      const memberId = masquerade ? null : (member?.id ?? null)
      await data.systemTx(async (client) => {
        const ours = assignments(ACCOUNT_FIELDS, change, 2)
        if (ours.text) await client.query(`update kernel.account set ${ours.text} where id = $1`, [account.id, ...ours.values])
        const theirs = assignments(MEMBER_FIELDS, change, 3)
        if (!theirs.text || memberId === null) return
        await client.query(`update kernel.member set ${theirs.text}, updated_at = now() where community_id = $1 and id = $2`, [
          communityId,
          memberId,
          ...theirs.values,
        ])
        await events.emitIn(client, membership.events['member.updated'], { communityId, payload: { memberId }, actorMemberId: memberId })
      })
      await data.signal('member.changed', { communityId, memberId, accountId: account.id })
    },
  }
}
