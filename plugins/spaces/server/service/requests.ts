/** Asking to be let into a private space: one request each, decided by those who see to its people. */
import { AtriumError, forbidden, notFound } from '@atrium/sdk'
import { addTo, type Ctx, hold } from '@atrium/sdk/server'
import type { z } from 'zod'
import contract, { type Admission, type JoinRequest, type OpenRequest } from '../../contract.ts'
import { JoinRequestTable, SpaceMemberTable, SpaceTable } from '../entities.ts'
import { type SeenSpace, spacePolicy } from '../policies.ts'
import { closeRequestsWrite } from '../reads.ts'
import { reachOf } from './access.ts'
import { isGiven } from './grants.ts'
import { addMembers } from './members.ts'

/** Days until somebody who was declined may ask again. */
const PAUSE_DAYS = 7
const HOSTS = 5

export type Card = { id: number; public_uid: string; name: string; avatar_url: string | null }
/** Who runs the space comes first; where nobody does, admins let people in. */
export async function hostsOf(ctx: Ctx, spaceId: number): Promise<Card[]> {
  const running = await ctx.sql<Card>(
    `select k.id, k.public_uid, k.name, k.avatar_url from spaces.space_member m join kernel.member_card k on k.community_id = $1 and k.id = m.member_id
     where m.community_id = $1 and m.space_id = $2 and m.role = 'moderator' and m.status = 'active' and k.status = 'active' order by m.id limit ${HOSTS}`,
    [spaceId],
  )
  if (running.length) return running
  return ctx.sql<Card>(
    `select k.id, k.public_uid, k.name, k.avatar_url from kernel.member_card k
     where k.community_id = $1 and k.status = 'active' and 'admin' = any (k.roles) order by k.id limit ${HOSTS}`,
  )
}

export async function admission(ctx: Ctx, seen: SeenSpace): Promise<z.input<typeof Admission>> {
  const [hosts, given, [request]] = await Promise.all([
    hostsOf(ctx, seen.row.id),
    isGiven(ctx, seen.row.id),
    ctx.sql<{ status: 'open' | 'accepted' | 'declined'; asked_at: Date; may_again: boolean }>(
      `select status, asked_at, decided_at < now() - make_interval(days => ${PAUSE_DAYS}) as may_again
       from spaces.join_request where community_id = $1 and space_id = $2 and member_id = $3`,
      [seen.row.id, ctx.me().id],
    ),
  ])
  const again = given || !request || request.status === 'accepted' || (request.status === 'declined' && request.may_again)
  return { hosts, can_ask: again && !ctx.viewOnly && spacePolicy.ask(ctx, seen), request: given ? null : (request ?? null), is_given: given }
}

/**
 * Asks, once: whoever was given the space comes in at once; as long as a request is open, asking again changes nothing and tells nobody.
 * @throws AtriumError 403 for those who are suspended there, or were declined within the week
 */
export async function ask(ctx: Ctx, { row }: SeenSpace, message: string): Promise<void> {
  const me = ctx.me()
  // somebody has given them this place, and they have only gone for a while
  if (await isGiven(ctx, row.id)) return void (await addMembers(ctx, 'space', [row.id], [me.id], { access: 'grant' }))
  const [made] = await ctx.sql(
    `insert into spaces.join_request (community_id, space_id, member_id, message) values ($1, $2, $3, $4)
     on conflict (community_id, space_id, member_id) do update
       set status = 'open', message = excluded.message, asked_at = now(), decided_by = null, decided_at = null, updated_at = now()
       where join_request.status = 'accepted' or (join_request.status = 'declined' and join_request.decided_at < now() - make_interval(days => ${PAUSE_DAYS}))
     returning id`,
    [row.id, me.id, message],
  )
  if (!made) {
    const before = await ctx.em.findOne(JoinRequestTable, { spaceId: row.id, memberId: me.id })
    if (before?.status === 'declined') throw forbidden('Your request was declined. You can request again after a week.', 'join_request_declined')
    return
  }
  await addTo(ctx, SpaceTable, row.id, { requests_count: 1 })
  ctx.emit(contract.events['space.join_requested'], { spaceId: row.id, memberId: me.id })
}

