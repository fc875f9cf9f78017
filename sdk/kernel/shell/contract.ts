/** Places in the frame, in the own account and in rich text, for plugins to fill. */
import { defineContract, point, slot } from '../../index.ts'
import type { ReactNode } from 'react'
import type { Ctx } from '../../server/ctx.ts'
import type { Markup } from '../../server/page/markup.ts'

/** Addresses of the shell's own pages: it shows them, and the server answers any that is neither here nor a plugin's with 404. */
export const accountAddresses = [
  '/user/sign_in',
  '/user/sign_up',
  '/users/password/new',
  '/user/password',
  '/users/confirm',
  '/user/confirmation',
  '/two_fa',
  '/users/sign_out',
  '/users/login',
  '/users/sign_in',
  '/sign_in',
  '/sign_up',
  '/settings/profile',
  '/account',
  '/account/authentication',
  '/communities',
  '/communities/new',
  '/community_switchers',
] as const
export const adminAddresses = [
  '/settings',
  '/settings/theme',
  '/settings/menu',
  '/settings/plugins',
  '/settings/plugins/:id',
  '/settings/tiers',
  '/settings/owners',
  '/settings/sign_in',
  '/settings/roles',
] as const
/** Of these, what other sites may show in a frame, as screens with `embeds`: nobody can sign in there without them. */
export const framedAddresses: readonly string[] = ['/user/sign_in', '/user/sign_up', '/two_fa'] satisfies (typeof accountAddresses)[number][]

/** Where people expect to sign in or up: led there, unless the community has a page or a redirect at that address. */
export const guessedAddresses: Readonly<Record<string, string>> = {
  '/login': '/user/sign_in',
  '/signin': '/user/sign_in',
  '/signup': '/user/sign_up',
  '/register': '/user/sign_up',
} satisfies Record<string, (typeof accountAddresses)[number]>

/** Links below a title of their own in the sidebar of a page for visitors. */
export interface SidebarGroup {
  title: string
  links: readonly { label: string; to: string; mark: Markup; locked?: string }[]
}

/** Whom an admin deletes, bans or lets back in. */
export interface LeavingMember {
  id: number
  name: string
  how: 'deleted' | 'banned' | 'back'
  /** Of a ban: when it ends; null: never. */
  until: string | null
  /** Takes what is to be done first, as giving money back; where it fails, nobody goes. */
  offer?: (before: (() => Promise<unknown>) | null) => void
}

export default defineContract('shell', {
  points: {
    /** What the sidebar of a page for visitors lists, read with every one of them; in the interface that is the slot `sidebar.main`. */
    sidebar: point<(ctx: Ctx) => Promise<SidebarGroup[]>>(),
    /** Origins that may show screens with `embeds` in a frame: `https://example.com`. */
    framers: point<(ctx: Ctx) => readonly string[]>(),
  },
  slots: {
    /** Buttons at the right of the header. */
    'header.icons': slot(),
    /** Somebody at a glance, over a link to `/u/{uid}`. */
    'person.card': slot<{ uid: string }>(),
    'sidebar.main': slot(),
    'sidebar.foot': slot(),
    /** Lines across the top of every page: what its reader has to know wherever they are. */
    'frame.top': slot(),
    /** In place of the button that makes somebody with an account a member here: whoever fills it shows `otherwise` to those who would be let in. */
    'frame.join': slot<{ otherwise: ReactNode }>(),
    /** There on every page of the frame and seen by nobody: for what goes on in the background, as counts beside links (`useBadge`) or keys. */
    'frame.background': slot(),
    /** In place of the bare words that a feature needs a higher plan: what the next plan gives, and the way there. `tier` is the lowest one that has it. */
    upgrade: slot<{ plugin: string; title: string; tier: string }>(),
    /** Entries of the own account's menu. */
    'account.tabs': slot(),
    /** Above the card that deletes the account at once: how to leave this community alone. */
    'account.deletion': slot(),
    /**
     * Where somebody is about to leave the community: what ends with their membership. `at`: when that is; null: at once. Within a sentence: no blocks.
     * With `member` somebody else is put out, or let back in: a block.
     */
    'account.leaving': slot<{ at: string | null; member?: LeavingMember }>(),
    /** In the form of the sign-up: `offer` takes what makes its `proof` when it is sent, for the point `auth.admission`. */
    'account.sign_up': slot<{ offer: (prove: (() => Promise<string | undefined>) | null) => void }>(),
    /** Beside the form of the sign-up, on wide screens: what the community is. White on a dark picture; nothing in it is pressed. */
    'entry.about': slot(),
    /** Cards below one's own profile in the account. */
    'account.profile': slot(),
    /** How a record in a text is shown; the part is its node's name: `poll`. */
    'richtext.*': slot<{ id: number | undefined; editing?: boolean }>(),
    /** Makes such a record, from the editor. */
    'richtext.*.new': slot<{ onDone: (id?: number) => void; onCancel: () => void }>(),
  },
})
