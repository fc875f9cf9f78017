/** Members as replies show them, with what this reader may know of each. */
import { rolesOf } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { z } from 'zod'
import contract, { type DirectoryMember, type GamificationStats, type MemberMark, type Messaging } from '../../contract.ts'
import { apartOf, manages, mayConnect } from '../policies.ts'
import { type MemberRow, preferencesRead } from '../reads.ts'
import { standings } from './connections.ts'
import { fieldsOn } from './fields.ts'
import { answersOf, toAnswered } from './values.ts'

/** Public ones alone, but for those who may manage people. */
export async function marksOf(ctx: Ctx, memberIds: number[]): Promise<Map<number, MemberMark[]>> {
  const found = await Promise.all(ctx.fill(contract.points.marks).map(({ value }) => value.of(ctx, memberIds)))
  return new Map(memberIds.map((id) => [id, found.flatMap((of) => of.get(id) ?? []).filter((mark) => mark.is_public || manages(ctx))]))
}

/** The plugin that has messages, if one is on. */
export const messagingOf = (ctx: Ctx): Messaging | undefined => ctx.fill(contract.points.messaging)[0]?.value

/** Points and levels, where a plugin keeps them. */
export async function statsOf(ctx: Ctx, memberIds: number[]): Promise<Map<number, GamificationStats>> {
  const found = await Promise.all(ctx.fill(contract.points.stats).map(({ value }) => value.of(ctx, memberIds)))
  return new Map(found.flatMap((of) => [...of]))
}

export interface Wishes {
  visible_in_member_directory: boolean
  make_my_email_public: boolean
  messaging_enabled: boolean
  messaging_enabled_by_admin: boolean
}
const USUAL: Wishes = { visible_in_member_directory: true, make_my_email_public: false, messaging_enabled: true, messaging_enabled_by_admin: true }
/** What each wants others to see and do. */
export async function wishesOf(ctx: Ctx, memberIds: number[]): Promise<Map<number, Wishes>> {
  const rows = memberIds.length ? await ctx.read(preferencesRead, [memberIds]) : []
  const kept = new Map(rows.map((row) => [row.member_id, row]))
  return new Map(memberIds.map((id) => [id, kept.get(id) ?? USUAL]))
}

/** Those of these members who do not hear from the reader, whatever the settings say. */
export async function refusedAmong(ctx: Ctx, memberIds: number[]): Promise<number[]> {
  const [apart, wishes] = [new Set(await apartOf(ctx)), await wishesOf(ctx, memberIds)]
  return memberIds.filter((id) => apart.has(id) || !wishes.get(id)!.messaging_enabled || !wishes.get(id)!.messaging_enabled_by_admin)
}

/** Addresses that this reader may see: all for those who may manage people, else where both the member and the community show them. */
async function addressesFor(ctx: Ctx, wishes: Map<number, Wishes>): Promise<Map<number, string>> {
  const open = !ctx.communitySettings(contract).hide_emails_on_member_profiles
  const ids = [...wishes.keys()].filter((id) => manages(ctx) || (ctx.member !== null && open && wishes.get(id)!.make_my_email_public))
  const found = ids.length ? await ctx.members.addresses(ids) : new Map<number, { email: string }>()
  return new Map([...found].map(([id, { email }]) => [id, email]))
}

export const toPerson = (ctx: Ctx, row: MemberRow) => ({
  id: row.id,
  community_member_id: row.id,
  public_uid: row.public_uid,
  name: row.name,
  headline: row.headline,
  avatar_url: row.avatar_url,
  profile_url: `${ctx.community.url}/u/${row.public_uid}`,
  roles: rolesOf(row.roles),
  created_at: row.created_at,
})

/** What stands between the reader and each of these. */
export async function towards(ctx: Ctx, memberIds: number[]) {
  const others = memberIds.filter((id) => id !== ctx.member?.id)
  const [marks, stats, wishes, links, reachable] = await Promise.all([
    marksOf(ctx, memberIds),
    statsOf(ctx, memberIds),
    wishesOf(ctx, memberIds),
    standings(ctx, others),
    ctx.member ? messagingOf(ctx)?.reachable(ctx, others) : null,
  ])
  const emails = await addressesFor(ctx, wishes)
  const open = mayConnect(ctx)
  return (id: number) => ({
    email: emails.get(id) ?? null,
    member_tags: marks.get(id) ?? [],
    gamification_stats: stats.get(id) ?? null,
    can_receive_dm_from_current_member: reachable ? reachable.has(id) : null,
    messaging_enabled: reachable ? wishes.get(id)!.messaging_enabled && wishes.get(id)!.messaging_enabled_by_admin : null,
    connection: links.get(id) ?? null,
    can_connect: open && id !== ctx.member!.id && !links.has(id),
  })
}

export async function toRows(ctx: Ctx, rows: MemberRow[]): Promise<z.input<typeof DirectoryMember>[]> {
  const ids = rows.map(({ id }) => id)
  const fields = await fieldsOn(ctx, 'community_view')
  const [between, answers] = await Promise.all([towards(ctx, ids), answersOf(ctx, ids, fields)])
  return rows.map((row) => ({
    ...toPerson(ctx, row),
    ...between(row.id),
    profile_info: { location: row.location },
    profile_fields: fields.flatMap((field) => {
      const shown = toAnswered(ctx, field, answers.get(row.id)?.get(field.id)).community_member_profile_field
      return shown ? [{ id: field.id, label: field.label, display_value: shown.display_value }] : []
    }),
  }))
}
