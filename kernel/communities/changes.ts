/** How a community is changed: one transaction with the new version, the audit row and the event; then every process is told. */
import { type EventDef, notFound } from '@atrium/sdk'
import type { PoolClient } from 'pg'
import type { Data, Unit } from '../data/index.ts'
import type { Events } from '../events/index.ts'
import { audit } from '../observe/index.ts'
import type { States } from './state.ts'

/** Who changes something. Null in a function's place: the house itself (set-up, tests). */
export interface Actor {
  memberId: number
  ip: string | null
  /** Holds every permission. */
  all: boolean
  permissions: ReadonlySet<string>
}
export interface Change {
  client: PoolClient
  communityId: number
  /** That which this change makes. */
  version: number
  ownerAccountId: number | null
  audit(action: string, subject: string, data?: Record<string, unknown>): Promise<void>
  emit<T extends object>(event: EventDef<T>, payload: T): Promise<void>
}

export function createChanges({ data, events, states }: { data: Data; events: Events; states: States }) {
  /**
   * Runs `fn` with the community's row locked, so that changes of one community follow one another.
   * @throws AtriumError 404
   */
  return async function change<T>(communityId: number, actor: Actor | null, fn: (change: Change) => Promise<T>): Promise<T> {
    const result = await data.systemTx(async (client) => {
      const { rows } = await client.query<{ owner_account_id: number | null; version: number }>(
        'update kernel.community set version = version + 1, updated_at = now() where id = $1 returning owner_account_id, version',
        [communityId],
      )
      if (!rows[0]) throw notFound('Community')
      const raw = async (text: string, values?: unknown[]) => (await client.query(text, values)).rows
      return fn({
        client,
        communityId,
        version: rows[0].version,
        ownerAccountId: rows[0].owner_account_id,
        audit: (action, subject, fields) =>
          audit({ communityId, raw } as Unit, { memberId: actor?.memberId ?? null, action, subject, data: fields, ip: actor?.ip }),
        emit: (event, payload) => events.emitIn(client, event, { communityId, payload: event.payload.parse(payload), actorMemberId: actor?.memberId ?? null }),
      })
    })
    await states.changed(communityId)
    return result
  }
}
export type ChangeCommunity = ReturnType<typeof createChanges>
