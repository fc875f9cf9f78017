/** One's own words in an answer that came as HTML: programs mark what is quoted, each in its own way. One walk, from the first tag to the last. */
import { Parser } from 'htmlparser2'

/** Characters of HTML, levels of tags and characters of words that are looked at. */
const MOST_HTML = 2_000_000
const MOST_DEPTH = 2_000
const MOST_TEXT = 200_000
const PIECE = 16_384

/** What stands inside is somebody else's; one's own words may follow. Outlook writes `x_` before the names of others. */
const QUOTED_CLASSES = new Set(
  'gmail_quote gmail_quote_container gmail_attr gmail_extra_quote yahoo_quoted protonmail_quote moz-cite-prefix moz-forward-container tutanota_quote zmail_extra ntes_not_fresh_quote mail_quote'.split(
    ' ',
  ),
)
const QUOTED_IDS = new Set('isreplycontent mail-editor-reference-message-container ymail_android_quote'.split(' '))
const SIGNED_CLASSES = new Set('gmail_signature gmail_signature_prefix moz-signature protonmail_signature_block applemailsignature'.split(' '))
const SIGNED_IDS = new Set('signature ms-outlook-mobile-signature applemailsignature composer_signature mail_android_signature'.split(' '))
/** From here on all is somebody else's. */
const LAST_CLASSES = new Set(['outlookmessageheader'])
const LAST_IDS = new Set('divrplyfwdmsg appendonsend replysplit'.split(' '))
/** The rule over the head of what Outlook quotes. */
const OUTLOOK_RULE = /border-top:\s?solid\s#?(?:e1e1e1|b5c4df|c4c4c4)/u

const HIDDEN = new Set(['script', 'style', 'head', 'title', 'template', 'noscript', 'svg', 'object', 'iframe'])
const PARAGRAPHS = new Set('p h1 h2 h3 h4 h5 h6 ul ol table pre blockquote'.split(' '))
const LINES = new Set('div li tr section article header footer center dl dt dd hr form'.split(' '))
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

type Mark = 'quoted' | 'signed' | 'last' | 'hidden' | null
function markOf(name: string, attributes: Record<string, string>): Mark {
  if (HIDDEN.has(name)) return 'hidden'
  const plain = (text: string | undefined) => (text ?? '').slice(0, 500).toLowerCase()
  const classes = plain(attributes['class'])
    .split(/\s+/)
    .map((one) => one.replace(/^(?:x_)+/, ''))
  const id = plain(attributes['id']).replace(/^(?:x_)+/, '')
  if (LAST_IDS.has(id) || classes.some((one) => LAST_CLASSES.has(one)) || OUTLOOK_RULE.test(plain(attributes['style']))) return 'last'
  if (SIGNED_IDS.has(id) || classes.some((one) => SIGNED_CLASSES.has(one))) return 'signed'
  const isQuote = name === 'blockquote' || plain(attributes['name']) === 'quote' || QUOTED_IDS.has(id) || classes.some((one) => QUOTED_CLASSES.has(one))
  return isQuote ? 'quoted' : null
}

/** As text in which a quote is a line that begins with `>`, for what programs say around it. @returns whether one of them has marked a quote */
export function ownHtml(html: string): { text: string; isCut: boolean } {
  const parts: string[] = []
  let length = 0
  /** Line ends that are due before the next words. */
  let due = 0
  let isCut = false
  let isOver = false
  const open: { name: string; mark: Mark; href: string | null; from: number }[] = []
  /** Tags of which the contents are left out, in the order of their opening. */
  let left = 0
  let pre = 0
  const breakBy = (lines: number) => {
    due = Math.max(due, lines)
  }
  const write = (text: string) => {
    if (text === '' || length > MOST_TEXT) return
    if (due > 0) {
      if (length > 0) parts.push('\n'.repeat(due))
      due = 0
    }
    parts.push(text)
    length += text.length
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      if (isOver) return
      const mark = left > 0 ? null : markOf(name, attributes)
      isCut ||= mark === 'last'
      // nobody writes as deep as that: what comes then is not read
      isOver = mark === 'last' || open.length >= MOST_DEPTH
      if (isOver) return
      if (name === 'br' && left === 0) {
        if (pre === 0 && due > 0) due = Math.min(2, due + 1)
        else breakBy(1)
      }
      if (left === 0) breakBy(PARAGRAPHS.has(name) ? 2 : LINES.has(name) ? 1 : 0)
      if (name === 'li' && left === 0) write('- ')
      if ((name === 'td' || name === 'th') && left === 0 && due === 0 && length > 0) write(' ')
      if (VOID.has(name)) return
      if (mark === 'quoted') {
        isCut = true
        breakBy(1)
        write('>')
        breakBy(1)
      }
      if (mark) left++
      if (name === 'pre') pre++
      const href = name === 'a' && left === 0 ? (attributes['href'] ?? null) : null
      open.push({ name, mark, href, from: parts.length })
    },
    ontext(text) {
      if (isOver || left > 0) return
      if (pre > 0) return write(text)
      const flat = text.replace(/[\s\u00a0]+/gu, ' ')
      const isAtStart = length === 0 || due > 0 || parts.at(-1)!.endsWith(' ') || parts.at(-1)!.endsWith('\n')
      write(isAtStart ? flat.trimStart() : flat)
    },
    onclosetag(name) {
      if (isOver || VOID.has(name)) return
      const { mark, href, from } = open.pop()!
      if (mark) left--
      if (name === 'pre') pre--
      if (href && left === 0 && /^https?:/i.test(href)) {
        const said = parts.slice(from).join('').trim()
        if (said !== '' && !href.includes(said) && !said.includes(href)) write(` (${href})`)
      }
      if (left === 0) breakBy(PARAGRAPHS.has(name) ? 2 : LINES.has(name) ? 1 : 0)
    },
  })
  // piece by piece, so that nothing is read once it is over
  for (let at = 0; at < Math.min(html.length, MOST_HTML) && !isOver; at += PIECE) parser.write(html.slice(at, at + PIECE))
  if (!isOver) parser.end()
  return { text: parts.join('').replaceAll(/[ \t]+\n/g, '\n'), isCut }
}
