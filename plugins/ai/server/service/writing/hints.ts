/** Which rule a reported text may break, for those who decide about it. */
import { AtriumError, z } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { Adviser, Advised } from '../../../../moderation/contract.ts'
import { Hint, PREPARED } from '../../../../moderation/contract.ts'
import { cleaned } from '../answering/prompt.ts'
import { kindsOf, readBy } from '../knowledge/reading.ts'
import { writtenOnce } from './kept.ts'
import { canWrite } from './write.ts'

/** Letters of the text, and of what stands about it. */
const LETTERS = 8_000
const AROUND_LETTERS = 600

const TASK = [
  'A text in a community was reported. Say which rule it may break, for a moderator who decides; do not decide, and do not say what should be done',
  'The rules: harassment (insults, threats, hate); spam (advertising, deception, repetition); incorrect_location (does not belong in this space);',
  'against_guidelines (else nothing that a friendly community would keep: cruelty, sexual or illegal things, private data of others); none',
  'It was reported for the reasons named, which may be wrong. Judge the reported text alone; what stands about it says what it answers',
  'Answer with JSON alone: {"rule": one of these names, "certainty": "low", "medium" or "high", "text": "one sentence why"}',
].join('\n')
const Told = z.object({ rule: z.enum([...PREPARED, 'none']), certainty: Hint.shape.certainty, text: z.string().trim().min(1).max(600) })

function checked(written: string): string | null {
  try {
    const told = Told.parse(JSON.parse(written.slice(written.indexOf('{'), written.lastIndexOf('}') + 1)))
    const text = cleaned(told.text, 0).trim()
    return text ? JSON.stringify({ ...told, text }) : null
  } catch {
    return null
  }
}
const materialOf = ({ kind, title, text, before, after, reasons, space }: Advised): string =>
  [
    space ? `Space: ${space.name}${space.description ? ` (${space.description.slice(0, AROUND_LETTERS)})` : ''}` : '',
    `Reported for: ${reasons.join(', ')}`,
    title && `Under: ${title}`,
    ...before.map((said) => `Before it: ${said.slice(0, AROUND_LETTERS)}`),
    `Reported ${kind}: ${text.slice(0, LETTERS)}`,
    ...after.map((said) => `After it: ${said.slice(0, AROUND_LETTERS)}`),
  ]
    .filter(Boolean)
    .join('\n\n')

/** Private messages are shown to no model: they lie in no space. */
const isReadable = async (ctx: Ctx, about: Parameters<Adviser['isReady']>[1]): Promise<boolean> =>
  about.spaceId !== null && kindsOf(ctx).some(({ kind }) => kind === about.kind) && (await readBy(ctx))(about)

export const adviser: Adviser = {
  isReady: async (ctx, about) => (await canWrite(ctx)) && (await isReadable(ctx, about)),
  async advise(ctx, about) {
    if (!(await isReadable(ctx, about))) throw new AtriumError(422, 'not_read', 'AI can’t read this.')
    const { text, createdAt } = await writtenOnce(ctx, {
      ...{ task: TASK, text: materialOf(about), maxTokens: 300, check: checked },
      memberIds: about.authorMemberId === null ? [] : [about.authorMemberId],
    })
    const told = Told.parse(JSON.parse(text))
    return { ...told, rule: told.rule === 'none' ? null : told.rule, created_at: createdAt }
  },
}
