/** An answer without a model that nobody has written: what plugins look up at this moment, and the space where something belongs. */
import { type Ctx, isPerson } from '@atrium/sdk/server'
import content from '../../../../content/contract.ts'
import spaces from '../../../../spaces/contract.ts'
import contract, { type Told } from '../../../contract.ts'
import type { Agent } from '../agents.ts'
import { held, inText, inTitle, weightOf } from '../knowledge/fit.ts'
import { phrasesOf, saysAny } from '../knowledge/phrases.ts'
import { askedOf } from '../knowledge/question.ts'
import { kindsOf } from '../knowledge/reading.ts'
import { lexemesOf } from '../knowledge/worded.ts'
import type { StoredSource } from '../messages.ts'
import { harmless } from './extract.ts'

const PERSON = 'member'
/** Lines of one answer. */
const MOST = 3
/** Of the weight of a question's words: with so much of it in its name a thing is asked for; with so much, a space is where it belongs. */
const SHARE = { named: 0.5, place: 0.5 }
/** Of what fits best: places that fit less are not named beside it. */
const BESIDE = 0.9

export interface LookedUp {
  told: string
  sources: StoredSource[]
}
const flat = (text: string): string => harmless(text.replace(/[*_`]/g, '').replace(/\s+/g, ' ').trim())

function answerOf(ctx: Ctx, heading: string, lines: readonly Told[]): LookedUp {
  const icons = new Map(kindsOf(ctx).map(({ kind, icon }) => [kind, icon]))
  return {
    told: `${heading}\n\n${lines.map(({ title, text }, i) => `- **${flat(title)}**${text ? `: ${flat(text)}` : ''} [${i + 1}]`).join('\n')}`,
    sources: lines.map(({ kind, id, title, path, text, icon }, i) => ({
      ...{ number: i + 1, kind, recordId: id, title, path, icon: icons.get(kind) ?? icon, place: null, excerpt: text, author: null, created_at: null },
    })),
  }
}

/** Those whose names have what the question is about: its rarest word or the next, and much of it. */
async function namedIn(ctx: Ctx, question: string, phrases: readonly string[], lines: readonly Told[]): Promise<Told[]> {
  const asked = await askedOf(ctx, question)
  const [plain, ...titles] = await lexemesOf(ctx, [phrases.join(' '), ...lines.map(({ title }) => title)])
  // "course" and "cost" name none of them
  const words = asked.words.filter(({ word }) => !plain!.has(word))
  if (words.length === 0) return []
  const shares = lines.map(({ title }, i) => {
    const has = held(words, { text: title, words: titles[i]! }, inTitle)
    return has.some((word) => words.indexOf(word) < 2) ? weightOf(has) / weightOf(words) : 0
  })
  const best = Math.max(0, ...shares)
  return best < SHARE.named ? [] : lines.filter((_, i) => shares[i] === best)
}

/** What a plugin that the agent may ask has on this: where its phrases are in the question, or a name of what it has beside a word such as "when". */
export async function lookUp(ctx: Ctx, agent: Agent, question: string): Promise<LookedUp | null> {
  for (const { value, ...plugin } of ctx.fill(contract.points.tool)) {
    if (!value.tell || !agent.tools.includes(value.key)) continue
    const phrases = { asked: phrasesOf(plugin, `tool.${value.key}.asked`), named: phrasesOf(plugin, `tool.${value.key}.named`) }
    const isAsked = saysAny(phrases.asked, question)
    if (!isAsked && !saysAny(phrases.named, question)) continue
    const lines = await value.tell(ctx)
    const named = lines.length ? await namedIn(ctx, question, phrases.named, lines) : []
    const chosen = named.length ? named : isAsked ? lines : []
    if (chosen.length) return answerOf(ctx, plugin.t(`tool.${value.key}.told`), chosen.slice(0, MOST))
  }
  return null
}

/** Where a question asks for a place: spaces that the asker sees, by what their names and descriptions say. */
export async function placesFor(ctx: Ctx, agent: Agent, question: string): Promise<LookedUp | null> {
  if (!saysAny(phrasesOf(ctx, 'places.asked'), question)) return null
  const { words } = await askedOf(ctx, question)
  // locked ones too: what they sell is said to everybody who sees them
  const listed = (await ctx.use(spaces).access()).listedIds().filter((id) => agent.spaces[id] !== 'no')
  if (words.length === 0 || listed.length === 0) return null
  const lines = (await ctx.use(spaces).described(listed)).map(
    ({ id, name, slug, description }): Told => ({ kind: 'space', icon: 'hash', id, title: name, path: `/c/${slug}`, text: description ?? '' }),
  )
  const own = await lexemesOf(ctx, [...lines.map(({ title }) => title), ...lines.map(({ text }) => text)])
  const whole = weightOf(words)
  const shares = lines.map(({ title, text }, i) => {
    const has = new Set([...held(words, { text: title, words: own[i]! }, inTitle), ...held(words, { text, words: own[lines.length + i]! }, inText)])
    return weightOf([...has]) / whole
  })
  const best = Math.max(...shares)
  if (best < SHARE.place) return null
  const fitting = lines.flatMap((line, i) => (shares[i]! >= BESIDE * best ? [{ line, share: shares[i]! }] : []))
  return answerOf(
    ctx,
    ctx.t('places.told'),
    fitting
      .sort((one, other) => other.share - one.share)
      .slice(0, MOST)
      .map(({ line }) => line),
  )
}

interface Person {
  id: number
  name: string
  headline: string | null
  public_uid: string
}
/** Those of them whose profiles the asker may see. */
async function profilesOf(ctx: Ctx, people: readonly Person[]): Promise<Told[]> {
  const known = ctx
    .use(content)
    .findable()
    .find(({ kind }) => kind === PERSON)
  const seen = await known?.judge(people.map(({ id }) => id))
  return people.flatMap(({ id, name, headline, public_uid }): Told[] =>
    seen?.has(id) ? [{ kind: PERSON, id, icon: 'user', title: name, path: `/u/${public_uid}`, text: headline ?? '' }] : [],
  )
}
const PEOPLE = `select m.id, m.name, m.headline, m.public_uid from kernel.member_card m where m.community_id = $1 and m.status = 'active' and ${isPerson('m')}`

/** Where a question asks who somebody is: members by a part of their name. */
export async function peopleFor(ctx: Ctx, question: string): Promise<LookedUp | null> {
  if (!saysAny(phrasesOf(ctx, 'people.asked'), question)) return null
  const named = question.toLocaleLowerCase(ctx.locale).match(/\p{L}{3,}/gu) ?? []
  const people = await ctx.sql<Person>(
    `${PEOPLE} and string_to_array(lower(m.name), ' ') && $2::text[] order by m.last_seen_at desc nulls last, m.id limit ${MOST}`,
    [named],
  )
  const lines = await profilesOf(ctx, people)
  return lines.length ? answerOf(ctx, ctx.t('people.told'), lines) : null
}
/** Whom to write to about what people answer; null where the asker sees nobody of the team. */
export async function teamFor(ctx: Ctx): Promise<LookedUp | null> {
  const team = await ctx.sql<Person>(
    `${PEOPLE} and m.roles && array['admin', 'moderator'] and m.id is distinct from $2 order by 'admin' = any (m.roles) desc, m.id limit ${MOST}`,
    [ctx.member?.id ?? null],
  )
  const lines = await profilesOf(ctx, team)
  return lines.length ? answerOf(ctx, ctx.t('answer.team'), lines) : null
}
