/** How answers are made here: with which model, for how much, and out of what. */
import { invalid, type RouteParsed } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import contract from '../../contract.ts'
import { houseOf, placeOf, written } from '../providers/model.ts'
import { problemOf } from './answering/answer.ts'
import { kinds } from './knowledge/overview.ts'
import { readAnew } from './knowledge/reading.ts'

const DAYS = 30

export async function showSetting(ctx: Ctx) {
  const { key, ...settings } = ctx.settings(contract)
  const days = await ctx.sql<{ day: string; tokens: number; questions: number }>(
    `select d::date::text as day, coalesce(sum(x.tokens), 0)::float8 as tokens, coalesce(sum(x.answered + x.unanswered + x.handed_over), 0)::int as questions
     from generate_series($2::date - ${DAYS - 1}, $2::date, '1 day') as d left join ai.day x on x.community_id = $1 and x.day = d::date group by d order by d`,
    [ctx.now().toISOString().slice(0, 10)],
  )
  const [month] = await ctx.sql<{ tokens: number }>(
    `select (tokens_in + tokens_out)::float8 as tokens from ai.month where community_id = $1 and month = date_trunc('month', $2::timestamptz at time zone 'UTC')::date`,
    [ctx.now()],
  )
  return { ...settings, has_key: key !== null, has_house: houseOf(ctx) !== null, kinds: await kinds(ctx), use: { tokens: month?.tokens ?? 0, days } }
}
export async function changeSetting(ctx: Ctx, { key, ...changes }: RouteParsed<typeof contract.routes.updateSetting>['body']['setting']): Promise<void> {
  const before = await ctx.holdSettings(contract)
  if (changes.address) ctx.checkAddress(changes.address)
  const next = { ...before, ...changes }
  if (next.provider === 'own' && (!next.address || !next.model)) throw invalid({ 'setting.address': ['Enter the address of the model’s server, and a model.'] })
  await ctx.saveSettings(contract, {
    ...changes,
    ...(key === undefined ? {} : { key: key ? ctx.seal(key) : null }),
    // a key belongs to the server that it was entered for
    ...(key === undefined && changes.address !== undefined && changes.address !== before.address ? { key: null } : {}),
  })
  const changed = (name: 'excluded_kinds' | 'excluded_space_ids') => changes[name] !== undefined && String(changes[name]) !== String(before[name])
  if (changed('excluded_kinds') || changed('excluded_space_ids')) await readAnew(ctx)
  await ctx.audit('ai.changed', 'ai', Object.fromEntries(Object.keys(changes).map((name) => [name, true])))
}
/** Asks the model for a word. */
export async function tryProvider(ctx: Ctx) {
  const began = performance.now()
  const place = placeOf(ctx)
  if (!place) return { ok: false, answer: null, problem: ctx.t('problem.none'), took_ms: 0 }
  try {
    const { text } = await written(ctx, place, {
      system: 'Answer with one word',
      messages: [{ role: 'user', content: 'Say hello' }],
      maxTokens: 20,
      signal: AbortSignal.timeout(20_000),
    })
    return { ok: true, answer: text.slice(0, 100), problem: null, took_ms: Math.round(performance.now() - began) }
  } catch (error) {
    ctx.log.warn({ err: error }, 'the model did not answer')
    return { ok: false, answer: null, problem: problemOf(ctx, error), took_ms: Math.round(performance.now() - began) }
  }
}
