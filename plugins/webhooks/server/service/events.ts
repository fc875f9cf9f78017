/** Events that can be delivered: of the kernel and of every plugin that is on, as their contracts declare them. */
import { invalid, sentence, z } from '@atrium/sdk'
import type { Ctx, EventMeta } from '@atrium/sdk/server'
import { type EventField, type KnownEvent, TEST_EVENT } from '../../contract.ts'
import { ask } from '../jobs.ts'

interface Shape {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
}
/** As JSON, which is how a receiver reads it. */
const shapeOf = (payload: unknown): Shape => (payload instanceof z.ZodType ? (z.toJSONSchema(payload, { io: 'input', unrepresentable: 'any' }) as Shape) : {})

const isMoment = (name: string) => /(^at$|At$|_at$|^until$)/.test(name)
/** What it may be, null left out; a schema that says several types says each by itself. */
const choicesOf = (shape: Shape): Shape[] => shape.anyOf ?? [shape.type ?? 'any'].flat().map((type) => ({ ...shape, type }))
const isNull = ({ type }: Shape) => type === 'null'
const TYPES = { integer: 'number', number: 'number', boolean: 'flag', array: 'list', object: 'object' } as const
function fieldOf(name: string, given: Shape, isOptional: boolean): EventField {
  const choices = choicesOf(given)
  const shape = choices.find((one) => one.type && !isNull(one)) ?? {}
  const options = shape.type === 'string' ? (shape.enum ?? (shape.const === undefined ? [] : [shape.const])).map(String) : []
  const isDate = isMoment(name) || shape.format === 'date-time'
  const type = isDate ? 'date' : options.length ? 'choice' : (TYPES[shape.type as keyof typeof TYPES] ?? 'text')
  return { name, type, is_nullable: choices.some(isNull), is_optional: isOptional, options }
}
const TEXTS: Record<string, string> = { record: 'post:4812', kind: 'post', recordKind: 'post', currency: 'EUR', slug: 'kiln-opening', rule: 'comment' }
function exampleOf(name: string, given: Shape, at: string): unknown {
  const { type, options } = fieldOf(name, given, false)
  const shape = choicesOf(given).find((one) => one.type && !isNull(one)) ?? given
  if (type === 'number') return /id$/i.test(name) ? 4_812 : 3
  if (type === 'flag') return true
  if (type === 'date') return at
  if (type === 'choice') return options[0]
  if (type === 'list') return shape.items ? [exampleOf(name.replace(/s$/, ''), shape.items, at)] : []
  if (type === 'object') return Object.fromEntries(Object.entries(shape.properties ?? {}).map(([key, inner]) => [key, exampleOf(key, inner, at)]))
  return TEXTS[name] ?? 'Kiln opening'
}

interface Message {
  id: string
  event: string
  communityId: number
  sequence: number
  at: Date
  data: unknown
}
/** What a receiver reads, to the letter the same at each try. */
export const bodyOf = ({ id, event, communityId, sequence, at, data }: Message): string =>
  JSON.stringify({ id, type: event, community_id: communityId, sequence, timestamp: at.toISOString(), data })

const nameOf = ({ plugin, value }: Ctx['automations'][number]) => `${plugin}.${value.name}`
export function catalogue(ctx: Ctx): KnownEvent[] {
  const manifests = new Map(ctx.manifests.map((manifest) => [manifest.id, manifest]))
  const said = (t: Ctx['t'], key: string) => (t(key) === key ? null : t(key))
  const at = ctx.now()
  return ctx.automations.map((one): KnownEvent => {
    const { plugin, value, t } = one
    const manifest = manifests.get(plugin)
    const shape = shapeOf(value.payload)
    const properties = Object.entries(shape.properties ?? {})
    const data = Object.fromEntries(properties.map(([key, field]) => [key, exampleOf(key, field, at.toISOString())]))
    const title = `automation.${value.name}`
    return {
      name: nameOf(one),
      title: said(t, title) ?? said((...key) => ctx.t(...key), title) ?? value.title ?? value.name,
      group: manifest ? (said(t, 'plugin.title') ?? manifest.title) : ctx.t('group.community'),
      icon: manifest?.icon ?? 'users',
      fields: properties.map(([key, field]) => fieldOf(key, field, !shape.required?.includes(key))),
      example: bodyOf({ id: 'msg_81204', event: nameOf(one), communityId: ctx.community.id, sequence: 412, at, data }),
    }
  })
}
/** @param held what an endpoint has already, of plugins that may be off by now. @throws AtriumError 422 for an event that nobody declares */
export function checkEvents(ctx: Ctx, events: readonly string[] | null, held: readonly string[] = []): void {
  const known = new Set([...ctx.automations.map(nameOf), ...held])
  const unknown = events?.find((name) => !known.has(name))
  if (unknown !== undefined) throw invalid({ events: [sentence('The event {name} doesn’t exist.', { name: unknown })] })
}

/** Members whom an event names. */
export function membersIn(payload: Record<string, unknown>): number[] {
  const named = Object.entries(payload).flatMap(([key, value]) => (/member_?ids?$/i.test(key) ? [value].flat() : []))
  return [...new Set(named.filter((one) => typeof one === 'number'))]
}
/** Writes down for every endpoint that wants it what has happened, once, in one statement. */
export async function heard(ctx: Ctx, { name, payload }: { name: string; payload: Record<string, unknown> }, { eventId, at }: EventMeta): Promise<void> {
  const now = ctx.now()
  const for_ = await ctx.sql<{ status: string; is_failing: boolean }>(HEARD, [name, eventId, at, JSON.stringify(payload), membersIn(payload), now])
  const awake = for_.filter(({ status }) => status === 'on')
  if (awake.some(({ is_failing }) => !is_failing)) await ask(ctx, 'deliver')
  if (awake.some(({ is_failing }) => is_failing)) await ask(ctx, 'retry')
}
/** Endpoints are held in one order, so that two events at once do not wait for each other. */
const HEARD = `with wanting as (
    select e.id from webhooks.endpoint e
    where e.community_id = $1 and e.status <> 'off' and e.created_at <= $4 and (e.events is null or $2 = any (e.events))
      and not exists (select from webhooks.delivery d where d.community_id = $1 and d.endpoint_id = e.id and d.event_id = $3)
    order by e.id for no key update),
  numbered as (
    update webhooks.endpoint e set sequence = e.sequence + 1 from wanting where e.community_id = $1 and e.id = wanting.id
    returning e.id, e.sequence, e.status, e.failing_since),
  added as (
    insert into webhooks.delivery (community_id, endpoint_id, event_id, event, sequence, happened_at, data, member_ids, due_at, created_at, updated_at)
    select $1, id, $3, $2, sequence, $4, $5::jsonb, $6::bigint[], $7, $7, $7 from numbered
    on conflict (community_id, endpoint_id, event_id) do nothing)
  select status, failing_since is not null as is_failing from numbered`

/** What a test carries. */
export const testData = (ctx: Ctx) => ({ event: TEST_EVENT, data: { message: ctx.t('test.message'), community: ctx.community.name } })
