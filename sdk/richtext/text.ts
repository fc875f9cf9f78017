/** Between rich text and plain text, both ways. */
import { cut } from '../core/rules/texts.ts'
import { type RichMark, type RichNode, safeHref } from './rules.ts'

/** Longer plain texts are cut: nobody types more, and patterns stay cheap. */
const LONGEST_TEXT = 100_000

/** Plain text with line breaks, for search, excerpts and the text part of mails. */
export function docToText(doc: RichNode): string {
  return blocks(doc.content ?? [], '\n\n').trim()
}
const blocks = (nodes: RichNode[], between: string): string => nodes.map(block).filter(Boolean).join(between)
function block(node: RichNode): string {
  const { attrs = {}, content = [] } = node
  switch (node.type) {
    case 'bulletList':
      return content.map((item) => `- ${blocks(item.content ?? [], '\n').replaceAll('\n', '\n  ')}`).join('\n')
    case 'orderedList':
      return content.map((item, index) => `${(Number(attrs.start) || 1) + index}. ${blocks(item.content ?? [], '\n').replaceAll('\n', '\n   ')}`).join('\n')
    case 'taskList':
      return content.map((item) => `- [${item.attrs?.checked ? 'x' : ' '}] ${blocks(item.content ?? [], '\n').replaceAll('\n', '\n  ')}`).join('\n')
    case 'blockquote':
      return blocks(content, '\n')
    case 'table':
      return content.map((row) => (row.content ?? []).map((cell) => blocks(cell.content ?? [], ' ')).join(' | ')).join('\n')
    case 'embed':
      return String(attrs.url ?? '')
    case 'image':
      return String(attrs.caption || attrs.alt || '')
    case 'video':
      return String(attrs.caption || attrs.filename || '')
    case 'file':
      return String(attrs.filename ?? '')
    default:
      return content.map(inline).join('')
  }
}
function inline(node: RichNode): string {
  if (node.type === 'text') return node.text ?? ''
  if (node.type === 'mention') return `@${node.attrs?.label ?? ''}`
  return node.type === 'hardBreak' ? '\n' : ''
}

