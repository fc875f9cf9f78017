/** What others may know of notifications: the kinds that they bring, the service that tells, the calls of the inbox and of the preferences. */
import {
  changesOf,
  date,
  defineContract,
  del,
  done,
  event,
  get,
  id,
  isZone,
  line,
  list,
  open,
  paging,
  patch,
  point,
  post,
  put,
  slot,
  type,
  z,
} from '@atrium/sdk'
import type { Ctx, MailAttachment } from '@atrium/sdk/server'

export const GROUPS = ['all', 'mentions', 'inbox'] as const
export const CHANNELS = ['in_app', 'email', 'push'] as const
export type Channel = (typeof CHANNELS)[number]
export const DIGESTS = ['daily', 'weekly', 'never'] as const
/** How much of a place somebody wants to hear. */
export const LEVELS = ['all', 'mention', 'never'] as const
export type Level = (typeof LEVELS)[number]
/** Under what a kind stands in the preferences, in their order. */
export const TOPICS = ['conversations', 'people', 'spaces', 'events', 'learning', 'account'] as const
export type Topic = (typeof TOPICS)[number]
/** All switches at once: everything, what concerns oneself, or only in the app. */
export const PRESETS = ['everything', 'mine', 'quiet'] as const
export type Preset = (typeof PRESETS)[number]
/** Characters of a reply from the list. */
export const MAX_ANSWER = 5_000
/** Acts that an unfolded bundle shows at most. */
export const MAX_ACTS = 50
/** Bytes of an email that is a reply, with what is attached. */
export const MAX_REPLY_BYTES = 25 * 1024 * 1024

const Person = z.object({ id: z.number(), public_uid: z.string(), name: z.string(), avatar_url: z.string().nullable() })
/** A piece of the sentence; names and the thing stand out. */
const Part = z.object({ text: z.string(), strong: z.boolean() })

/** What may be done with a notification where it stands. */
const OfferReply = z.object({
  key: z.string(),
  label: z.string(),
  /** It is so already. */
  chosen: z.boolean(),
  /** Words are asked for first. */
  asks: z.enum(['reply']).nullable(),
})
/** One line of the inbox as its owner sees it now (public API, A.2.14, and what it leaves out). */
export const Notification = z.object({
  id: z.number(),
  created_at: date,
  read_at: date.nullable(),
  archived_at: date.nullable(),
  /** Key of the kind. */
  action: z.string(),
  icon: z.string(),
  /** The sentence without names and thing: "commented on". */
  display_action: z.string(),
  /** The order of the sentence's parts. */
  notification_text_structure: z.array(z.enum(['actor_name', 'display_action', 'notifiable_title'])),
  sentence: z.array(Part),
  actor_name: z.string(),
  actor_image: z.string().nullable(),
  second_actor_name: z.string().nullable(),
  second_actor_image: z.string().nullable(),
  /** The last three of those who did it, the latest first. */
  actors: z.array(Person),
  actors_count: z.number(),
  /** Acts in the bundle; 1 where there is none to unfold. */
  acts_count: z.number(),
  space_id: z.number().nullable(),
  space_title: z.string(),
  space_emoji: z.string().nullable(),
  notifiable_id: z.number(),
  notifiable_type: z.string(),
  notifiable_title: z.string(),
  notifiable: z.object({ id: z.number(), community_id: z.number(), space_id: z.number().nullable(), parent_comment_id: z.number().nullable() }),
  excerpt: z.string(),
  /** The record that it happened on, for whoever shows it beside the list; null where there is none. */
  thing: z.object({ kind: z.string(), id: z.number() }).nullable(),
  /** Address within the community. */
  action_web_url: z.string(),
  reason: z.string(),
  /** In words: "You follow this post"; empty where the sentence says it already. */
  reason_text: z.string(),
  can_stop: z.boolean(),
  offers: z.array(OfferReply),
  /** What has come of it, in words: "You’re connected". */
  outcome: z.string().nullable(),
})
export type Notification = z.output<typeof Notification>
/** One act of a bundle. */
export const NotificationAct = z.object({ id: z.number(), actor: Person.nullable(), created_at: date, action_web_url: z.string() })
export type NotificationAct = z.output<typeof NotificationAct>

