/** Fields that several blocks have, and the HTML of what they hold. */
import type { Ctx, Markup } from '@atrium/sdk/server'
import { html, trusted } from '@atrium/sdk/server'
import type { BlockField, Drawing } from '../../../contract.ts'
import { ICONS } from '../public/icons.ts'

type Fields = Record<string, BlockField>
/** What our own blocks know beside. */
export interface OwnDrawing extends Drawing {
  /** Opens frames of a page that not everybody may read. */
  frameKey: string | null
  /** Of a page as it was saved last, for those who edit it: shown whole, as its readers will see it. */
  isDraft: boolean
}
export const text = (max: number) => ({ kind: 'text', max }) as const
export const lines = (max: number) => ({ kind: 'textarea', max }) as const
export const choice = <const Options extends readonly string[]>(options: Options, standard: Options[number] = options[0]!) =>
  ({ kind: 'select', options, default: standard }) as const
export const whole = (min: number, max: number, standard: number) => ({ kind: 'number', min, max, default: standard }) as const
export const turned = (on: boolean) => ({ kind: 'switch', default: on }) as const
export const picture = { kind: 'picture' } as const
export const link = { kind: 'link' } as const
export const richtext = { kind: 'richtext' } as const
export const slot = { kind: 'slot' } as const
export const iconField = choice(['none', ...ICONS])
/** Grounds that the style sheet draws, for where there is no picture. */
export const ART = ['none', 'glow', 'dots', 'rings', 'waves'] as const
export const art = choice(ART)
/** The head of a section. */
export const head = { title: lines(200), lead: lines(600), align: choice(['start', 'centre']) } satisfies Fields

export interface Button {
  label: string
  to: string
  look: 'solid' | 'outline' | 'plain'
  opens_new_tab: boolean
}
export const buttonList = {
  kind: 'list',
  max: 4,
  of: { label: text(60), to: link, look: choice(['solid', 'outline', 'plain']), opens_new_tab: turned(false) },
} as const satisfies BlockField

/** Texts of a block as an admin wrote them; lines stay lines. */
const broken = (words: string): Markup[] =>
  words
    .trim()
    .split(/\r?\n/)
    .map((line, index) => html`${index > 0 && trusted('<br>')}${line}`)

/** `{members}` and `{community}` in a text, in numbers and names of this moment. */
export async function named(ctx: Ctx, words: string): Promise<string> {
  if (!/\{(?:members|community)\}/.test(words)) return words
  const members = words.includes('{members}') ? (await membersCount(ctx)).toLocaleString(ctx.community.locale) : ''
  return words.replaceAll('{members}', members).replaceAll('{community}', () => ctx.community.name)
}
const membersCount = (ctx: Ctx): Promise<number> =>
  ctx.cached('site.members', null, async () => {
    const [row] = await ctx.sql<{ count: number }>(`select count(*)::int as count from kernel.member_card where community_id = $1 and status = 'active'`)
    return row!.count
  })

/** Of what stands below a title of the block: one level lower than that, or its level where there is none. */
export const innerLevel = (drawing: Pick<Drawing, 'place'>, title: string): 1 | 2 | 3 =>
  title.trim() ? (drawing.place === 0 ? 2 : 3) : drawing.place === 0 ? 1 : 2

/** The first block's title is the page's. Empty where there are no words. */
export async function titleOf(ctx: Ctx, drawing: Pick<Drawing, 'place'>, words: string, look = 'h2', level: 1 | 2 | 3 = 2): Promise<Markup | null> {
  if (!words.trim()) return null
  return heading(drawing.place === 0 ? 1 : level, look, broken(await named(ctx, words)))
}
export const heading = (level: 1 | 2 | 3 | 4, look: string, inner: Markup | Markup[] | string): Markup =>
  html`<${trusted(`h${level}`)} class="${look}">${inner}</${trusted(`h${level}`)}>`

/** Paragraphs by empty lines. */
export async function proseOf(ctx: Ctx, words: string, look: string): Promise<Markup | null> {
  if (!words.trim()) return null
  const paragraphs = (await named(ctx, words)).trim().split(/\r?\n\s*\r?\n/)
  return html`${paragraphs.map((one) => html`<p class="${look}">${broken(one)}</p>`)}`
}

export async function headOf(ctx: Ctx, drawing: Pick<Drawing, 'place'>, props: { title: string; lead: string; align: string }): Promise<Markup | null> {
  const [title, lead] = [await titleOf(ctx, drawing, props.title), await proseOf(ctx, props.lead, 'lead')]
  return title || lead ? html`<div class="head${props.align === 'centre' && ' mid'}">${title}${lead}</div>` : null
}

/** A link; what leads nowhere is left out. */
export function buttonOf(drawing: Drawing, { label, to, look, opens_new_tab }: Button): Markup | null {
  const href = drawing.href(to)
  if (!label.trim() || !href) return null
  return html`<a class="btn ${look}" href="${href}"${opens_new_tab && trusted(' target="_blank" rel="noopener"')}>${label}</a>`
}
export function buttonsOf(drawing: Drawing, buttons: readonly Button[], look = 'btns'): Markup | null {
  const drawn = buttons.map((button) => buttonOf(drawing, button)).filter((one) => one !== null)
  return drawn.length ? html`<div class="${look}">${drawn}</div>` : null
}
export const artOf = (name: string): Markup | null => (name === 'none' ? null : html`<span class="art ${name}" aria-hidden="true"></span>`)
