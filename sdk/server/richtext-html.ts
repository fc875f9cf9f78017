/** Renders a rich text to an HTML string without a DOM. */
import { ALIGNMENTS, formatBytes, mentionPath, type RichMark, type RichNode, safeFile, safeHref } from '../richtext/rules.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const html = (value: unknown): string => String(value ?? '').replace(/[&<>"']/g, (sign) => ESCAPES[sign]!)
const attribute = (name: string, value: unknown): string => (value === null || value === undefined || value === '' ? '' : ` ${name}="${html(value)}"`)

const TAGS: Record<string, string> = { blockquote: 'blockquote', bulletList: 'ul', listItem: 'li', tableRow: 'tr' }
/** A block goes the way of its words; of what it holds, only lists have a way of their own, as the way of a block is read from what has none. */
const auto = (type: string, isInside: boolean): string => (!isInside || /List$|^blockquote$/.test(type) ? ' dir="auto"' : '')
const aligned = (side: unknown): string => (ALIGNMENTS.includes(side as never) && side !== 'left' ? ` data-align="${side}"` : '')
const spans = ({ colspan, rowspan }: Record<string, unknown>) =>
  (Number(colspan) > 1 ? attribute('colspan', colspan) : '') + (Number(rowspan) > 1 ? attribute('rowspan', rowspan) : '')
const MARK_TAGS: Record<string, string> = { bold: 'strong', italic: 'em', strike: 's', code: 'code' }

function wrap(inner: string, mark: RichMark): string {
  const tag = MARK_TAGS[mark.type]
  if (tag) return `<${tag}>${inner}</${tag}>`
  const href = mark.type === 'link' ? safeHref(mark.attrs?.href) : null
  return href ? `<a href="${html(href)}" target="_blank" rel="noopener nofollow ugc">${inner}</a>` : inner
}

/** HTML of a node; `base` stands before addresses of this site. */
export function renderHtml(node: RichNode, base: string, isInside = false): string {
  const { type, attrs = {}, marks = [] } = node
  if (type === 'text') return marks.reduce(wrap, html(node.text))
  const inner = () => (node.content ?? []).map((child) => renderHtml(child, base, type !== 'doc')).join('')
  const dir = auto(type, isInside)
  const tag = TAGS[type]
  if (tag) return `<${tag}${tag === 'li' || tag === 'tr' ? '' : dir}>${inner()}</${tag}>`
  switch (type) {
    case 'doc':
      return inner()
    case 'paragraph':
      return `<p${dir}${aligned(attrs.textAlign)}>${inner()}</p>`
    case 'heading':
      return attrs.level === 3 ? `<h3${dir}${aligned(attrs.textAlign)}>${inner()}</h3>` : `<h2${dir}${aligned(attrs.textAlign)}>${inner()}</h2>`
    case 'table':
      return `<table${dir}><tbody>${inner()}</tbody></table>`
    case 'tableHeader':
      return `<th${spans(attrs)}>${inner()}</th>`
    case 'tableCell':
      return `<td${spans(attrs)}>${inner()}</td>`
    case 'taskList':
      return `<ul${dir} class="tasks">${inner()}</ul>`
    case 'taskItem':
      return `<li>${attrs.checked ? '☑' : '☐'} ${inner()}</li>`
    case 'embed': {
      const href = safeHref(attrs.url)
      // The words of the card without a title (`EmbedCard`), so that nothing reads otherwise once the card has come.
      return href ? `<p><a href="${html(href)}" target="_blank" rel="noopener nofollow ugc">${html(href.replace(/^https?:\/\/(www\.)?/, ''))}</a></p>` : ''
    }
    case 'orderedList':
      return `<ol${dir}${attrs.start === 1 ? '' : attribute('start', attrs.start)}>${inner()}</ol>`
    case 'codeBlock':
      return `<pre><code>${inner()}</code></pre>`
    case 'horizontalRule':
      return '<hr>'
    case 'hardBreak':
      return '<br>'
    case 'mention':
      return `<a class="mention" href="${html(base + (mentionPath(attrs) ?? ''))}">@${html(attrs.label)}</a>`
    case 'image': {
      const src = safeFile(attrs.src)
      if (!src) return attrs.alt || attrs.caption ? `<p>${html(attrs.caption || attrs.alt)}</p>` : ''
      const caption = attrs.caption ? `<figcaption>${html(attrs.caption)}</figcaption>` : ''
      return `<figure${aligned(attrs.align)}><img src="${html(base + src)}" alt="${html(attrs.alt)}"${attribute('width', attrs.width)}${attribute('height', attrs.height)}>${caption}</figure>`
    }
    case 'video':
    case 'file': {
      const src = safeFile(attrs.src)
      const label = `${html(attrs.filename)} (${html(formatBytes(Number(attrs.byte_size) || 0))})`
      return src ? `<p><a class="file" href="${html(base + src)}">${label}</a></p>` : `<p>${label}</p>`
    }
    default:
      return ''
  }
}
