/** Text inside hand-made HTML, and hand-made HTML made harmless. */
import sanitize from 'sanitize-html'

/** Makes text harmless in elements and quoted attributes. */
export const escapeHtml = (text: unknown): string => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const BLOCKS = ['p', 'div', 'section', 'article', 'header', 'footer', 'blockquote', 'pre', 'hr', 'br', 'figure', 'figcaption', 'details', 'summary']
const INLINE = ['span', 'a', 'b', 'strong', 'i', 'em', 's', 'u', 'small', 'sub', 'sup', 'mark', 'code', 'kbd', 'abbr', 'img']
const TABLES = ['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']

/**
 * HTML that somebody wrote, without all that runs, loads or lies over the page: no scripts, styles, classes, ids, forms or frames.
 * Pictures show where they come from this site.
 */
export const safeHtml = (html: string): string =>
  sanitize(html, {
    allowedTags: ['h2', 'h3', 'h4', ...BLOCKS, ...INLINE, ...TABLES],
    allowedAttributes: {
      a: ['href', 'title', 'rel', 'target'],
      img: ['src', 'alt', 'title', 'width', 'height'],
      abbr: ['title'],
      ol: ['start'],
      details: ['open'],
      th: ['colspan', 'rowspan', 'scope'],
      td: ['colspan', 'rowspan'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !/^\/(?![/\\])/.test(attribs.src ?? ''),
    transformTags: { h1: 'h2', a: sanitize.simpleTransform('a', { rel: 'noopener nofollow ugc', target: '_blank' }) },
  }).trim()

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
/** The words of somebody's HTML as plain text, lines where it has blocks. @param without tags whose content is left out too, as `blockquote` */
export const textOfHtml = (html: string, without: string[] = []): string =>
  sanitize(html.replace(/<br[^>]*>|<\/(?:p|div|li|tr|h[1-6])\s*>/gi, '\n$&'), {
    allowedTags: [],
    allowedAttributes: {},
    nonTextTags: ['script', 'style', 'textarea', 'option', 'title', 'head', ...without],
  })
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity]!)
    .replaceAll('\u00a0', ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