export const Counts = z.object({ new_notifications_count: z.number(), new_mentions_count: z.number(), new_inbox_count: z.number() })
export type Counts = z.output<typeof Counts>

const channel = z.enum(CHANNELS)
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time.')
const QuietHours = z.object({ enabled: z.boolean(), from: clock, to: clock })
const Choice = z.enum(LEVELS)
export const Preferences = z.object({
  kinds: z.array(
    z.object({
      type: z.string(),
      name: z.string(),
      icon: z.string(),
      group: z.enum(GROUPS),
      topic: z.enum(TOPICS),
      /** Cannot be switched off. */
      required: z.boolean(),
      /** The ways that it goes. */
      channels: z.array(channel),
      in_app: z.boolean(),
      email: z.boolean(),
      push: z.boolean(),
    }),
  ),
  /** The one that the switches stand as; null for a choice of one's own. */
  preset: z.enum(PRESETS).nullable(),
  quiet_hours: QuietHours,
  /** IANA name; null for who has never said it, and is told in UTC. */
  time_zone: z.string().nullable(),
  digest: z.enum(DIGESTS),
  spaces: z.array(
    z.object({ id: z.number(), space_id: z.number(), space_name: z.string(), space_emoji: z.string().nullable(), choice: Choice, is_chat_space: z.boolean() }),
  ),
  push: z.object({ public_key: z.string(), browsers: z.number() }),
})
export type Preferences = z.output<typeof Preferences>
const PreferenceChange = z.object({
  /** Switches; `type` left out means every kind. */
  preferences: z
    .array(z.object({ type: z.string().max(60).optional(), medium: channel, enabled: z.boolean() }))
    .max(200)
    .optional(),
  /** Every switch as this has it; before `preferences`. */
  preset: z.enum(PRESETS).optional(),
  quiet_hours: QuietHours.partial().optional(),
  time_zone: z.string().max(60).refine(isZone, 'Choose a valid time zone.').optional(),
  digest: z.enum(DIGESTS).optional(),
  /** One level in every space that one belongs to. */
  all_spaces: Choice.optional(),
})

/** Saves a change of one's preferences: `shown` is what stands there at once, and is taken back where it failed. */
export type SavePreferences = (change: z.input<typeof PreferenceChange>, shown?: (now: Preferences) => Preferences) => void

/** Names of a medium and of kinds in the public API, and our own of what they mean. */
export const MEDIUMS = ['in_app', 'email', 'push', 'mobile'] as const
export const KIND_NAMES: Record<string, string> = {
  post_comment: 'comment',
  comment_reply: 'reply',
  direct_messages: 'direct_message',
  post_like: 'like',
  comment_like: 'like',
}
export const MediumPreferences = z.object({ notification_preferences: z.array(z.object({ type: z.string(), name: z.string(), enabled: z.boolean() })) })

const base64 = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9_=-]+$/)
const Subscription = z.object({
  endpoint: z.url().max(2000),
  keys: z.object({ p256dh: base64, auth: base64 }),
  locale: z.string().max(20).optional(),
})

/** An answer by email of which nobody knows who wrote it. */
export const HeldReply = z.object({
  id: z.number(),
  text: z.string(),
  /** Names of what is attached. */
  files: z.array(z.string()),
  created_at: date,
  expires_at: date,
  /** What it answers; null where that is gone, or takes no answer. */
  to: z.object({ title: z.string(), path: z.string() }).nullable(),
})
export type HeldReply = z.output<typeof HeldReply>

/** A thing that somebody was told of, as one reader sees it at this moment. */
export interface NotificationSubject {
  title: string
  /** Address within the community. */
  path: string
  spaceId: number | null
  excerpt?: string
  /** An email about it may be answered. */
  replyable?: boolean
  /** What the calls name it: `Post`. Default: the kind's key. */
  type?: string
  /** Its own id, where the kind numbers its subjects otherwise. */
  id?: number
  /** The record that it happened on, of a content kind. */
  thing?: { kind: string; id: number }
  /** Words of its own within the kind: `notify.<key>.<wording>.one` stands in place of `notify.<key>.one`. */
  wording?: string
}

