/** An email as MJML, and what is made of that once for all readers: parts between which each reader's own values stand. */
import { directionOf } from '@atrium/sdk'
import { escapeHtml, richTextHtml } from '@atrium/sdk/server'
import type { Block, Leaf, Look } from '../../contract.ts'
import { mark, marked, split } from './marks.ts'

export interface Drawn {
  subjects: string[][]
  html: string[]
  text: string[]
  /** In the order of their numbers. */
  links: string[]
}
export interface Letter {
  subjects: string[]
  preheader: string
  blocks: readonly Block[]
  look: Look
  locale: string
  community: { name: string; logo: string | null; url: string }
  /** Addresses of pictures by their signed ids. */
  pictures: ReadonlyMap<string, { url: string; width: number | null }>
  footer: { address: string; why: string; choose: string; unsubscribe: string }
  isOpenTracked: boolean
  isClickTracked: boolean
}

const WIDTH = 600
const FAMILIES: Record<Look['font'], string> = {
  system: "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
  serif: "Georgia, 'Times New Roman', serif",
  rounded: "'Trebuchet MS', 'Segoe UI', Verdana, sans-serif",
  mono: "'SFMono-Regular', Consolas, 'Courier New', monospace",
}
/** In mail programs that show dark mails and are told how. */
const DARK = { background: '#101114', card: '#1b1d22', text: '#ececf1', muted: '#a2a5b0', line: '#34363e' }

const words = (text: string) => escapeHtml(marked(text)).replaceAll('\n', '<br />')

/** @throws Error where MJML finds a fault; its message names no folder of this machine */
export async function draw(letter: Letter): Promise<Drawn> {
  const links: string[] = []
  /** The place of an address: through our own, which counts, or as it is. */
  const linked = (href: string): string => {
    if (!letter.isClickTracked || !/^https?:/i.test(href)) return escapeHtml(href)
    const known = links.indexOf(href)
    return mark(`link.${known === -1 ? links.push(href) - 1 : known}`)
  }
  const [{ default: mjml }, { convert }] = await Promise.all([import('mjml'), import('html-to-text')])
  // without fonts of its own, which readers' programs would fetch from Google
  const made = await mjml(page(letter, linked), { validationLevel: 'strict', fonts: {} }).catch((error: Error) => {
    throw new Error(error.message.replaceAll(/\(?\/[^\s)]*\/[^\s)]*\)?/g, ''))
  })
  const text = convert(made.html, {
    wordwrap: false,
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      { selector: 'table', format: 'block' },
      { selector: '.preheader', format: 'skip' },
    ],
  })
  return {
    subjects: letter.subjects.map((subject) => split(marked(subject))),
    html: split(
      letter.isOpenTracked
        ? made.html.replace('</body>', `<img src="${mark('pixel')}" width="1" height="1" alt="" style="display:block" /></body>`)
        : made.html,
    ),
    text: split(text.replaceAll(/\n{3,}/g, '\n\n').trim()),
    links,
  }
}

