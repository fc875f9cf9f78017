/** Who owns the platform: one account or several, each of whom names and removes others, down to the last. */
import { conflict, forbidden, invalid, notFound } from '@atrium/sdk'
import type { Data } from '../data/index.ts'
import type { Queryable } from '../jobs/index.ts'
import type { At, Emails } from './emails.ts'

/** An owner who asks; the audit log names the member that they are in the platform's first community. */
type By = At & { accountId: number; ip: string }

/** Notes in the first community's audit log what happened to the accounts of the expression `changed`. */
const note = (action: string, changed: string) => `
  insert into kernel.audit (community_id, member_id, action, subject, data, ip)
  select c.id, m.id, '${action}', 'account:' || a.id, jsonb_build_object('name', a.email), $3
  from ${changed} a, (select id from kernel.community order by is_primary desc, id limit 1) c left join kernel.member m on m.community_id = c.id and m.account_id = $2`
const ADD = `
  with added as (update kernel.account set is_platform_owner = true where lower(email) = lower($1) and email_confirmed_at is not null and not is_platform_owner
    returning id, email) ${note('platform.owner_added', 'added')} returning id`
// the rows of all owners are held, so that of two removals at once the second counts those whom the first has left
const REMOVE = `
  with owners as (select id, email from kernel.account where is_platform_owner order by id for update),
    removed as (update kernel.account a set is_platform_owner = false from owners o
      where o.id = a.id and a.id = $1 and (select count(*) from owners) > 1 and exists (select from owners where id = $2) returning a.id, a.email),
    noted as (${note('platform.owner_removed', 'removed')})
  select (select email from owners where id = $1) as email, exists (select from owners where id = $2) as may, exists (select from removed) as done`

/** Makes the account of a confirmed address an owner of the platform. @param by null: whoever runs commands on the machine @returns whether there was one to make */
export const addOwner = async (client: Queryable, email: string, by: By | null): Promise<boolean> =>
  (await client.query(ADD, [email, by?.accountId ?? null, by?.ip ?? null])).rows.length > 0

export function createOwners({ data, emails }: { data: Data; emails: Emails }) {
  const list = async (client: Queryable): Promise<{ id: number; name: string; email: string }[]> =>
    (await client.query('select id, name, email from kernel.account where is_platform_owner order by id')).rows
  /** In one transaction with the emails to all who own the platform, before or after it. */
  async function change(kind: 'owner_added' | 'owner_removed', { communityId, locale }: By, work: (client: Queryable) => Promise<string>): Promise<void> {
    await data.systemTx(async (client) => {
      const before = await list(client)
      const about = await work(client)
      for (const accountId of new Set([...before, ...(await list(client))].map(({ id }) => id)))
        await emails.send(client, communityId, { kind, about, accountId, locale })
    })
    await data.signal('session.changed', {})
  }
  return {
    list: () => list(data.system),
    /** @throws AtriumError 422 */
    add: (by: By, email: string) =>
      change('owner_added', by, async (client) => {
        if (!(await addOwner(client, email, by))) throw invalid({ email: ['Enter the confirmed email of an account that isn’t an owner yet.'] })
        return email
      }),
    /** @throws AtriumError 403 for whoever is no owner any more, 404, 409 `owner_stays` for the last one */
    remove: (by: By, accountId: number) =>
      change('owner_removed', by, async (client) => {
        const { email, may, done } = (await client.query(REMOVE, [accountId, by.accountId, by.ip])).rows[0]
        if (!may) throw forbidden('Only the platform owner can do this.')
        if (email === null) throw notFound('Account')
        if (!done) throw conflict('The platform needs an owner. Add another one first.', 'owner_stays')
        return email
      }),
  }
}
