/** Rich text as it comes in: checked against the schema and bounded before it is kept, rendered to clean HTML. */
import { cut } from '../core/rules/texts.ts'
import { sentence, type Sentence } from '../core/sentences.ts'
import { getSchema } from '@tiptap/core'
import type { Schema } from '@tiptap/pm/model'
import sanitize from 'sanitize-html'
import { AtriumError, invalid } from '../core/errors.ts'
import type { RichTextDoc, RichTextField } from '../core/schemas.ts'
import {
  ALIGNMENTS,
  isEmptyDoc,
  mentionPath,
  PICTURE_SIZES,
  RECORD_NODES,
  type RichMark,
  type RichNode,
  safeFile,
  safeHref,
  SLUG,
  UPLOAD_NODES,
} from '../richtext/rules.ts'
import { cutAtWord, docToText, excerptOf, textToDoc } from '../richtext/text.ts'
import { extensions } from '../richtext/schema.ts'
import type { FileInfo, FilesApi, MembersApi, SearchDocument, SearchHas } from './ctx.ts'
import { renderHtml } from './richtext-html.ts'

export { cutAtWord, docToText, excerptOf, isEmptyDoc, textToDoc }

export interface RichTextLimits {
  /** UTF-8 bytes of all words and attributes. */
  bytes: number
  /** Nodes within nodes. */
  depth: number
  nodes: number
  /** Different members; of all mentions together, three times as many. */
  mentions: number
  /** Pages and players shown as cards. */
  embeds: number
  /** Of one table. */
  rows: number
  columns: number
}
export const RICH_TEXT_LIMITS: RichTextLimits = { bytes: 1_000_000, depth: 32, nodes: 5_000, mentions: 50, embeds: 5, rows: 200, columns: 20 }

export interface RichText {
  /** What to store: only known nodes, marks and attributes. */
  doc: RichTextDoc
  /** Plain text with line breaks. */
  text: string
  /** Members named, each once. Who they are is the browser's word: look them up. */
  mentionIds: number[]
  /** Those of them that are named without their name, as by an sgid alone. `readRichText` adds it. */
  unnamed: number[]
  /** Uploads used, each once, in order. `resolveFiles` turns them into files. */
  signedIds: string[]
  /** Records named by nodes of their own, as polls, each once. That they exist and belong here is for their plugin to check. */
  records: { type: string; id: number }[]
  isEmpty: boolean
}

const refuse = (message: string | Sentence) => invalid({ body: [message] }, message, 'invalid_rich_text')

/** PostgreSQL keeps neither NUL nor half of a surrogate pair in JSON. */
const words = (most: number) => (value: unknown) => (typeof value === 'string' ? cut(value, most).replaceAll('\u0000', '') : undefined)
const whole =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (value: unknown) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most ? value : undefined
const upload = { signed_id: words(2000), src: (value: unknown) => safeFile(value) ?? undefined }

type Attributes = Record<string, (value: unknown) => unknown>
const oneOf =
  <T>(known: readonly T[]) =>
  (value: unknown) =>
    known.includes(value as T) ? value : undefined
