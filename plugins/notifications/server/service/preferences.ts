/** What reaches a member, and where: switches of kinds, levels of spaces, quiet hours, the digest. */
import { notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { z } from 'zod'
import contract, {
  CHANNELS,
  type Channel,
  KIND_NAMES,
  type MEDIUMS,
  type NotificationKind,
  type Preferences,
  type Preset,
  PRESETS,
  TOPICS,
} from '../../contract.ts'
import { ProfileTable, SubscriptionTable } from '../entities.ts'
import { preferencesRead, type ProfileRow, profilesOf, zoneRead } from '../reads.ts'
import { type Kind, kindsOf, waysOf } from './kinds.ts'
import { placesOf } from './places.ts'
import { pushKey } from './push.ts'

export const FIRST: Omit<ProfileRow, 'member_id'> = {
  time_zone: null,
  browser_zone: null,
  is_quiet: false,
  quiet_from: '22:00',
  quiet_to: '07:00',
  digest: 'weekly',
  digest_sent: null,
}

/** How a preset has a switch: as each kind thinks worth it; the same of what concerns oneself; that in the app alone. */
function presetHas(preset: Preset, { defaults, isGeneral }: NotificationKind, channel: Channel): boolean {
  if (isGeneral && preset !== 'everything') return false
  return defaults[channel] && (preset !== 'quiet' || channel === 'in_app')
}
/** The kinds that this reader can ever get, in the order of their topics. */
async function reaching(ctx: Ctx): Promise<Kind[]> {
  const kinds = [...kindsOf(ctx).values()]
  const reached = await Promise.all(kinds.map(({ value }) => value.reaches?.(ctx) ?? true))
  const place = ({ value }: Kind) => TOPICS.indexOf(value.topic ?? 'account')
  return kinds.filter((_, at) => reached[at]).sort((one, other) => place(one) - place(other))
}

export async function showPreferences(ctx: Ctx): Promise<z.input<typeof Preferences>> {
  const me = ctx.me().id
  const [rows, [own], levels] = await Promise.all([ctx.read(preferencesRead, [me]), ctx.read(profilesOf, [[me]]), placesOf(ctx)?.own(ctx) ?? []])
  const profile = own ?? FIRST
  const chosen = new Map(rows.map((row) => [row.kind, row]))
  const { publicKey } = await pushKey(ctx)
  const browsers = await ctx.em.count(SubscriptionTable, { memberId: me })
  const reached = await reaching(ctx)
  const kinds = reached.map(({ value, t }): Preferences['kinds'][number] => {
    const row = chosen.get(value.key)
    const ways = waysOf(value)
    const is = (channel: Channel) => ways.includes(channel) && (value.required ? value.defaults[channel] : (row?.[channel] ?? value.defaults[channel]))
    return {
      type: value.key,
      name: t(`notify.${value.key}.setting`),
      icon: value.icon ?? 'bell',
      group: value.group ?? 'all',
      topic: value.topic ?? 'account',
      required: value.required ?? false,
      channels: [...ways],
      in_app: is('in_app'),
      email: is('email'),
      push: is('push'),
    }
  })
  const isAs = (preset: Preset) =>
    reached.every(({ value }, at) => value.required || waysOf(value).every((channel) => kinds[at]![channel] === presetHas(preset, value, channel)))
  return {
    kinds,
    preset: PRESETS.find(isAs) ?? null,
    quiet_hours: { enabled: profile.is_quiet, from: profile.quiet_from, to: profile.quiet_to },
    time_zone: own?.time_zone ?? null,
    digest: profile.digest,
    spaces: levels.map((one) => ({
      id: one.id,
      space_id: one.spaceId,
      space_name: one.name,
      space_emoji: one.emoji,
      choice: one.level,
      is_chat_space: one.isChat,
    })),
    push: { public_key: publicKey, browsers },
  }
}

type Change = z.output<(typeof contract.routes.updatePreferences)['options']['body']>
/** @throws AtriumError 404 for a kind that is not here */
export async function updatePreferences(ctx: Ctx, { preferences, preset, quiet_hours, time_zone, digest, all_spaces }: Change): Promise<void> {
  const kinds = kindsOf(ctx)
  if (preset)
    for (const medium of CHANNELS)
      for (const [enabled, of] of Map.groupBy(
        [...kinds.values()].filter(({ value }) => !value.required),
        ({ value }) => presetHas(preset, value, medium),
      ))
        await setSwitch(
          ctx,
          ctx.me().id,
          of.map(({ value }) => value.key),
          medium,
          enabled,
        )
  for (const { type, medium, enabled } of preferences ?? []) {
    if (type !== undefined && !kinds.has(type)) throw notFound('Notification type', 'notification_type_not_found')
    const keys = type === undefined ? [...kinds.values()].filter(({ value }) => !value.required).map(({ value }) => value.key) : [type]
    await setSwitch(ctx, ctx.me().id, keys, medium, enabled)
  }
  if (quiet_hours || time_zone !== undefined || digest) {
    const me = ctx.me().id
    await ctx.sql('insert into notifications.profile (community_id, member_id) values ($1, $2) on conflict do nothing', [me])
    const own = await ctx.em.findOneOrFail(ProfileTable, { memberId: me })
    own.isQuiet = quiet_hours?.enabled ?? own.isQuiet
    own.quietFrom = quiet_hours?.from ?? own.quietFrom
    own.quietTo = quiet_hours?.to ?? own.quietTo
    own.timeZone = time_zone ?? own.timeZone
    own.digest = digest ?? own.digest
    await ctx.em.flush()
  }
  if (all_spaces) await placesOf(ctx)?.setAll(ctx, all_spaces)
}

/** Said by the browser, not by its member: what they have chosen goes before it. */
export async function noteZone(ctx: Ctx, zone: string): Promise<void> {
  await ctx.sql(
    `insert into notifications.profile (community_id, member_id, browser_zone) values ($1, $2, $3)
     on conflict (community_id, member_id) do update set browser_zone = excluded.browser_zone, updated_at = now()`,
    [ctx.me().id, zone],
  )
}
export async function zoneOf(ctx: Ctx): Promise<string | null> {
  const [row] = ctx.member ? await ctx.read(zoneRead, [ctx.member.id]) : []
  return row?.zone ?? null
}

type Medium = (typeof MEDIUMS)[number]
const channelOf = (medium: Medium): Channel => (medium === 'mobile' ? 'push' : medium)
/** The same by one way, as the public API has it. */
export async function showMedium(ctx: Ctx, medium: Medium) {
  const { kinds } = await showPreferences(ctx)
  const channel = channelOf(medium)
  const shown = kinds.filter(({ channels }) => channels.includes(channel))
  return { notification_preferences: shown.map((kind) => ({ type: kind.type, name: kind.name, enabled: kind[channel] })) }
}
/** @throws AtriumError 404 for a kind that is not here */
export async function updateMedium(ctx: Ctx, medium: Medium, { type, enabled }: { type: string; enabled: boolean }) {
  const known = kindsOf(ctx).has(type) ? type : (KIND_NAMES[type] ?? type)
  await updatePreferences(ctx, { preferences: [{ type: known, medium: channelOf(medium), enabled }] })
  return showMedium(ctx, medium)
}

/** @param medium one of three, checked by the contract: it is the name of a column */
export async function setSwitch(ctx: Ctx, memberId: number, kinds: string[], medium: Channel, enabled: boolean): Promise<void> {
  if (!CHANNELS.includes(medium)) throw new Error(`no channel ${medium}`)
  await ctx.sql(
    `insert into notifications.preference (community_id, member_id, kind, ${medium}) select $1, $2, k, $4 from unnest($3::text[]) k
     on conflict (community_id, member_id, kind) do update set ${medium} = excluded.${medium}, updated_at = now()`,
    [memberId, kinds, enabled],
  )
}
