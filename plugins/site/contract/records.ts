/** Pages, their looks and what stands round them, as calls take and answer them. */
import { BUILT_IN_THEMES } from '@atrium/sdk/theme'
import { date, id, isWebAddress, line, z } from '@atrium/sdk'
import { PageReply } from './blocks.ts'

export const STATUSES = ['draft', 'scheduled', 'published'] as const
export const VISIBILITIES = ['public', 'members', 'password'] as const
/** Most pages of a community. */
export const MAX_PAGES = 500
/** Days that a deleted page can come back. */
export const DELETED_DAYS = 30
export const MAX_REDIRECTS = 20_000
export const MAX_FONTS = 20
/** Bytes of an uploaded font. */
export const MAX_FONT_BYTES = 2_000_000

const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Enter a color, like #1a2b3c.')
/** An address of the community, or of the web. */
export const linkTarget = z
  .string()
  .trim()
  .min(1, 'Enter a URL.')
  .max(2_000)
  .refine(
    (text) => /^\/(?![/\\])[^\s\\]*$/.test(text) || (/^https?:/i.test(text) && isWebAddress(text)),
    'Enter a path that starts with / or a URL that starts with https://.',
  )

/** BCP 47, of the languages that a page may be in. */
const language = z
  .string()
  .max(12)
  .regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, 'Enter a language code, like en-US or pt-BR.')
/** What stands round the blocks of pages, from the top. */
export const PARTS = ['announcement', 'header', 'footer'] as const
/** The id of a saved block, or nothing; null: as the site has it. */
const pagePart = z
  .union([id, z.literal('none')])
  .nullable()
  .default(null)
export const pageLayout = z.object({ announcement: pagePart, header: pagePart, footer: pagePart })
export type PageLayout = z.output<typeof pageLayout>
export const pageFields = z.object({
  name: line(120).min(1, 'Enter a name.'),
  /** The page's address, `about`. Made of the name where none is given. */
  slug: z
    .string()
    .trim()
    .toLowerCase()
    .max(100)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, numbers, and single hyphens.'),
  visibility: z.enum(VISIBILITIES),
  /** For `password`: what visitors enter. Never answered. Null takes it away. */
  password: z.string().min(4, 'Use at least {minimum} characters.').max(200).nullable(),
  meta_title: line(120).nullable(),
  meta_description: line(320).nullable(),
  /** Signed id of an upload; null: made of the title. */
  open_graph_image: z.string().max(400).nullable(),
  is_hidden_from_search: z.boolean(),
  /** Null: the community's. */
  language: language.nullable(),
  /** The page whose translation it is. */
  translation_of: id.nullable(),
  /** Without the site's header and footer. */
  is_bare: z.boolean(),
  /** Null: as the site has it. */
  layout: pageLayout.nullable(),
})
const Person = z.object({ id: z.number(), name: z.string() })
export const PageRow = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  url: z.string(),
  status: z.enum(STATUSES),
  visibility: z.enum(VISIBILITIES),
  is_home: z.boolean(),
  /** What is shown is not what was last saved. */
  has_changes: z.boolean(),
  language: z.string().nullable(),
  translation_of: z.number().nullable(),
  theme_id: z.number().nullable(),
  published_at: date.nullable(),
  scheduled_at: date.nullable(),
  created_at: date,
  updated_at: date,
  updated_by: Person.nullable(),
  /** A screen of a plugin has its address by now: it is not reached there. */
  is_covered: z.boolean(),
})
export type PageRow = z.output<typeof PageRow>
export const SitePage = PageRow.extend({
  meta_title: z.string().nullable(),
  meta_description: z.string().nullable(),
  open_graph_image: z.string().nullable(),
  open_graph_image_url: z.string().nullable(),
  is_hidden_from_search: z.boolean(),
  is_bare: z.boolean(),
  layout: pageLayout.nullable(),
  has_password: z.boolean(),
  version: z.number(),
  /** As last saved. */
  data: PageReply,
  /** As it is shown; null while it was never published. */
  live: PageReply.nullable(),
  /** When the version was taken that comes out at `scheduled_at`. */
  scheduled_from: date.nullable(),
  /** What was last saved is newer than that version. */
  is_scheduled_behind: z.boolean(),
})
export type SitePage = z.output<typeof SitePage>

