/** What the test server knows, inside one transaction: objects by their id, changes written together, events for whoever listens. */
import { randomBytes } from 'node:crypto'
import { type Ctx, lock, statement } from '@atrium/sdk/server'
import { publicForm } from './forms.ts'

/** An object as the wire shows it; what begins with `_` is the server's own and never leaves. */
export type Thing = { id: string; object: string; created: number; [field: string]: any }

export const API_VERSION = '2026-10-28.endive'
const PREFIXES: Record<string, string> = {
  customer: 'cus',
  product: 'prod',
  price: 'price',
  coupon: 'co',
  promotion_code: 'promo',
  'checkout.session': 'cs_test',
  payment_method: 'pm',
  payment_intent: 'pi',
  setup_intent: 'seti',
  charge: 'ch',
  refund: 're',
  dispute: 'dp',
  subscription: 'sub',
  subscription_item: 'si',
  invoice: 'in',
  invoiceitem: 'ii',
  line_item: 'il',
  discount: 'di',
  event: 'evt',
  account: 'acct',
  transfer: 'tr',
  payout: 'po',
  payment_method_configuration: 'pmc',
  'test_helpers.test_clock': 'clock',
}
export const newId = (object: string): string =>
  `${PREFIXES[object]}_${randomBytes(18)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 20)}`

/** The server's own time, which the owner of the community may move on: seconds since 1970. */
const CLOCK_ID = 'clock_house'

interface Row {
  data: Thing
}
/** $2 ids. Unique key of things. */
const thingsRead = statement<Row>('payments.things', 'select data from payments.thing where community_id = $1 and object_id = any ($2::text[])')
/** What an object hangs on, for lists. */
function parentOf(thing: Thing): string | null {
  switch (thing.object) {
    case 'invoice':
      return thing.parent?.subscription_details?.subscription ?? null
    case 'charge':
    case 'dispute':
      return thing.payment_intent
    case 'refund':
      return thing.payment_intent
    case 'price':
      return thing.product
    case 'promotion_code':
      return thing.promotion?.coupon ?? null
    case 'checkout.session':
      return thing.payment_intent ?? thing.subscription
    case 'transfer':
      return thing.destination
    case 'event':
      return thing._pending ? 'pending' : null
    default:
      return null
  }
}

export class Store {
  readonly ctx: Ctx
  readonly #known = new Map<string, Thing | null>()
  readonly #changed = new Set<Thing>()
  /** Test clocks that were moved on. */
  readonly moved = new Set<string>()
  #ahead: number | null = null
  #events = 0

  constructor(ctx: Ctx) {
    this.ctx = ctx
  }

  /** Nobody else writes to this server until the transaction ends. */
  async lock(): Promise<void> {
    await lock(this.ctx, 'payments test')
  }

  async get<T extends Thing = Thing>(id: string | null | undefined): Promise<T | null> {
    if (!id) return null
    if (!this.#known.has(id)) await this.load([id])
    return (this.#known.get(id) as T | null) ?? null
  }
  async load(ids: Iterable<string | null | undefined>): Promise<void> {
    const missing = [...new Set(ids)].filter((id): id is string => Boolean(id) && !this.#known.has(id!))
    if (missing.length === 0) return
    const rows = await this.ctx.read(thingsRead, [missing])
    for (const id of missing) this.#known.set(id, null)
    this.#meet(rows)
  }
  #meet(rows: Row[]): Thing[] {
    return rows.map(({ data }) => {
      // what this transaction has changed goes before what the table says
      const known = this.#known.get(data.id)
      if (known) return known
      this.#known.set(data.id, data)
      return data
    })
  }

  /** Newest first. */
  async list(object: string, where: { customer?: string; parent?: string; after?: string; before?: string; since?: number; limit: number }): Promise<Thing[]> {
    await this.flush()
    const rows = await this.ctx.sql<Row>(
      `select data from payments.thing t where community_id = $1 and object = $2 and ($3::text is null or customer = $3) and ($4::text is null or parent = $4)
         and ($5::text is null or id < (select id from payments.thing where community_id = $1 and object_id = $5))
         and ($6::text is null or id > (select id from payments.thing where community_id = $1 and object_id = $6))
         and made_at >= $7 and not coalesce((data ->> '_deleted')::boolean, false) order by id desc limit $8`,
      [object, where.customer ?? null, where.parent ?? null, where.after ?? null, where.before ?? null, where.since ?? 0, where.limit],
    )
    return this.#meet(rows)
  }
  /** What falls due by then, the earliest first. */
  async due(clock: string, until: number, limit: number): Promise<Thing[]> {
    const rows = await this.ctx.sql<Row>(
      `select data from payments.thing where community_id = $1 and clock = $2 and due_at <= $3 order by due_at, id limit $4`,
      [clock, until, limit],
    )
    return this.#meet(rows)
  }

  put<T extends Thing>(thing: T): T {
    this.#known.set(thing.id, thing)
    this.#changed.add(thing)
    return thing
  }
  emit(type: string, thing: Thing): void {
    this.#events++
    this.put({
      id: newId('event'),
      object: 'event',
      api_version: API_VERSION,
      created: thing._at ?? thing.created,
      data: { object: publicForm(thing) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
      _pending: true,
    })
  }
  /** Whether events wait for their webhook. */
  get hasEvents(): boolean {
    return this.#events > 0
  }

  async flush(): Promise<void> {
    if (this.#changed.size === 0) return
    const rows = [...this.#changed].map((thing) => ({
      object_id: thing.id,
      object: thing.object,
      customer: typeof thing.customer === 'string' ? thing.customer : null,
      parent: parentOf(thing),
      clock: thing.test_clock ?? thing._clock ?? '',
      made_at: thing.created ?? thing.start,
      due_at: thing._due ?? null,
      data: thing,
    }))
    this.#changed.clear()
    await this.ctx.sql(
      `insert into payments.thing as t (community_id, object_id, object, customer, parent, clock, made_at, due_at, data)
       select $1, r.* from jsonb_to_recordset($2::jsonb)
         as r(object_id text, object text, customer text, parent text, clock text, made_at bigint, due_at bigint, data jsonb)
       on conflict (community_id, object_id) do update
         set customer = excluded.customer, parent = excluded.parent, clock = excluded.clock, due_at = excluded.due_at, data = excluded.data, updated_at = now()`,
      [JSON.stringify(rows)],
    )
  }

  /** Seconds since 1970, of a test clock or of the server itself. */
  async now(clock?: string | null): Promise<number> {
    if (clock) {
      const found = await this.get(clock)
      if (found) return found.frozen_time
    }
    this.#ahead ??= (await this.get(CLOCK_ID))?._ahead ?? 0
    return Math.floor(this.ctx.now().getTime() / 1000) + this.#ahead!
  }
  /** Moves the server's own time on. */
  async setAhead(seconds: number): Promise<void> {
    this.#ahead = seconds
    this.put({ id: CLOCK_ID, object: 'house_clock', created: 0, _ahead: seconds })
  }
}