/**
 * A kind of news. Its plugin has the words `notify.<key>.one` "{actor} commented on {title}", `.two` with `{other}`, `.many` with `{count}`
 * others, `notify.<key>.setting` for the preferences, and may have
 * `notify.reason.<reason>` "You follow this post" for reasons that the sentence does not say already.
 */
export interface NotificationKind {
  /** Unique: `comment`, `mention`, `new_post` … */
  key: string
  /** Of the SDK's set. Default `bell`. */
  icon?: string
  /** Where it stands in the preferences. Default `account`. */
  topic?: Topic
  /** Who can ever get it, as one reader; whoever cannot is not asked about it. Default everybody. */
  reaches?(ctx: Ctx): boolean | Promise<boolean>
  /** Said to all of a space or a record's author in passing, so that who wants to hear of what concerns them alone does not get it. */
  isGeneral?: boolean
  /** Ways by which it goes for a reason, where that is not all of them. */
  ways?: Record<string, readonly Channel[]>
  /** What a reader may do with it at once. */
  offers?: NotificationOffers
  /** Its words count what happened and not who did it: `.one` is said of one act, `.many` of `{count}`, which lead to the subject itself. */
  countsActs?: boolean
  /** Small files that go along with an email about this alone, as a calendar entry. */
  attachments?(ctx: Ctx, subjectId: number): Promise<MailAttachment[]>
  /** Stands under this group of the inbox beside "all". */
  group?: 'mentions' | 'inbox'
  /** The ways that it goes; default all. A plugin that mails such a thing by itself leaves email out, so that nobody gets two. */
  channels?: readonly Channel[]
  /** Before a member chooses. */
  defaults: Record<Channel, boolean>
  /** Cannot be switched off (a ban, a payment that failed). */
  required?: boolean
  /** Mailed at once, at any hour: what somebody waits for, as a ticket. */
  atOnce?: boolean
  /** Those of these subjects that this reader may see at this moment; who is left out is not told, and sees it nowhere any more. One query. */
  subjects(ctx: Ctx, ids: number[]): Promise<Map<number, NotificationSubject>>
  /** Reasons that one press stops: unfollows, mutes … */
  stops?: readonly string[]
  stop?(ctx: Ctx, reason: string, subjectId: number): Promise<void>
  /**
   * What an answer becomes, to an email or in the list, in the name of the ctx's member. `key` (64 characters at most) makes it idempotent.
   * @param values of the latest act, where it is known which one is answered
   */
  reply?(ctx: Ctx, subjectId: number, doc: unknown, key: string, values?: News['values']): Promise<void>
  /** Those to be told by `tellMany`, by member id above `after`, in a job; an empty page ends it. `values` are those of the news. */
  recipients?(ctx: Ctx, subjectId: number, after: number, limit: number, values: Record<string, NewsValue>): Promise<{ memberId: number; reason: string }[]>
  /** `recipients` answers only with members who may see the subject, so they are not asked one by one. */
  recipientsSee?: boolean
}

/** One of the things that a reader may do. The kind's plugin has the word `notify.offer.<key>`, and may have `notify.offer.<key>_chosen` for what is so already. */
export interface NotificationOffer {
  key: string
  /** It is so already. */
  chosen?: boolean
  /** Emails have a button for it, too. */
  byMail?: boolean
  /** Its word where that is not its key, with what stands in it: `notify.offer.going_on` of "Going on May 3". */
  said?: { word: string; values: Record<string, string> }
}
/** News as it was told: of what, and with the values of its latest act. */
export interface OfferedOn {
  subjectId: number
  values: Record<string, NewsValue>
}
export interface NotificationOffers {
  /** For each of these what this reader may do now, in the order of the buttons, and as `outcome` the word `notify.outcome.<outcome>` of what has come of it. */
  of(ctx: Ctx, news: OfferedOn[]): Promise<{ offers: NotificationOffer[]; outcome?: string }[]>
  /** Does it in the name of the ctx's member, who is asked for today's rights. */
  take(ctx: Ctx, key: string, news: OfferedOn): Promise<void>
}

