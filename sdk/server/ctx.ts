/** What a plugin's server code is handed: everything it may do, bound to one community and one person. */
import type { EntityManager } from '@mikro-orm/core'
import type { Contract, EventDef, EventPayload, Point, ServiceOf, SettingsOf } from '../core/contract.ts'
import type { Tier } from '../core/manifest.ts'

export interface CommunityInfo {
  id: number
  slug: string
  name: string
  /** Scheme and host of its pages, without a slash at the end. */
  url: string
  tier: Tier
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
export interface JobDef<T = any> {
  name: string
  readonly _payload?: T
}

export interface MailInput {
  to: string
  subject: string
  /** Plain text; the HTML part is made from it when `html` is absent. */
  text: string
  html?: string
  replyTo?: string
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

export interface FilesDoor {
  /** @throws AtriumError 404 when the id is forged, foreign or not complete. */
  get(signedId: string): Promise<FileInfo>
  /** Files by numeric id, for cards; absent ones are left out. One query. */
  byIds(ids: number[]): Promise<Map<number, FileInfo>>
  /** Address of a file. Variants of pictures: `thumb` 160, `small` 480, `medium` 960, `large` 1920 pixels wide, `original`. */
  url(file: Pick<FileInfo, 'id' | 'filename'>, variant?: FileVariant): string
  /** Stores bytes made on the server (seeds, exports). Checked and re-encoded like uploads. */
  put(input: { filename: string; data: Uint8Array; contentType?: string }): Promise<FileInfo>
  /** Marks a file as used, so that the sweep of abandoned uploads leaves it. */
  keep(fileId: number, usedBy: string): Promise<void>
  /** Starts a direct upload. `byteSize` in bytes. @throws AtriumError 413 over the limit. */
  begin(input: { filename: string; byteSize: number; contentType?: string }): Promise<{ signedId: string; url: string; offset: number }>
  /** How many bytes have come so far. */
  offset(signedId: string): Promise<number>
  /** Appends a stream at `offset`; returns the new offset, and the file once whole. */
  append(signedId: string, offset: number, body: AsyncIterable<Uint8Array>): Promise<{ offset: number; file: FileInfo | null }>
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
  /** The moment of joining. Default now. */
  at?: Date
}
export interface MembersDoor {
  byIds(ids: number[]): Promise<Map<number, MemberInfo>>
  /** Makes the account where the address is new, and the member. No mail is sent. @throws AtriumError 422 for a bad address */
  add(input: NewMember): Promise<MemberInfo>
}

/** A call to another server. */
export interface OutsideRequest {
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
}
export interface OutsideReply {
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

export interface SearchDocument {
  kind: string
  recordId: number
  spaceId: number | null
  title: string
  body: string
  /** Address within the community. */
  path: string
  updatedAt: Date
}
export interface SearchHit extends Omit<SearchDocument, 'body'> {
  /** Plain text with `[[` and `]]` round the found words. */
  excerpt: string
}
export interface SearchDoor {
  put(document: SearchDocument): Promise<void>
  remove(kind: string, recordId: number): Promise<void>
  /** Full text and typo-tolerant search. `spaceIds` is the wall inside the community: only these and documents without a space. */
  find(input: { text: string; kinds?: string[]; spaceIds: number[]; limit?: number }): Promise<SearchHit[]>
}

export interface Ctx {
  readonly community: CommunityInfo
  readonly account: AccountInfo | null
  readonly member: MemberInfo | null
  /** BCP 47 tag for texts to this person: `en-US` or `pt-BR`. */
  readonly locale: string
  readonly viewOnly: boolean
  readonly request: { id: string; ip: string; userAgent: string } | null
  /** Options from plugins.config.ts of the plugin whose code runs. */
  readonly options: Record<string, unknown>
  /** The member. @throws AtriumError 401 when nobody is signed in or no member of this community. */
  me(): MemberInfo
  /** Holds the full permission, `posts.manage`? Admins hold all. */
  can(permission: string): boolean
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
  /** Is that plugin on in this community? */
  has(contract: { id: string }): boolean
  /** What plugins that are on here have put at a point. */
  fill<T>(point: Point<T>): { plugin: string; value: T }[]
  settings<C extends Contract>(contract: C): SettingsOf<C>
  /** Changes some settings of one's own plugin; the whole is checked by the contract. Returns all of them. */
  saveSettings<C extends Contract>(contract: C, changes: Partial<SettingsOf<C>>): Promise<SettingsOf<C>>
  /** Members of this community: names and faces for cards, and new ones for imports and seeds. */
  readonly members: MembersDoor
  /** The same work in the name of a member. Only outside requests: jobs, subscribers and hooks. @throws AtriumError 404 */
  actAs(memberId: number): Promise<Ctx>
  readonly files: FilesDoor
  readonly search: SearchDoor
  /**
   * Calls another server, for jobs and `providers/`. Public addresses on ports 80 and 443 only, checked when connecting, at each redirect.
   * Call it before the first query of a job, or declare the job `transaction: false`: nothing waits for others with a transaction open.
   * @throws AtriumError 422 `outside_refused`, 429 `outside_busy`, 502 `outside_failed` or `outside_too_large`, 504 `outside_timeout`; 500 inside a transaction
   */
  fetch(address: string, request?: OutsideRequest): Promise<OutsideReply>
  /** Queues a mail in this transaction. */
  mail(input: MailInput): Promise<void>
  /** Straight to open browsers after commit, past the relay: typing, presence. `room` as in `rooms`. */
  push(room: string, name: string, payload: unknown): void
  /** Members with an open browser, the latest first. */
  onlineMembers(limit: number): Promise<{ count: number; memberIds: number[] }>
  /** After commit: whether this member (all members, without one) may still be in the socket rooms they are in is asked anew, in every process. */
  recheckRooms(memberId?: number): void
  audit(action: string, subject: string, data?: Record<string, unknown>): Promise<void>
  /** Runs after commit, not at all after a rollback. */
  afterCommit(fn: () => void | Promise<void>): void
  /** A value made once a request. */
  once<T>(key: string, make: () => T): T
  now(): Date
  readonly log: { info(data: object, message?: string): void; warn(data: object, message?: string): void; error(data: object, message?: string): void }
}

/** Payload type of an event, for handlers. */
export type Payload<E> = EventPayload<E>