const align = oneOf(ALIGNMENTS)
const cell = { colspan: whole(1, 20), rowspan: whole(1, 200) }
/** Nodes and the attributes of each that are kept; `file_id` is not: only the server says which file an upload is. */
const NODES: Record<string, Attributes> = {
  doc: {},
  paragraph: { textAlign: align },
  text: {},
  hardBreak: {},
  horizontalRule: {},
  blockquote: {},
  bulletList: {},
  listItem: {},
  orderedList: { start: whole(0, 1_000_000_000) },
  heading: { level: (value) => (Number(value) > 2 ? 3 : 2), textAlign: align },
  codeBlock: { language: (value) => (typeof value === 'string' && /^[\w+#-]{1,30}$/.test(value) ? value : undefined) },
  image: {
    ...upload,
    filename: words(255),
    alt: words(1000),
    caption: words(1000),
    width: whole(1, 100_000),
    height: whole(1, 100_000),
    size: oneOf(PICTURE_SIZES),
    align,
  },
  file: { ...upload, filename: words(255), byte_size: whole(0), content_type: words(100) },
  video: { ...upload, filename: words(255), byte_size: whole(0), content_type: words(100), caption: words(1000) },
  embed: { url: (value) => (/^https?:/i.test(String(value)) ? (safeHref(value) ?? undefined) : undefined) },
  mention: {
    sgid: words(500),
    id: whole(1),
    label: words(200),
    kind: oneOf(['member', 'space', 'group']),
    slug: (value) => (typeof value === 'string' && SLUG.test(value) ? value : undefined),
  },
  taskList: {},
  taskItem: { checked: oneOf([true, false]) },
  table: {},
  tableRow: {},
  tableHeader: cell,
  tableCell: cell,
  ...Object.fromEntries(RECORD_NODES.map((name) => [name, { id: whole(1) }])),
}
const MARKS: Record<string, Attributes> = { bold: {}, italic: {}, strike: {}, code: {}, link: { href: (value) => safeHref(value) ?? undefined } }

let schema: Schema | undefined

/**
 * Checks TipTap JSON and makes what is stored, searched and sent of it. Takes the document, the wrapper `{ body: document }`,
 * or null for an empty text. Unknown attributes and marks and unsafe links fall away.
 * @throws AtriumError 422 for an unknown node, a wrong shape or a bound that is passed.
 */
export function parseRichText(input: unknown, limits: Partial<RichTextLimits> = {}): RichText {
  const given = isRecord(input) && isRecord(input.body) ? input.body : input
  const cleaner = new Cleaner({ ...RICH_TEXT_LIMITS, ...limits })
  const cleaned = given == null ? { type: 'doc' } : cleaner.node(given, 1)
  if (cleaned?.type !== 'doc') throw refuse('Text must be a document of type "doc".')
  // Where the writer went on to after a picture or a card, and wrote nothing.
  while (cleaned.content?.at(-1)?.type === 'paragraph' && !cleaned.content.at(-1)!.content) cleaned.content.pop()
  const doc = cleaned.content?.length ? cleaned : { type: 'doc', content: [{ type: 'paragraph' }] }
  schema ??= getSchema(extensions)
  try {
    schema.nodeFromJSON(doc).check()
  } catch (cause) {
    if (cause instanceof RangeError)
      throw new AtriumError(422, 'invalid_rich_text', 'The text structure isn’t valid.', { cause, details: { body: [cause.message] } })
    throw cause
  }
  return {
    doc: doc as RichTextDoc,
    text: docToText(doc),
    mentionIds: [...cleaner.mentions],
    unnamed: [...cleaner.unnamed],
    signedIds: [...cleaner.uploads],
    records: [...cleaner.records.values()],
    isEmpty: isEmptyDoc(doc),
  }
}

/**
 * `parseRichText` for texts that may come from elsewhere: members whom an sgid names, and no label, get their names.
 * @throws AtriumError as `parseRichText`, and 422 where such an sgid names nobody here
 */
export async function readRichText(ctx: { members: Pick<MembersApi, 'byIds'> }, input: unknown, limits: Partial<RichTextLimits> = {}): Promise<RichText> {
  const rich = parseRichText(input, limits)
  if (rich.unnamed.length === 0) return rich
  const members = await ctx.members.byIds(rich.unnamed)
  if (rich.unnamed.some((id) => !members.has(id))) throw refuse(NAMELESS)
  const name = (node: RichNode): RichNode => {
    const { attrs = {}, content } = node
    if (isUnnamed(node)) return { ...node, attrs: { ...attrs, label: members.get(attrs.id as number)!.name } }
    return content ? { ...node, content: content.map(name) } : node
  }
  return parseRichText(name(rich.doc as RichNode), limits)
}
const NAMELESS = 'A mention needs a member.'
const isUnnamed = ({ type, attrs = {} }: RichNode): boolean => type === 'mention' && (attrs.kind ?? 'member') === 'member' && !attrs.label

/**
 * What the public interface delivers beside a stored text: the plain text for readers that know no
 * TipTap, and the members whom it names, by the names they had then.
 */
export function richTextField(doc: RichTextDoc, text: string, format: 'post' | 'chat'): RichTextField {
  const members = new Map<number, RichTextField['community_members'][number]>()
  const walk = ({ type, attrs = {}, content = [] }: RichNode) => {
    const id = attrs.id as number
    if (type === 'mention' && (attrs.kind ?? 'member') === 'member' && Number.isInteger(id))
      members.set(id, { id, sgid: sgidOf('member', id), name: String(attrs.label ?? '') })
    for (const child of content) walk(child)
  }
  walk(doc as RichNode)
  return { body: doc, format, fallback_text: text, community_members: [...members.values()] }
}
/** The word by which texts name a record: of members, polls. It proves nothing; whoever reads it looks whether the record is there. */
export const sgidOf = (type: string, id: number): string => Buffer.from(`${type}/${id}`).toString('base64url')
/** Attributes with what their sgid says, where they say nothing else. */
function resolved(type: string, attrs: unknown): unknown {
  if (!isRecord(attrs) || typeof attrs.sgid !== 'string') return attrs
  // of an upload it is what signs it
  if (UPLOAD_NODES.has(type)) return attrs.signed_id == null ? { ...attrs, signed_id: attrs.sgid } : attrs
  if (attrs.id != null) return attrs
  const [, named, id] = /^([a-z]+)\/([1-9]\d{0,14})$/.exec(Buffer.from(attrs.sgid.slice(0, 100), 'base64url').toString('latin1')) ?? []
  return named === (type === 'mention' ? 'member' : type) ? { ...attrs, id: Number(id) } : attrs
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Copies what is known out of what came, counting as it goes, so that nothing large is ever built. */
class Cleaner {
  readonly limits: RichTextLimits
  readonly mentions = new Set<number>()
  readonly unnamed = new Set<number>()
  readonly uploads = new Set<string>()
  readonly records = new Map<string, { type: string; id: number }>()
  private named = 0
  private embeds = 0
  private bytes = 0
  private nodes = 0

  constructor(limits: RichTextLimits) {
    this.limits = limits
  }

  node(value: unknown, depth: number): RichNode | null {
    if (depth > this.limits.depth) throw refuse(sentence('The text is nested more than {max} levels deep.', { max: this.limits.depth }))
    if (++this.nodes > this.limits.nodes) throw refuse(sentence('The text has more than {max} parts.', { max: this.limits.nodes }))
    if (!isRecord(value) || typeof value.type !== 'string') throw refuse('Each text node needs a type.')
    const { type } = value
    if (!Object.hasOwn(NODES, type)) throw refuse(sentence('Text can’t contain "{type}".', { type: cut(type, 40) }))
    const node: RichNode = { type }
    const attrs = this.attributes(NODES[type]!, resolved(type, value.attrs))
    if (attrs) node.attrs = attrs
    if (type === 'text') {
      if (typeof value.text !== 'string') throw refuse('A text node needs text.')
      node.text = words(this.limits.bytes)(value.text)!
      if (!node.text) return null
      this.count(node.text)
    }
    if (type === 'embed' && isRecord(value.attrs) && value.attrs.sgid != null && value.attrs.url == null) throw refuse('A link card needs a "url".')
    const marks = this.marks(value.marks)
    if (marks) node.marks = marks
    if (value.content !== undefined && value.content !== null) {
      if (!Array.isArray(value.content)) throw refuse('The content of a text node must be a list.')
      const content = value.content.map((child) => this.node(child, depth + 1)).filter((child) => child !== null)
      if (content.length > 0) node.content = content
    }
    return this.known(node)
  }

  private known(node: RichNode): RichNode | null {
    const { type, attrs = {} } = node
    if (type === 'mention') {
      const { kind = 'member', id } = attrs
      if (!mentionPath(attrs)) throw refuse(NAMELESS)
      if (kind === 'member') this.mentions.add(id as number)
      if (isUnnamed(node)) this.unnamed.add(id as number)
      if (this.mentions.size > this.limits.mentions) throw refuse(sentence('You can mention up to {max} members.', { max: this.limits.mentions }))
      if (++this.named > this.limits.mentions * 3) throw refuse(sentence('You can add up to {max} mentions.', { max: this.limits.mentions * 3 }))
    } else if (UPLOAD_NODES.has(type)) {
      // Without an upload there is nothing to show: a picture pasted from elsewhere.
      if (!attrs.signed_id) return null
      this.uploads.add(attrs.signed_id as string)
    } else if (type === 'embed') {
      if (!attrs.url) return null
      if (++this.embeds > this.limits.embeds) throw refuse(sentence('You can show up to {max} links as cards.', { max: this.limits.embeds }))
    } else if (type === 'table') this.table(node)
    else if ((RECORD_NODES as readonly string[]).includes(type)) {
      if (!attrs.id) return null
      this.records.set(`${type}:${attrs.id}`, { type, id: attrs.id as number })
    }
    return node
  }

  private table({ content: rows = [] }: RichNode): void {
    const { rows: mostRows, columns: mostColumns } = this.limits
    if (rows.length > mostRows) throw refuse(sentence('Tables can have up to {max} rows.', { max: mostRows }))
    for (const { content: cells = [] } of rows)
      if (cells.reduce((sum, { attrs }) => sum + ((attrs?.colspan as number) ?? 1), 0) > mostColumns)
        throw refuse(sentence('Tables can have up to {max} columns.', { max: mostColumns }))
  }

  private marks(value: unknown): RichMark[] | undefined {
    if (!Array.isArray(value)) return undefined
    const kept = new Map<string, RichMark>()
    for (const mark of value) {
      if (!isRecord(mark) || typeof mark.type !== 'string' || !Object.hasOwn(MARKS, mark.type)) continue
      const attrs = this.attributes(MARKS[mark.type]!, mark.attrs)
      if (mark.type !== 'link') kept.set(mark.type, { type: mark.type })
      else if (attrs?.href) kept.set('link', { type: 'link', attrs: { ...attrs, target: '_blank' } })
    }
    // Code stands alone: the schema excludes other marks beside it.
    if (kept.has('code')) return [{ type: 'code' }]
    return kept.size > 0 ? [...kept.values()] : undefined
  }

  private attributes(rules: Attributes, value: unknown): Record<string, unknown> | undefined {
    if (!isRecord(value)) return undefined
    const kept: Record<string, unknown> = {}
    for (const [name, rule] of Object.entries(rules)) {
      const attribute = Object.hasOwn(value, name) ? rule(value[name]) : undefined
      if (attribute === undefined) continue
      kept[name] = attribute
      this.count(String(attribute))
    }
    return Object.keys(kept).length > 0 ? kept : undefined
  }

  private count(text: string): void {
    this.bytes += Buffer.byteLength(text)
    if (this.bytes > this.limits.bytes)
      throw new AtriumError(422, 'invalid_rich_text', 'The text is too long. Shorten it and try again.', {
        details: { body: [sentence('Use {max} bytes or fewer.', { max: this.limits.bytes })] },
      })
  }
}

const ALLOWED: sanitize.IOptions = {
  allowedTags: [
    'p',
    'h2',
    'h3',
    'blockquote',
    'ul',
    'ol',
    'li',
    'pre',
    'code',
    'hr',
    'br',
    'strong',
    'em',
    's',
    'a',
    'figure',
    'figcaption',
    'img',
    'table',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: {
    a: ['href', 'rel', 'target', 'class'],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    '*': ['data-align', 'dir'],
  },
  allowedClasses: { a: ['mention', 'file'], ul: ['tasks'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
}

/**
 * HTML of a checked document, through an allow-list once more.
 * @param options.baseUrl makes addresses of this site absolute, for mails and feeds.
 */
export function richTextHtml(doc: RichTextDoc, options: { baseUrl?: string } = {}): string {
  return sanitize(renderHtml(doc as RichNode, options.baseUrl ?? ''), ALLOWED)
}

const eachUpload = (node: RichNode, visit: (node: RichNode) => void): void => {
  if (UPLOAD_NODES.has(node.type)) visit(node)
  for (const child of node.content ?? []) eachUpload(child, visit)
}

/** Ids of the files that a stored document holds. */
export function fileIdsIn(doc: RichTextDoc | null | undefined): number[] {
  const ids: number[] = []
  if (doc)
    eachUpload(doc as RichNode, ({ attrs }) => {
      if (typeof attrs?.file_id === 'number') ids.push(attrs.file_id)
    })
  return ids
}

/** What a stored document holds beside its words, as the search index keeps it. */
export function heldIn(doc: RichTextDoc | null | undefined): Required<Pick<SearchDocument, 'has' | 'fileIds'>> {
  const has = new Set<SearchHas>()
  const fileIds: number[] = []
  const visit = (node: RichNode): void => {
    if (node.type === 'image' || node.type === 'file' || node.type === 'video') has.add(node.type)
    if (node.type === 'embed' || node.marks?.some(({ type }) => type === 'link')) has.add('link')
    if ((node.type === 'file' || node.type === 'video') && typeof node.attrs?.file_id === 'number') fileIds.push(node.attrs.file_id)
    for (const child of node.content ?? []) visit(child)
  }
  if (doc) visit(doc as RichNode)
  return { has: [...has], fileIds }
}

/**
 * Replaces what the browser said of its uploads by what the files say: id, name, size, type, dimensions.
 * Call it before storing; then `files.keep()` each.
 * @param held ids of files that the record holds already (`fileIdsIn` of its stored document), whoever uploaded them
 * @throws AtriumError 404 when an upload is forged, foreign, not complete, or another member's that the record does not hold.
 */
export async function resolveFiles(doc: RichTextDoc, files: FilesApi, held: readonly number[] = []): Promise<{ doc: RichTextDoc; files: FileInfo[] }> {
  const copy = structuredClone(doc) as RichNode
  const nodes: RichNode[] = []
  eachUpload(copy, (node) => nodes.push(node))
  const found = new Map<string, FileInfo>()
  for (const signedId of new Set(nodes.map((node) => String(node.attrs?.signed_id)))) found.set(signedId, await files.take(signedId, held))
  for (const node of nodes) {
    const file = found.get(String(node.attrs?.signed_id))!
    const { src: _, ...attrs } = node.attrs!
    node.attrs = { ...attrs, file_id: file.id, filename: file.filename }
    if (node.type !== 'image') Object.assign(node.attrs, { byte_size: file.byteSize, content_type: file.contentType })
    else Object.assign(node.attrs, { width: file.width ?? attrs.width, height: file.height ?? attrs.height, placeholder: file.placeholder })
  }
  return { doc: copy as RichTextDoc, files: [...found.values()] }
}

/** A stored document with the addresses of its files, as this reader may fetch them. Call it in presenters. */
export function addressFiles(doc: RichTextDoc, files: Pick<FilesApi, 'url'>): RichTextDoc {
  let any = false
  eachUpload(doc as RichNode, () => {
    any = true
  })
  if (!any) return doc
  const copy = structuredClone(doc) as RichNode
  eachUpload(copy, (node) => {
    const { file_id: id, filename } = (node.attrs ?? {}) as { file_id?: number; filename?: string }
    if (id) node.attrs = { ...node.attrs, src: files.url({ id, filename: filename ?? '' }, node.type === 'image' ? 'large' : 'original') }
  })
  return copy as RichTextDoc
}

/** The document with another name wherever it mentions this member; null where it does not. */
export function renameMentioned(doc: RichTextDoc, memberId: number, name: string): RichTextDoc | null {
  let found = false
  const walk = (node: RichNode): RichNode => {
    const { attrs } = node
    if (node.type === 'mention' && attrs?.id === memberId && (attrs.kind ?? 'member') === 'member') {
      found = true
      return { ...node, attrs: { ...attrs, label: name } }
    }
    return node.content ? { ...node, content: node.content.map(walk) } : node
  }
  const renamed = walk(doc as RichNode)
  return found ? (renamed as RichTextDoc) : null
}
