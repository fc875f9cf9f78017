/** To whom a community belongs: it is handed to another admin, who accepts, or ended by its owner, after days in which it can be kept. */
import { conflict, forbidden, invalid } from '@atrium/sdk'
import contract from '@atrium/sdk/kernel/communities'
import type { Data } from '../data/index.ts'
import type { Actor, Change, ChangeCommunity } from './changes.ts'

/** How long an offer can be accepted, and a community be kept. */
const OFFERED = `interval '7 days'`
const GRACE = `interval '14 days'`
const ADMIN = `m.community_id = c.id and m.status = 'active' and 'admin' = any(m.roles)`

export function createOwnership({ data, change }: { data: Data; change: ChangeCommunity }) {
  /** @throws AtriumError 403 for everybody but the owner */
  const asOwner = <T>(communityId: number, accountId: number, actor: Actor, work: (change: Change) => Promise<T>) =>
    change(communityId, actor, async (changing) => {
      if (changing.ownerAccountId !== accountId) throw forbidden('Only the owner of this community can do this.', 'owner_only')
      return work(changing)
    })
  async function note({ audit, emit, communityId }: Change, action: string, subject = `community:${communityId}`) {
    await audit(action, subject)
    await emit(contract.events['community.updated'], { communityId })
  }

  return {
    /** As `accountId` sees it. */
    async show(communityId: number, accountId: number) {
      const { rows } = await data.system.query(
        `select case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as owner, coalesce(c.owner_account_id = $2, false) as is_owner,
           t.id as to_id, t.name as to_name, coalesce(t.account_id = $2, false) as is_mine, c.offered_at + ${OFFERED} as until, c.ends_at, not c.is_primary as can_end
         from kernel.community c left join kernel.member o on (o.community_id, o.account_id) = (c.id, c.owner_account_id)
           left join kernel.member t on t.id = c.offered_to and c.offered_at > now() - ${OFFERED} where c.id = $1`,
        [communityId, accountId],
      )
      const { to_id: id, to_name: name, is_mine, until: expires_at, ...shown } = rows[0]
      return { ...shown, offer: id === null ? null : { id, name, is_mine, expires_at } }
    },
    /**
     * Offers the community to another admin, in place of whoever it was offered to.
     * @returns the account of that one @throws AtriumError 403 `owner_only`, 422
     */
    offer: (communityId: number, accountId: number, memberId: number, actor: Actor): Promise<number> =>
      asOwner(communityId, accountId, actor, async (changing) => {
        const { rows } = await changing.client.query<{ account_id: number }>(
          `update kernel.community c set offered_to = m.id, offered_at = now() from kernel.member m
           where c.id = $1 and m.id = $2 and ${ADMIN} and m.account_id <> c.owner_account_id returning m.account_id`,
          [communityId, memberId],
        )
        if (!rows[0]) throw invalid({ member_id: ['Choose another admin of this community.'] })
        await note(changing, 'community.offered', `member:${memberId}`)
        return rows[0].account_id
      }),
    /** By the owner, or whoever it was offered to. @throws AtriumError 409 when there is no such offer */
    async withdraw(communityId: number, accountId: number, actor: Actor): Promise<void> {
      await change(communityId, actor, async (changing) => {
        const { rowCount } = await changing.client.query(
          `update kernel.community c set offered_to = null, offered_at = null from kernel.member m
           where c.id = $1 and m.id = c.offered_to and $2 in (c.owner_account_id, m.account_id)`,
          [communityId, accountId],
        )
        if (!rowCount) throw offerGone()
        await note(changing, 'community.offer_withdrawn')
      })
    },
    /** Whoever it was offered to owns it from now on, and nothing ends it; the former owner stays an admin. @throws AtriumError 409 when the offer holds no more */
    async accept(communityId: number, accountId: number, actor: Actor): Promise<void> {
      await change(communityId, actor, async (changing) => {
        const { rows } = await changing.client.query<{ id: number }>(
          `update kernel.community c set owner_account_id = m.account_id, offered_to = null, offered_at = null, ends_at = null from kernel.member m
           where c.id = $1 and m.id = c.offered_to and m.account_id = $2 and ${ADMIN} and c.offered_at > now() - ${OFFERED} returning m.id`,
          [communityId, accountId],
        )
        if (!rows[0]) throw offerGone()
        await note(changing, 'community.owner_changed', `member:${rows[0].id}`)
      })
    },
    /**
     * The community goes for good after days of grace.
     * @param name of the community, as its owner typed it
     * @returns accounts of its admins @throws AtriumError 403 `owner_only`, 409 for the platform's first community, 422 for another name
     */
    end: (communityId: number, accountId: number, name: string, actor: Actor): Promise<number[]> =>
      asOwner(communityId, accountId, actor, async (changing) => {
        const { rows } = await changing.client.query<{ name: string; is_primary: boolean }>('select name, is_primary from kernel.community where id = $1', [
          communityId,
        ])
        if (rows[0]!.is_primary) throw conflict('This is the platform’s first community, which can’t be deleted.', 'primary_stays')
        if (rows[0]!.name !== name) throw invalid({ name: ['Enter the name of this community.'] })
        await changing.client.query(`update kernel.community set ends_at = coalesce(ends_at, now() + ${GRACE}) where id = $1`, [communityId])
        await note(changing, 'community.ending')
        const admins = await changing.client.query<{ account_id: number }>(
          `select m.account_id from kernel.community c join kernel.member m on ${ADMIN} where c.id = $1 limit 100`,
          [communityId],
        )
        return admins.rows.map(({ account_id }) => account_id)
      }),
    /** @throws AtriumError 403 `owner_only`; 409 when nothing ends it, or it is too late */
    keep: (communityId: number, accountId: number, actor: Actor): Promise<void> =>
      asOwner(communityId, accountId, actor, async (changing) => {
        const { rowCount } = await changing.client.query('update kernel.community set ends_at = null where id = $1 and ends_at > now()', [communityId])
        if (!rowCount) throw conflict('This community isn’t being deleted.')
        await note(changing, 'community.kept')
      }),
  }
}

const offerGone = () => conflict('This offer has expired or was withdrawn.', 'offer_gone')