const SIGN = /^(?:- \[[ x]\]|[-*>#]+|\d{1,9}[.)])\s+/
const ENDED = /[.!?…:;,]["'”’»)]?$/
/** The first `most` characters of plain text as sentences in one line: blocks end with a point, lists lose their signs, and no word is cut. */
export function excerptOf(text: string, most = 300): string {
  const lines = cut(text, most * 4)
    .split('\n')
    .map((line) => line.trim().replace(SIGN, '').replaceAll(' | ', ', ').replace(/\s+/g, ' '))
    .filter(Boolean)
  return cutAtWord(lines.map((line, index) => (index < lines.length - 1 && !ENDED.test(line) ? `${line}.` : line)).join(' '), most)
}
/** At most so many characters; where something is left out, it ends after a word with an ellipsis. */
export function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text.toWellFormed()
  // Some languages have no spaces, and some words are addresses.
  const end = text.lastIndexOf(' ', most - 1)
  return `${cut(text, end > most / 2 ? end : most - 1).replace(/[\s,;:.–-]+$/, '')}…`
}

const FENCE = /^\s*```/
const HEADING = /^(#{1,6})\s+(.+)$/
const BULLET = /^\s*[-*]\s+(.+)$/
const NUMBER = /^\s*(\d{1,9})[.)]\s+(.+)$/
const QUOTE = /^>\s?(.*)$/
const RULE = /^\s*(---+|\*\*\*+)\s*$/

/**
 * Plain text with a little markdown to a document: blank lines part paragraphs; `# `, `- `, `1. `, `> `, `---` and ``` fences
 * make blocks; **bold**, *italic*, `code`, [label](https://…) and bare addresses make marks. Cut after 100,000 characters.
 */
export function textToDoc(text: string): { type: 'doc'; content: RichNode[] } {
  const content = parse(cut(text, LONGEST_TEXT).replaceAll('\u0000', '').replace(/\r\n?/g, '\n').split('\n'), 0)
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }
}

/** Quotes in quotes are taken this deep. */
const DEEPEST_QUOTE = 4
function parse(lines: string[], depth: number): RichNode[] {
  const out: RichNode[] = []
  let at = 0
  /** The run of lines from here that match, each by its match. */
  const run = (pattern: RegExp): RegExpMatchArray[] => {
    const found: RegExpMatchArray[] = []
    for (let match: RegExpMatchArray | null; at < lines.length && (match = lines[at]!.match(pattern)); at++) found.push(match)
    return found
  }
  const starts = (line: string) =>
    FENCE.test(line) || HEADING.test(line) || BULLET.test(line) || NUMBER.test(line) || (depth < DEEPEST_QUOTE && QUOTE.test(line)) || RULE.test(line)
  const item = (text: string): RichNode => ({ type: 'listItem', content: [{ type: 'paragraph', content: marked(text) }] })
  while (at < lines.length) {
    const line = lines[at]!
    if (!line.trim()) at++
    else if (FENCE.test(line)) {
      let end = at + 1
      while (end < lines.length && !FENCE.test(lines[end]!)) end++
      const code = lines.slice(at + 1, end).join('\n')
      out.push({ type: 'codeBlock', content: code ? [{ type: 'text', text: code }] : undefined })
      at = end + 1
    } else if (RULE.test(line)) {
      out.push({ type: 'horizontalRule' })
      at++
    } else if (HEADING.test(line)) {
      const [, signs, title] = line.match(HEADING)!
      // The page's title is the first level; `#` and `##` are both the next.
      out.push({ type: 'heading', attrs: { level: signs!.length > 2 ? 3 : 2 }, content: marked(title!) })
      at++
    } else if (depth < DEEPEST_QUOTE && QUOTE.test(line)) {
      const inner = parse(
        run(QUOTE).map((match) => match[1]!),
        depth + 1,
      )
      out.push({ type: 'blockquote', content: inner.length > 0 ? inner : [{ type: 'paragraph' }] })
    } else if (BULLET.test(line)) out.push({ type: 'bulletList', content: run(BULLET).map((match) => item(match[1]!)) })
    else if (NUMBER.test(line)) {
      const found = run(NUMBER)
      out.push({ type: 'orderedList', attrs: { start: Number(found[0]![1]) }, content: found.map((match) => item(match[2]!)) })
    } else {
      const first = at
      do at++
      while (at < lines.length && lines[at]!.trim() && !starts(lines[at]!))
      const content = lines.slice(first, at).flatMap((each, index) => [...(index > 0 ? [{ type: 'hardBreak' }] : []), ...marked(each)])
      out.push({ type: 'paragraph', content })
    }
  }
  return out
}

const INLINE =
  /`([^`\n]{1,500})`|\*\*([^*\n](?:[^\n]{0,498}?[^*\n])?)\*\*|(?<![\w*])\*([^*\s\n](?:[^*\n]{0,498}[^*\s\n])?)\*(?![\w*])|\[([^[\]\n]{1,300})\]\(([^()\s]{1,2000})\)|(https?:\/\/[^\s<>"]{1,2000}[^\s<>".,:;!?'()[\]])/g
/** Most lines have none of these, and need not be searched. */
const SIGNS = /[`*[]|https?:/
function marked(text: string, marks: RichMark[] = []): RichNode[] {
  const out: RichNode[] = []
  const put = (words: string, extra?: RichMark) => {
    const all = extra ? [...marks, extra] : marks
    if (words) out.push({ type: 'text', text: words, ...(all.length > 0 && { marks: all }) })
  }
  const nested = (words: string, mark: RichMark) => out.push(...marked(words, [...marks, mark]))
  let last = 0
  for (const match of SIGNS.test(text) ? text.matchAll(INLINE) : []) {
    const [whole, code, bold, italic, label, target, bare] = match
    const address = safeHref(target ?? bare)
    put(text.slice(last, match.index))
    last = match.index + whole.length
    if (code) put(code, marks.length === 0 ? { type: 'code' } : undefined)
    else if (bold) nested(bold, { type: 'bold' })
    else if (italic) nested(italic, { type: 'italic' })
    else if (label && address) nested(label, { type: 'link', attrs: { href: address, target: '_blank' } })
    else if (bare && address && !marks.some(({ type }) => type === 'link')) put(bare, { type: 'link', attrs: { href: address, target: '_blank' } })
    else put(whole)
  }
  put(text.slice(last))
  return out
}
