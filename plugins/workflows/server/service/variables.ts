/** Variables in texts: `{{ person.first_name | there }}`. */
import type { Ctx } from '@atrium/sdk/server'
import members from '../../../members/contract.ts'
import type { Variable } from '../../contract.ts'
import { type KnownEvent, resourcesOf } from './triggers.ts'

const SIGN = /\{\{\s*([a-z][a-zA-Z0-9_.-]*)\s*(?:\|([^{}|]*))?\}\}/g
/** Values of a run by the names of variables. */
export type Values = Readonly<Record<string, string>>

/** What is nobody's to read but theirs who manage members. */
export const PRIVATE = /^(person\.email$|profile\.)/
export const readsPrivate = (ctx: Ctx): boolean => ctx.can('members.manage')
const PERSON = ['name', 'first_name', 'last_name', 'email', 'headline', 'location', 'joined_on'] as const

/** Names of all variables in whatever holds texts. */
export function variablesIn(value: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof value === 'string') for (const [, name] of value.matchAll(SIGN)) found.add(name!)
  else if (Array.isArray(value)) for (const item of value) variablesIn(item, found)
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) variablesIn(item, found)
  return found
}
/** The same with its variables filled in; one without a value becomes what it names instead, or nothing. */
export function filledIn<T>(value: T, values: Values): T {
  if (typeof value === 'string') return value.replace(SIGN, (_, name: string, instead?: string) => values[name] || (instead ?? '').trim()) as T
  if (Array.isArray(value)) return value.map((item) => filledIn(item, values)) as T
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filledIn(item, values)])) as T
  return value
}

/** Which there are, for texts of a workflow that this event begins. */
export async function knownVariables(ctx: Ctx, event: KnownEvent | null): Promise<Omit<Variable, 'value'>[]> {
  const fields = await ctx.use(members).fields()
  const all = [
    ...PERSON.map((key) => ({ key: `person.${key}`, label: ctx.t(`variable.person.${key}`), group: 'person' as const })),
    ...fields.map(({ key, label }) => ({ key: `profile.${key}`, label: String(label), group: 'profile' as const })),
    ...(event?.fields ?? []).map(({ name, label }) => ({ key: `event.${name}`, label, group: 'event' as const })),
    { key: 'community.name', label: ctx.t('variable.community.name'), group: 'community' as const },
    { key: 'community.url', label: ctx.t('variable.community.url'), group: 'community' as const },
    { key: 'time.today', label: ctx.t('variable.time.today'), group: 'time' as const },
  ]
  return readsPrivate(ctx) ? all : all.filter(({ key }) => !PRIVATE.test(key))
}

/** Values for some people at once, of those variables that are asked for. */
export async function valuesFor(
  ctx: Ctx,
  asked: ReadonlySet<string>,
  people: readonly { memberId: number; payload: Record<string, unknown> }[],
  event: KnownEvent | null,
): Promise<Values[]> {
  if (asked.size === 0) return people.map(() => ({}))
  const ids = [...new Set(people.map(({ memberId }) => memberId))]
  const has = (beginning: string) => [...asked].some((name) => name.startsWith(beginning))
  const rows = await ctx.sql<{ id: number; name: string; headline: string | null; location: string | null; created_at: Date }>(
    'select id, name, headline, location, created_at from kernel.member_card where community_id = $1 and id = any ($2::bigint[])',
    [ids],
  )
  const cards = new Map(rows.map((row) => [row.id, row]))
  const addresses = await ctx.members.addresses(ids)
  const isPrivate = !readsPrivate(ctx)
  const profiles = has('profile.') && !isPrivate ? await ctx.use(members).valuesOf(ids) : new Map<number, Record<string, string | string[]>>()
  const named = has('event.') ? await namesIn(ctx, asked, people, event) : new Map<string, string>()
  return people.map(({ memberId, payload }) => {
    const card = cards.get(memberId)
    const { email = '', locale = ctx.community.locale } = addresses.get(memberId) ?? {}
    const day = (at: Date) => at.toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric' })
    const [first = '', ...rest] = (card?.name ?? '').trim().split(/\s+/)
    const values: Record<string, string> = {
      'person.name': card?.name ?? '',
      'person.first_name': first,
      'person.last_name': rest.join(' '),
      'person.email': isPrivate ? '' : email,
      'person.headline': card?.headline ?? '',
      'person.location': card?.location ?? '',
      'person.joined_on': card ? day(card.created_at) : '',
      'community.name': ctx.community.name,
      'community.url': ctx.community.url,
      'time.today': day(ctx.now()),
    }
    for (const [key, value] of Object.entries(profiles.get(memberId) ?? {})) values[`profile.${key}`] = [value].flat().join(', ')
    for (const { name } of event?.fields ?? []) {
      const value = payload[name]
      if (value !== null && value !== undefined) values[`event.${name}`] = named.get(`${name} ${value}`) ?? String(value)
    }
    return values
  })
}
/** What is named by id, by its name. */
async function namesIn(ctx: Ctx, asked: ReadonlySet<string>, people: readonly { payload: Record<string, unknown> }[], event: KnownEvent | null) {
  const named = new Map<string, string>()
  for (const { name, resource } of event?.fields ?? []) {
    const ids = resource && asked.has(`event.${name}`) ? [...new Set(people.map(({ payload }) => Number(payload[name])).filter(Number.isSafeInteger))] : []
    if (ids.length === 0) continue
    const found = await resourcesOf(ctx).get(resource!)!.choices(ctx, { ids, limit: ids.length })
    for (const one of found) named.set(`${name} ${one.id}`, one.name)
  }
  return named
}
