/** What a plugin's server code is handed: everything it may do, bound to one community and one person. */
import type { Sentence } from '../core/sentences.ts'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { CommunitySettingsOf, Contract, EventDef, EventPayload, Point, Route, RouteInput, RouteReply, ServiceOf, SettingsOf } from '../core/contract.ts'
import type { Manifest } from '../core/manifest.ts'
import type { Tier } from '../core/tiers.ts'
import type { Limits } from '../core/limits.ts'
import type { z } from 'zod'
import type { MailInput } from './mailInput.ts'
import type { AuditSaid } from './auditSentence.ts'
import type { ArchiveApi } from './archive/read.ts'
import type { OperationsApi } from './operations.ts'
import type { ApiTokensApi } from './apiTokens.ts'
import type { Branding, CommunityFields, CommunitySettings, Listing } from '../kernel/communities/contract/schemas.ts'

export interface CommunityInfo {
  id: number
  slug: string
  name: string
  /** Scheme and host of its pages, without a slash at the end. */
  url: string
  /** The same below the platform's own host, never a custom domain: for links that carry a secret. */
  platformUrl: string
  tier: Tier
  /** What its plan gives it room for; empty where nobody has set any. Refuse the one too many with `limitReached`. */
  limits: Limits
  locale: string
  isPrivate: boolean
}
export interface AccountInfo {
  id: number
  email: string
  name: string
  locale: string | null
  emailConfirmed: boolean
  isPlatformOwner: boolean
}
export interface MemberInfo {
  id: number
  publicUid: string
  accountId: number
  name: string
  headline: string | null
  avatarUrl: string | null
  /** Role keys: `admin`, `moderator`, `member`, or own ones. */
  roles: string[]
  isAdmin: boolean
  isModerator: boolean
  /** False for somebody who left or was put out: their name stays beside what they wrote. */
  isActive: boolean
}

/** A named prepared statement; see `statement()`. */
export interface Statement<Row = Record<string, any>> {
  name: string
  text: string
  readonly _row?: Row
}

export interface JobOptions {
  /** Not before this moment. */
  runAt?: Date
  /** At most one waiting job of this key; a second call replaces the first. */
  key?: string
  /** Lower runs first; default 0. Mails people wait for use -10, digests 10. */
  priority?: number
}

/** A job that a plugin runs, declared with `job()`. */
/** Background work by its name. Made with `job()`. */
export interface JobDef<T = any> {
  name: string
  payload: z.ZodType<T>
}

export interface FileInfo {
  id: number
  /** Opaque, signed, safe to hand to browsers. */
  signedId: string
  filename: string
  contentType: string
  /** Bytes. */
  byteSize: number
  width: number | null
  height: number | null
  /** Tiny data: address to show while the picture loads, or null. */
  placeholder: string | null
}

