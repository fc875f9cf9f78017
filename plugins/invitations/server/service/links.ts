/** Invitation links: made, changed, taken back and opened again. */
import { AtriumError, invalid, notFound } from '@atrium/sdk'
import { addTo, type Ctx, lastId, hold, page, rowsFor, type RowOf, rowOf, sql, containing } from '@atrium/sdk/server'
import { renderSVG } from 'uqr'
import type { z } from 'zod'
import spaces from '../../../spaces/contract.ts'
import { type Link, LINK_STATES, type LinkChange, type LinkInput, type linkQuery, type LinkReply, type OpenedTarget } from '../../contract.ts'
import { LinkTable, type Tables } from '../entities.ts'
import { checkSpace, checkTargets } from './opening.ts'
import { addressOf, sealedToken } from './tokens.ts'

export type LinkRow = RowOf<typeof LinkTable>
const CODE = 'invitation_link_not_found'

/** Whether somebody can come in by it now. */
export const stateOf = (ctx: Ctx, row: Pick<LinkRow, 'active' | 'expires_at' | 'max_uses' | 'members_joined_count'>): Link['state'] =>
  !row.active
    ? 'revoked'
    : (row.expires_at && row.expires_at <= ctx.now()) || (row.max_uses !== null && row.members_joined_count >= row.max_uses)
      ? 'ended'
      : 'active'

async function present(ctx: Ctx, rows: LinkRow[]): Promise<z.input<typeof Link>[]> {
  const people = await ctx.members.byIds([...new Set(rows.flatMap(({ created_by }) => created_by ?? []))])
  const places = await ctx.use(spaces).cards(rows.flatMap(({ redirect_space_id }) => redirect_space_id ?? []))
  const placeOf = (id: number | null) => {
    const card = id === null ? undefined : places.get(id)
    return card ? { name: card.name, emoji: card.emoji } : null
  }
  return rows.map(({ token_sealed, created_by, ...row }) => ({
    ...row,
    leads_to: placeOf(row.redirect_space_id),
    state: stateOf(ctx, row),
    redemption_url: addressOf(ctx, token_sealed),
    access_group_ids: row.opens.flatMap(({ kind, id }) => (kind === 'access_group' ? id : [])),
    created_by: created_by === null ? null : (people.get(created_by)?.name ?? null),
  }))
}
const all = (ctx: Ctx) => ctx.em.getKysely<Tables>().selectFrom('invitations.invitation_link').selectAll().where('community_id', '=', ctx.community.id)

/** @throws AtriumError 400 `invalid_status` */
export async function listLinks(ctx: Ctx, query: z.output<typeof linkQuery>) {
  const { status, name } = query
  if (status && status !== 'all' && !LINK_STATES.includes(status as Link['state'])) throw new AtriumError(400, 'invalid_status', 'This status doesn’t exist.')
  const last = lastId(query)
  const over = sql<boolean>`(expires_at <= ${ctx.now()} or members_joined_count >= max_uses) is true`
  const rows = await all(ctx)
    .$if(last !== null, (links) => links.where('id', '<', last!))
    .$if(Boolean(name), (links) => links.where('name', 'ilike', containing(name!)))
    .$if(status === 'revoked', (links) => links.where('active', '=', false))
    .$if(status === 'active', (links) => links.where('active', '=', true).where(over, '=', false))
    .$if(status === 'ended', (links) => links.where('active', '=', true).where(over, '=', true))
    .orderBy('id', 'desc')
    .limit(rowsFor(query))
    .execute()
  const envelope = page(rows, { query, key: (row) => [row.id] }, (row) => row)
  return { ...envelope, records: await present(ctx, envelope.records) }
}

/** @throws AtriumError 404 `invitation_link_not_found` */
export async function showLink(ctx: Ctx, id: number): Promise<z.input<typeof LinkReply>> {
  const row = await all(ctx).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Invite link', CODE)
  const [link] = await present(ctx, [row])
  return { invitation_link: link!, qr_svg: renderSVG(link!.redemption_url, { border: 2 }), paywall: row.paywall, access_groups: link!.access_group_ids }
}

/** Groups may be named in `opens`, or apart as the public API does; a list that is there replaces. */
function targetsOf(input: LinkChange, before: OpenedTarget[] = []): OpenedTarget[] {
  const groups = input.access_groups ?? input.invitation_link.access_group_ids
  const opens = input.invitation_link.opens ?? before
  return groups ? [...opens.filter(({ kind }) => kind !== 'access_group'), ...groups.map((id) => ({ kind: 'access_group' as const, id }))] : opens
}
function endOf(ctx: Ctx, end: string | null | undefined): Date | null | undefined {
  if (!end) return end as null | undefined
  const at = new Date(end)
  if (at <= ctx.now()) throw invalid({ 'invitation_link.expires_at': ['Choose a time in the future.'] })
  return at
}

