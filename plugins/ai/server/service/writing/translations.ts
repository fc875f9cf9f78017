/** Posts and comments in the language of who reads them. */
import { AtriumError, notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import content from '../../../../content/contract.ts'
import { MAX_TRANSLATED, type Translated, type Translation } from '../../../contract.ts'
import { placeOf } from '../../providers/model.ts'
import { cleaned } from '../answering/prompt.ts'
import { readBy } from '../knowledge/reading.ts'
import { type Wanted, writtenOnce } from './kept.ts'
import { notSetUp } from './write.ts'

const baseOf = (language: string): string => new Intl.Locale(language).language
function languageOf(code: string): string | null {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? null
  } catch {
    return null
  }
}
/** The language in the first line, and below it the text, where it is another than the reader's. */
const CODED = /^\s*([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\s*(?:\n([\s\S]*))?$/
function wantedOf(ctx: Ctx, text: string, authorMemberId: number | null): Wanted {
  return {
    task: [
      `Translate the text into ${ctx.locale}`,
      'Write the BCP 47 code of the language that it is in on the first line, and the translation below; add nothing and leave nothing out',
      'Where it is in that language already, write the code alone',
    ].join('\n'),
    text,
    memberIds: authorMemberId === null ? [] : [authorMemberId],
    maxTokens: 200 + Math.ceil(text.length / 2),
    check(written) {
      const [, code, rest = ''] = CODED.exec(written) ?? []
      const language = code && languageOf(code)
      if (!language) return null
      if (baseOf(language) === baseOf(ctx.locale)) return language
      const translated = cleaned(rest, 0).trim()
      return translated ? `${language}\n${translated}` : null
    },
  }
}

/** @throws AtriumError 404, `ai_off`; 422 for what no model may be shown, or is too long; 429 `ai_budget_used`, 502 `ai_failed` */
export async function translate(ctx: Ctx, { kind, id }: Translated): Promise<Translation> {
  if (!placeOf(ctx)) throw notSetUp()
  const card = await ctx.use(content).card(kind, id)
  const [record] = card ? await ctx.use(content).judged(kind, [id]) : []
  if (record?.state !== 'shown') throw notFound(kind === 'post' ? 'Post' : 'Comment')
  const text = [record.name, record.text].filter(Boolean).join('\n\n')
  const mayBeRead = await readBy(ctx)
  if (!text || !mayBeRead({ kind, spaceId: record.spaceId, authorMemberId: record.authorMemberId }))
    throw new AtriumError(422, 'not_translated', 'This can’t be translated.')
  if (text.length > MAX_TRANSLATED) throw new AtriumError(422, 'too_long', 'This is too long to translate.')
  const { text: kept, createdAt } = await writtenOnce(ctx, wantedOf(ctx, text, record.authorMemberId))
  const end = kept.indexOf('\n')
  const language = end < 0 ? kept : kept.slice(0, end)
  return {
    language,
    language_name: new Intl.DisplayNames([ctx.locale], { type: 'language' }).of(language) ?? language,
    text: end < 0 ? null : kept.slice(end + 1),
    created_at: createdAt.toISOString(),
  }
}
