/** An answer as a comment or a chat message: its words, and at its foot what they come from. */
import { type Ctx, textToDoc } from '@atrium/sdk/server'
import type { Answer } from '../answering/answer.ts'

/** Where there is nothing to quote, those who read along are told in other words than whoever asks alone. */
export const textOf = (ctx: Ctx, { text, outcome }: Pick<Answer, 'text' | 'outcome'>): string =>
  outcome === 'unanswered' ? ctx.t('reply.none') : outcome === 'handed_over' ? ctx.t('reply.handed_over') : text.trim()

/** Titles are words of members, so they are put in as words, never read as Markdown. */
export function bodyOf(ctx: Ctx, text: string, sources: Answer['sources']) {
  const doc = textToDoc(text)
  if (sources.length === 0) return doc
  const lines = sources.flatMap(({ number, title, path }, i) => [
    ...(i > 0 ? [{ type: 'hardBreak' }] : []),
    { type: 'text', text: `[${number}] ` },
    {
      type: 'text',
      text: title.trim() || ctx.t('reply.source'),
      ...(path && { marks: [{ type: 'link', attrs: { href: path.startsWith('/') ? ctx.community.url + path : path } }] }),
    },
  ])
  return { ...doc, content: [...doc.content, { type: 'paragraph', content: lines }] }
}
