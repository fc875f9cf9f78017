/** What a rich text may hold, as plain rules: the editor, the server and the reader's page agree by these. */

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

/** Whether a text says nothing: no words, no pictures, no files (specification, section 5). */
export function isEmptyDoc(doc: RichNode | null | undefined): boolean {
  const says = (node: RichNode): boolean => {
    if (node.type === 'text') return /\S/.test(node.text ?? '')
    return node.type === 'image' || node.type === 'file' || node.type === 'mention' || (node.content ?? []).some(says)
  }
  return !doc || !says(doc)
}
