/** What one's own mail server found out about whom an email is from: its header `Authentication-Results` (RFC 8601). */

/** `none` where it says nothing that would prove or refute the address in From. */
export type Verdict = 'proven' | 'refuted' | 'none'
/** Letters of a header field that are read. */
const READ = 8_000
const REFUTED = ['fail', 'hardfail', 'policy']

/**
 * The topmost field of exactly this authority decides: it is the last that was written, and whatever a sender wrote lies below it.
 * @param fields values of all `Authentication-Results`, the topmost first
 * @param authority authserv-id of one's own mail server; null: none is believed
 * @param from address in the header From, in small letters
 */
export function verdictOf(fields: string[], authority: string | null, from: string): Verdict {
  const domain = from.slice(from.lastIndexOf('@') + 1)
  if (!authority || !domain) return 'none'
  const ours = fields.map(readField).find(({ by }) => by === authority.toLowerCase())
  if (!ours) return 'none'
  const dmarc = ours.results.filter(({ method, of }) => method === 'dmarc' && (!of['header.from'] || of['header.from'] === domain))
  if (dmarc.some(({ result }) => REFUTED.includes(result))) return 'refuted'
  if (dmarc.some(({ result }) => result === 'pass')) return 'proven'
  const others = ours.results.filter(({ method }) => method === 'dkim' || method === 'spf')
  if (others.some((one) => one.result === 'pass' && isAligned(one, domain))) return 'proven'
  return others.some(({ result }) => REFUTED.includes(result)) ? 'refuted' : 'none'
}

interface Result {
  method: string
  result: string
  /** Its properties: `header.d`, `smtp.mailfrom`. */
  of: Record<string, string>
}
/** The domain that signed, or that sent, is the one in From or one above it, whose owner owns it too. */
function isAligned({ method, of }: Result, domain: string): boolean {
  const said = method === 'dkim' ? (of['header.d'] ?? of['header.i']) : of['smtp.mailfrom']
  const by = said?.slice(said.lastIndexOf('@') + 1) ?? ''
  return by.includes('.') && (domain === by || domain.endsWith(`.${by}`))
}

/** `mx.example.com; dmarc=pass header.from=example.com; spf=pass smtp.mailfrom=a@example.com`, in small letters. */
function readField(value: string): { by: string; results: Result[] } {
  const [head = [], ...parts] = wordsOf(value.slice(0, READ).toLowerCase())
  const results = parts.flatMap((words) => {
    const [first, ...more] = words.map(pairOf)
    // `dkim/1=pass` names the version of the method
    return first ? [{ method: first[0].split('/')[0]!, result: first[1], of: Object.fromEntries(more) }] : []
  })
  return { by: head[0] ?? '', results }
}
const pairOf = (word: string): [string, string] => {
  const at = word.indexOf('=')
  return at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)]
}
/** Words between semicolons: without comments, which may lie in one another; a quoted string is one word; spaces around `=` do not count. */
function wordsOf(value: string): string[][] {
  const parts: string[][] = [[]]
  let [word, depth, isQuoted, isOpen] = ['', 0, false, false]
  const end = () => {
    if (word) parts.at(-1)!.push(word)
    word = ''
    isOpen = false
  }
  for (let i = 0; i < value.length; i++) {
    const letter = value[i]!
    if ((isQuoted || depth > 0) && letter === '\\') {
      const next = value[++i] ?? ''
      if (isQuoted) word += next
    } else if (isQuoted) {
      if (letter === '"') isQuoted = false
      else word += letter
    } else if (letter === '(') depth++
    else if (letter === ')') depth = Math.max(0, depth - 1)
    else if (depth > 0) continue
    else if (letter === '"') isQuoted = true
    else if (letter === ';') {
      end()
      parts.push([])
    } else if (letter.trim() === '') isOpen = word !== ''
    else {
      if (isOpen && letter !== '=' && !word.endsWith('=')) end()
      isOpen = false
      word += letter
    }
  }
  end()
  return parts
}
