/** Opaque ids of people in addresses: salted by the community, letters alone, so that none can be taken for a number. */
import Sqids from 'sqids'
import type { Ctx } from '@atrium/sdk/server'

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const made = new Map<number, Sqids>()

/** The letters in an order of this community's own. */
function shuffled(seed: number): string {
  const letters = [...LETTERS]
  let state = seed * 2_654_435_761
  for (let i = letters.length - 1; i > 0; i--) {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_507) ^ i) >>> 0
    const other = state % (i + 1)
    ;[letters[i], letters[other]] = [letters[other]!, letters[i]!]
  }
  return letters.join('')
}
function of(communityId: number): Sqids {
  let known = made.get(communityId)
  if (!known) made.set(communityId, (known = new Sqids({ alphabet: shuffled(communityId), minLength: 8 })))
  return known
}

export const sqidOf = (ctx: Ctx, personId: number): string => of(ctx.community.id).encode([personId])
/** Null for what is none of this community's. */
export function personIdOf(ctx: Ctx, sqid: string): number | null {
  const ids = /^[a-zA-Z]+$/.test(sqid) ? of(ctx.community.id).decode(sqid) : []
  return ids.length === 1 && Number.isSafeInteger(ids[0]) && sqidOf(ctx, ids[0]!) === sqid ? ids[0]! : null
}
