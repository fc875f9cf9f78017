/** A member as those who may manage people see and change them, and what every member decides for themselves. */
import { notFound, type RouteParsed } from '@atrium/sdk'
import { type Ctx, lastId, literally, page, publishedAddress, rowsFor, type SqlBool, sql } from '@atrium/sdk/server'
import type { z } from 'zod'
import content from '../../../content/contract.ts'
import type contract from '../../contract.ts'
import type { AnsweredField, FieldValue, ManagedMember, Preference } from '../../contract.ts'
import type { Tables } from '../entities.ts'
import { managedPage, memberRead, type ProfileRow } from '../reads.ts'
import { fieldsOn, liveFields } from './fields.ts'
import { condition } from './filters.ts'
import { marksOf, statsOf, toPerson, type Wishes, wishesOf } from './present.ts'
import { answered, answersOf, saveValues, toAnswered } from './values.ts'

type Change = RouteParsed<(typeof contract)['routes']['update']>['body']
const NO_MEMBER = ['Member', 'community_member_not_found'] as const
const wished = ({ visible_in_member_directory, make_my_email_public, messaging_enabled }: Wishes) => ({
  visible_in_member_directory,
  make_my_email_public,
  messaging_enabled,
})

async function toManaged(ctx: Ctx, rows: ProfileRow[]): Promise<z.input<typeof ManagedMember>[]> {
  const ids = rows.map(({ id }) => id)
  const fields = await liveFields(ctx)
  const [addresses, marks, stats, wishes, answers, written] = await Promise.all([
    ctx.members.addresses(ids),
    marksOf(ctx, ids),
    statsOf(ctx, ids),
    wishesOf(ctx, ids),
    answersOf(ctx, ids, fields),
    ctx.use(content).writtenBy('post', ids),
  ])
  return rows.map((row) => {
    const [first = '', ...rest] = row.name.split(' ')
    const { messaging_enabled_by_admin, ...own } = wishes.get(row.id)!
    const profile_fields = fields.map((field) => toAnswered(ctx, field, answers.get(row.id)?.get(field.id)))
    return {
      ...toPerson(ctx, row),
      user_id: row.account_id,
      community_id: ctx.community.id,
      first_name: first,
      last_name: rest.join(' '),
      email: addresses.get(row.id)?.email ?? null,
      bio: row.bio,
      location: row.location,
      website: row.website,
      active: row.status === 'active',
      posts_count: written?.get(row.id) ?? null,
      member_tags: marks.get(row.id) ?? [],
      gamification_stats: stats.get(row.id) ?? null,
      profile_fields,
      flattened_profile_fields: Object.fromEntries(
        profile_fields.flatMap(({ key, community_member_profile_field: answer }) => (answer ? [[key, answer.display_value]] : [])),
      ),
      preferences: { ...wished(own as Wishes), messaging_enabled_by_admin },
      last_seen_at: row.last_seen_at,
      updated_at: row.updated_at,
    }
  })
}

/** @throws AtriumError 404 */
export async function showManaged(ctx: Ctx, id: number): Promise<z.input<typeof ManagedMember>> {
  const [row] = await ctx.read(memberRead, [id])
  if (!row || row.status === 'banned') throw notFound(...NO_MEMBER)
  return (await toManaged(ctx, [row]))[0]!
}
type Narrowing = RouteParsed<(typeof contract)['routes']['managed']>['query']
/** @throws AtriumError 422 for a filter that is none */
export async function listManaged(ctx: Ctx, { status, email, ids, filters, ...paging }: Narrowing) {
  const conditions = [
    ...(ids ? [sql<SqlBool>`m.id = any (${ids}::bigint[])`] : []),
    ...(email ? [sql<SqlBool>`m.id in (select kernel.members_by_address(${ctx.community.id}::bigint, ${literally(email)}))`] : []),
    ...(filters?.rules.length ? [(await condition(ctx, filters, false)).member] : []),
  ]
  const rows = await managedPage(ctx, { status, after: lastId(paging), rows: rowsFor(paging), conditions })
  const envelope = page(rows, { query: paging, key: (row) => [row.id] }, (row) => row)
  return { ...envelope, records: await toManaged(ctx, envelope.records) }
}
/** Makes somebody a member. @throws AtriumError 402 over the plan, 403 for who was put out */
export async function createManaged(ctx: Ctx, { email, name, headline }: RouteParsed<(typeof contract)['routes']['create']>['body']) {
  const { id } = await ctx.members.add({ email, name: name || email.split('@')[0]!, ...(headline ? { headline } : {}) })
  await ctx.audit('member.created', `member:${id}`, {})
  return showManaged(ctx, id)
}

