/** A text as API clients send it: plain, with a little markdown, or as simple HTML, which is put into the same signs. */
import { textToDoc } from '../richtext/text.ts'

const IS_HTML = /<\/?[a-z][a-z0-9]*[\s/>]/i
const TAG = /<(\/?)([a-z][a-z0-9]*)([^<>]*)>/gi
const MARKS: Record<string, string> = { b: '**', strong: '**', i: '*', em: '*', code: '`' }
const STARTS: Record<string, string> = { li: '- ', blockquote: '> ', h1: '# ', h2: '## ', h3: '### ', h4: '### ', h5: '### ', h6: '### ' }
const BLOCKS = new Set(['p', 'div', 'ul', 'ol', 'pre', 'table', 'tr', 'section', 'article', 'figure', ...Object.keys(STARTS)])
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const HREF = /href\s*=\s*["']?([^"'\s>]+)/i

const decoded = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, number, hex, name) => {
    const code = number ? Number(number) : hex ? Number.parseInt(hex, 16) : null
    return code === null ? (ENTITIES[name.toLowerCase()] ?? whole) : code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

function plain(html: string): string {
  const links: string[] = []
  return decoded(
    html
      .replace(/<(script|style)\b[^<>]*>[^<]*<\/\1\s*>/gi, '')
      .replace(/\s+/g, ' ')
      .replace(TAG, (_, end: string, tag: string, rest: string) => {
        const name = tag.toLowerCase()
        if (name === 'br') return '\n'
        if (name === 'hr') return '\n\n---\n\n'
        if (name === 'a') {
          if (!end) links.push(rest.match(HREF)?.[1] ?? '')
          const href = end ? links.pop() : links.at(-1)
          return href ? (end ? `](${href})` : '[') : ''
        }
        if (MARKS[name]) return MARKS[name]
        if (!BLOCKS.has(name)) return ''
        return name === 'li' ? (end ? '' : '\n- ') : `\n\n${end ? '' : (STARTS[name] ?? '')}`
      }),
  )
}

/** The document of a text; what it may hold is checked where it is kept. */
export const bodyToDoc = (body: string): unknown => textToDoc(IS_HTML.test(body) ? plain(body) : body)
