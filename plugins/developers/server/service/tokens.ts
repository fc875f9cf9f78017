/** API tokens: who made them, what they may do, and how much they are used. */
import { forbidden, invalid } from '@atrium/sdk'
import { type ApiTokenRecord, type Ctx, isoOf } from '@atrium/sdk/server'
import type { NewToken, Token } from '../../contract.ts'
import { MAX_TOKENS } from '../../contract.ts'
import { useOf } from './usage.ts'

const ADMIN = 'admin'

const later = (one: Date | null, other: Date | null) => (one && other && one < other ? other : (one ?? other))

async function present(ctx: Ctx, records: ApiTokenRecord[]): Promise<Token[]> {
  const people = await ctx.members.byIds(records.flatMap(({ member_id }) => member_id ?? []))
  const use = await useOf(
    ctx,
    records.map(({ id }) => id),
  )
  return records.map(({ member_id, scopes, ...record }) => {
    const used = use.get(record.id)
    const author = member_id === null ? undefined : people.get(member_id)
    return {
      ...record,
      created_at: isoOf(record.created_at),
      last_used_at: isoOf(later(record.last_used_at, used?.lastAt ?? null)),
      expires_at: record.expires_at && isoOf(record.expires_at),
      former_until: record.former_until && isoOf(record.former_until),
      scopes: scopes.filter((scope) => scope !== ADMIN),
      acts_as_admin: scopes.includes(ADMIN),
      author: author ? { id: author.id, name: author.name, avatar_url: author.avatarUrl } : null,
      is_mine: member_id !== null && member_id === ctx.member?.id,
      calls: used?.calls ?? 0,
      trend: used?.trend ?? [],
    }
  })
}
const one = async (ctx: Ctx, record: ApiTokenRecord): Promise<Token> => (await present(ctx, [record]))[0]!

export const listTokens = async (ctx: Ctx) => ({ records: await present(ctx, await ctx.platform.tokens.list()) })
export const showToken = async (ctx: Ctx, id: number) => one(ctx, await ctx.platform.tokens.show(id))

/** @throws AtriumError 422 */
function scopesOf({ kind, scopes, acts_as_admin }: Pick<NewToken, 'kind' | 'scopes' | 'acts_as_admin'>): string[] {
  // it signs members in, and does nothing else
  if (kind === 'headless_auth') return []
  const given = kind === 'data' ? scopes.filter((scope) => scope.endsWith('read')) : scopes
  if (given.length === 0) throw invalid({ scopes: ['Choose what the token may do.'] })
  return [...(acts_as_admin || kind === 'data' ? [ADMIN] : []), ...given]
}
/** @throws AtriumError 422 */
function endOf(ctx: Ctx, at: string | null): Date | null {
  if (at === null) return null
  if (new Date(at) <= ctx.now()) throw invalid({ expires_at: ['Choose a time in the future.'] })
  return new Date(at)
}

export async function createToken(ctx: Ctx, input: NewToken) {
  if ((await ctx.platform.tokens.list()).length >= MAX_TOKENS) throw invalid({ name: ['There are too many tokens. Revoke one you no longer need.'] })
  const { token, ...record } = await ctx.platform.tokens.create({
    name: input.name,
    kind: input.kind,
    scopes: scopesOf(input),
    expiresAt: endOf(ctx, input.expires_at),
  })
  return { ...(await one(ctx, record)), token }
}
/** What another's token may do is theirs: with its text goes what they may do themselves. @throws AtriumError 403 `not_yours`, 404 */
async function demandMine(ctx: Ctx, id: number): Promise<ApiTokenRecord> {
  const record = await ctx.platform.tokens.show(id)
  if (record.member_id !== ctx.me().id) throw forbidden('Only the person who created this token can change what it may do or renew it.', 'not_yours')
  return record
}
export async function updateToken(ctx: Ctx, id: number, { name, scopes, expires_at }: { name?: string; scopes?: string[]; expires_at?: string | null }) {
  const changes: Parameters<typeof ctx.platform.tokens.update>[1] = { name }
  if (scopes !== undefined || expires_at !== undefined) {
    const before = await demandMine(ctx, id)
    if (scopes) changes.scopes = scopesOf({ kind: before.kind as NewToken['kind'], scopes, acts_as_admin: before.scopes.includes(ADMIN) })
    if (expires_at !== undefined) changes.expiresAt = endOf(ctx, expires_at)
  }
  return one(ctx, await ctx.platform.tokens.update(id, changes))
}
export async function refreshToken(ctx: Ctx, id: number, overlapHours: number) {
  await demandMine(ctx, id)
  const { token, ...record } = await ctx.platform.tokens.refresh(id, overlapHours * 3_600)
  return { ...(await one(ctx, record)), token }
}
