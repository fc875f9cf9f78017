/** Markdown to HTML for pasting; a piece of its own, fetched with the first paste that needs it. */
import { Marked } from 'marked'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const asWords = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!)

const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    // HTML inside Markdown is words: whoever pastes HTML pastes it as HTML.
    html: ({ text }) => asWords(text),
    image: ({ text }) => asWords(text),
    checkbox: ({ checked }) => `[${checked ? 'x' : ' '}] `,
  },
})
export const markdownToHtml = (text: string): string => marked.parse(text, { async: false })