/** Takes emails to addresses of a plugin's own, `name+<community>-<token>@…` with the community's id to base 36: what it sent comes back. */
export interface Mailbox {
  /** Before the plus: small letters. */
  name: string
  /** Asked before a byte of an email is taken. */
  isKnown(ctx: Ctx, token: string): Promise<boolean>
  /** The email as it came; false where the address is nobody's. */
  take(ctx: Ctx, token: string, raw: Uint8Array): Promise<boolean>
}

/** An email that came in, as far as its writer's own words go. */
export interface ReceivedEmail {
  /** Of whoever wrote it, in small letters; empty where it names nobody, or several. */
  from: string
  /** Whom it is for, by the headers in which mail servers say it. */
  to: string[]
  /** The person's own words, without what they quote. */
  text: string
  attachments: { filename: string; data: Uint8Array }[]
  messageId: string
  /** The header that says that no person wrote it; null where one did. */
  automatic: string | null
  /** Whether it is from whom it says, by the operator's own mail server; `none` where that says nothing. */
  verdict: 'proven' | 'refuted' | 'none'
}

/** Says who wants to hear nothing of somebody: blocks and mutes fill it. */
export interface Silence {
  /** Those of `memberIds` who have blocked or muted the actor. One query. */
  deafTo(ctx: Ctx, actorMemberId: number, memberIds: number[]): Promise<number[]>
}

/** One of a member's own spaces, with its level. */
export interface OwnLevel {
  /** Of the membership. */
  id: number
  spaceId: number
  name: string
  emoji: string | null
  level: Level
  isChat: boolean
}
/** Knows where things happen: the plugin that has the spaces fills it. */
export interface Places {
  /** Names and signs of these spaces, as far as this reader may know of them. */
  named(ctx: Ctx, spaceIds: number[]): Promise<Map<number, { name: string; emoji: string | null }>>
  /** How much these members want to hear of a space, by each way; who is not in it is left out. One query. */
  levels(ctx: Ctx, spaceId: number, memberIds: number[]): Promise<Map<number, Record<Channel, Level>>>
  /** The reader's own spaces by name. */
  own(ctx: Ctx): Promise<OwnLevel[]>
  /** One level by every way in each of the reader's own spaces. */
  setAll(ctx: Ctx, level: Level): Promise<void>
}

/** What a digest may hold beside what one was told: the best of the plugin's own. */
export interface DigestSource {
  key: string
  /** Those of the lowest stand first. Default 100. */
  order?: number
  /** As the ctx's member sees them, the best first. The plugin's word `digest.<key>` is the heading. */
  items(ctx: Ctx, since: Date, limit: number): Promise<DigestItem[]>
}
export interface DigestItem {
  title: string
  path: string
  note: string
  text?: string
  /** Addresses of files; the face is a person's. */
  image?: string | null
  face?: string | null
  /** News of a kind that offers something: its buttons stand here. */
  offered?: { kind: string; subjectId: number }
}

/** What stands in the words of news: as it is, or a sum or a day, which each reader has in their own language. */
export type NewsValue = string | number | { amount: number; currency: string } | { day: string }
/** Whose mailbox it is: a member, or somebody without an account. */
export type MailReader = { memberId: number; personId?: number | null } | { memberId: null; personId: number }
/**
 * Emails beside notifications that people choose about, as newsletters. They stand on the page that footers of emails lead to. Its plugin has the
 * words `mailing.<key>` and `mailing.<key>.text`.
 */
export interface Mailing {
  key: string
  wanted(ctx: Ctx, reader: MailReader): Promise<boolean>
  /** @param ref what the link said beside the reader, as which email it stood in */
  choose(ctx: Ctx, reader: MailReader, wanted: boolean, ref: string): Promise<void>
}

