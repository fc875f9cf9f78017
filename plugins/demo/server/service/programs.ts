/** Programs that work for the community: their tokens, what they called in the last weeks, and the sites whose pages may call. */
import { type Ctx, METER_BOUNDS, type MeteredCalls } from '@atrium/sdk/server'
import developers from '../../../developers/contract.ts'
import { DAY, HOUR } from './calendar.ts'
import { type Chooser, chooser } from './chance.ts'

interface Call {
  method: string
  path: string
  perDay: number
  /** Milliseconds that most take. */
  ms: number
}
interface Program {
  name: string
  kind: 'admin_v2' | 'headless_auth' | 'data'
  scopes: string[]
  /** Days until its token ends. */
  ends: number | null
  calls: Call[]
}
const PROGRAMS: Program[] = [
  {
    name: 'Shop and orders',
    kind: 'admin_v2',
    scopes: ['admin', 'members:read', 'members:write', 'paywalls:read', 'paywalls:write'],
    ends: null,
    calls: [
      { method: 'GET', path: '/internal_api/community_members', perDay: 640, ms: 40 },
      { method: 'GET', path: '/internal_api/paywalls', perDay: 420, ms: 30 },
      { method: 'POST', path: '/internal_api/coupons', perDay: 38, ms: 90 },
    ],
  },
  {
    name: 'Northlight site',
    kind: 'headless_auth',
    scopes: [],
    ends: 120,
    calls: [
      { method: 'GET', path: '/internal_api/home', perDay: 310, ms: 35 },
      { method: 'GET', path: '/internal_api/events', perDay: 180, ms: 28 },
      { method: 'POST', path: '/internal_api/user_likes', perDay: 64, ms: 25 },
    ],
  },
  {
    name: 'Nightly export',
    kind: 'data',
    scopes: ['admin', 'read'],
    ends: null,
    calls: [{ method: 'GET', path: '/internal_api/spaces/:spaceId/posts', perDay: 300, ms: 70 }],
  },
  {
    name: 'Kiln sensors',
    kind: 'admin_v2',
    scopes: ['admin', 'posts:read', 'posts:write'],
    ends: 6,
    calls: [{ method: 'POST', path: '/internal_api/spaces/:spaceId/posts', perDay: 96, ms: 45 }],
  },
]
const SITES = [
  { origin: 'https://northlight.example', note: 'The shop’s own site' },
  { origin: 'https://*.preview.pots.example', note: 'Previews of the new pots page' },
]
const DAYS = 60

export async function addPrograms(admin: Ctx, memberIds: number[], now: Date): Promise<void> {
  const { tokens } = admin.platform
  // a token stands as soon as it is made: of a set-up that was broken off it is there already
  const known = new Map((await tokens.list()).map((token) => [token.name, token.id]))
  const programs: (Program & { id: number })[] = []
  for (const program of PROGRAMS) {
    const { name, kind, scopes, ends } = program
    const expiresAt = ends === null ? null : new Date(now.getTime() + ends * DAY)
    programs.push({ ...program, id: known.get(name) ?? (await tokens.create({ name, kind, scopes, expiresAt })).id })
  }
  const service = admin.use(developers)
  await service.addOrigins(SITES)
  const chance = chooser(41)
  const today = now.getTime() - (now.getTime() % DAY)
  for (let day = DAYS; day >= 2; day--) {
    const at = new Date(today - day * DAY + 12 * HOUR)
    const isWeekend = [0, 6].includes(at.getUTCDay())
    const share = (isWeekend ? 0.55 : 1) * (1 - day / (DAYS * 3))
    await service.record(
      programs.flatMap((program) => callsOf(program, share, memberIds, chance)),
      at,
    )
  }
  for (let at = today - DAY + HOUR / 2; at < now.getTime(); at += HOUR) {
    const share = new Date(at).getUTCHours() < 6 ? 0.012 : 0.05
    await service.record(
      programs.flatMap((program) => callsOf(program, share, memberIds, chance)),
      new Date(at),
    )
  }
}

/** What one of them called in a share of a day; a few calls are refused. */
function callsOf({ id: tokenId, kind, calls }: Program & { id: number }, share: number, memberIds: number[], chance: Chooser): MeteredCalls[] {
  const served = kind === 'headless_auth' ? memberIds.filter(() => chance.chance(0.3)) : []
  return calls.flatMap(({ method, path, perDay, ms }) => {
    const count = Math.round(perDay * share * (0.7 + chance.next() * 0.6))
    const refused = chance.chance(0.3) ? Math.ceil(count * 0.01) : 0
    const as = (status: number, count: number): MeteredCalls => ({
      ...{ tokenId, kind, method, path, status, count, buckets: spread(count, ms), memberIds: served },
    })
    return [as(200, count - refused), as(422, refused)].filter(({ count }) => count > 0)
  })
}

/** Most within the time that is usual, a few slower. */
function spread(count: number, ms: number): number[] {
  const buckets = new Array<number>(METER_BOUNDS.length + 1).fill(0)
  const usual = METER_BOUNDS.findIndex((bound) => ms <= bound)
  const slow = Math.floor(count * 0.04)
  buckets[usual] = count - slow
  buckets[Math.min(usual + 2, METER_BOUNDS.length)]! += slow
  return buckets
}