/** @throws AtriumError 404, 422 */
export async function changeManaged(
  ctx: Ctx,
  id: number,
  { preferences, community_member_profile_fields, avatar_signed_id, ...fields }: Change,
): Promise<void> {
  const [row] = await ctx.read(memberRead, [id])
  if (row?.status !== 'active') throw notFound(...NO_MEMBER)
  const avatar_url = await publishedAddress(ctx, avatar_signed_id, `avatar:${id}`, 'small')
  const profile = { ...fields, ...(avatar_url === undefined ? {} : { avatar_url }) }
  if (Object.keys(profile).length) await ctx.members.update(id, profile)
  if (preferences) await savePreference(ctx, id, preferences)
  if (community_member_profile_fields) await saveValues(ctx, id, community_member_profile_fields, true)
  const changed = [...Object.keys(profile), ...Object.keys(preferences ?? {}), ...Object.keys(community_member_profile_fields ?? {})]
  await ctx.audit('member.changed', `member:${id}`, { fields: changed })
}

export async function savePreference(ctx: Ctx, memberId: number, change: Partial<Wishes>): Promise<void> {
  const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  if (Object.keys(named).length === 0) return
  await ctx.em
    .getKysely<Tables>()
    .insertInto('members.preference')
    .values({ community_id: ctx.community.id, member_id: memberId, ...named } as never)
    .onConflict((on) => on.columns(['community_id', 'member_id']).doUpdateSet({ ...named, updated_at: ctx.now() }))
    .execute()
}
export async function ownPreference(ctx: Ctx): Promise<z.input<typeof Preference>> {
  const me = ctx.me().id
  return wished((await wishesOf(ctx, [me])).get(me)!)
}
/** One's own answers: those that the form asks for, and what others see. */
export async function ownAnswers(ctx: Ctx) {
  const me = ctx.me().id
  const asked = await fieldsOn(ctx, 'edit_profile')
  const shown = new Set((await fieldsOn(ctx, 'profile_view')).map(({ id }) => id))
  const all = await answered(ctx, me, asked)
  return { profile_fields: { visible: all.filter(({ id }) => shown.has(id)), not_visible: all.filter(({ id }) => !shown.has(id)) } }
}

/** For so many days somebody is asked what newcomers are. */
const NEW_DAYS = 14
/** Fields of the sign-up that a newcomer has not answered, until they were asked. Whoever runs the community has come otherwise. */
export async function signUpQuestions(ctx: Ctx): Promise<z.input<typeof AnsweredField>[]> {
  const { id, isAdmin } = ctx.me()
  const fields = isAdmin ? [] : await fieldsOn(ctx, 'signup')
  if (fields.length === 0) return []
  const [asks] = await ctx.sql(
    `select 1 from kernel.member_card m where m.community_id = $1 and m.id = $2 and m.created_at > $3
       and not exists (select from members.preference p where p.community_id = $1 and p.member_id = $2 and p.asked_at is not null)`,
    [id, new Date(ctx.now().getTime() - NEW_DAYS * 86_400_000)],
  )
  return asks ? (await answered(ctx, id, fields)).filter((field) => field.community_member_profile_field === null) : []
}
/** @throws AtriumError 422 for a required one that is left out */
export async function answerSignUp(ctx: Ctx, values: Record<string, FieldValue>): Promise<void> {
  const { id } = ctx.me()
  const needed = (await signUpQuestions(ctx)).filter(({ required }) => required).map(({ key }) => [key, null])
  await saveValues(ctx, id, { ...Object.fromEntries(needed), ...values }, false)
  const asked_at = ctx.now()
  await ctx.em
    .getKysely<Tables>()
    .insertInto('members.preference')
    .values({ community_id: ctx.community.id, member_id: id, asked_at })
    .onConflict((on) => on.columns(['community_id', 'member_id']).doUpdateSet({ asked_at, updated_at: asked_at }))
    .execute()
}
