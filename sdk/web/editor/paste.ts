/** What is pasted: HTML without the leftovers of word processors, Markdown as what it means, a bare address as a card. */
import { type Editor, Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { safeHref } from '../../richtext/rules.ts'

/** Longer pastes stay the plain text they are. */
const LONGEST_MARKDOWN = 200_000
/** Two signs of Markdown, or one that nobody types by chance. */
const SURE = /^(#{1,6} \S|```|\|.+\|\s*$|[-*+] \[[ xX]\] |>{1,3} \S)/m
const SIGNS = [/^[-*+] \S/m, /^\d{1,3}[.)] \S/m, /(^|\W)(\*\*|__)\S[^\n]*\2/m, /\[[^\]\n]+\]\(https?:[^)\s]+\)/, /(^|\s)`[^`\n]+`/m, /^([-*_])\1{2,}\s*$/m]
export const looksLikeMarkdown = (text: string): boolean =>
  text.length <= LONGEST_MARKDOWN && (SURE.test(text) || SIGNS.filter((sign) => sign.test(text)).length > 1)

const DROPPED =
  'script, style, meta, link, title, template, noscript, iframe, object, embed, svg, math, form, input, button, select, textarea, xml, img:not([data-signed-id])'

/** Parsed in a document of its own, where nothing runs and nothing is fetched. */
export function cleanHtml(html: string, small = false): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const element of page.querySelectorAll(DROPPED)) element.remove()
  const comments = page.createNodeIterator(page.body, NodeFilter.SHOW_COMMENT)
  for (let comment = comments.nextNode(); comment; comment = comments.nextNode()) comment.parentNode?.removeChild(comment)
  wordLists(page)
  // Google Docs wraps everything in a bold that is none; Word knows elements of its own.
  for (const element of page.querySelectorAll('b[id^="docs-internal-guid"], font, o\\:p, w\\:sdt, st1\\:place')) element.replaceWith(...element.childNodes)
  for (const element of page.querySelectorAll<HTMLElement>('*')) {
    for (const { name } of [...element.attributes]) if (/^on|^xmlns/i.test(name)) element.removeAttribute(name)
    if (/mso-|Mso/.test(element.className + (element.getAttribute('style') ?? '')) && !element.style.fontWeight && !element.style.textAlign)
      element.removeAttribute('style')
  }
  markTasks(page)
  if (small) flatten(page)
  return page.body.innerHTML
}

/** Word writes a list as paragraphs that begin with their own bullet. */
function wordLists(page: Document): void {
  let list = null as HTMLElement | null
  for (const paragraph of page.querySelectorAll<HTMLElement>('p[class*="MsoListParagraph"], p[style*="mso-list"]')) {
    const sign = [...paragraph.querySelectorAll<HTMLElement>('span[style*="mso-list:"]')].find((span) => /Ignore/i.test(span.getAttribute('style') ?? ''))
    const tag = /^\s*(\d+|[a-z]|[ivx]+)[.)]/i.test(sign?.textContent ?? '') ? 'OL' : 'UL'
    sign?.remove()
    if (list?.tagName !== tag || paragraph.previousElementSibling !== list) {
      list = page.createElement(tag)
      paragraph.before(list)
    }
    const item = page.createElement('li')
    item.append(...paragraph.childNodes)
    list.append(item)
    paragraph.remove()
  }
}

/** Lists whose items begin with a box, as Markdown and other editors write them. */
function markTasks(page: Document): void {
  for (const item of page.querySelectorAll<HTMLElement>('li')) {
    const text = item.querySelector('p')?.firstChild ?? item.firstChild
    const sign = text?.nodeType === Node.TEXT_NODE ? /^\s*(?:\[([ xX])\]|([☐☑]))\s+/.exec(text.textContent ?? '') : null
    const state = item.dataset.checked ?? (sign ? String((sign[1] ?? '').toLowerCase() === 'x' || sign[2] === '☑') : undefined)
    if (state === undefined || !item.parentElement) continue
    if (sign) text!.textContent = text!.textContent!.slice(sign[0].length)
    item.dataset.checked = state
    item.parentElement.dataset.tasks = ''
  }
}

/** Replies and messages have no headings and no tables. */
function flatten(page: Document): void {
  for (const heading of page.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const paragraph = page.createElement('p')
    const strong = page.createElement('strong')
    strong.append(...heading.childNodes)
    paragraph.append(strong)
    heading.replaceWith(paragraph)
  }
  for (const table of page.querySelectorAll('table')) {
    const rows = [...table.querySelectorAll('tr')].map((row) => {
      const paragraph = page.createElement('p')
      paragraph.textContent = [...row.cells].map((cell) => cell.textContent?.trim()).join(' | ')
      return paragraph
    })
    table.replaceWith(...rows)
  }
}

async function putMarkdown(editor: Editor, text: string, small: boolean): Promise<void> {
  const { markdownToHtml } = await import('./markdown.ts')
  if (!editor.isDestroyed) editor.commands.insertContent(cleanHtml(markdownToHtml(text), small))
}

/** An address alone in an empty paragraph becomes a card. */
function putCard(editor: Editor, text: string): boolean {
  const { $from, empty } = editor.state.selection
  const href = /^https?:\/\/\S+$/i.test(text) ? safeHref(text) : null
  if (!href || !empty || $from.depth !== 1 || $from.parent.type.name !== 'paragraph' || $from.parent.content.size > 0) return false
  return editor.commands.insertContent([{ type: 'embed', attrs: { url: href } }, { type: 'paragraph' }])
}

export const Pasting = Extension.create<{ small: boolean }>({
  name: 'pasting',
  // Before the link extension, which takes bare addresses too.
  priority: 2000,
  addOptions: () => ({ small: false }),
  addProseMirrorPlugins() {
    const { editor } = this
    const { small } = this.options
    let plain = false
    return [
      new Plugin({
        key: new PluginKey('pasting'),
        props: {
          handleKeyDown: (_, event) => {
            plain = event.shiftKey
            return false
          },
          transformPastedHTML: (html) => cleanHtml(html, small),
          handlePaste: (_, event) => {
            const text = event.clipboardData?.getData('text/plain').trim() ?? ''
            if (plain || !text || editor.isActive('codeBlock')) return false
            if (!small && putCard(editor, text)) return true
            // With HTML beside it the text is not the source.
            if (event.clipboardData?.types.includes('text/html') || !looksLikeMarkdown(text)) return false
            void putMarkdown(editor, text, small)
            return true
          },
        },
      }),
    ]
  },
})
