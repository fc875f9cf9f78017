/** API tokens as plugins see and make them: `ctx.token`, `ctx.platform.tokens`. */

/** Seconds that a member's tokens hold: to call with, and to ask for the next. */
export const MEMBER_TOKEN_SECONDS = { access: 3_600, refresh: 30 * 24 * 3_600 } as const

export interface NewApiToken {
  name: string
  kind: string
  /** `read`, `write`, `<plugin>:read`, `<plugin>:write`; `admin`: with the rights of who made it, without it those of a plain member. */
  scopes: string[]
  expiresAt: Date | null
}
export type ApiTokenChange = Partial<Pick<NewApiToken, 'name' | 'scopes' | 'expiresAt'>>
export interface ApiTokenRecord {
  id: number
  name: string
  kind: string
  /** Its beginning and end, by which people know it. */
  prefix: string
  scopes: string[]
  created_at: Date
  /** To five minutes. */
  last_used_at: Date | null
  expires_at: Date | null
  /** After a renewal, until when the former text holds. */
  former_until: Date | null
  /** Who made it, where they are a member here. */
  member_id: number | null
}

export interface MemberTokens {
  /** Calls as the member, with the rights of a plain member, for an hour. */
  access: { token: string; expiresAt: Date }
  /** Gets the next one, for a month. */
  refresh: { token: string; expiresAt: Date }
}
/** For whom a server of one's own wants to call, with the API token that asks here. */
export interface MemberTokensApi {
  /** @throws AtriumError 403 unless a token of the kind `headless_auth` asks, 404 `member_not_found` */
  issue(memberId: number): Promise<MemberTokens>
  /** @throws AtriumError 401 `invalid_refresh_token`, `refresh_token_expired`; 403 */
  renew(refreshToken: string): Promise<MemberTokens['access']>
  /** Ends one at once. @throws AtriumError 403, 404, 422 for one of the other kind */
  revoke(kind: 'access' | 'refresh', token: string): Promise<void>
}

/** API tokens of the community, each with the rights of who made it at most. Changes stand for themselves, apart from the transaction of the request. */
export interface ApiTokensApi {
  list(): Promise<ApiTokenRecord[]>
  /** @throws AtriumError 404 */
  show(id: number): Promise<ApiTokenRecord>
  /** In the name of who asks. The text is known this once. @throws AtriumError 401 */
  create(input: NewApiToken): Promise<ApiTokenRecord & { token: string }>
  /** @throws AtriumError 404 */
  update(id: number, changes: ApiTokenChange): Promise<ApiTokenRecord>
  /** A new text; the former one holds for `overlap` seconds more. @throws AtriumError 404 */
  refresh(id: number, overlap: number): Promise<ApiTokenRecord & { token: string }>
  /** Ends it at once, everywhere. @throws AtriumError 404 */
  revoke(id: number): Promise<void>
  readonly ofMembers: MemberTokensApi
}

/** Calls that came with API tokens, summed up by token, address and answer for some seconds. Handed to `hooks.metered`. */
export interface MeteredCalls {
  tokenId: number
  kind: string
  method: string
  /** The pattern of the route; `*` where none was met. */
  path: string
  status: number
  count: number
  /** How many took at most as long as the bound of the same place in `METER_BOUNDS`; the last place is for all that took longer. */
  buckets: number[]
  /** Members in whose name they were made. */
  memberIds: number[]
}
/** Milliseconds. */
export const METER_BOUNDS = [5, 10, 20, 35, 50, 75, 100, 150, 200, 300, 500, 1_000, 2_000, 5_000] as const
