/** Uses of invitations that somebody buys by: taken when paying begins, counted as any other, given back where nothing comes of it. */
import { addTo, type Ctx, hold, rowOf, unlessRefused } from '@atrium/sdk/server'
import { EmailTable, LinkTable } from '../entities.ts'
import { stateOf } from './links.ts'
import { demandInvited, gone } from './tokens.ts'

interface Claim {
  invitation: string
  accountId: number
  /** Of the account, proven. */
  email: string
  reference: string
}
/** How others name an invitation. */
export const nameOf = ({ kind, id }: { kind: 'link' | 'email'; id: number }): string => `${kind}:${id}`

/** @throws AtriumError 403 `invitation_for_another`, 410 `invitation_gone` */
export async function claim(ctx: Ctx, { invitation, ...buyer }: Claim): Promise<void> {
  const [kind, id] = invitation.split(':')
  return kind === 'link' ? claimLink(ctx, Number(id), buyer) : claimEmail(ctx, Number(id), buyer)
}
type Buyer = Omit<Claim, 'invitation'>
async function claimLink(ctx: Ctx, id: number, { accountId, reference }: Buyer): Promise<void> {
  // locked, so that the last use goes to one
  const link = await unlessRefused(hold(ctx, LinkTable, id), null)
  if (!link) throw gone()
  const [own] = await ctx.sql('update invitations.claim set reference = $4 where community_id = $1 and link_id = $2 and account_id = $3 returning id', [
    id,
    accountId,
    reference,
  ])
  if (own) return
  if (stateOf(ctx, rowOf(LinkTable, link)) !== 'active') throw gone()
  await ctx.sql('insert into invitations.claim (community_id, link_id, account_id, reference) values ($1, $2, $3, $4)', [id, accountId, reference])
  await addTo(ctx, LinkTable, id, { members_joined_count: 1 })
}
async function claimEmail(ctx: Ctx, id: number, { accountId, email, reference }: Buyer): Promise<void> {
  const invited = await ctx.em.findOne(EmailTable, { id }, { fields: ['email'], disableIdentityMap: true })
  if (!invited) throw gone()
  demandInvited(invited.email, email)
  const [taken] = await ctx.sql(
    `insert into invitations.claim as c (community_id, email_id, account_id, reference)
     select $1, e.id, $3, $4 from invitations.email_invitation e where e.community_id = $1 and e.id = $2 and e.status = 'open' and (e.expires_at is null or e.expires_at > $5)
     on conflict (community_id, email_id) do update set reference = excluded.reference where c.account_id = excluded.account_id returning c.id`,
    [id, accountId, reference, ctx.now()],
  )
  if (!taken) throw gone()
}
export async function release(ctx: Ctx, reference: string): Promise<void> {
  await ctx.sql(
    `with freed as (delete from invitations.claim where community_id = $1 and reference = $2 returning link_id)
     update invitations.invitation_link l set members_joined_count = l.members_joined_count - 1 from freed where l.community_id = $1 and l.id = freed.link_id`,
    [reference],
  )
}
/** Whether this account has bought by a link. */
export async function hasClaim(ctx: Ctx, linkId: number): Promise<boolean> {
  if (!ctx.account) return false
  const [own] = await ctx.sql('select 1 from invitations.claim where community_id = $1 and link_id = $2 and account_id = $3', [linkId, ctx.account.id])
  return own !== undefined
}