export interface News {
  kind: string
  subjectId: number
  /** Names the act over all kinds, `comment:5`: whoever was told of it once is not told again, but for a mention, which takes the place of what was told. */
  key: string
  actorMemberId: number | null
  /** Of the subject; its members' levels (all, mentions, never) are obeyed. */
  spaceId?: number | null
  /** `anchor` (`#comment_5`) is added to the subject's address for this act; all of them may stand in the kind's words. */
  values?: Record<string, NewsValue>
  /** Whoever it is about has chosen these ways, and no others. Default: all. */
  channels?: Channel[]
  at?: Date
}
/** A browser in which a member wants to be told by push. */
export interface PushDevice {
  id: number
  memberId: number
  /** IANA name of where they are, as far as that is known. */
  timeZone: string
  /** The end of their quiet hours, where it is in them. */
  quietUntil: Date | null
}
/** What a browser shows of something that stands in no inbox. */
export interface PushMessage {
  title: string
  body: string
  /** Address within the community, opened by a press. */
  path: string
  image: string | null
  /** What is still shown, or still on its way, by this tag is replaced without a sound. Letters, digits and dashes; 32 at most. */
  tag: string
}
/** What the push service made of it: taken; never to be asked again for this browser; refused for another reason; or not now, in so many seconds again. */
export type PushOutcome = { is: 'accepted' | 'expired' } | { is: 'failed'; detail: string } | { is: 'later'; detail: string; seconds: number }

export interface NotificationsService {
  /** Browsers of those of these members who are active and want a kind by push now. @param kind null: whatever they have switched off */
  pushDevices(kind: string | null, memberIds: number[]): Promise<PushDevice[]>
  /** How many active members want a kind by push, and have a browser for it. @param memberIds of these; otherwise of all */
  pushReach(kind: string, memberIds?: number[]): Promise<number>
  /** Time zones of those who have browsers. */
  pushZones(): Promise<string[]>
  /** Sends to one browser, unless another member has it by now. It calls others, so no transaction may be open. */
  push(device: Pick<PushDevice, 'id' | 'memberId'>, message: PushMessage): Promise<PushOutcome>
  /**
   * Tells members of something, each at most once a key: never the actor, nobody who may not see the subject at this moment, who is deaf to the actor,
   * who has switched the kind off or the space to less. Unread news of the same kind and subject is one bundle. Idempotent.
   */
  tell(news: News & { to: { memberId: number; reason: string }[] }): Promise<void>
  /** The same for a big audience: by the kind's `recipients`, in a job. */
  tellMany(news: News): Promise<void>
  /** The subject, or with `key` that one act, is gone or hidden: notices vanish, emails not yet sent are not sent. */
  withdraw(kind: string, subjectId: number, key?: string): Promise<void>
  /** The ctx's member has seen these subjects elsewhere: their notices are read, and not mailed. */
  seen(kind: string, subjectIds: number[]): Promise<void>
  /** The page on which somebody sees and ends what they get by email, for links in emails of others. `what` is the key of a mailing. @throws AtriumError 404 */
  preferencePage(reader: MailReader, about: { what: string; ref: string; locale: string }): Promise<string>
  /** How a member ends a mailing: the address of that page, and headers by which a mailbox ends it in one press (RFC 8058). */
  ending(memberId: number, mailing: string): { url: string; headers: Record<string, string> }
  /**
   * The clocks that the ctx's member goes by: as they said, else those of the browser they were last here with, else the community's, so that all that
   * one mail tells goes by the same. IANA; null for nobody, and where no member's are known.
   */
  zone(): Promise<string | null>
  /** The address that leads to a mailbox (point `mailbox`), with what it stands for behind the plus; null where this installation takes no emails. */
  mailAddress(mailbox: string, token: string): string | null
  /** Reads an email that came to a mailbox, in a thread of its own. A sentence for its sender is thrown where it is none. */
  readEmail(raw: Uint8Array): Promise<ReceivedEmail>
}

/** The community's own email of the week. */
const communitySettings = z.object({ weekly_digest_enabled: z.boolean().default(true) })
const settings = z.object({
  /** 0 is Sunday. */
  weekly_digest_day: z.number().int().min(0).max(6).default(0),
  /** By the clock of each member. */
  weekly_digest_hour: z.number().int().min(0).max(23).default(8),
  /** Empty: ours. */
  weekly_digest_subject: line(150).default(''),
  weekly_digest_intro: z.string().trim().max(2000).default(''),
})
export const WeeklyDigest = communitySettings.extend(settings.shape)

