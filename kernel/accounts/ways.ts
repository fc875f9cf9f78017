/**
 * Second factor, passkeys and linked providers of an account, for somebody who resets the password by email. What was added since the mailbox was last
 * proven may have been added by a thief and is removed at once; what is older is removed after `COOLING_HOURS`, so that an owner who still has it can object.
 */
import { CODE_MINUTES } from '@atrium/sdk'
import type { Data } from '../data/index.ts'
import type { Jobs, Queryable } from '../jobs/index.ts'
import type { Emails } from './emails.ts'

export type WayKind = 'two_fa' | 'passkey' | 'provider'
export interface Way {
  kind: WayKind
  /** Of the passkey or the linked identity; 0 for the second factor. */
  id: number
  /** As its owner named it; empty for the second factor. */
  name: string
  added_at: Date
  /** `later`: after `COOLING_HOURS`, unless somebody uses it to sign in meanwhile. */
  removal: 'now' | 'later'
}
/** Hours until an older way in is removed: where a thief has the mailbox, it may be all that still keeps them out. */
export const COOLING_HOURS = 72

const TABLES = { two_fa: 'second_factor', passkey: 'passkey', provider: 'linked_identity' } as const
// a proof of the mailbox is valid for CODE_MINUTES: what was added within that time was added by the person who gave the proof, so it counts as older
const LIST = `
  select kind, id, name, added_at, case when added_at > coalesce($2::timestamptz, '-infinity') + interval '${CODE_MINUTES} minutes' then 'now' else 'later' end as removal
  from (select 'two_fa' as kind, 0::bigint as id, '' as name, confirmed_at as added_at from kernel.second_factor where account_id = $1 and confirmed_at is not null
    union all select 'passkey', id, name, created_at from kernel.passkey where account_id = $1
    union all select 'provider', id, label, created_at from kernel.linked_identity where account_id = $1) way
  order by added_at desc, kind, id`

export function createWays({ data, jobs, emails }: { data: Data; jobs: Jobs; emails: Emails }) {
  async function remove(client: Queryable, accountId: number, kind: WayKind, id: number): Promise<void> {
    await client.query(`delete from kernel.${TABLES[kind]} where account_id = $1${kind === 'two_fa' ? '' : ' and id = $2'}`, [
      accountId,
      ...(kind === 'two_fa' ? [] : [id]),
    ])
    if (kind === 'two_fa') await client.query('delete from kernel.recovery_code where account_id = $1', [accountId])
  }
  /** @param provedAt when the mailbox was last proven before now */
  const list = async (client: Queryable, accountId: number, provedAt: Date | null): Promise<Way[]> => (await client.query(LIST, [accountId, provedAt])).rows

  jobs.register(
    'auth.removals',
    async () => {
      const due = await data.system.query<{ account_id: number }>('select distinct account_id from kernel.way_removal where due_at <= now()')
      for (const { account_id: accountId } of due.rows)
        await data.systemTx(async (client) => {
          const { rows } = await client.query<{ kind: WayKind; way_id: number }>(
            'delete from kernel.way_removal where account_id = $1 and due_at <= now() returning kind, way_id',
            [accountId],
          )
          for (const { kind, way_id } of rows) await remove(client, accountId, kind, way_id)
          const home = await client.query<{ id: number }>('select id from kernel.community where is_primary')
          if (rows.length && home.rows[0]) await emails.tell(client, { communityId: home.rows[0].id, locale: 'en-US' }, accountId, 'removal_done')
        })
      if (due.rows.length) await data.signal('session.changed', {})
    },
    '*/15 * * * *',
  )

  return {
    list,
    /**
     * Removes the chosen ways in for somebody who has just proven the mailbox, in the transaction of `client`: at once, or by a removal that waits.
     * @returns whether a removal waits
     */
    async give(client: Queryable, accountId: number, provedAt: Date | null, asked: readonly { kind: WayKind; id: number }[]): Promise<boolean> {
      let waits = false
      for (const { kind, id, removal } of await list(client, accountId, provedAt)) {
        if (!asked.some((one) => one.kind === kind && one.id === id)) continue
        if (removal === 'now') await remove(client, accountId, kind, id)
        else {
          waits = true
          await client.query(
            `insert into kernel.way_removal (account_id, kind, way_id, due_at) values ($1, $2, $3, now() + interval '${COOLING_HOURS} hours') on conflict do nothing`,
            [accountId, kind, id],
          )
        }
      }
      return waits
    },
    /** Removes all of them at once, for an account whose mailbox was never proven before: anybody may have set them up. */
    async removeAll(client: Queryable, accountId: number): Promise<void> {
      for (const kind of Object.keys(TABLES) as WayKind[]) await client.query(`delete from kernel.${TABLES[kind]} where account_id = $1`, [accountId])
      await client.query('delete from kernel.recovery_code where account_id = $1', [accountId])
    },
    /** Cancels removals that wait, when somebody signs in with a second factor or a passkey: its owner evidently still has it. */
    async keep(client: Queryable, accountId: number): Promise<void> {
      await client.query('delete from kernel.way_removal where account_id = $1', [accountId])
    },
    async waiting(accountId: number): Promise<{ kind: WayKind; id: number; due_at: Date }[]> {
      return (await data.system.query('select kind, way_id as id, due_at from kernel.way_removal where account_id = $1', [accountId])).rows
    },
  }
}
export type Ways = ReturnType<typeof createWays>
