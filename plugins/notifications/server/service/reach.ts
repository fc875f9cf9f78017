/** Whom a message by push reaches that is no notice: browsers of active members who have not switched its kind off. */
import type { Ctx } from '@atrium/sdk/server'
import type { PushDevice } from '../../contract.ts'
import { devicesOf, type ProfileRow, profilesOf, reachOf, zonesRead } from '../reads.ts'
import { type Kind, kindsOf, waysOf } from './kinds.ts'
import { FIRST } from './preferences.ts'
import { quietUntil } from './quiet.ts'

/** Whether members have a kind by push who never moved its switch; null for one that does not go this way, or whose plugin is off. */
function usual(ctx: Ctx, key: string): boolean | null {
  const kind: Kind | undefined = kindsOf(ctx).get(key)
  return kind && waysOf(kind.value).includes('push') ? kind.value.defaults.push : null
}

export async function pushDevices(ctx: Ctx, kind: string | null, memberIds: number[]): Promise<PushDevice[]> {
  const byDefault = kind === null ? true : usual(ctx, kind)
  if (byDefault === null || memberIds.length === 0) return []
  const [devices, profiles] = await Promise.all([ctx.read(devicesOf, [memberIds, kind, byDefault]), ctx.read(profilesOf, [memberIds])])
  const profileOf = new Map<number, Omit<ProfileRow, 'member_id'>>(profiles.map((row) => [row.member_id, row]))
  const now = ctx.now()
  return devices.map(({ id, member_id: memberId, time_zone }) => {
    const profile = profileOf.get(memberId) ?? { ...FIRST, time_zone: time_zone ?? FIRST.time_zone }
    return { id, memberId, timeZone: profile.time_zone ?? 'UTC', quietUntil: quietUntil(profile, now) }
  })
}
export async function pushReach(ctx: Ctx, kind: string, memberIds?: number[]): Promise<number> {
  const byDefault = usual(ctx, kind)
  if (byDefault === null) return 0
  const [row] = await ctx.read(reachOf, [kind, byDefault, memberIds ?? null])
  return row!.count
}
export const pushZones = async (ctx: Ctx): Promise<string[]> => (await ctx.read(zonesRead)).map(({ time_zone }) => time_zone)
