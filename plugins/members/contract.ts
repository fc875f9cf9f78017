/** What others may know of the directory: its calls, and the places in a profile that they fill. */
import { date, defineContract, flag, get, id, list, open, paging, z, slot } from '@atrium/sdk'

export const SORTS = ['latest', 'alphabetical', 'oldest'] as const
/** From so many letters on a search answers the best first, in no other order. */
export const RANKED_LETTERS = 3
/** Who joined within so many days is new. */
export const NEW_DAYS = 30

const roles = z.object({ admin: z.boolean(), moderator: z.boolean() })
const person = {
  id: z.number(),
  community_member_id: z.number(),
  public_uid: z.string(),
  name: z.string(),
  headline: z.string().nullable(),
  avatar_url: z.string().nullable(),
  profile_url: z.string(),
  roles,
  created_at: date,
}

/** A row of the directory (public API, A.2.2, `basic_community_member`); addresses for mail are nobody's to read here. */
export const DirectoryMember = z.object({ ...person, profile_info: z.object({ location: z.string().nullable() }) })
export type DirectoryMember = z.output<typeof DirectoryMember>

/** A profile (public API, A.2.2, `public_profile`). Counts are of what this reader may see. */
export const Profile = z.object({
  ...person,
  bio: z.string().nullable(),
  large_avatar_url: z.string().nullable(),
  profile_info: z.object({ website: z.string().nullable(), location: z.string().nullable() }),
  /** Null for visitors, and for who was never seen. */
  last_seen_at: date.nullable(),
  /** Null where no plugin has posts. */
  posts_count: z.number().nullable(),
  spaces_count: z.number(),
})
export type Profile = z.output<typeof Profile>

const ProfileSpace = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  emoji: z.string().nullable(),
  is_private: z.boolean(),
  url: z.string(),
})

const readers = open('a community may make its directory public; the handler asks its setting before anything else')

/** What slots of a profile are handed. */
export interface OfMember {
  memberId: number
  name: string
}

export default defineContract('members', {
  routes: {
    list: get('/internal_api/community_members', {
      can: readers,
      query: paging.extend({
        /** Name, headline or place. From three letters on the best come first, whatever the sort. */
        search_text: z.string().trim().max(100).optional(),
        sort: z.enum(SORTS).default('latest'),
        space_id: id.optional(),
        online: flag.optional(),
        /** Who joined within the last 30 days. */
        is_new: flag.optional(),
      }),
      reply: list(DirectoryMember).extend({ online_count: z.number().nullable() }),
      limit: { points: 120, seconds: 60 },
      summary: 'The member directory',
    }),
    profile: get('/internal_api/profiles/:id', {
      can: readers,
      params: z.object({ id: z.string().max(40) }),
      reply: Profile,
      summary: 'One profile, by public_uid or member id',
    }),
    spaces: get('/internal_api/members/:id/spaces', {
      can: readers,
      params: z.object({ id }),
      reply: z.object({ records: z.array(ProfileSpace) }),
      summary: 'Spaces of a member that the reader sees too',
    }),
  },
  slots: {
    /** Buttons on the profile and on the card over links to it. */
    'profile.actions': slot<OfMember>(),
    /** Entries of the menu there, each a `MenuEntry`. */
    'profile.menu': slot<OfMember>(),
    'profile.posts': slot<OfMember>(),
    'profile.comments': slot<OfMember>(),
    /** A tab of one's own, named by the slot's `title`. */
    'profile.tab': slot<OfMember>(),
    /** A section at the foot of the tab "About". */
    'profile.about': slot<OfMember>(),
  },
})