export const DeletedPage = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  deleted_at: date,
  /** Until then it can come back. */
  goes_at: date,
})
export type DeletedPage = z.output<typeof DeletedPage>

export const REVISION_KINDS = ['saved', 'published', 'restored'] as const
export const Revision = z.object({
  id: z.number(),
  page_id: z.number(),
  kind: z.enum(REVISION_KINDS),
  author: Person.nullable(),
  created_at: date,
  /** Blocks by what became of them since the one before. */
  counts: z.object({ added: z.number(), changed: z.number(), removed: z.number() }),
})
export type Revision = z.output<typeof Revision>
/** One revision beside the page as it is saved now. */
export const RevisionDetail = Revision.extend({
  data: PageReply,
  changes: z.array(
    z.object({
      block_id: z.string(),
      type: z.string(),
      title: z.string(),
      how: z.enum(['added', 'changed', 'removed', 'moved']),
      /** Texts before and after, of what is text. */
      fields: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
})
export type RevisionDetail = z.output<typeof RevisionDetail>

export const BODY_FONTS = ['sans', 'serif', 'rounded', 'mono'] as const
export const WIDTHS = ['narrow', 'medium', 'wide'] as const
const palette = z.object({ background: colour, surface: colour, text: colour, muted: colour, accent: colour, accent_text: colour })
export const themeFields = z.object({
  name: line(60).min(1, 'Enter a name.'),
  light: palette,
  dark: palette,
  /** One of `BODY_FONTS`, or the id of an own font as text. */
  heading_font: z.string().max(20),
  body_font: z.string().max(20),
  /** Pixels of the corners. */
  radius: z.number().int().min(0).max(32),
  width: z.enum(WIDTHS),
  logo: z.string().max(400).nullable(),
  dark_logo: z.string().max(400).nullable(),
})
export type ThemeLook = z.output<typeof themeFields>
export const SiteTheme = themeFields.extend({
  id: z.number(),
  name: z.string(),
  /** The built-in theme it was made of. */
  base: z.string(),
  is_default: z.boolean(),
  logo_url: z.string().nullable(),
  dark_logo_url: z.string().nullable(),
  pages_count: z.number(),
})
export type SiteTheme = z.output<typeof SiteTheme>
export const baseTheme = z.enum(BUILT_IN_THEMES)

export const FONT_WEIGHTS = [100, 200, 300, 400, 500, 600, 700, 800, 900] as const
export const fontFields = z.object({
  family: line(60).min(1, 'Enter a name.'),
  weight: z.union(FONT_WEIGHTS.map((weight) => z.literal(weight))).default(400),
  style: z.enum(['normal', 'italic']).default('normal'),
})
export const CustomFont = z.object({
  id: z.number(),
  family: z.string(),
  weight: z.number(),
  style: z.enum(['normal', 'italic']),
  url: z.string(),
  /** Bytes as it was uploaded, and as it is sent. */
  original_size: z.number(),
  size: z.number(),
  created_at: date,
})
export type CustomFont = z.output<typeof CustomFont>

export const REDIRECT_CODES = [301, 302] as const
export const redirectFields = z.object({
  /** `/old`, or `/old/*` for all that begins so. */
  from: z
    .string()
    .trim()
    .max(500)
    .regex(/^\/(?![/\\])[^\s?#\\*]*(\/\*)?$/, 'Enter a path that starts with /. It can end with /*.'),
  /** May end in `*` where `from` does: what stood there follows. */
  to: linkTarget,
  status: z.union(REDIRECT_CODES.map((code) => z.literal(code))).default(301),
})
export const Redirect = z.object({
  id: z.number(),
  from: z.string(),
  to: z.string(),
  status: z.number(),
  hits: z.number(),
  last_hit_at: date.nullable(),
  created_at: date,
})
export type Redirect = z.output<typeof Redirect>
export const Imported = z.object({
  added: z.number(),
  replaced: z.number(),
  refused: z.array(z.object({ line: z.number(), text: z.string(), reason: z.string() })),
})

export const ReusableBlock = z.object({ id: z.number(), name: z.string(), data: PageReply, version: z.number(), pages_count: z.number(), updated_at: date })
export type ReusableBlock = z.output<typeof ReusableBlock>

export const MENUS = ['header', 'sidebar', 'footer', 'phone'] as const
export const MAX_ITEMS = 40
export const navItem = z.object({
  key: z.string().min(1).max(40),
  label: line(60).min(1, 'Enter a label.'),
  to: linkTarget,
  /** Below the one before; of the header and the footer. */
  is_nested: z.boolean().default(false),
  is_button: z.boolean().default(false),
  audience: z.enum(['everybody', 'visitors', 'members']).default('everybody'),
  opens_new_tab: z.boolean().default(false),
})
export type NavItem = z.output<typeof navItem>
const menu = z.array(navItem).max(MAX_ITEMS, 'A menu can have up to {maximum} links.')
export const navigationFields = z.object({
  header: menu,
  sidebar: menu,
  footer: menu,
  phone: menu,
  /** The line at the foot. */
  footer_text: z.string().trim().max(500),
  /** Sign in and Join in the header. */
  shows_sign_in: z.boolean(),
  /** Saved blocks that stand on every page: above its header, and in place of header and footer. */
  announcement_block: id.nullable().default(null),
  header_block: id.nullable().default(null),
  footer_block: id.nullable().default(null),
  version: z.number().int(),
})
export type Navigation = z.output<typeof navigationFields>

export const CONSENTS = ['necessary', 'statistics', 'marketing'] as const
export const snippetFields = z.object({
  key: z.string().min(1).max(40),
  name: line(80).min(1, 'Enter a name.'),
  place: z.enum(['head', 'body']),
  code: z.string().max(20_000),
  /** What a visitor has to agree to before it runs. */
  consent: z.enum(CONSENTS),
  is_on: z.boolean(),
})
export type Snippet = z.output<typeof snippetFields>
export const snippetsFields = z.object({
  snippets: z.array(snippetFields).max(20, 'You can add up to {maximum} snippets.'),
  /** Says in the banner what for, and where one reads more. */
  banner_text: z.string().trim().max(500),
  privacy_link: z.union([z.literal(''), linkTarget]),
  version: z.number().int(),
})

export const seoFields = z.object({
  /** `{page}` and `{community}` stand for their names. */
  title_template: line(120),
  description: line(320),
  /** Signed id of an upload. */
  open_graph_image: z.string().max(400).nullable(),
  is_indexed: z.boolean(),
  has_sitemap: z.boolean(),
  has_feeds: z.boolean(),
  /** Lines of robots.txt beside our own. */
  robots: z.string().max(5_000),
  /** Values of the search engines' own proofs. */
  google_verification: z.string().trim().max(200),
  bing_verification: z.string().trim().max(200),
  /** The page that stands where nothing is; null: ours. */
  not_found_page_id: id.nullable(),
})
export const Seo = seoFields.extend({
  not_found_page_id: z.number().nullable(),
  open_graph_image_url: z.string().nullable(),
  /** What keeps pages from being found, the most telling first. */
  problems: z.array(
    z.object({
      page_id: z.number().nullable(),
      page: z.string(),
      problem: z.enum(['long_title', 'no_description', 'long_description', 'no_heading', 'no_alt', 'hidden', 'broken_link', 'same_title']),
    }),
  ),
})
export const embedFields = z.object({
  /** `https://example.com`: who may show pages, spaces, events, forms and the checkout in a frame. */
  origins: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .max(200)
        .regex(/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/, 'Enter a URL, like https://example.com.'),
    )
    .max(50, 'You can add up to {maximum} sites.'),
  is_on: z.boolean(),
})

export const Template = z.object({ key: z.string(), name: z.string(), description: z.string(), picture: z.string().nullable(), data: PageReply })
export type Template = z.output<typeof Template>
