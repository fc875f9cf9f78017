/** Makes the ctx that handlers, subscribers and jobs work with: one unit of work, one community, one person. */
import { AtriumError, type Contract, type EventDef, type Point, pluginOff, type Route, unauthenticated, type Sentence, z } from '@atrium/sdk'
import type { AuditSaid, Ctx, JobDef, JobOptions, MailInput, MasqueradeTarget, MemberInfo, OutboundRequest, PlatformApi, Statement } from '@atrium/sdk/server'
import { addressesOf, apartFrom, auditSentence, type Cause, parseErrors } from '@atrium/sdk/server'
import { dressed } from '@atrium/sdk/mail'
import { enterProven } from '../accounts/request.ts'
import type { Identity } from '../accounts/index.ts'
import type { CommunityState } from '../communities/index.ts'
import type { RootContainer, Modules } from '../container.ts'
import { searchApi, type Unit } from '../data/index.ts'
import type { NewEvent } from '../events/index.ts'
import { audit } from '../observe/index.ts'
import type { KernelCtx } from '../kernel-ctx.ts'
import { platformApi } from './platform.ts'

export interface CtxInput {
  root: RootContainer
  unit: Unit
  state: CommunityState
  identity: Identity | null
  masquerade?: Identity['masquerade']
  locale: string
  /** The plugin whose code runs. */
  plugin: string
  request?: { id: string; ip: string; userAgent: string }
  session?: { token: string | null; set: KernelCtx['setSession']; browser: KernelCtx['browser'] }
  /** The event that led here, when a subscriber or job runs. */
  cause?: Cause
  /** Rights are asked anew: nothing comes from what the process keeps. */
  anew?: boolean
}

const noSession = () => {
  throw new AtriumError(500, 'internal_error', 'Sessions only work in a browser.')
}

class RequestCtx implements KernelCtx {
  readonly modules: Modules
  readonly unit: Unit
  readonly identity: Identity | null
  readonly locale: string
  readonly request: Ctx['request']
  readonly sessionToken: string | null
  readonly setSession: KernelCtx['setSession']
  readonly browser: KernelCtx['browser']
  readonly addresses: readonly string[]
  readonly #input: CtxInput
  readonly #plugin: string
  readonly #shared: { once: Map<string, unknown>; byPlugin: Map<string, RequestCtx> }

  constructor(input: CtxInput, plugin = input.plugin, parent?: RequestCtx) {
    this.#input = input
    this.#plugin = plugin
    this.modules = input.root.cradle
    this.addresses = addressesOf(this.modules.registry.plugins)
    this.unit = input.unit
    this.identity = input.identity
    this.locale = input.locale
    this.request = input.request ?? null
    this.sessionToken = input.session?.token ?? null
    this.setSession = input.session?.set ?? noSession
    this.browser = input.session?.browser ?? null
    this.#shared = parent ? parent.#shared : { once: new Map(), byPlugin: new Map() }
    this.#shared.byPlugin.set(plugin, this)
  }

