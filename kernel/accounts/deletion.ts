/** The end of an account by its owner's own wish. */
import { conflict, type Sentence, sentence } from '@atrium/sdk'
import type { Communities } from '../communities/index.ts'
import type { Data } from '../data/index.ts'
import type { Jobs } from '../jobs/index.ts'
import { DELETED, formerMember } from './emails.ts'
import type { Identity } from './identity.ts'
import type { Passwords } from './passwords.ts'
import type { Sessions } from './sessions.ts'

interface Dependencies {
  data: Data
  jobs: Jobs
  communities: Communities
  passwords: Passwords
  sessions: Sessions
}

const OWNED = 'select name from kernel.community where owner_account_id = $1 order by id'
const OWNERS = 'select id from kernel.account where is_platform_owner'
const isLast = (owners: { id: number }[], accountId: number) => owners.length === 1 && owners[0]!.id === accountId
const ownerStays = (message: string | Sentence) => conflict(message, 'owner_stays')
/** Of the account alone. */
const OWN = 'session one_time_token second_factor recovery_code passkey linked_identity sign_in_step member_token api_token'.split(' ')

export function createDeletion({ data, jobs, communities, passwords, sessions }: Dependencies) {
  return {
    /** What stands in the way of `deleteAccount`, said before it is asked for. */
    async hindrances(accountId: number): Promise<{ owned: string[]; last_owner: boolean }> {
      const [owned, owners] = await Promise.all([data.system.query<{ name: string }>(OWNED, [accountId]), data.system.query<{ id: number }>(OWNERS)])
      return { owned: owned.rows.map(({ name }) => name), last_owner: isLast(owners.rows, accountId) }
    },
    /**
     * Ends the account for good: the ways in and the profile go, what was written stays under no name. A job for each community takes the rest.
     * @throws AtriumError 422 for a wrong password; 409 for the owner of a community and the last of the platform; 429
     */
    async deleteAccount(identity: Identity, password: string | undefined, ip: string): Promise<void> {
      await passwords.checkOwn(identity, password, ip, 'password')
      const { id } = identity.account
      const communityIds = await data.systemTx(async (client) => {
        // an email that is being written waits for this lock, and then finds nobody to write to
        const { rows: addresses } = await client.query<{ email: string }>(
          `select lower(email) as email from (select id, email from kernel.account where id = $1 for update) a
           union select lower(email) from kernel.linked_identity where account_id = $1 and email is not null
           union select lower(data ->> 'email') from kernel.one_time_token where account_id = $1 and data ? 'email'`,
          [id],
        )
        const emails = addresses.map(({ email }) => email)
        const owned = await client.query<{ name: string }>(OWNED, [id])
        if (owned.rows[0])
          throw ownerStays(
            sentence('You own {community}, and a community needs its owner. Hand it over or delete it in its settings before you delete your account.', {
              community: owned.rows[0].name,
            }),
          )
        const owners = await client.query<{ id: number }>(`${OWNERS} for update`)
        if (isLast(owners.rows, id)) throw ownerStays('You’re the last owner of this platform, so you can’t delete your account.')
        const { rows } = await client.query<{ id: number; community_id: number; names: string[] }>(
          'select m.id, m.community_id, array[m.name, a.name] as names from kernel.member m join kernel.account a on a.id = m.account_id where a.id = $1',
          [id],
        )
        await client.query(
          `delete from graphile_worker._private_jobs where locked_at is null and (payload ->> 'accountId' = $1::text
             or exists (select from unnest($2::text[]) e where position(e in lower(payload::text || coalesce(last_error, ''))) > 0))`,
          [id, emails],
        )
        for (const { id: memberId, community_id: communityId, names } of rows) {
          const formerName = formerMember((await communities.state(communityId)).info.locale)
          await communities.leave(client, { communityId, memberId, status: 'deactivated' })
          await client.query(
            `update kernel.member set name = $2, headline = null, bio = null, location = null, website = null, avatar_url = null, time_zone = null, last_seen_at = null, preferences = '{}' where id = $1`,
            [memberId, formerName],
          )
          const payload = { memberId, formerName, emails, names: [...new Set(names)] }
          await jobs.addIn(client, { communityId, task: 'kernel.erase', payload, options: { priority: -5 } })
        }
        for (const table of OWN) await client.query(`delete from kernel.${table} where account_id = $1`, [id])
        await client.query(
          `update kernel.account set email = 'deleted-' || id || '${DELETED}', name = '', password_hash = null, email_confirmed_at = null, locale = null, appearance = null,
             last_seen_at = null, community_order = '{}', is_platform_owner = false where id = $1`,
          [id],
        )
        return rows.map(({ community_id }) => community_id)
      })
      for (const communityId of communityIds) await data.signal('member.changed', { communityId, accountId: id })
      await sessions.told(id, null)
    },
  }
}