export interface FilesApi {
  /** @throws AtriumError 404 when the id is forged, foreign or not complete. */
  get(signedId: string): Promise<FileInfo>
  /**
   * A file for use in a record: an upload of one's own, a public one, or one that the record holds already.
   * Whoever merely saw a private file knows its signed id too, so `get` is not enough there.
   * @param held ids of files that the record holds
   * @throws AtriumError 404 as `get`, and for another's private file
   */
  take(signedId: string, held?: readonly number[]): Promise<FileInfo>
  /** Files by numeric id, for cards; absent ones are left out. One query. */
  byIds(ids: number[]): Promise<Map<number, FileInfo>>
  /**
   * The file behind a signed address that was made for this reader and still holds. To show the address is the proof of having been let
   * see the file, for calls about it.
   * @throws AtriumError 404 for an address that is forged, another's, or too old
   */
  addressed(address: string): Promise<FileInfo>
  /** The bytes as they are stored, or those of a variant of a picture or of a derived part (`FileCard.variants`). @throws AtriumError 404 */
  read(fileId: number, variant?: string): Promise<AsyncIterable<Uint8Array>>
  /**
   * Keeps what was made of a file beside it, in place of what was kept before: it is read under the file's own access, counts as its bytes
   * and goes with it. Names end in m3u8, mp4, m4a, jpg, webp or vtt; those in a playlist may be bare, for all parts lie in one folder.
   * @throws AtriumError 404, 507 `storage_full`
   */
  derive(fileId: number, parts: { name: string; data: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }[]): Promise<void>
  /** Address of a part kept by `derive`. */
  derivedUrl(file: Pick<FileInfo, 'id' | 'filename'>, name: string): string
  /** Address of a file. Variants of pictures: `thumb` 160, `small` 480, `medium` 960, `large` 1920 pixels wide, `original`. */
  url(file: Pick<FileInfo, 'id' | 'filename'>, variant?: FileVariant): string
  /** Stores bytes made on the server (seeds, exports). Checked and re-encoded like uploads. */
  put(input: { filename: string; data: Uint8Array }): Promise<FileInfo>
  /**
   * Marks a file as used, so that the sweep of abandoned uploads leaves it. `public:…` gives it an address for good,
   * which it keeps when others use it too: only `keep(id, 'post:1')` takes back what `keep(id, 'public:post:1')` gave.
   */
  keep(fileId: number, usedBy: string): Promise<void>
  /** Starts a direct upload. `byteSize` in bytes. @throws AtriumError 413 over the limit. */
  begin(input: { filename: string; byteSize: number }): Promise<{ id: number; signedId: string; url: string; offset: number }>
  /** How many bytes have come so far. */
  offset(signedId: string): Promise<number>
  /**
   * Appends a stream at `offset`; returns the new offset, and the file once whole.
   * @param checksum MD5 of the whole, base64
   * @throws AtriumError 422 `checksum_mismatch`, after which the upload begins anew
   */
  append(signedId: string, offset: number, body: AsyncIterable<Uint8Array>, checksum?: string): Promise<{ offset: number; file: FileInfo | null }>
  remove(fileId: number): Promise<void>
}
export type FileVariant = 'thumb' | 'small' | 'medium' | 'large' | 'original'

