/** What others may know of the home page: its slots, its banner, its calls. */
import { date, defineContract, done, get, list, open, paging, post, z } from '@atrium/sdk'

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

export default defineContract('home', {
  settings: z.object({
    banner_enabled: z.boolean().default(true),
    banner_title: z.string().max(120).default(''),
    banner_text: z.string().max(400).default(''),
    /** Signed id of a picture. */
    banner_image: z.string().max(200).default(''),
  }),
  routes: {
    show: get('/internal_api/home', {
      can: open('The banner is what a public community shows first.'),
      reply: z.object({
        banner: z.object({ title: z.string(), text: z.string(), image_url: z.string().nullable(), placeholder: z.string().nullable() }).nullable(),
        online: z.object({ count: z.number(), members: z.array(Person) }),
      }),
      summary: 'Banner, and who is here now',
    }),
    closeBanner: post('/internal_api/home/close_banner', { can: 'member', reply: done, summary: 'Hide the banner for oneself until it changes' }),
    activities: get('/internal_api/home/member_activities', {
      can: 'member',
      query: paging,
      reply: list(Activity),
      summary: 'What members did lately, in spaces one sees',
    }),
  },
  slots: ['home.strip', 'home.composer', 'home.feed', 'home.events', 'home.aside'],
})
