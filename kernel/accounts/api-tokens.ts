/** API tokens: shown once, kept as hashes, good for one community and some scopes. */
import { notFound, type RouteParsed, type RouteReturns } from '@atrium/sdk'
import type contract from '@atrium/sdk/kernel/auth'
import type { Data } from '../data/index.ts'
import { newToken } from './secrets.ts'

type NewApiToken = RouteParsed<typeof contract.routes.createToken>['body']
type ApiTokenRow = RouteReturns<typeof contract.routes.tokens>['records'][number]
const COLUMNS = 'id, name, kind, prefix, scopes, created_at, last_used_at, expires_at'
const MARK = 'atr_'
/** How much of a token is kept readable, to tell it from others. */
const PREFIX = MARK.length + 6

export const createApiTokens = ({ data }: { data: Data }) => ({
  async list(communityId: number): Promise<ApiTokenRow[]> {
    const { rows } = await data.system.query<ApiTokenRow>(
      `select ${COLUMNS} from kernel.api_token where community_id = $1 and revoked_at is null order by id desc`,
      [communityId],
    )
    return rows
  },
  async create(communityId: number, accountId: number, input: NewApiToken): Promise<ApiTokenRow & { token: string }> {
    const { token, hash } = newToken(MARK)
    const { rows } = await data.system.query<ApiTokenRow>(
      `insert into kernel.api_token (community_id, account_id, name, kind, prefix, token_hash, scopes, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(days => $8)) returning ${COLUMNS}`,
      [communityId, accountId, input.name, input.kind, token.slice(0, PREFIX), hash, [...new Set(input.scopes)], input.expires_in_days ?? null],
    )
    return { ...rows[0]!, token }
  },
  /** @throws AtriumError 404 */
  async revoke(communityId: number, id: number): Promise<void> {
    const { rowCount } = await data.system.query('update kernel.api_token set revoked_at = now() where community_id = $1 and id = $2 and revoked_at is null', [
      communityId,
      id,
    ])
    if (!rowCount) throw notFound('API token')
    await data.signal('session.changed', { apiTokenId: id })
  },
})