export interface NewMember {
  email: string
  name: string
  headline?: string
  bio?: string
  location?: string
  website?: string
  /** A public address (`files.url` of a kept file). */
  avatarUrl?: string
  roles?: string[]
  /** What is remembered of how they came in: `{ consent: true }`. */
  preferences?: Record<string, unknown>
  /** The moment of joining. Default now. */
  at?: Date
  /** When they were here last. Default: nobody knows. */
  seenAt?: Date
}
/** What somebody says of themselves. `avatar_url` is a public address. */
export interface MemberChange {
  name?: string
  headline?: string | null
  bio?: string | null
  location?: string | null
  website?: string | null
  avatar_url?: string | null
}
/** Facts of a member that an import may bring. */
export type MemberFacts = Omit<MemberChange, 'avatar_url'>
export interface ImportedMember extends MemberFacts {
  email: string
  /** The moment of joining. Default now. */
  at?: Date
  preferences?: Record<string, unknown>
  /** With `restore`: what the import has written. What stands there otherwise by now, stays. */
  written?: MemberFacts
}
/** `refused`: they were put out. */
export interface ImportedResult {
  memberId: number | null
  outcome: 'added' | 'changed' | 'same' | 'refused'
  former: MemberFacts | null
}
export interface MembersApi {
  /**
   * Whoever of these is or was a member here (`isActive`); nobody who ever was one is missing, so what they wrote always has a name beside it, "Former
   * member" once their account is deleted. Kept in the process until they change, so that lists name people without a join.
   */
  byIds(ids: number[]): Promise<Map<number, MemberInfo>>
  /** Makes the account where the address is new, and the member. No mail is sent. @throws AtriumError 422 for a bad address */
  add(input: NewMember): Promise<MemberInfo>
  /**
   * Some hundred at once, for imports, in two statements and one event, `members.imported`. Answers come in the order of `people`, whose addresses
   * are each there once. Who is a member gets the facts they have left empty, or all with `overwrite`; `restore` makes nobody a member and sets the
   * named facts, null too, where still stands what their `written` says. `former` has what was there before, of the facts that have changed.
   * @throws AtriumError 422 for a bad address
   */
  addMany(people: ImportedMember[], how?: { overwrite?: boolean; restore?: boolean }): Promise<ImportedResult[]>
  /** What is known of addresses in this community alone; `bounced`: the last mail from here that failed went there. Never for replies to members. */
  known(emails: string[]): Promise<Map<string, { memberId: number | null; status: 'active' | 'invited' | 'deactivated' | 'banned' | null; bounced: boolean }>>
  /** Takes an active member out; who was banned cannot come back. False when there was none. @throws AtriumError 409 for the owner and the last admin */
  remove(memberId: number, how: 'deactivated' | 'banned'): Promise<boolean>
  /** Changes what a member says of themselves; what is not named stays. For those who may manage people. @throws AtriumError 404 */
  update(memberId: number, change: MemberChange): Promise<void>
  /** Whoever left or was put out is an active member again. False when there was nobody. */
  restore(memberId: number): Promise<boolean>
  /**
   * Ends a membership for good: what was written stays under no name, every plugin erases its part in a job, and whoever comes with that address
   * again is somebody new. False when there was nobody. @throws AtriumError 409 for the owner
   */
  forget(memberId: number): Promise<boolean>
  /** How somebody who is or was a member may come back under another name: their address, and those of their sessions. Never for replies. */
  traces(memberId: number): Promise<{ email: string; ips: string[] } | null>
  /** Addresses of active members who are people, for mails, and the language that each has chosen, else the community's. Never for replies. */
  addresses(ids: number[]): Promise<Map<number, { email: string; locale: string }>>
}

