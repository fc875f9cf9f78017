/** What others may know of running a community: set-up, own domain, legal texts, landing page, the public list. */
import { changesOf, date, defineContract, del, done, get, id, line, list, open, paging, patch, point, post, RichTextDoc, slot, type, z } from '@atrium/sdk'
import { CATEGORIES, Listing as listing, answers } from '@atrium/sdk/kernel/communities'
import type { Ctx } from '@atrium/sdk/server'

export { CATEGORIES }
export const LEGAL_KINDS = ['terms', 'privacy', 'code_of_conduct'] as const
export type LegalKind = (typeof LEGAL_KINDS)[number]
/** Steps of the set-up in the order that helps most. */
export const STEPS = ['icon', 'colour', 'spaces', 'banner', 'post', 'legal', 'invite', 'domain'] as const
export type Step = (typeof STEPS)[number]
export const TEMPLATES = ['blank', 'creators', 'learning', 'customers', 'neighbours', 'profession', 'hobby'] as const
/** What a founder is asked; the answers only advise us which template and steps to show first. */
export const QUESTIONS = {
  purpose: ['audience', 'learning', 'support', 'profession', 'hobby', 'place'],
  size: ['under_50', 'under_500', 'under_5000', 'more'],
  experience: ['first', 'moved', 'several'],
} as const

const text = (max: number) => z.string().trim().max(max)
const picture = (ratio: number) => z.string().max(500).nullable().meta({ control: 'picture', ratio })

/** How new members are received. */
export const Onboarding = z.object({
  welcome_enabled: z.boolean().default(true),
  welcome_title: line(120).default(''),
  welcome_text: text(1000).default(''),
  ask_for_picture: z.boolean().default(true),
  ask_for_headline: z.boolean().default(true),
  /** Spaces that everybody belongs to from the first minute. */
  default_space_ids: z.array(id).max(50).default([]),
  /** Where newcomers introduce themselves; null: in the first of those spaces. */
  introductions_space_id: id.nullable().meta({ control: 'own' }).default(null),
  /** The access group that everybody belongs to; kept for the plugin that has groups. */
  default_access_group_id: id.nullable().default(null),
})
export type Onboarding = z.output<typeof Onboarding>

/** A newcomer's first steps, in their order. */
export const FIRST_STEPS = ['picture', 'headline', 'spaces', 'introduce'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]
/** What a new member is greeted with. */
export const Welcome = z.object({
  /** False for whoever is not new, and for admins. */
  show: z.boolean(),
  title: z.string(),
  text: z.string(),
  /** Those that there are, ticked by what is really there; `points` is what one earns, null for nothing. */
  steps: z.array(z.object({ key: z.enum(FIRST_STEPS), done: z.boolean(), to: z.string(), points: z.number().nullable() })),
})
export type Welcome = z.output<typeof Welcome>

/** `{name}`, `{inviter}` and `{community}` are filled in for each email. */
export const InvitationEmail = z.object({
  is_custom: z.boolean().default(false),
  subject: line(150).default(''),
  body: text(5000).default(''),
  button_label: line(60).default(''),
})
export type InvitationEmail = z.output<typeof InvitationEmail>

