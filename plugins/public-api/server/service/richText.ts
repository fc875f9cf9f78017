/** Texts between the published shape and that of Atrium. */
import type { RichTextDoc } from '@atrium/sdk'
import { richTextField, richTextHtml } from '@atrium/sdk/server'
import type { z } from 'zod'
import type { RichText } from '../../contract/richText.ts'

interface Stored {
  body: RichTextDoc
  fallback_text?: unknown
  polls?: unknown
  [more: string]: unknown
}
type Sided = { sgid: string } & Record<string, unknown>
const sided = (value: unknown): Sided[] => (Array.isArray(value) ? (value as Sided[]) : [])

export function toRichText(stored: Stored, format: 'post' | 'chat' = 'post'): z.input<typeof RichText> {
  const text = typeof stored.fallback_text === 'string' ? stored.fallback_text : ''
  const { community_members: named } = richTextField(stored.body, text, format)
  const polls = sided(stored.polls)
  return {
    body: stored.body,
    circle_ios_fallback_text: text,
    attachments: [],
    inline_attachments: [],
    sgids_to_object_map: Object.fromEntries([
      ...named.map((one) => [one.sgid, { ...one, type: 'CommunityMember' }]),
      ...polls.map((one) => [one.sgid, { ...one, type: 'Poll' }]),
    ]),
    format,
    community_members: named,
    entities: [],
    group_mentions: [],
    polls,
  }
}
/** The same as HTML. */
export const htmlOf = (doc: RichTextDoc, baseUrl: string): string => richTextHtml(doc, { baseUrl })

/** The mark of a page that a text shows as a card: its address. */
export const embedSgid = (url: string): string => Buffer.from(`embed/${url}`).toString('base64url')
export function embedUrl(sgid: string): string | null {
  const said = Buffer.from(sgid, 'base64url').toString()
  return said.startsWith('embed/') ? said.slice('embed/'.length) : null
}

const DEEPEST = 64
/** A document as clients send it: cards name their page by its address, headings begin at the second level. The rest is read by whoever keeps it. */
export function fromDoc(value: unknown, depth = 0): unknown {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => fromDoc(one, depth + 1))
  const node = value as { type?: unknown; attrs?: Record<string, unknown>; content?: unknown }
  const content = node.content === undefined ? {} : { content: fromDoc(node.content, depth + 1) }
  const { sgid, url, level } = node.attrs ?? {}
  if (node.type === 'embed' && url === undefined && typeof sgid === 'string') return { ...node, ...content, attrs: { ...node.attrs, url: embedUrl(sgid) } }
  if (node.type === 'heading') return { ...node, ...content, attrs: { ...node.attrs, level: Math.min(Math.max(Number(level) || 2, 2), 3) } }
  return { ...node, ...content }
}
export const fromRichText = <T extends { body?: unknown } | undefined>(given: T) => (given === undefined ? undefined : { body: fromDoc(given.body) })