/** A community in the public list of its platform. */
export interface ListedCommunity {
  id: number
  name: string
  url: string
  iconUrl: string | null
  category: string
  description: string
  membersCount: number
  isMember: boolean
  /** Whether one may join without an invitation. */
  isOpen: boolean
  consentRequired: boolean
}
/** Through whose eyes somebody looks: a member, nobody signed in, or oneself with one role alone (`member`, `moderator`, own ones). */
export type MasqueradeTarget = { kind: 'member'; memberId: number } | { kind: 'role'; role: string } | { kind: 'visitor' }
/** What a community is beyond its own tables, and what lies beyond its wall. */
export interface PlatformApi {
  /** The platform's own host name: what own domains point to. */
  readonly host: string
  /** Whoever owns the community, which cannot be without them. */
  readonly ownerAccountId: number | null
  /** Name of the domain that leads here, or null. */
  readonly domain: string | null
  readonly branding: z.output<typeof Branding>
  readonly fields: z.output<typeof CommunityFields> & z.output<typeof CommunitySettings>
  readonly listing: z.output<typeof Listing>
  /** Changes fields and settings of the community, in a transaction of its own: `update<typeof contract>({ … })` for those in a contract's `communitySettings`. */
  update<C extends object = object>(
    changes: Partial<z.output<typeof CommunityFields> & z.output<typeof CommunitySettings> & CommunitySettingsOf<C>> & { discover?: z.output<typeof Listing> },
  ): Promise<void>
  /** Whether the traffic of a domain arrives at this installation. Asks the outside, so not inside a transaction. */
  leadsHere(domain: string): Promise<boolean>
  /** Lets a domain lead here, or none. Whose it is was proven before. In a transaction of its own. @throws AtriumError 422 `domain_taken` */
  setDomain(domain: string | null): Promise<void>
  /** Public communities that want to be found, by name; one more than `limit` where more follow. */
  listed(input: { text?: string; category?: string; after?: { name: string; id: number }; limit: number }): Promise<ListedCommunity[]>
  /** The account joins a listed community. Returns its address. @throws AtriumError 404; 403 where it needs an invitation; 422 `consent_required` */
  join(communityId: number, consent: boolean): Promise<{ url: string }>
  /** Is this the owner of the platform's own community, the first one? */
  readonly isHome: boolean
  /**
   * The same plugin's work in the owner's own community, for what the platform offers to all of its communities: nobody is signed in there, and the
   * unit of work is another one than this.
   */
  home<T>(mode: 'read' | 'write', work: (home: Ctx) => Promise<T>): Promise<T>
  /** The way back, from the owner's own community into any. @throws AtriumError 500 from another, 404 */
  visit<T>(communityId: number, mode: 'read' | 'write', work: (there: Ctx) => Promise<T>): Promise<T>
  /** Which tiers include a plugin; null for one that is not installed. */
  tiersOf(plugin: string): Tier[] | null
  /** Whether a plugin that is installed was turned off here. */
  isOff(plugin: string): boolean
  /** Turns a plugin on, in a transaction of its own. @throws AtriumError 402 above the tier, 422 `needs_off` where what it needs is off */
  turnOn(plugin: string): Promise<void>
  /** Gives the community a tier and what it has room for, in a transaction of its own. */
  setPlan(plan: { tier: Tier; limits: Limits }): Promise<void>
  readonly tokens: ApiTokensApi
  /** Pages of these origins (`https://shop.example`, `https://*.shop.example`) may call from browsers, and open sockets. In a transaction of its own. */
  setOrigins(origins: string[]): Promise<void>
  /** Background work, mails, health and the audit log, for those who run the community or the platform. */
  readonly operations: OperationsApi
  /** The community's rows as they leave this installation, the kernel's and all plugins'. */
  readonly archive: ArchiveApi
  /** The session looks as somebody else from the next request on. @throws AtriumError 403, 404, 409 when it does already, 422 without a session */
  masquerade(target: MasqueradeTarget, viewOnly: boolean): Promise<void>
  /** The session looks as itself again; nothing happens otherwise. */
  endImpersonation(): Promise<void>
}

/** A call to another server. */
export interface OutboundRequest {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Milliseconds for all of it. Default 5,000. */
  timeoutMs?: number
  /** Most bytes of the answer, unpacked. Default 1 MiB. */
  maxBytes?: number
  /** How often it may lead on; each address is checked anew. Default 5 for reads, 0 for writes. */
  redirects?: number
  /** The address stands in the operator's environment, never in anything a member typed: inner networks and other ports are allowed. */
  operator?: boolean
  signal?: AbortSignal
  /** Takes a good answer piece by piece, as it comes: its `body` is empty then. Pieces of other statuses are gathered in the body. */
  onPiece?: (piece: Uint8Array) => void
}
export interface OutboundReply {
  /** Any status; only what brings no answer throws. */
  status: number
  /** 200 to 299. */
  ok: boolean
  /** Names in lower case. */
  headers: Record<string, string>
  /** Where the answer came from, after redirects. */
  url: string
  body: Uint8Array
  text(): string
  /** @throws SyntaxError */
  json(): any
}

