/** API tokens: shown once, kept as hashes, good for one community and some scopes. */
import { notFound } from '@atrium/sdk'
import type { ApiTokenChange, ApiTokenRecord, NewApiToken } from '@atrium/sdk/server'
import type { Data } from '../data/index.ts'
import { newToken } from './secrets.ts'

const COLUMNS = `t.id, t.name, t.kind, t.prefix, t.scopes, t.created_at, t.last_used_at, t.expires_at, case when t.former_until > now() then t.former_until end as former_until,
  (select m.id from kernel.member m where m.community_id = t.community_id and m.account_id = t.account_id) as member_id`
const LIVE = 't.community_id = $1 and t.revoked_at is null'
/** By which people tell tokens from each other, and programs what they look at. */
const MARKS: Record<string, string> = { headless_auth: 'atr_hdl_', data: 'atr_dat_' }
const made = (kind: string) => {
  const mark = MARKS[kind] ?? 'atr_adm_'
  const { token, hash } = newToken(mark)
  return { token, hash, shown: `${mark}…${token.slice(-4)}` }
}

export const createApiTokens = ({ data }: { data: Data }) => {
  const rowsOf = async (text: string, values: unknown[]) => (await data.system.query<ApiTokenRecord>(text, values)).rows
  const only = (rows: ApiTokenRecord[]) => {
    if (!rows[0]) throw notFound('API token')
    return rows[0]
  }
  const changed = async (id: number) => void (await data.signal('session.changed', { apiTokenId: id }))
  return {
    list: (communityId: number): Promise<ApiTokenRecord[]> =>
      rowsOf(`select ${COLUMNS} from kernel.api_token t where ${LIVE} order by t.id desc limit 500`, [communityId]),
    /** @throws AtriumError 404 */
    show: async (communityId: number, id: number): Promise<ApiTokenRecord> =>
      only(await rowsOf(`select ${COLUMNS} from kernel.api_token t where ${LIVE} and t.id = $2`, [communityId, id])),
    async create(communityId: number, accountId: number, { name, kind, scopes, expiresAt }: NewApiToken): Promise<ApiTokenRecord & { token: string }> {
      const { token, hash, shown } = made(kind)
      const rows = await rowsOf(
        `insert into kernel.api_token as t (community_id, account_id, name, kind, prefix, token_hash, scopes, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${COLUMNS}`,
        [communityId, accountId, name, kind, shown, hash, [...new Set(scopes)], expiresAt],
      )
      return { ...rows[0]!, token }
    },
    /** @throws AtriumError 404 */
    async update(communityId: number, id: number, { name, scopes, expiresAt }: ApiTokenChange): Promise<ApiTokenRecord> {
      const token = only(
        await rowsOf(
          `update kernel.api_token t set name = coalesce($3, name), scopes = coalesce($4, scopes), expires_at = case when $5 then $6 else expires_at end
           where ${LIVE} and t.id = $2 returning ${COLUMNS}`,
          [communityId, id, name ?? null, scopes ? [...new Set(scopes)] : null, expiresAt !== undefined, expiresAt ?? null],
        ),
      )
      await changed(id)
      return token
    },
    /** The former text holds for so many seconds more. @throws AtriumError 404 */
    async refresh(communityId: number, id: number, overlap: number): Promise<ApiTokenRecord & { token: string }> {
      const { kind } = await this.show(communityId, id)
      const { token, hash, shown } = made(kind)
      const record = only(
        await rowsOf(
          `update kernel.api_token t set former_hash = token_hash, former_until = now() + make_interval(secs => $5), token_hash = $3, prefix = $4
           where ${LIVE} and t.id = $2 returning ${COLUMNS}`,
          [communityId, id, hash, shown, overlap],
        ),
      )
      await changed(id)
      return { ...record, token }
    },
    /** @throws AtriumError 404 */
    async revoke(communityId: number, id: number): Promise<void> {
      const { rowCount } = await data.system.query(
        'update kernel.api_token set revoked_at = now() where community_id = $1 and id = $2 and revoked_at is null',
        [communityId, id],
      )
      if (!rowCount) throw notFound('API token')
      await changed(id)
    },
  }
}