function page({ preheader, blocks, look, locale, community, pictures, footer }: Letter, linked: (href: string) => string): string {
  const radius = `${look.radius}px`
  const leaf = (block: Leaf, width: number): string => {
    switch (block.type) {
      case 'heading':
        return `<mj-text css-class="word" align="${side(block.align)}" font-size="${block.level === 1 ? 26 : 20}px" line-height="1.25" font-weight="700">${words(block.text)}</mj-text>`
      case 'text':
        return `<mj-text css-class="word prose">${linkedHtml(block.body, community.url, linked)}</mj-text>`
      case 'image': {
        const picture = block.image === null ? undefined : pictures.get(block.image)
        if (!picture) return ''
        const shown = Math.round((width * Number(block.width)) / 100) - 2 * 24
        const href = block.href ? ` href="${linked(block.href)}"` : ''
        return `<mj-image src="${escapeHtml(picture.url)}" alt="${words(block.alt)}" width="${Math.min(shown, picture.width ?? shown)}px" border-radius="${radius}"${href} />`
      }
      case 'button':
        return `<mj-button align="${side(block.align)}" background-color="${look.accent}" color="${look.accent_text}" border-radius="${radius}" font-weight="600" inner-padding="12px 22px" href="${linked(block.href)}">${words(block.label)}</mj-button>`
      case 'divider':
        return '<mj-divider css-class="line" border-width="1px" border-color="#dcdde3" />'
      case 'spacer':
        return `<mj-spacer height="${block.height}px" />`
      case 'quote':
        return `<mj-text css-class="word quote" font-style="italic" container-background-color="${look.card}">${words(block.text)}${block.by ? `<br /><span style="font-style:normal;opacity:.7">${words(block.by)}</span>` : ''}</mj-text>`
    }
  }
  const section = (inside: string) => `<mj-section css-class="card" background-color="${look.card}" padding="0">${inside}</mj-section>`
  const column = (inside: string, width = '') => `<mj-column${width}>${inside || '<mj-spacer height="1px" />'}</mj-column>`
  // neighbours share a section, so that nothing shows between them
  const rows: string[] = []
  let open: string[] = []
  const close = () => {
    if (open.length) rows.push(section(column(open.join(''))))
    open = []
  }
  for (const block of blocks) {
    if (block.type !== 'columns') {
      open.push(leaf(block, WIDTH))
      continue
    }
    close()
    const width = WIDTH / block.columns.length
    rows.push(section(block.columns.map((some) => column(some.map((one) => leaf(one as Leaf, width)).join(''))).join('')))
  }
  close()
  const direction = directionOf(locale)
  const head = look.is_logo_shown
    ? community.logo
      ? `<mj-image src="${escapeHtml(community.logo)}" alt="${escapeHtml(community.name)}" width="48px" align="${direction === 'rtl' ? 'right' : 'left'}" border-radius="10px" />`
      : `<mj-text css-class="word" font-size="17px" font-weight="700">${escapeHtml(community.name)}</mj-text>`
    : ''
  return `<mjml lang="${escapeHtml(locale)}" dir="${direction}"><mj-head>
<mj-preview>${words(preheader)}</mj-preview>
<mj-attributes><mj-all font-family="${FAMILIES[look.font].replaceAll('"', "'")}" /><mj-text font-size="16px" line-height="1.6" color="${look.text}" padding="8px 24px" /><mj-image padding="8px 24px" /><mj-button padding="12px 24px" font-size="16px" /><mj-divider padding="12px 24px" /></mj-attributes>
<mj-style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
.prose p, .prose ul, .prose ol, .prose blockquote { margin: 0 0 12px; }
.prose a { color: ${look.accent}; }
.quote > div { border-inline-start: 3px solid ${look.accent}; padding-inline-start: 14px; }
@media (prefers-color-scheme: dark) {
  body, .page { background-color: ${DARK.background} !important; }
  .card, .card > table, .quote { background-color: ${DARK.card} !important; }
  .word > div, .word > div * { color: ${DARK.text} !important; }
  .foot > div, .foot > div * { color: ${DARK.muted} !important; }
  .prose a { color: inherit !important; text-decoration: underline; }
}
</mj-style></mj-head>
<mj-body css-class="page" width="${WIDTH}px" background-color="${look.background}">
<mj-section padding="20px 0 8px"><mj-column>${head || '<mj-spacer height="1px" />'}</mj-column></mj-section>
${rows.join('\n')}
<mj-section padding="12px 0 28px"><mj-column><mj-text css-class="foot" font-size="13px" line-height="1.5" color="#6b6f7b" align="center">${footer.why}<br />${footer.address}<br /><a href="${mark('unsubscribe')}" style="color:inherit;text-decoration:underline">${footer.choose}</a> · <a href="${mark('unsubscribe')}" style="color:inherit;text-decoration:underline">${footer.unsubscribe}</a></mj-text></mj-column></mj-section>
</mj-body></mjml>`
}
const side = (align: 'start' | 'center') => (align === 'center' ? 'center' : 'left')

/** Rich text with its own links led through ours; its words are escaped by what renders it, so a variable in them is as well. */
function linkedHtml(body: unknown, base: string, linked: (href: string) => string): string {
  const html = marked(richTextHtml(body as never, { baseUrl: base }))
  return html
    .replaceAll(/<a href="([^"]*)"[^>]*>/g, (_, href: string) => `<a href="${linked(unescaped(href))}">`)
    .replaceAll(/ data-align="(center|right)"/g, ' style="text-align:$1"')
}
const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