/** What a record holds beside its words; `has:` asks for it. */
export type SearchHas = 'file' | 'image' | 'video' | 'link'
export interface SearchDocument {
  kind: string
  recordId: number
  spaceId: number | null
  authorMemberId?: number | null
  title: string
  body: string
  /** Address within the community. */
  path: string
  /** When it was said. Default `updatedAt`. */
  createdAt?: Date
  updatedAt: Date
  has?: SearchHas[]
  /** Its files, found by their names as documents of kind `file` with this one's space and path. */
  fileIds?: number[]
}
export interface SearchHit
  extends Required<Pick<SearchDocument, 'kind' | 'recordId' | 'spaceId' | 'authorMemberId' | 'title' | 'path' | 'createdAt' | 'updatedAt'>> {
  /** Nothing holds all of the words; this holds some of them, or words like them. */
  isClose: boolean
}
/** Words: all of them, in any form, the last one may be unfinished. Where nothing holds all, words like them, then any of them. */
export interface SearchWords {
  text: string
  /** Each in this order. */
  phrases?: string[]
}
export interface SearchAsk extends SearchWords {
  /** None of these words or phrases. */
  without?: string[]
  kinds?: string[]
  /** The wall inside the community: only these, and documents without a space. */
  spaceIds: number[]
  /** False leaves out documents without a space. */
  spaceless?: boolean
  authorIds?: number[]
  since?: Date
  /** Before this moment. */
  until?: Date
  /** All of these. */
  has?: SearchHas[]
  /** Default `best`. */
  sort?: 'best' | 'newest'
  /** 200 at most. Default 20. */
  limit?: number
}
export interface SearchApi {
  /** Found once the write is committed. @throws outside a write */
  put(document: SearchDocument): void
  /** Other words for the body of a document that is there: what is said in a file. */
  describe(kind: string, recordId: number, body: string): void
  /** With the documents of its files. */
  remove(kind: string, recordId: number): void
  /** Removes documents of a kind that were last put before this moment: what a rebuild has not met. */
  sweep(kind: string, before: Date): void
  /** Full text and typo-tolerant search, the best first. */
  find(ask: SearchAsk): Promise<SearchHit[]>
  /** Plain texts with `[[` and `]]` round the found words, of those that are shown. `close` for hits that are. */
  excerpts(
    words: SearchWords & { close?: boolean },
    hits: Pick<SearchHit, 'kind' | 'recordId'>[],
  ): Promise<{ kind: string; recordId: number; title: string; excerpt: string }[]>
}

/** What led to what somebody does, for those who are told of it. */
export interface Cause {
  eventId: number | null
  depth: number
  /** What acts by itself here, in its own words, as a list of its records: events that come of it bear it, so that it can end its own circles. */
  origin: string | null
}
/** What a plugin has put at a point. */
export interface Filled<T> {
  plugin: string
  value: T
  /** That plugin's words. */
  t: Ctx['t']
}