/** @throws AtriumError 422 */
export async function createLink(ctx: Ctx, input: LinkInput): Promise<number> {
  const { name, max_uses = null, redirect_space_id = null, member_tag_ids = [] } = input.invitation_link
  await checkSpace(ctx, redirect_space_id)
  const link = ctx.em.create(LinkTable, {
    name,
    maxUses: max_uses,
    redirectSpaceId: redirect_space_id,
    memberTagIds: member_tag_ids,
    paywall: input.paywall ?? null,
    expiresAt: endOf(ctx, input.invitation_link.expires_at) ?? null,
    createdBy: ctx.me().id,
    ...sealedToken(ctx),
    ...(await checkTargets(ctx, targetsOf(input))),
  })
  await ctx.em.flush()
  await ctx.audit('invitation_link.created', `invitation_link:${link.id}`, { name })
  return link.id
}

/** @throws AtriumError 404, 422 */
export async function updateLink(ctx: Ctx, id: number, input: LinkChange): Promise<void> {
  const link = await hold(ctx, LinkTable, id, 'Invite link', CODE)
  const { name, max_uses, redirect_space_id, member_tag_ids } = input.invitation_link
  await checkSpace(ctx, redirect_space_id)
  const expiresAt = endOf(ctx, input.invitation_link.expires_at)
  if (name !== undefined) link.name = name
  if (max_uses !== undefined) link.maxUses = max_uses
  if (redirect_space_id !== undefined) link.redirectSpaceId = redirect_space_id
  if (member_tag_ids !== undefined) link.memberTagIds = member_tag_ids
  if (input.paywall !== undefined) link.paywall = input.paywall
  if (expiresAt !== undefined) link.expiresAt = expiresAt
  Object.assign(link, await checkTargets(ctx, targetsOf(input, link.opens)))
  await ctx.em.flush()
  await ctx.audit('invitation_link.updated', `invitation_link:${id}`, { name: link.name })
}

/** @throws AtriumError 404; 422 `revocation_failed` for what is revoked, `invalid_status` for what is active */
export async function switchLink(ctx: Ctx, id: number, active: boolean): Promise<void> {
  const link = await hold(ctx, LinkTable, id, 'Invite link', CODE)
  if (link.active === active)
    throw active ? invalid({}, 'This link is already active.', 'invalid_status') : invalid({}, 'This link has already been revoked.', 'revocation_failed')
  link.active = active
  await ctx.em.flush()
  await ctx.audit(active ? 'invitation_link.reactivated' : 'invitation_link.revoked', `invitation_link:${id}`, { name: link.name })
}
export async function deleteLink(ctx: Ctx, id: number): Promise<void> {
  const link = await hold(ctx, LinkTable, id, 'Invite link', CODE)
  await ctx.em.nativeDelete(LinkTable, { id })
  await ctx.audit('invitation_link.deleted', `invitation_link:${id}`, { name: link.name })
}

/** The use that a purchase has taken is the one by which its buyer comes in. */
async function spendClaim(ctx: Ctx, linkId: number): Promise<boolean> {
  if (!ctx.account) return false
  const [own] = await ctx.sql('delete from invitations.claim where community_id = $1 and link_id = $2 and account_id = $3 returning id', [
    linkId,
    ctx.account.id,
  ])
  return own !== undefined
}

/** Takes one use for a member; false where they have come by it before. @throws what `refuse` makes, where it lets nobody in any more */
export async function useLink(ctx: Ctx, id: number, memberId: number, refuse: () => Error): Promise<boolean> {
  // locked, so that the last use goes to one
  const link = rowOf(LinkTable, await hold(ctx, LinkTable, id, 'Invite link', CODE))
  const [used] = await ctx.sql('select 1 from invitations.link_use where community_id = $1 and link_id = $2 and member_id = $3', [id, memberId])
  if (used) return false
  const isCounted = await spendClaim(ctx, id)
  if (!isCounted && stateOf(ctx, link) !== 'active') throw refuse()
  await ctx.sql('insert into invitations.link_use (community_id, link_id, member_id) values ($1, $2, $3)', [id, memberId])
  if (!isCounted) await addTo(ctx, LinkTable, id, { members_joined_count: 1 })
  return true
}