const byToken = open('whoever has the email has the address, and may end such emails without signing in')
const byOffer = open('whoever has the email has the address, which stands for one act of its reader, once')
const mine = { can: 'member' } as const
const one = { params: z.object({ id }) }
const busy = { limit: { points: 120, seconds: 60 } }

export default defineContract('notifications', {
  communitySettings,
  settings,
  permissions: { manage: { title: 'Manage community emails and digests', grant: ['admin'] } },
  routes: {
    list: get('/internal_api/notifications', {
      ...mine,
      impersonated: 'never',
      query: paging.extend({
        notification_group: z.enum(GROUPS).default('all'),
        status: z.enum(['all', 'read', 'unread']).default('all'),
        archived: z.stringbool().default(false),
      }),
      reply: list(Notification),
      summary: 'One’s own notifications that one may still see, the latest first',
    }),
    acts: get('/internal_api/notifications/:id/acts', {
      ...mine,
      impersonated: 'never',
      ...one,
      reply: z.object({ records: z.array(NotificationAct) }),
      summary: 'Who did it: a bundle unfolded',
    }),
    markAsRead: post('/internal_api/notifications/:id/mark_as_read', { ...mine, ...busy, ...one, reply: done, summary: 'Read' }),
    markAsUnread: post('/internal_api/notifications/:id/mark_as_unread', { ...mine, ...busy, ...one, reply: done, summary: 'Unread again' }),
    markAllAsRead: post('/internal_api/notifications/mark_all_as_read', {
      ...mine,
      ...busy,
      body: z.object({ notification_group: z.enum(GROUPS).default('all') }),
      reply: done,
      summary: 'Everything of a group is read',
    }),
    archive: post('/internal_api/notifications/:id/archive', { ...mine, ...busy, ...one, reply: done, summary: 'Out of the inbox' }),
    stop: post('/internal_api/notifications/:id/stop', { ...mine, ...busy, ...one, reply: done, summary: 'No more for this reason: unfollows, mutes' }),
    take: post('/internal_api/notifications/:id/offers/:key', {
      ...mine,
      impersonated: 'never',
      ...busy,
      params: z.object({ id, key: z.string().max(40) }),
      body: z.object({ text: z.string().trim().min(1, 'Write a reply.').max(MAX_ANSWER).optional() }),
      reply: Notification,
      summary: 'Does what a notification offers: accepts, answers, says yes',
    }),
    takePage: get('/notifications/offers/:token', {
      can: byOffer,
      params: z.object({ token: z.string().max(600) }),
      summary: 'Asks whether what a button of an email stands for shall be done',
    }),
    takeByMail: post('/notifications/offers/:token', {
      can: byOffer,
      params: z.object({ token: z.string().max(600) }),
      stream: true,
      transaction: false,
      summary: 'Does it, once, in the name of whoever got the email',
    }),
    newCount: get('/internal_api/notifications/new_notifications_count', { ...mine, reply: Counts, summary: 'What has come since one last looked' }),
    resetNewCount: post('/internal_api/notifications/reset_new_notifications_count', { ...mine, ...busy, reply: Counts, summary: 'One has looked' }),

    previewDigest: post('/internal_api/notification_preferences/preview_digest', {
      ...mine,
      limit: { points: 5, seconds: 300 },
      reply: done.extend({ sent: z.boolean() }),
      summary: 'Mails one one’s digest as it stands now',
    }),
    savePreferencePage: post('/notifications/preferences/:token', {
      can: byToken,
      params: z.object({ token: z.string().max(900) }),
      stream: true,
      summary: 'What somebody gets by email, chosen without an account',
    }),
    unsubscribePage: get('/notifications/unsubscribe/:token', {
      can: byToken,
      params: z.object({ token: z.string().max(600) }),
      summary: 'What somebody gets by email, and first of all whether this kind shall end',
    }),
    unsubscribeBy: post('/notifications/unsubscribe/:token', {
      can: byToken,
      params: z.object({ token: z.string().max(600) }),
      stream: true,
      summary: 'Emails of a kind end, by one press in the mailbox (RFC 8058)',
    }),
    inboundEmail: post('/internal_api/notifications/inbound_emails', {
      can: open('a mail provider has no session; the key from the operator’s environment is its proof'),
      query: z.object({ key: z.string().max(200), to: z.string().max(320).optional() }),
      stream: true,
      transaction: false,
      reply: done,
      summary: 'A reply by email as it came (message/rfc822), from a mail provider',
    }),
    heldReply: get('/internal_api/notifications/replies/:id', {
      ...mine,
      impersonated: 'never',
      ...one,
      reply: HeldReply,
      summary: 'One’s own reply by email that waits to be confirmed',
    }),
    postHeldReply: post('/internal_api/notifications/replies/:id/post', {
      ...mine,
      ...busy,
      ...one,
      reply: done.extend({ path: z.string() }),
      summary: 'It is posted, with the rights of this moment',
    }),
    discardHeldReply: del('/internal_api/notifications/replies/:id', { ...mine, ...busy, ...one, reply: done, summary: 'It is not posted' }),
    weeklyDigest: get('/internal_api/settings/weekly_digest', { can: 'manage', reply: WeeklyDigest }),
    updateWeeklyDigest: patch('/internal_api/settings/weekly_digest', { can: 'manage', form: true, body: changesOf(WeeklyDigest), reply: WeeklyDigest }),
    previewWeeklyDigest: get('/internal_api/settings/weekly_digest/preview', {
      can: 'manage',
      reply: z.object({ subject: z.string(), html: z.string() }),
      summary: 'As the reader would get it now',
    }),
    worker: get('/notifications_worker.js', {
      can: open('the script that shows pushes, the same for everybody; browsers fetch it without a session'),
      summary: 'The service worker: it shows pushes, and keeps no page',
    }),
    preferences: get('/internal_api/notification_preferences', { ...mine, reply: Preferences, summary: 'What reaches one, and where' }),
    updatePreferences: patch('/internal_api/notification_preferences', { ...mine, ...busy, body: PreferenceChange, reply: Preferences }),
    noteZone: put('/internal_api/notification_preferences/browser_zone', {
      ...mine,
      ...busy,
      body: z.object({ time_zone: z.string().max(60).refine(isZone, 'Choose a valid time zone.') }),
      reply: done,
      summary: 'The clocks of the browser one is here with, for whoever has said no others',
    }),
    mediumPreferences: get('/internal_api/notification_preferences/:medium', {
      ...mine,
      params: z.object({ medium: z.enum(MEDIUMS) }),
      reply: MediumPreferences,
      summary: 'What reaches one by one way; `mobile` is `push`',
    }),
    updateMediumPreference: put('/internal_api/notification_preferences/:medium', {
      ...mine,
      ...busy,
      params: z.object({ medium: z.enum(MEDIUMS) }),
      body: z.object({ type: z.string().max(60), enabled: z.boolean() }),
      reply: MediumPreferences,
      summary: 'Switches one kind there, by our name of it or that of the public API (`post_comment`)',
    }),
    subscribe: post('/internal_api/push_subscriptions', { ...mine, ...busy, body: Subscription, reply: done, summary: 'This browser is told by push' }),
    unsubscribe: del('/internal_api/push_subscriptions', {
      ...mine,
      ...busy,
      body: z.object({ endpoint: z.string().max(2000) }),
      reply: done,
      summary: 'This browser is told nothing any more',
    }),
  },
  events: {
    /** Told by a push to the member's own browsers: something came, or was read in another window. */
    'notice.changed': event(z.object({ told: z.boolean() })),
  },
  points: {
    kind: point<NotificationKind>(),
    silence: point<Silence>(),
    digest: point<DigestSource>(),
    places: point<Places>(),
    mailbox: point<Mailbox>(),
    mailing: point<Mailing>(),
  },
  slots: {
    /** What is said in a record of a content kind, above that; the part is the kind: `notification.body.post`. */
    'notification.body.*': slot<{ id: number }>(),
    /** The thing beside the list of notifications, on wide windows. */
    'notification.thing': slot<{ thing: { kind: string; id: number }; path: string }>(),
    /** A section at the foot of one's preferences. */
    'notification.preferences': slot<{ chosen: Preferences; save: SavePreferences }>(),
  },
  service: type<NotificationsService>(),
})
