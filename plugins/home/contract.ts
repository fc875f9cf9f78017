/** What others may know of the home page: its slots, its banners, its tabs, its calls. */
import { changesOf, date, defineContract, del, done, get, id, line, list, open, paging, patch, point, post, type, z, slot } from '@atrium/sdk'
import type { Ctx, Markup } from '@atrium/sdk/server'

const Person = z.object({ id: z.number(), public_uid: z.string(), name: z.string(), headline: z.string().nullable(), avatar_url: z.string().nullable() })

export const Activity = z.object({
  id: z.number(),
  kind: z.enum(['post', 'comment', 'member']),
  member: Person,
  /** Title of what it is about, and its address; null for a new member. */
  title: z.string().nullable(),
  path: z.string().nullable(),
  created_at: date,
})
export type Activity = z.output<typeof Activity>

/** How wide the banner is, for browsers to choose its picture by. */
export const BANNER_SIZES = '(width < 768px) calc(100vw - 24px), 720px'
export const TABS = ['posts', 'events', 'spaces', 'banners', 'member_activities'] as const
export type Tab = (typeof TABS)[number]
/** Pictures that the settings hold. */
export const PICTURES = ['banner_image', 'visitor_banner_image', 'open_graph_image'] as const
export const MOST_FEATURED = 6

const words = (max: number) => z.string().trim().max(max)
/** Signed id of an upload; empty for none. */
const picture = (ratio: number) => z.string().max(200).meta({ control: 'picture', ratio }).default('')
const settings = z.object({
  banner_enabled: z.boolean().default(true),
  banner_title: z.string().max(120).default(''),
  banner_text: z.string().max(400).default(''),
  banner_image: picture(3.2),
  /** What visitors are shown: the members' banner, one of their own, or none. */
  visitor_banner: z.enum(['same', 'own', 'none']).default('same'),
  visitor_banner_title: line(120).default(''),
  visitor_banner_text: words(400).default(''),
  visitor_banner_image: picture(3.2),
  /** Tabs of the home page in their order; those left out are not shown. */
  tabs: z
    .array(z.enum(TABS))
    .max(TABS.length)
    .meta({ control: 'own' })
    .default([...TABS]),
  /** Spaces that stand on the home page, for those who see them. */
  featured_space_ids: z.array(id).max(MOST_FEATURED).default([]),
  away_enabled: z.boolean().default(true),
  meta_title: line(120).default(''),
  meta_description: words(300).default(''),
  open_graph_image: picture(1.9),
})
const HomeSettings = settings.extend({
  home_page_enabled: z.boolean(),
  banner_image_url: z.string().nullable(),
  visitor_banner_image_url: z.string().nullable(),
  open_graph_image_url: z.string().nullable(),
})
export type HomeSettings = z.output<typeof HomeSettings>

const Away = z.object({
  /** The visit before this one. */
  since: date,
  posts_count: z.number(),
  comments_count: z.number(),
  members_count: z.number(),
  /** The newest of each, at most three. */
  posts: z.array(z.object({ title: z.string(), path: z.string() })),
  members: z.array(Person),
})
export type Away = z.output<typeof Away>

/** What somebody did in a space, to be told on the home page. */
export interface NewActivity {
  /** Of a content kind. */
  kind: 'post' | 'comment'
  recordId: number
  spaceId: number | null
  memberId: number
  /** Whose work it was done to. */
  aboutMemberId?: number | null
  /** The event that tells of it: once for each. */
  eventId: number
  at: Date
}
export interface HomeService {
  note(activity: NewActivity): Promise<void>
}

export default defineContract('home', {
  communitySettings: z.object({ home_page_enabled: z.boolean().default(true) }),
  permissions: { manage: { title: 'Manage the home page', grant: ['admin'] } },
  settings,
  routes: {
    show: get('/internal_api/home', {
      can: open('The banner is what a public community shows first.'),
      reply: z.object({
        banner: z
          .object({
            title: z.string(),
            text: z.string(),
            image_url: z.string().nullable(),
            /** The picture for narrow and wide screens, as in `<img srcset>`. */
            image_srcset: z.string().nullable(),
            placeholder: z.string().nullable(),
          })
          .nullable(),
        online: z.object({ count: z.number(), members: z.array(Person) }),
        tabs: z.array(z.enum(TABS)),
        featured: z.array(z.object({ id: z.number(), name: z.string(), slug: z.string(), emoji: z.string().nullable() })),
      }),
      summary: 'Banner, tabs, featured spaces, and who is here now',
    }),
    closeBanner: post('/internal_api/home/close_banner', { can: 'member', reply: done, summary: 'Hide the banner for oneself until it changes' }),
    visit: post('/internal_api/home/visit', {
      can: 'member',
      reply: z.object({ away: Away.nullable() }),
      summary: 'Notes that one is here, and answers what happened since the visit before',
    }),
    closeAway: del('/internal_api/home/visit', { can: 'member', reply: done, summary: 'Puts away what happened since' }),
    activities: get('/internal_api/home/member_activities', {
      can: 'member',
      query: paging,
      reply: list(Activity),
      summary: 'What members did lately, in spaces one sees',
    }),

    settings: get('/internal_api/settings/home', { can: 'manage', reply: HomeSettings }),
    updateSettings: patch('/internal_api/settings/home', {
      can: 'manage',
      form: true,
      body: changesOf(settings.extend({ home_page_enabled: z.boolean() })),
      reply: HomeSettings,
    }),
    removeFile: del('/internal_api/settings/home/attached_file', {
      can: 'manage',
      body: z.object({ field_name: z.enum(PICTURES) }),
      reply: HomeSettings,
    }),
    removeOpenGraphImage: del('/internal_api/settings/home/open_graph_image', { can: 'manage', reply: HomeSettings }),
    resetBanner: post('/internal_api/settings/home/reset_welcome_banner', {
      can: 'manage',
      reply: done,
      summary: 'Shows the banner again to everybody who closed it',
    }),
  },
  slots: {
    'home.strip': slot(),
    /** First on the page of those who are not in the community yet. */
    'home.visitors': slot(),
    /** Below the banner, for those who are not in the community yet: what there is to join, in few lines. */
    'home.offered': slot(),
    'home.composer': slot(),
    'home.feed': slot(),
    'home.events': slot(),
    'home.aside': slot(),
  },
  points: {
    /** The same for visitors before any script runs: what stands first, below the banner, in the feed's place, and beside it. */
    visitors: point<(ctx: Ctx) => Promise<{ about?: Markup; offered?: Markup; feed?: Markup; aside?: Markup }>>(),
  },
  service: type<HomeService>(),
})