  get community() {
    return this.#input.state.info
  }
  get account() {
    return this.identity?.account ?? null
  }
  get member() {
    return this.identity?.member ?? null
  }
  get viewOnly() {
    return this.masquerade?.viewOnly ?? false
  }
  get masquerade() {
    return this.#input.masquerade ?? this.identity?.masquerade ?? null
  }
  get options() {
    return this.modules.registry.get(this.#plugin)?.options ?? {}
  }
  get em() {
    return this.unit.em
  }
  get log() {
    return this.modules.log.child({ plugin: this.#plugin, request: this.request?.id })
  }
  get mark() {
    return this.browser?.mark(this.#plugin) ?? null
  }
  setMark(mark: string | null) {
    this.browser?.setMark(this.#plugin, mark)
  }
  get files() {
    return this.once('kernel.files', () => this.modules.files.api(this.unit, this.member))
  }
  fetch(address: string, request?: OutboundRequest) {
    if (this.unit.connection.held) throw new AtriumError(500, 'internal_error', 'External requests aren’t allowed while a transaction is open.')
    return this.modules.outbound.fetch(address, request, this.modules.registry.get(this.#plugin)?.manifest.outbound?.['*'])
  }
  checkAddress(address: string) {
    this.modules.outbound.check(address)
  }
  get search() {
    return searchApi(this.unit)
  }

  get token() {
    const { apiToken, scopes } = this.identity ?? {}
    return apiToken ? { ...apiToken, scopes: scopes ?? [] } : null
  }
  call(route: Route, ...[given]: any[]): Promise<any> {
    return this.modules.calls.call(this, route, given)
  }
  me(): MemberInfo {
    if (!this.member) throw unauthenticated()
    return this.member
  }
  can(permission: string) {
    return this.identity !== null && this.member !== null && (this.identity.allPermissions || this.identity.permissions.has(permission))
  }
  spaceRightsOf(role: string) {
    const held = this.#input.state.roles.get(role)
    return this.modules.registry.permissions.filter(({ full, space }) => space && held?.has(full)).map(({ full }) => full)
  }
  read<Row>(statement: Statement<Row>, params?: unknown[]) {
    return this.unit.read<Row>(statement, params)
  }
  sql<Row>(text: string, params?: unknown[]) {
    return this.unit.sql<Row>(text, params)
  }

  emit<T>(event: EventDef<T>, payload: T) {
    if (this.unit.mode !== 'write') throw new Error(`${event.name} was emitted outside a write`)
    const { data: checked, error } = event.payload.safeParse(payload)
    if (error) throw new Error(`${event.plugin}: the event ${event.name} was emitted with a payload that is none: ${z.prettifyError(error)}`)
    const { eventId = null, depth = -1, origin = null } = this.#input.cause ?? {}
    const outbox = this.once('kernel.outbox', (): NewEvent[] => [])
    const { plugin, name } = event
    outbox.push({
      ...{ communityId: this.unit.communityId, plugin, name, payload: checked as object, actorMemberId: this.member?.id ?? null },
      ...{ cause: eventId, depth: depth + 1, origin },
    })
    if (outbox.length === 1) this.unit.atCommit(() => this.modules.events.insertion(outbox))
    this.once('kernel.wake', () => this.unit.afterCommit(() => this.modules.events.wake()))
  }
  async enqueue<T>(job: JobDef<T>, payload: T, options?: JobOptions) {
    const task = `${this.#plugin}.${job.name}`
    if (!this.modules.jobs.has(task)) throw new Error(`nothing runs the job "${task}": name it with runs() in defineServer`)
    await this.modules.jobs.addIn(this.unit.client, { communityId: this.unit.communityId, task, payload: payload as object, options })
    this.#wakeJobs()
  }
  async mail(input: MailInput) {
    if (this.unit.mode !== 'write') throw new Error('a mail leaves with the commit of a write, and this is a read')
    const replyTo = input.replyTo ?? this.#input.state.settings.reply_to_email ?? undefined
    await this.modules.mail.queueIn(this.unit.client, this.unit.communityId, await dressed(this, this.#plugin, { ...input, replyTo }), { priority: 0 })
    this.#wakeJobs()
  }
  mailHtml(input: Omit<MailInput, 'to'>) {
    return this.modules.mail.htmlOf(this.unit.communityId, { to: '', ...input })
  }
  #wakeJobs() {
    this.once('kernel.wake-jobs', () => this.unit.afterCommit(() => this.modules.jobs.wake()))
  }
  push(room: string, name: string, payload: unknown) {
    this.unit.afterCommit(() => this.modules.realtime.publish(this.unit.communityId, room, name, payload))
  }
  recheckRooms(memberId?: number) {
    this.unit.afterCommit(() => this.modules.data.signal('member.changed', { communityId: this.unit.communityId, memberId }))
  }
  async audit(action: string, subject: string, data: Record<string, unknown> = {}) {
    const { masquerade } = this
    await audit(this.unit, {
      memberId: masquerade?.byMemberId ?? this.member?.id ?? null,
      action,
      subject,
      data: masquerade ? { ...data, acting_as: masquerade.entity } : data,
      ip: this.request?.ip ?? null,
    })
  }
  auditSentence(entry: AuditSaid) {
    return auditSentence(this.modules.words, this.locale, entry, (id) => this.modules.registry.get(id)?.manifest.title)
  }
  beforeCommit(fn: () => Promise<void>) {
    this.unit.beforeCommit(fn)
  }
  afterCommit(fn: () => void | Promise<void>) {
    this.unit.afterCommit(fn)
  }

  get manifests() {
    return [...this.modules.registry.plugins.values()].map(({ manifest }) => manifest)
  }
  has(contract: { id: string }) {
    const plugin = this.modules.registry.get(contract.id)
    return plugin !== undefined && this.modules.communities.isOn(this.#input.state, plugin)
  }
  use(contract: Contract): any {
    return this.once(`service.${contract.id}`, () => {
      const plugin = this.modules.registry.get(contract.id)
      const make = plugin?.server?.service
      if (!make || !this.has(contract)) throw pluginOff(plugin?.manifest ?? { id: contract.id, title: contract.id })
      return make(this.as(contract.id))
    })
  }
  fill<T>(point: Point<T>) {
    return this.#brought(this.modules.registry.filled(point))
  }
  get automations() {
    return this.#brought(this.modules.registry.automations)
  }
  #brought<T>(all: { plugin: string; value: T }[]) {
    const here = all.filter(({ plugin }) => !this.modules.registry.get(plugin) || this.has({ id: plugin }))
    return here.map(({ plugin, value }) => ({ plugin, value, t: (...said: Parameters<Ctx['t']>) => this.as(plugin).t(...said) }))
  }
  settings(contract: Contract): any {
    return this.once(`settings.${contract.id}`, () => contract.settings?.parse(this.#input.state.pluginSettings.get(contract.id) ?? {}) ?? {})
  }
  communitySettings(contract: Contract): any {
    return this.once(`communitySettings.${contract.id}`, () => contract.communitySettings?.parse(this.#input.state.settings) ?? {})
  }
  async holdSettings(contract: Contract): Promise<any> {
    const now = contract.settings!.parse(await this.modules.communities.heldSettings(this.unit, contract.id))
    this.#shared.once.set(`settings.${contract.id}`, now)
    return now
  }
  async saveSettings(contract: Contract, changes: object): Promise<any> {
    const next = contract.settings!.parse({ ...this.settings(contract), ...changes }, { error: parseErrors(this.locale) })
    const stored = await this.modules.communities.writeSettings(this.unit, contract.id, next as object, Object.keys(changes))
    await this.audit('plugin.configured', `plugin:${contract.id}`)
    const now = contract.settings!.parse(stored)
    this.#shared.once.set(`settings.${contract.id}`, now)
    return now
  }
  t(key: string, values?: Record<string, string | number>, locale = this.locale): string {
    return this.modules.words.say(locale, this.#plugin, key, values)
  }
  say(refusal: string | Sentence): string {
    return this.modules.refusals.say(refusal, this.locale, this.#plugin)
  }
  get members() {
    return this.modules.accounts.people.members(this.unit, this.member)
  }
  get platform(): PlatformApi {
    return platformApi(this, this.#input.state)
  }
  async onlineMembers(limit: number) {
    return this.modules.realtime.onlineMembers(this.unit.communityId, limit, await apartFrom(this))
  }
  async presenceOf(memberIds: number[]) {
    const apart = await apartFrom(this)
    return new Map(memberIds.map((id) => [id, apart.has(id) ? ('offline' as const) : this.modules.realtime.presence(this.unit.communityId, id)]))
  }
  async actAs(memberId: number, cause = this.#input.cause): Promise<KernelCtx> {
    if (this.request && memberId !== this.member?.id) throw new AtriumError(500, 'internal_error', 'A request can only act for the member who made it.')
    // whoever looks as somebody else goes on doing so
    if (this.masquerade) return this
    const state = await this.modules.communities.stateNow(this.unit.communityId)
    const identity = await this.modules.accounts.inUnit(this.unit, memberId, state, this.identity?.scopes ?? null)
    if (!identity) throw new AtriumError(403, 'member_inactive', 'This member is no longer in the community.')
    // a job speaks the language of whom it works for
    const locale = (this.request ? null : identity.account.locale) ?? this.locale
    return new RequestCtx({ ...this.#input, state, identity, locale, cause, anew: true }, this.#plugin)
  }
  async lookAs(target: MasqueradeTarget): Promise<KernelCtx> {
    if (this.unit.mode !== 'read') throw new AtriumError(500, 'internal_error', 'You can only read while viewing as another member.')
    const state = await this.modules.communities.stateNow(this.unit.communityId)
    const identity = await this.modules.accounts.seenIn(this.unit, this.me(), this.identity!, target, state)
    return new RequestCtx({ ...this.#input, state, identity, masquerade: null, session: undefined, anew: true }, this.#plugin)
  }
  signIn(email: string, name: string) {
    return enterProven(this, email, name)
  }
  cached<T>(name: string, id: number | null, load: () => Promise<T>): Promise<T> {
    const key = this.#keptKey(name, id)
    // what the process keeps may be from before a right was taken away
    if (this.#input.anew) return this.once(`kept ${key}`, load)
    const { here } = this.unit.cached
    if (!here.has(key)) here.set(key, this.modules.communities.cache.get(key, load))
    return here.get(key) as Promise<T>
  }
  invalidate(name: string, id?: number) {
    const gone = this.#keptKey(name, id ?? null)
    const { here, invalidated } = this.unit.cached
    for (const key of here.keys()) if (key.startsWith(gone)) here.delete(key)
    for (const key of this.#shared.once.keys()) if (key.startsWith(`kept ${gone}`)) this.#shared.once.delete(key)
    if (invalidated.has(gone)) return
    invalidated.add(gone)
    this.modules.communities.cache.change(gone)
    this.unit.afterCommit(() => this.modules.communities.cache.invalidate(gone))
  }
  #keptKey(name: string, id: number | null) {
    return `${this.unit.communityId} ${name} ${id === null ? '' : `${id} `}`
  }
  once<T>(key: string, make: () => T): T {
    const { once } = this.#shared
    if (!once.has(key)) once.set(key, make())
    return once.get(key) as T
  }
  async readAnew() {
    const isWrite = this.unit.mode === 'write'
    // settings that this transaction has saved are known to it alone
    const stays = isWrite ? /^(kernel|service|settings|communitySettings)\./ : /^(kernel|service)\./
    for (const key of this.#shared.once.keys()) if (!stays.test(key)) this.#shared.once.delete(key)
    if (!isWrite) this.#input.state = await this.modules.communities.state(this.unit.communityId)
  }
  seal(text: string) {
    return this.modules.accounts.seals.seal(text).toString('base64')
  }
  unseal(sealed: string) {
    return this.modules.accounts.seals.open(Buffer.from(sealed, 'base64'))
  }
  now() {
    return this.modules.clock()
  }

  async visit<T>(communityId: number, mode: 'read' | 'write', work: (ctx: KernelCtx) => Promise<T>): Promise<T> {
    const state = await this.modules.communities.state(communityId)
    return this.modules.data.unit({ communityId, mode }, (unit) =>
      work(new RequestCtx({ ...this.#input, unit, state, identity: null, masquerade: null, session: undefined }, this.#plugin)),
    )
  }
  /** The same request seen from another plugin: its options, its jobs' names, its log. */
  as(plugin: string): RequestCtx {
    return this.#shared.byPlugin.get(plugin) ?? new RequestCtx(this.#input, plugin, this)
  }
}

export const createCtx = (input: CtxInput): KernelCtx => new RequestCtx(input)
