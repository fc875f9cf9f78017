/** Renders a rich text to an HTML string without a DOM. */
import { formatBytes, type RichMark, type RichNode, safeFile, safeHref } from '../richtext/rules.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const html = (value: unknown): string => String(value ?? '').replace(/[&<>"']/g, (sign) => ESCAPES[sign]!)
const attribute = (name: string, value: unknown): string => (value === null || value === undefined || value === '' ? '' : ` ${name}="${html(value)}"`)

const TAGS: Record<string, string> = { paragraph: 'p', blockquote: 'blockquote', bulletList: 'ul', listItem: 'li' }
const MARK_TAGS: Record<string, string> = { bold: 'strong', italic: 'em', strike: 's', code: 'code' }

function wrap(inner: string, mark: RichMark): string {
  const tag = MARK_TAGS[mark.type]
  if (tag) return `<${tag}>${inner}</${tag}>`
  const href = mark.type === 'link' ? safeHref(mark.attrs?.href) : null
  return href ? `<a href="${html(href)}" target="_blank" rel="noopener nofollow ugc">${inner}</a>` : inner
}

/** HTML of a node; `base` stands before addresses of this site. */
export function renderHtml(node: RichNode, base: string): string {
  const { type, attrs = {}, marks = [] } = node
  if (type === 'text') return marks.reduce(wrap, html(node.text))
  const inner = () => (node.content ?? []).map((child) => renderHtml(child, base)).join('')
  const tag = TAGS[type]
  if (tag) return `<${tag}>${inner()}</${tag}>`
  switch (type) {
    case 'doc':
      return inner()
    case 'heading':
      return attrs.level === 3 ? `<h3>${inner()}</h3>` : `<h2>${inner()}</h2>`
    case 'orderedList':
      return `<ol${attrs.start === 1 ? '' : attribute('start', attrs.start)}>${inner()}</ol>`
    case 'codeBlock':
      return `<pre><code>${inner()}</code></pre>`
    case 'horizontalRule':
      return '<hr>'
    case 'hardBreak':
      return '<br>'
    case 'mention':
      return `<a class="mention" href="${html(`${base}/u/${attrs.id}`)}">@${html(attrs.label)}</a>`
    case 'image': {
      const src = safeFile(attrs.src)
      if (!src) return attrs.alt || attrs.caption ? `<p>${html(attrs.caption || attrs.alt)}</p>` : ''
      const caption = attrs.caption ? `<figcaption>${html(attrs.caption)}</figcaption>` : ''
      return `<figure><img src="${html(base + src)}" alt="${html(attrs.alt)}"${attribute('width', attrs.width)}${attribute('height', attrs.height)}>${caption}</figure>`
    }
    case 'file': {
      const src = safeFile(attrs.src)
      const label = `${html(attrs.filename)} (${html(formatBytes(Number(attrs.byte_size) || 0))})`
      return src ? `<p><a class="file" href="${html(base + src)}">${label}</a></p>` : `<p>${label}</p>`
    }
    default:
      return ''
  }
}
