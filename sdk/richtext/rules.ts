/** What a rich text may hold, as plain rules: the editor, the server and the reader's page agree by these. */
import { isSeen } from '../core/rules/texts.ts'

export interface RichMark {
  type: string
  attrs?: Record<string, unknown>
}
export interface RichNode {
  type: string
  attrs?: Record<string, unknown>
  content?: RichNode[]
  marks?: RichMark[]
  text?: string
}

/** Nodes that hold an upload. */
export const UPLOAD_NODES: ReadonlySet<string> = new Set(['image', 'file', 'video'])
/**
 * Nodes that only name a record: `{ type: 'poll', attrs: { id } }`. Whoever owns the records draws them in the slot `richtext.<type>`
 * (`id`, `editing`) and makes new ones in `richtext.<type>.new` (`onDone(id)`, `onCancel`); while nobody fills the slots, nothing is shown.
 */
export const RECORD_NODES = ['poll'] as const

/** Whom or what a mention names. */
export type MentionKind = 'member' | 'space' | 'group'
/** Address of what a mention names; null when it names nothing. */
export function mentionPath(attrs: Record<string, unknown>): string | null {
  const { kind = 'member', id, slug } = attrs
  if (kind === 'member') return Number.isInteger(id) ? `/u/${id}` : null
  return typeof slug === 'string' && SLUG.test(slug) ? `/${kind === 'group' ? 's' : 'c'}/${slug}` : null
}
export const SLUG = /^[\p{L}\p{N}\p{M}_-]{1,200}$/u
/** Widths a picture can be shown at, in percent of the text's. */
export const PICTURE_SIZES = [25, 50, 75, 100] as const
export const ALIGNMENTS = ['left', 'center', 'right'] as const

const LONGEST_ADDRESS = 2048
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const HIDDEN = /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\\]/

/** The address if a link may lead there (http, https, mailto), else null. Relative addresses, control characters and entities are refused. */
export function safeHref(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > LONGEST_ADDRESS) return null
  const address = value.trim()
  if (HIDDEN.test(address)) return null
  if (/^mailto:[^\s<>"'&;]+@[^\s<>"';]+$/i.test(address)) return address
  if (!/^https?:\/\/[^/?#]/i.test(address)) return null
  return URL.canParse(address) ? address : null
}

/** The address if it is a file of this site, else null: pictures from elsewhere would tell their host who reads. */
export function safeFile(value: unknown): string | null {
  return typeof value === 'string' && value.length <= LONGEST_ADDRESS && !HIDDEN.test(value) && /^\/(?!\/)/.test(value) ? value : null
}

/** Bytes in words: `48 kB`. */
export function formatBytes(bytes: number, locale?: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte']
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** step
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step],
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  }).format(value)
}

/** The name of the icon for a kind of file. */
export function fileIcon(contentType: string): string {
  if (contentType.startsWith('image/')) return 'image'
  if (contentType.startsWith('video/')) return 'file-video'
  if (contentType.startsWith('audio/')) return 'file-audio'
  if (/zip|compressed|tar/.test(contentType)) return 'archive'
  if (/sheet|excel|csv/.test(contentType)) return 'file-spreadsheet'
  return /pdf|text|word|document/.test(contentType) ? 'file-text' : 'file'
}

const SPEAKING: ReadonlySet<string> = new Set([...UPLOAD_NODES, ...RECORD_NODES, 'mention', 'embed'])
/** Whether a text says nothing: no words, no pictures, no files. */
export function isEmptyDoc(doc: RichNode | null | undefined): boolean {
  const says = (node: RichNode): boolean => {
    if (node.type === 'text') return isSeen(node.text ?? '')
    return SPEAKING.has(node.type) || (node.content ?? []).some(says)
  }
  return !doc || !says(doc)
}
