/**
 * Tokens of members for apps of one's own. A server with a token of the kind `headless_auth` asks for them; the app calls with the one for an hour, and
 * the server gets the next with the one for a month. They are JWTs, so that clients can read when they end; whether they hold is asked of the database.
 */
import { AtriumError, notFound } from '@atrium/sdk'
import { MEMBER_TOKEN_SECONDS, type MemberTokens } from '@atrium/sdk/server'
import { SignJWT } from 'jose'
import { randomUUID } from 'node:crypto'
import type { Data } from '../data/index.ts'
import { hashToken } from './secrets.ts'

type Kind = 'access' | 'refresh'
interface For {
  communityId: number
  apiTokenId: number
  accountId: number
  memberId: number
}

export function createMemberTokens({ data, secret, clock }: { data: Data; secret: Buffer; clock: () => Date }) {
  async function make(kind: Kind, { communityId, apiTokenId, accountId, memberId }: For): Promise<{ token: string; expiresAt: Date }> {
    const seconds = MEMBER_TOKEN_SECONDS[kind]
    const now = Math.floor(clock().getTime() / 1_000)
    const expiresAt = new Date((now + seconds) * 1_000)
    const token = await new SignJWT({ community_id: communityId, community_member_id: memberId, typ: kind })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setJti(randomUUID())
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(secret)
    await data.system.query(
      `with gone as (delete from kernel.member_token where account_id = $3 and expires_at < $7)
       insert into kernel.member_token (community_id, api_token_id, account_id, kind, token_hash, expires_at) values ($1, $2, $3, $4, $5, $6)`,
      [communityId, apiTokenId, accountId, kind, hashToken(token), expiresAt, clock()],
    )
    return { token, expiresAt }
  }
  /** @throws AtriumError 401 `invalid_refresh_token`, `refresh_token_expired`, `invalid_access_token_type` */
  async function find(communityId: number, apiTokenId: number, token: string) {
    const { rows } = await data.system.query<{ kind: Kind; account_id: number; member_id: number | null; is_over: boolean }>(
      `select t.kind, t.account_id, m.id as member_id, t.expires_at <= $4 as is_over from kernel.member_token t
         left join kernel.member m on m.community_id = t.community_id and m.account_id = t.account_id and m.status = 'active'
       where t.community_id = $1 and t.api_token_id = $2 and t.token_hash = $3`,
      [communityId, apiTokenId, hashToken(token), clock()],
    )
    return rows[0] ?? null
  }
  async function revoke(communityId: number, apiTokenId: number, kind: Kind, token: string): Promise<void> {
    const found = await find(communityId, apiTokenId, token)
    if (!found) throw notFound('Token', kind === 'access' ? 'invalid_access_token' : 'invalid_refresh_token')
    if (found.kind !== kind) throw new AtriumError(422, 'invalid_access_token_type', 'This is another type of token.')
    await data.system.query('delete from kernel.member_token where community_id = $1 and token_hash = $2', [communityId, hashToken(token)])
    await data.signal('session.changed', { apiTokenId })
  }
  return {
    async issue(forWhom: For): Promise<MemberTokens> {
      const [access, refresh] = [await make('access', forWhom), await make('refresh', forWhom)]
      return { access, refresh }
    },
    /** The next hour. @throws AtriumError 401 */
    async renew(communityId: number, apiTokenId: number, token: string): Promise<MemberTokens['access']> {
      const found = await find(communityId, apiTokenId, token)
      if (found?.kind !== 'refresh' || found.member_id === null)
        throw new AtriumError(401, 'invalid_refresh_token', 'This refresh token is invalid or was revoked.')
      if (found.is_over) throw new AtriumError(401, 'refresh_token_expired', 'This refresh token has expired.')
      return make('access', { communityId, apiTokenId, accountId: found.account_id, memberId: found.member_id })
    },
    /** @throws AtriumError 404, 422 */
    revoke,
  }
}
