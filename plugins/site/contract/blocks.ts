/** What a page is built of. A block describes its fields: of them the editor makes its form, and the server the rules it parses by. */
import { z } from '@atrium/sdk'
import type { Ctx, Markup } from '@atrium/sdk/server'

/** Blocks of one page, those in others included. */
export const MAX_BLOCKS = 500
/** How deep blocks may lie in others; a block of the page itself has depth 1. */
export const MAX_DEPTH = 4
/** Bytes of a page's blocks, as JSON. */
export const MAX_PAGE_BYTES = 500_000
export const BACKGROUNDS = ['none', 'soft', 'card', 'brand', 'dark'] as const
export const SPACINGS = ['none', 'small', 'medium', 'large'] as const
/** Whom a block is shown to. */
export const AUDIENCES = ['everybody', 'visitors', 'members'] as const
export const DEVICES = ['all', 'phone', 'desktop'] as const

interface Bounds {
  /** Most characters. */
  max: number
}
/**
 * What an admin fills in. Its label is the word `blocks.<type>.<name>` of the plugin that brings the block, a choice's `blocks.<type>.<name>.<option>`;
 * what an empty list means, `blocks.<type>.<name>.help`.
 */
export type BlockField =
  | ({ kind: 'text' | 'textarea' | 'code' } & Bounds)
  /** A TipTap document. */
  | { kind: 'richtext' }
  | { kind: 'number'; min: number; max: number; default: number }
  | { kind: 'switch'; default: boolean }
  | { kind: 'select'; options: readonly string[]; default: string }
  /** `Picture`, or null. */
  | { kind: 'picture' }
  /** `/members`, `#prices`, `https://…`, `mailto:…`, `tel:…`, or empty. */
  | { kind: 'link' }
  /** The id of what `choices` offers, or null. */
  | { kind: 'record' }
  /** ISO 8601 with its offset, or null. */
  | { kind: 'moment' }
  | { kind: 'list'; max: number; of: Record<string, Exclude<BlockField, { kind: 'list' | 'slot' }>> }
  /** Blocks within this one. */
  | { kind: 'slot' }

export interface Picture {
  /** Signed id of an upload. */
  file: string
  alt: string
  /** What stays in view where it is cut, in percent of its width and height. */
  x: number
  y: number
}
/** A block as it is stored; its `props` are `look` and the fields of its type. */
export interface Block {
  type: string
  props: { id: string } & Record<string, unknown>
}
export interface PageData {
  root: { props: Record<string, unknown> }
  content: Block[]
}

/** What a block is given beside its own fields. */
export interface Drawing {
  /** In whose name it is drawn: null for visitors, whoever looks. */
  isMember: boolean
  /** In the editor, not in a preview of the whole page: nothing is kept, and what has no content says so. */
  isPreview: boolean
  /** Of the page; null for a block that is drawn alone. */
  pageId: number | null
  blockId: string
  /** How many blocks of the page come before it: the first one's picture is not put off. */
  place: number
  /** The head of a section; its title is the page's where the block is the first. Null where there are no words. */
  head(title: string, lead?: string): Promise<Markup | null>
  /** The title of one thing among several. @param under the section's own, if it has one */
  itemTitle(under: string, words: Markup | string): Markup
  /** Blocks of a slot. */
  children(blocks: unknown): Promise<Markup>
  /** A picture in the sizes that a screen may want; empty where there is none. @param sizes as the attribute of `img` */
  picture(picture: unknown, options?: { sizes?: string; look?: string }): Promise<Markup>
  /** A TipTap document as text of the page. */
  richText(doc: unknown): Promise<Markup>
  /** An address as it may stand in `href`; null for one that leads nowhere. */
  href(link: unknown): string | null
}
export interface PageBlock {
  /** Unique: `Hero`, `Events`. Its name is the word `blocks.<type>` of its plugin. */
  type: string
  /** Of the SDK's set. */
  icon: string
  /** Where it stands in the editor's list. `community`: what it shows changes without the page. */
  group: 'sections' | 'parts' | 'layout' | 'community'
  /** All but `id` and `look`, which every block has. */
  fields: Record<string, BlockField> & { id?: never; look?: never }
  /** What a new one begins with; else every field's default. In the words of its plugin. */
  preset?(ctx: Ctx): Record<string, unknown>
  /** What a field of kind `record` may name, by a search in their names; 20 at most. */
  choices?(ctx: Ctx, field: string, search: string): Promise<{ id: number; name: string }[]>
  /** Null where there is nothing to show to this reader. `props` are parsed by `fields`. One that throws leaves an empty place. */
  draw(ctx: Ctx, props: any, drawing: Drawing): Promise<Markup | null>
}

const block = z.object({
  type: z
    .string()
    .max(60)
    .regex(/^[A-Za-z]\w*$/),
  props: z.looseObject({ id: z.string().min(1).max(80) }),
})
/** As it comes in; each block's fields are parsed by what brings it. */
export const PageInput = z.object({
  root: z.object({ props: z.looseObject({}) }).default({ props: {} }),
  content: z.array(block).max(MAX_BLOCKS, 'A page can have up to {maximum} blocks.'),
})
/** As it leaves. */
export const PageReply = z.object({
  root: z.object({ props: z.looseObject({}) }),
  content: z.array(z.object({ type: z.string(), props: z.looseObject({ id: z.string() }) })),
})

/** A kind of block, for the editor. */
export const BlockKind = z.object({
  type: z.string(),
  title: z.string(),
  icon: z.string(),
  group: z.enum(['sections', 'parts', 'layout', 'community']),
  /** Each with its label, those of its options and of the fields of its list. */
  fields: z.array(z.looseObject({ name: z.string(), kind: z.string(), label: z.string(), help: z.string().optional() })),
  /** Props of a new one. */
  preset: z.looseObject({}),
})
export type BlockKind = z.output<typeof BlockKind>