export interface Ctx {
  readonly community: CommunityInfo
  readonly account: AccountInfo | null
  readonly member: MemberInfo | null
  /** BCP 47 tag for texts to this person: `en-US` or `pt-BR`. */
  readonly locale: string
  /**
   * A word of the plugin whose code runs, from its `locales/`, as its screens say it; for mails and pages. In the reader's language, or another:
   * `ctx.t('mail.subject', { name }, locale)`; `count` chooses the plural. A word that is missing is its key.
   */
  t(key: string, values?: Record<string, string | number>, locale?: string): string
  /** A refusal that was kept, or stands in a reply, in this person's language. Thrown ones are translated anyway. */
  say(refusal: string | Sentence): string
  readonly viewOnly: boolean
  readonly request: { id: string; ip: string; userAgent: string } | null
  /** Options from plugins.config.ts of the plugin whose code runs. */
  readonly options: Record<string, unknown>
  /** The API token that asks; null for sessions and for work without a request. */
  readonly token: { id: number; kind: string; scopes: readonly string[] } | null
  /**
   * Calls a route as whoever asks here, as if they had called it themselves: switch, limits, scopes, input by its contract, rights, its events. In the same
   * transaction where both write or the other reads; a write in a transaction of its own where this is a read, or the route opens its own.
   * @returns its reply, through its contract
   * @throws AtriumError what it answers; 500 for routes that take a stream, and for those with transactions of their own inside another write
   */
  call<R extends Route<any, any>>(route: R, ...input: {} extends RouteInput<R> ? [input?: RouteInput<R>] : [input: RouteInput<R>]): Promise<RouteReply<R>>
  /** The member. @throws AtriumError 401 when nobody is signed in or no member of this community. */
  me(): MemberInfo
  /** Holds the full permission, `posts.manage`? Admins hold all. */
  can(permission: string): boolean
  /** Of a role's rights those that may be held for one space. */
  spaceRightsOf(role: string): string[]
  /** The ORM, bound to this community and, in writes, to the request's one transaction. Flushed for you before commit. */
  readonly em: EntityManager
  /** A hot read on the walled connection. `$1` is always the community's id; `params` follow as `$2` and on. */
  read<Row>(statement: Statement<Row>, params?: unknown[]): Promise<Row[]>
  /** A hand-written query, not prepared by name. `$1` is the community's id here too. */
  sql<Row = Record<string, any>>(text: string, params?: unknown[]): Promise<Row[]>
  /** Puts an event in the outbox of this transaction. The payload is checked. @throws outside a write. */
  emit<T>(event: EventDef<T>, payload: T): void
  /** Adds a job in this transaction. */
  enqueue<T>(job: JobDef<T>, payload: T, options?: JobOptions): Promise<void>
  /** The service of another plugin (one of `needs`, or of `wants` when it is on), bound to this same request. @throws when it is off. */
  use<C extends Contract>(contract: C): ServiceOf<C>
  /** Of all plugins that are installed, on here or not. */
  readonly manifests: readonly Manifest[]
  /** Patterns of all addresses that are somebody's, of plugins that are off too: screens, settings, calls, what the house itself answers. */
  readonly addresses: readonly string[]
  /** Is that plugin on in this community? */
  has(contract: { id: string }): boolean
  /** What plugins that are on here have put at a point. A function of it that takes a `ctx` gets the request as its own plugin sees it. */
  fill<T>(point: Point<T>): Filled<T>[]
  /** Events that begin automations, of the kernel and of plugins that are on here. `automation.<event>` names each in its plugin's words. */
  readonly automations: readonly Filled<EventDef>[]
  settings<C extends Contract>(contract: C): SettingsOf<C>
  /** Of the community's record what a contract has in `communitySettings`; changed by `platform.update`. */
  communitySettings<C extends Contract>(contract: C): CommunitySettingsOf<C>
  /** As they are stored at this moment, held until the transaction ends: for changes that depend on what they were. */
  holdSettings<C extends Contract>(contract: C): Promise<SettingsOf<C>>
  /** Changes some settings of one's own plugin; the whole is checked by the contract, and what others save meanwhile stays. Returns all of them. */
  saveSettings<C extends Contract>(contract: C, changes: Partial<SettingsOf<C>>): Promise<SettingsOf<C>>
  /** Members of this community: names and faces for cards, and new ones for imports and seeds. */
  readonly members: MembersApi
  readonly platform: PlatformApi
  /** As whom somebody looks, and the member who really does; null where everybody is who they are. */
  readonly masquerade: {
    viewOnly: boolean
    byMemberId: number
    entity: { id: number | null; type: 'CommunityMember' | 'Role' | 'Visitor'; name: string }
  } | null
  /**
   * The same work in the name of a member, with the rights that they have at this moment: nothing comes from a cache. Every step of long work
   * asks anew, in the step's own transaction. In a request it is for the caller alone: `ctx.actAs(ctx.me().id)`.
   * @param cause what led to it, where that is not what led here
   * @throws AtriumError 403 `member_inactive` for who is no member here (any more)
   */
  actAs(memberId: number, cause?: Cause): Promise<Ctx>
  /**
   * The same read in the eyes of somebody else, with their rights of this moment, for whoever may look as them (`communities.masquerade`): their
   * abilities are answered as theirs, and nothing can be written.
   * @throws AtriumError 401, 403 `masquerade_refused`, 404 for no member, 500 in a write
   */
  lookAs(target: MasqueradeTarget): Promise<Ctx>
  /**
   * Signs the browser of this request in as the owner of an address, member here or not; an account is made where there is none. The caller has
   * seen the mailbox proven, by a code that it mailed as a secret. In routes with `transaction: false`.
   * @throws AtriumError 403 `not_admitted`, `session_required`
   */
  signIn(email: string, name: string): Promise<{ success: true; two_fa_required: boolean }>
  /**
   * What the plugin keeps in the browser that asks, for a year, where no script reads it: a secret by which a visitor is known again. As a session it is
   * good at one host, and in a frame of another site under that site alone. Null where there is none, and in work without a browser.
   */
  readonly mark: string | null
  /** @param mark of letters, digits, `-` and `_`; null takes it away */
  setMark(mark: string | null): void
  readonly files: FilesApi
  readonly search: SearchApi
  /**
   * Calls another server, for jobs and `providers/`. Public addresses on ports 80 and 443 only, checked when connecting, at each redirect.
   * Four at a time and 120 a minute for each host, or as many as a manifest names under `outbound`.
   * Call it before the first query of a job, or declare the job `transaction: false`: nothing waits for others with a transaction open.
   * @throws AtriumError 422 `outbound_refused` for what the address says itself, 429 `outbound_busy`, 502 `outbound_failed` or `outbound_too_large`, 504 `outbound_timeout`; 500 inside a transaction
   */
  fetch(address: string, request?: OutboundRequest): Promise<OutboundReply>
  /** Whether such an address may be called at all, asked when it is written down; names are looked up only when they are called. @throws AtriumError 422 `outbound_refused` */
  checkAddress(address: string): void
  /** Queues a mail in this transaction. */
  mail(input: MailInput): Promise<void>
  /** How such a mail would look, as a document; nothing is sent. */
  mailHtml(input: Omit<MailInput, 'to'>): Promise<string>
  /** Straight to open browsers after commit, past the relay: typing, presence. `room` as in `rooms`. */
  push(room: string, name: string, payload: unknown): void
  /** Members with an open browser, the latest first. */
  onlineMembers(limit: number): Promise<{ count: number; memberIds: number[] }>
  /** Who of these has an open browser (`online`), one that nobody has touched for a while (`idle`), or none. From memory. */
  presenceOf(memberIds: number[]): Promise<Map<number, 'online' | 'idle' | 'offline'>>
  /** After commit: whether this member (all members, without one) may still be in the socket rooms they are in is asked anew, in every process. */
  recheckRooms(memberId?: number): void
  audit(action: string, subject: string, data?: Record<string, unknown>): Promise<void>
  /** What an entry of the audit log says in this person's language, in the words of who wrote it; null where nobody has any. */
  auditSentence(entry: AuditSaid): string | null
  /** Runs in the transaction's last moment: for rows that many writers share, such as counters, whose locks should be short. */
  beforeCommit(fn: () => Promise<void>): void
  /** Runs after commit, not at all after a rollback. */
  afterCommit(fn: () => void | Promise<void>): void
  /**
   * An answer cached in the process between requests, for what every request asks and few change. It may depend on the community
   * and on `id`, on nothing else of the request; whoever changes what it was made of calls `invalidate`.
   * @param name begins with the plugin's id: `spaces.map`
   * @param id of a member or record; null: of the community
   */
  cached<T>(name: string, id: number | null, load: () => Promise<T>): Promise<T>
  /** Right after a change, in its transaction: answers of that name (one, or all without an id) are asked anew from now on, and after commit in every process. */
  invalidate(name: string, id?: number): void
  /** Makes a secret that must be read again (a key, a password of another server) fit to be stored: only this installation opens it. */
  seal(text: string): string
  /** @throws Error when it was sealed by another installation, or changed */
  unseal(sealed: string): string
  /** A value made once a request. */
  once<T>(key: string, make: () => T): T
  now(): Date
  readonly log: { info(data: object, message?: string): void; warn(data: object, message?: string): void; error(data: object, message?: string): void }
}

/** Payload type of an event, for handlers. */
export type Payload<E> = EventPayload<E>
