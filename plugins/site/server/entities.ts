/** The tables of the site. */
import { p, table, versioned } from '@atrium/sdk/server'
import type { PageData, PageLayout, REVISION_KINDS, STATUSES, ThemeLook, VISIBILITIES } from '../contract.ts'

export const PageTable = table(
  'site.page',
  {
    name: p.text(),
    slug: p.text(),
    status: p.text().$type<(typeof STATUSES)[number]>().default('draft'),
    visibility: p.text().$type<(typeof VISIBILITIES)[number]>().default('public'),
    /** Of its password; scrypt with its salt. */
    passwordDigest: p.text().nullable(),
    /** As last saved. */
    data: p.json<PageData>(),
    /** As it is shown. */
    live: p.json<PageData>().nullable(),
    hasChanges: p.boolean().default(false),
    metaTitle: p.text().nullable(),
    metaDescription: p.text().nullable(),
    openGraphImageId: p.bigint('number').nullable(),
    isHiddenFromSearch: p.boolean().default(false),
    isBare: p.boolean().default(false),
    /** Null: as the site has it. */
    layout: p.json<PageLayout>().nullable(),
    language: p.text().nullable(),
    translationOf: p.bigint('number').nullable(),
    themeId: p.bigint('number').nullable(),
    publishedAt: p.datetime().nullable(),
    scheduledAt: p.datetime().nullable(),
    /** In whose name it comes out, if they may by then. */
    scheduledBy: p.bigint('number').nullable(),
    /** What comes out then, as it was saved at this moment. */
    scheduledData: p.json<PageData>().nullable(),
    scheduledFrom: p.datetime().nullable(),
    /** Nobody sees it any more; with what was shown of it, should it come back. */
    deletedAt: p.datetime().nullable(),
    deletedLive: p.json<PageData>().nullable(),
    ...versioned,
  },
  { secret: ['password_digest'] },
)
/** What a page was at a moment. */
export const RevisionTable = table(
  'site.revision',
  {
    pageId: p.bigint('number'),
    kind: p.text().$type<(typeof REVISION_KINDS)[number]>(),
    data: p.json<PageData>(),
    authorMemberId: p.bigint('number').nullable(),
    counts: p.json<{ added: number; changed: number; removed: number }>(),
  },
  { own: ['page_id', 'kind', 'counts'] },
)
/** What a page was at a version that somebody may still be editing: by it the work of two is put together. */
export const BaseTable = table(
  'site.base',
  {
    pageId: p.bigint('number'),
    version: p.integer(),
    fields: p.json<Record<string, unknown>>(),
    data: p.json<PageData>(),
  },
  { stays: 'what those who edit at this moment began with' },
)
export const ThemeTable = table('site.theme', {
  name: p.text(),
  base: p.text().default('default'),
  look: p.json<Omit<ThemeLook, 'name' | 'logo' | 'dark_logo'>>(),
  logoId: p.bigint('number').nullable(),
  darkLogoId: p.bigint('number').nullable(),
})
export const FontTable = table(
  'site.font',
  {
    family: p.text(),
    weight: p.smallint().default(400),
    style: p.text().$type<'normal' | 'italic'>().default('normal'),
    /** As it was uploaded, and cut to the letters of the languages in use. */
    fileId: p.bigint('number'),
    subsetFileId: p.bigint('number'),
    originalSize: p.integer(),
    size: p.integer(),
    authorMemberId: p.bigint('number').nullable(),
  },
  { own: ['family', 'weight', 'style'] },
)
export const RedirectTable = table('site.redirect', {
  /** Without the star of what begins so. */
  fromPath: p.text(),
  isWildcard: p.boolean().default(false),
  target: p.text(),
  status: p.smallint().default(301),
  hits: p.integer().default(0),
  lastHitAt: p.datetime().nullable(),
})
export const ReusableBlockTable = table('site.reusable_block', {
  name: p.text(),
  data: p.json<PageData>(),
  ...versioned,
})
