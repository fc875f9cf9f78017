/** An answer as a comment or a chat message: its words, and at its foot what they come from. */
import { type Ctx, textToDoc } from '@atrium/sdk/server'
import type { Answer } from '../answering/answer.ts'

/** Where there is nothing to quote, those who read along are told in other words than whoever asks alone. */
export const textOf = (ctx: Ctx, { text, outcome }: Pick<Answer, 'text' | 'outcome'>): string =>
  outcome === 'unanswered' ? ctx.t('reply.none') : outcome === 'handed_over' ? ctx.t('reply.handed_over') : text.trim()

interface Node {
  type: string
  text?: string
  marks?: { type: string; attrs?: Record<string, unknown> }[]
  content?: Node[]
}
const NUMBER = /(\[\d{1,2}\])/
type Links = ReadonlyMap<string, string>
/** The numbers in a text lead to their sources. */
function linked(node: Node, links: Links): Node[] {
  if (node.type === 'codeBlock' || node.marks?.some(({ type }) => type === 'code')) return [node]
  if (node.content) return [{ ...node, content: node.content.flatMap((one) => linked(one, links)) }]
  if (node.type !== 'text' || !node.text) return [node]
  return node.text
    .split(NUMBER)
    .filter(Boolean)
    .map((text) => {
      const href = links.get(text)
      const marks = [...(node.marks ?? []), ...(href ? [{ type: 'link', attrs: { href } }] : [])]
      return { type: 'text', text, ...(marks.length > 0 && { marks }) }
    })
}

/** Titles are words of members, so they are put in as words, never read as Markdown. */
export function bodyOf(ctx: Ctx, text: string, sources: Answer['sources']) {
  const doc = textToDoc(text) as Node
  if (sources.length === 0) return doc
  const hrefOf = (path: string) => (path.startsWith('/') ? ctx.community.url + path : path)
  const links: Links = new Map(sources.flatMap(({ number, path }) => (path ? [[`[${number}]`, hrefOf(path)] as const] : [])))
  const lines = sources.flatMap(({ number, title, path }, i) => [
    ...(i > 0 ? [{ type: 'hardBreak' }] : []),
    { type: 'text', text: `[${number}] ` },
    {
      type: 'text',
      text: title.trim() || ctx.t('reply.source'),
      ...(path && { marks: [{ type: 'link', attrs: { href: hrefOf(path) } }] }),
    },
  ])
  return { ...doc, content: [...linked(doc, links)[0]!.content!, { type: 'paragraph', content: lines }] }
}
