/** Members come into a community here, by whichever way: sign-up, set-up, import. */
import { AGENT_ROLE, forbidden } from '@atrium/sdk'
import type { Queryable } from '../jobs/index.ts'
import type { Events } from '../events/index.ts'
import membership from '@atrium/sdk/kernel/membership'

export interface Joining {
  communityId: number
  accountId: number
  name: string
  headline?: string | null
  bio?: string | null
  location?: string | null
  website?: string | null
  avatarUrl?: string | null
  /** Role keys beside `member`. */
  roles?: string[]
  preferences?: Record<string, unknown>
  /** Default now. */
  at?: Date
  /** When they were here last. Default: nobody knows. */
  seenAt?: Date
}

/**
 * Makes the member, in the transaction of `client`; who was invited, or had left, becomes active; who is a member already stays as they are.
 * @returns the member's id
 * @throws AtriumError 403 for somebody who was put out
 */
export async function joinIn(client: Queryable, events: Pick<Events, 'emitIn'>, input: Joining): Promise<number> {
  const { communityId, accountId, name, headline, bio, location, website, avatarUrl, preferences = {}, at, seenAt } = input
  const roles = [...new Set(['member', ...(input.roles ?? [])])]
  const { rows } = await client.query('select kernel.join_member($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce($11, now()), $12) as id', [
    ...[communityId, accountId, name, headline, bio, location, website, avatarUrl, roles, JSON.stringify(preferences), at, seenAt],
  ])
  const memberId: number | null = rows[0].id
  if (memberId !== null) {
    const event = membership.events[roles.includes(AGENT_ROLE) ? 'member.updated' : 'member.joined']
    await events.emitIn(client, event, { communityId, payload: { memberId }, actorMemberId: memberId })
    return memberId
  }
  const known = await client.query('select id, status from kernel.member where community_id = $1 and account_id = $2', [communityId, accountId])
  if (known.rows[0]?.status !== 'active') throw forbidden('You can’t join this community.')
  return known.rows[0].id
}
