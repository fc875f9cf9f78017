/** What lies beyond one community: the public list, joining from it, leaving, and the own domain. */
import { conflict, forbidden, invalid, notFound } from '@atrium/sdk'
import { isUniqueViolation, type PlatformApi, containing } from '@atrium/sdk/server'
import contract from '@atrium/sdk/kernel/communities'
import membership from '@atrium/sdk/kernel/membership'
import type { Data } from '../data/index.ts'
import type { Events } from '../events/index.ts'
import type { Queryable } from '../jobs/index.ts'
import type { Actor, ChangeCommunity } from './changes.ts'
import type { States } from './state.ts'

/** Who goes, by either id. Who made them go is the member themselves by default; null is the house. */
export type Leaving = { communityId: number; status: 'deactivated' | 'banned'; memberId?: number; accountId?: number; actorMemberId?: number | null }
type Search = Parameters<PlatformApi['listed']>[0]

// community_listed, then for each community of the page one index-only range of member_list
const LIST = `
  select c.id, (select count(*)::int from kernel.member m where m.community_id = c.id and m.status = 'active') as members_count,
    exists (select from kernel.member m where m.community_id = c.id and m.account_id = $1 and m.status = 'active') as is_member
  from kernel.community c
  where not c.is_private and c.ends_at is null and (c.settings -> 'discover' ->> 'listed')::boolean and ($2::text is null or c.name ilike $2 or c.settings -> 'discover' ->> 'description' ilike $2)
    and ($3::text is null or c.settings -> 'discover' ->> 'category' = $3) and ($4::text is null or (lower(c.name), c.id) > (lower($4), $5::bigint))
  order by lower(c.name), c.id limit $6`

const TAKEN = 'This domain is connected to another community.'

export function createPlatform({ data, events, states, change }: { data: Data; events: Events; states: States; change: ChangeCommunity }) {
  return {
    async listed(accountId: number | null, { text, category, after, limit }: Search) {
      const like = text ? containing(text) : null
      const values = [accountId, like, category ?? null, after?.name ?? null, after?.id ?? null, limit + 1]
      const { rows } = await data.system.query<{ id: number; members_count: number; is_member: boolean }>(LIST, values)
      return Promise.all(rows.map(async (row) => ({ ...row, state: await states.state(row.id) })))
    },
    /** A member goes, in the transaction of `client`; a refusal undoes that. Tell of `member.changed` after its commit. @throws AtriumError 409 */
    async leaveIn(client: Queryable, { communityId, status, memberId, accountId, actorMemberId }: Leaving): Promise<boolean> {
      const { ownerAccountId } = await states.state(communityId)
      const { rows } = await client.query('select id, account_id from kernel.leave_member($1, $2, $3, $4)', [
        ...[communityId, memberId ?? null, accountId ?? null, status],
      ])
      if (!rows[0]) return false
      // whoever owns it is its admin for good, so an admin always stays
      if (rows[0].account_id === ownerAccountId) throw conflict('The owner can’t leave the community.', 'owner_stays')
      const { id } = rows[0]
      const by = actorMemberId === undefined ? id : actorMemberId
      await events.emitIn(client, membership.events['member.left'], { communityId, payload: { memberId: id }, actorMemberId: by })
      return true
    },
    /** @throws AtriumError 403 `leaving_closed` where the community's settings say so, 404, 409 */
    async leave(accountId: number, communityId: number): Promise<void> {
      await data.systemTx(async (client) => {
        if (!(await this.leaveIn(client, { communityId, accountId, status: 'deactivated' }))) throw notFound('Community')
        // asked last, so that strangers learn nothing of the community
        if (!(await states.state(communityId)).settings.deactivate_account_enabled)
          throw forbidden('To leave this community, contact an admin.', 'leaving_closed')
      })
      await data.signal('member.changed', { communityId, accountId })
    },
    /** @throws AtriumError 422 */
    async setDomain(communityId: number, domain: string | null, actor: Actor | null): Promise<void> {
      await change(communityId, actor, async ({ client, audit, emit }) => {
        await client.query('update kernel.community set custom_domain = $2 where id = $1', [communityId, domain]).catch((error) => {
          throw isUniqueViolation(error) ? invalid({ domain: [TAKEN] }, TAKEN, 'domain_taken') : error
        })
        await audit('community.domain_changed', `community:${communityId}`, { domain })
        await emit(contract.events['community.updated'], { communityId })
      })
    },
  }
}