/** Takes one's own open request back; without one there is nothing to do. */
export const withdraw = (ctx: Ctx, spaceId: number) => drop(ctx, 'space_id = $2 and member_id = $3', [spaceId, ctx.me().id])
/** Whoever leaves the community asks for nothing any more. */
export const dropRequestsOf = (ctx: Ctx, memberId: number) => drop(ctx, 'member_id = $2', [memberId])
const drop = (ctx: Ctx, which: string, values: unknown[]) =>
  ctx.sql(
    `with gone as (delete from spaces.join_request where community_id = $1 and ${which} and status = 'open' returning space_id)
     update spaces.space s set requests_count = s.requests_count - n.count from (select space_id, count(*)::int as count from gone group by space_id) n
     where s.community_id = $1 and s.id = n.space_id`,
    values,
  )

type RequestRow = Card & { request_id: number; message: string; asked_at: Date; headline: string | null }
/** Open ones, the oldest first. */
export async function listRequests(ctx: Ctx, spaceId: number): Promise<z.input<typeof JoinRequest>[]> {
  const rows = await ctx.sql<RequestRow>(
    `select r.id as request_id, r.message, r.asked_at, k.id, k.public_uid, k.name, k.headline, k.avatar_url
     from spaces.join_request r join kernel.member_card k on k.community_id = $1 and k.id = r.member_id
     where r.community_id = $1 and r.space_id = $2 and r.status = 'open' order by r.id limit 200`,
    [spaceId],
  )
  return rows.map(({ request_id, message, asked_at, ...member }) => ({ id: request_id, message, asked_at, member }))
}

/** Of all spaces that this reader may let people into. */
export async function openRequests(ctx: Ctx, before: number | null, limit: number): Promise<OpenRequest[]> {
  const reach = await reachOf(ctx)
  const theirs = reach.visibleIds().filter((id) => reach.canModerate(id))
  const rows = await ctx.sql<Card & { request_id: number; message: string; asked_at: Date; space_id: number; space_name: string; slug: string }>(
    `select r.id as request_id, r.message, r.asked_at, s.id as space_id, s.name as space_name, s.slug, k.id, k.public_uid, k.name, k.avatar_url
     from spaces.join_request r join kernel.member_card k on k.community_id = $1 and k.id = r.member_id join spaces.space s on s.community_id = $1 and s.id = r.space_id
     where r.community_id = $1 and r.space_id = any ($2::bigint[]) and r.status = 'open' and ($3::bigint is null or r.id < $3) order by r.id desc limit $4`,
    [theirs, before, limit],
  )
  return rows.map(({ request_id, message, asked_at, space_id, space_name, slug, ...member }) => ({
    id: request_id,
    space: { id: space_id, name: space_name, slug },
    member,
    message,
    created_at: asked_at,
  }))
}

/**
 * Lets the member in, or not. What is decided stays decided: a second answer changes nothing.
 * @throws AtriumError 404 without such a request in the space, 403 where who asks is suspended
 */
export async function decide(ctx: Ctx, { row }: SeenSpace, requestId: number, accept: boolean): Promise<void> {
  const request = await hold(ctx, JoinRequestTable, requestId, 'Join request', 'join_request_not_found')
  if (request.spaceId !== row.id) throw notFound('Join request', 'join_request_not_found')
  if (request.status !== 'open') return
  if (accept) {
    await addMembers(ctx, 'space', [row.id], [request.memberId])
    const now = await ctx.em.findOne(SpaceMemberTable, { spaceId: row.id, memberId: request.memberId }, { disableIdentityMap: true })
    if (now?.status !== 'active') throw new AtriumError(403, 'space_membership_suspended', 'This member is suspended or has left the community.')
  }
  await ctx.sql(closeRequestsWrite, [[row.id], [request.memberId], accept ? 'accepted' : 'declined', ctx.me().id])
  ctx.emit(contract.events['space.join_decided'], { spaceId: row.id, memberId: request.memberId, accepted: accept })
}