const landing = {
  headline: line(150).default(''),
  text: text(2000).default(''),
  button_label: line(60).default(''),
  show_members: z.boolean().default(true),
  show_spaces: z.boolean().default(true),
  /** Of the team, who welcomes visitors; null: the owner. */
  host_id: id.nullable().meta({ control: 'own' }).default(null),
}
export const LandingTexts = z.object({ ...landing, /** Signed id of an upload. */ picture: picture(2.8).default(null) })
const LandingSettings = LandingTexts.extend({
  enabled: z.boolean(),
  picture_url: z.string().nullable(),
  hosts: z.array(z.object({ id: z.number(), name: z.string() })),
})
const Face = z.object({ id: z.number(), name: z.string(), avatar_url: z.string().nullable() })
/** What visitors see. */
export const LandingPage = z.object({
  enabled: z.boolean(),
  headline: z.string(),
  text: z.string(),
  button_label: z.string(),
  picture_url: z.string().nullable(),
  /** The picture for narrow and wide screens, as in `<img srcset>`. */
  picture_srcset: z.string().nullable(),
  placeholder: z.string().nullable(),
  members_count: z.number().nullable(),
  faces: z.array(Face),
  /** Who welcomes visitors of a public community. */
  host: Face.nullable(),
  /** Whoever wants to may join, and it costs nothing. */
  is_free: z.boolean(),
  spaces: z.array(z.object({ id: z.number(), name: z.string(), emoji: z.string().nullable(), slug: z.string() })),
})
export type LandingPage = z.output<typeof LandingPage>

const LegalText = z.object({
  enabled: z.boolean(),
  body: RichTextDoc.nullable(),
  /** Rises with every change of the words. */
  version: z.number(),
  updated_at: date.nullable(),
})
const Legal = z.object({ consent_required: z.boolean(), terms: LegalText, privacy: LegalText, code_of_conduct: LegalText })
export type Legal = z.output<typeof Legal>
const LegalChange = z.object({ enabled: z.boolean(), body: RichTextDoc.nullable() }).partial()

const Domain = z.object({
  domain: z.string().nullable(),
  status: z.enum(['none', 'pending', 'verified', 'failed']),
  /** What to enter where the domain is managed. */
  records: z.array(z.object({ type: z.enum(['TXT', 'CNAME']), name: z.string(), value: z.string(), purpose: z.enum(['proof', 'traffic']) })),
  checked_at: date.nullable(),
  /** What was found instead: `no_record`, `wrong_record`, `unreachable`, `no_traffic`, `taken`. */
  problem: z.enum(['no_record', 'wrong_record', 'unreachable', 'no_traffic', 'taken']).nullable(),
})
export type Domain = z.output<typeof Domain>

const Checklist = z.object({
  steps: z.array(z.object({ key: z.enum(STEPS), done: z.boolean(), skipped: z.boolean(), to: z.string() })),
  done_count: z.number(),
  total: z.number(),
  dismissed: z.boolean(),
  broadcast_sent_at: date.nullable(),
  default_access_group_id: z.number().nullable(),
})
export type Checklist = z.output<typeof Checklist>

const Template = z.object({
  id: z.enum(TEMPLATES),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  groups: z.array(z.object({ name: z.string(), spaces: z.array(z.object({ name: z.string(), emoji: z.string() })) })),
})
export type Template = z.output<typeof Template>

const Found = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  icon_url: z.string().nullable(),
  category: z.enum(CATEGORIES),
  description: z.string(),
  members_count: z.number(),
  is_member: z.boolean(),
  is_here: z.boolean(),
  /** Whether one may join without an invitation. */
  is_open: z.boolean(),
  consent_required: z.boolean(),
})
export type Found = z.output<typeof Found>

/** For plugins that receive new members. */
export interface CommunityService {
  onboarding(): Promise<Onboarding>
  /** For seeds and set-up: headline, text and picture (signed id of a public file) that visitors read, and who of the team welcomes them. */
  introduce(texts: { headline?: string; text?: string; picture?: string; host_id?: number }): Promise<void>
  /** For seeds and set-up: legal texts that people read, and accept with their sign-up. @throws AtriumError 422 for a document that the schema refuses */
  publishLegal(texts: Partial<Record<LegalKind, { enabled: boolean; body: object }>>): Promise<void>
  /** For seeds: nothing is left to be set up. */
  finishSetUp(): Promise<void>
  /** For seeds and set-up: these spaces everybody belongs to from the first minute, and in this one newcomers introduce themselves. */
  receiveIn(spaceIds: number[], introductionsId?: number): Promise<void>
}

const visitors = (why: string) => ({ can: open(why) })
export default defineContract('community', {
  /** Visitors who come to `/` are shown `/landing`. */
  communitySettings: z.object({ landing_page_enabled: z.boolean().default(false) }),
  permissions: { manage: { title: 'Set up the community: domain, legal texts, landing page and welcome', grant: ['admin'] } },
  routes: {
    onboarding: get('/internal_api/community/onboarding_settings', { can: 'manage', reply: Onboarding, summary: 'How new members are received' }),
    updateOnboarding: patch('/internal_api/community/onboarding_settings', { can: 'manage', form: true, body: changesOf(Onboarding), reply: Onboarding }),
    welcome: get('/internal_api/community/welcome', {
      can: 'member',
      reply: Welcome,
      summary: 'What a new member is greeted with, and their first steps; `show` is false for others',
    }),
    invitationEmail: get('/internal_api/community/invitation_email', { can: 'manage', reply: InvitationEmail }),
    updateInvitationEmail: patch('/internal_api/community/invitation_email', {
      can: 'manage',
      form: true,
      body: changesOf(InvitationEmail),
      reply: InvitationEmail,
    }),

    templates: get('/internal_api/community/templates', {
      can: 'account',
      reply: z.object({ records: z.array(Template), questions: z.array(z.object({ key: z.string(), options: z.array(z.string()) })) }),
      summary: 'What a community may start with, and what its founder is asked',
    }),
    assignTemplate: post('/internal_api/community/templates/assign', {
      can: 'manage',
      body: z.object({ template_id: z.enum(TEMPLATES) }),
      reply: z.object({ success: z.literal(true), spaces_made: z.number() }),
      summary: 'Makes the spaces of a template that are not there yet',
    }),
    answerQuestions: post('/internal_api/community/questions', { can: 'manage', body: z.object({ answers }), reply: done }),

    domain: get('/internal_api/community/custom_domain', { can: 'manage', reply: Domain }),
    setDomain: patch('/internal_api/community/custom_domain', {
      can: 'manage',
      body: z.object({ domain: text(253).optional() }),
      reply: Domain,
      limit: { points: 20, seconds: 600 },
      summary: 'Names the domain and looks whether it is proven; without a name looks once more',
    }),
    removeDomain: del('/internal_api/community/custom_domain', { can: 'manage', reply: Domain }),

    landing: get('/internal_api/landing_page_settings', { ...visitors('It is what a community says to those who are not in it yet.'), reply: LandingPage }),
    updateLanding: patch('/internal_api/landing_page_settings', {
      can: 'manage',
      body: changesOf(LandingTexts.extend({ enabled: z.boolean() })),
      reply: LandingSettings,
    }),
    landingSettings: get('/internal_api/admin/landing_page_settings', { can: 'manage', reply: LandingSettings }),
    updateLandingSettings: patch('/internal_api/admin/landing_page_settings', {
      can: 'manage',
      form: true,
      body: changesOf(LandingTexts.extend({ enabled: z.boolean() })),
      reply: LandingSettings,
    }),

    checklist: get('/internal_api/checklist', { can: 'manage', reply: Checklist }),
    updateChecklist: patch('/internal_api/checklist', {
      can: 'manage',
      body: z.object({ skip: z.array(z.enum(STEPS)).max(STEPS.length), unskip: z.array(z.enum(STEPS)).max(STEPS.length), dismissed: z.boolean() }).partial(),
      reply: Checklist,
    }),
    broadcast: post('/internal_api/checklist/broadcast', {
      can: 'manage',
      body: z.object({ subject: line(150).min(1), body: text(10_000).min(1) }),
      reply: Checklist,
      limit: { points: 3, seconds: 86_400 },
      summary: 'Tells every member by mail that the community is open',
    }),
    defaultAccessGroup: patch('/internal_api/checklist/default_access_group', {
      can: 'manage',
      body: z.object({ access_group_id: id.nullable() }),
      reply: Checklist,
    }),

    legal: get('/internal_api/settings/legal', { can: 'manage', reply: Legal }),
    updateLegal: patch('/internal_api/settings/legal', {
      can: 'manage',
      form: true,
      body: z.object({ consent_required: z.boolean(), terms: LegalChange, privacy: LegalChange, code_of_conduct: LegalChange }).partial(),
      reply: Legal,
    }),
    legalTexts: get('/internal_api/legal', {
      ...visitors('Whoever is to accept a text must be able to read it first.'),
      reply: z.object({ consent_required: z.boolean(), kinds: z.array(z.enum(LEGAL_KINDS)) }),
      summary: 'Which legal texts there are',
    }),
    legalText: get('/internal_api/legal/:kind', {
      ...visitors('Whoever is to accept a text must be able to read it first.'),
      params: z.object({ kind: z.enum(LEGAL_KINDS) }),
      reply: z.object({ kind: z.enum(LEGAL_KINDS), body: RichTextDoc, version: z.number(), updated_at: date }),
    }),
    consent: post('/internal_api/legal/consent', { can: 'member', reply: done, summary: 'Accepts the texts as they are now' }),

    listing: get('/internal_api/settings/discover', { can: 'manage', reply: listing.extend({ is_private: z.boolean() }) }),
    updateListing: patch('/internal_api/settings/discover', {
      can: 'manage',
      form: true,
      transaction: false,
      body: changesOf(listing),
      reply: listing.extend({ is_private: z.boolean() }),
    }),
    discover: get('/internal_api/discover', {
      ...visitors('The public list of communities of this platform.'),
      query: paging.extend({ search_text: text(100).optional(), category: z.enum(CATEGORIES).optional() }),
      reply: list(Found),
      limit: { points: 120, seconds: 60 },
    }),
    join: post('/internal_api/discover/:id/join', {
      can: 'account',
      transaction: false,
      params: z.object({ id }),
      body: z.object({ consent: z.boolean().default(false) }),
      reply: z.object({ url: z.string() }),
      limit: { points: 30, seconds: 3600 },
      summary: 'Joins a listed community and goes there',
    }),
    joinHere: post('/internal_api/community/join', {
      can: 'account',
      body: z.object({ consent: z.boolean().optional() }),
      reply: done,
      limit: { points: 30, seconds: 3600 },
      summary: 'Makes whoever is signed in a member of this community, where it is open',
    }),

    icon: get('/icons/:name', {
      ...visitors('The icon in the browser’s tab.'),
      params: z.object({ name: z.string().max(60) }),
      summary: 'An icon of the community, of 32, 180, 192 or 512 pixels',
    }),
    partials: get('/internal_api/layout/partials', {
      ...visitors('Head and foot of the public pages, for those who build their own.'),
      reply: z.object({ header_html: z.string(), footer_html: z.string() }),
    }),
    currencies: get('/internal_api/supported_currencies', {
      can: 'member',
      reply: z.object({ records: z.array(z.object({ code: z.string(), name: z.string(), symbol: z.string(), minor_units: z.number() })) }),
    }),
  },
  slots: {
    /** Below the form about newcomers; whoever fills it sees to what they belong to from the start. */
    'onboarding.newcomers': slot(),
    /** Tabs of the page on how people come in, each named by its slot's `title`. */
    'onboarding.tab': slot(),
  },
  points: {
    /** The page on which people are invited, where the community brings one. */
    inviting: point<string>(),
    /** What somebody earns by one of their first steps; null for nothing. */
    reward: point<(ctx: Ctx, step: FirstStep) => Promise<number | null>>(),
    /** Lets those who have just come into the group that everybody begins in, by its id: whoever keeps such groups fills it. */
    group: point<(ctx: Ctx, memberIds: number[], groupId: number) => Promise<void>>(),
  },
  service: type<CommunityService>(),
})
