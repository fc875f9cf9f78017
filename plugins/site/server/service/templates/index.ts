/** Pages to begin with: whole ones, in the words of the community's language, that look designed before anything is uploaded. */
import type { Ctx } from '@atrium/sdk/server'
import type { Block, PageData, Template } from '../../../contract.ts'
import { blocksOf, defaultsOf, LOOK } from '../blocks/catalog.ts'
import { type Draft, TEMPLATES } from './pages.ts'

/** Blocks with every field, numbered; without those of plugins that are off. */
function filled(ctx: Ctx, drafts: readonly Draft[], next = { number: 1 }): Block[] {
  const known = blocksOf(ctx)
  return drafts.flatMap(({ type, props, look, slots = {} }) => {
    const fields = known.get(type)?.block.fields
    if (!fields) return []
    const id = `${type}-${next.number++}`
    const inner = Object.fromEntries(Object.entries(slots).map(([name, blocks]) => [name, filled(ctx, blocks, next)]))
    return [{ type, props: { id, look: { ...defaultsOf(LOOK), ...look }, ...defaultsOf(fields), ...props, ...inner } }]
  })
}

/** Null for a name that no template has. */
export async function templateOf(ctx: Ctx, key: string, locale = ctx.community.locale): Promise<PageData | null> {
  const draw = TEMPLATES[key]
  if (!draw) return null
  return {
    root: { props: {} },
    content: filled(
      ctx,
      draw((word) => ctx.t(`template.${key}.${word}`, {}, locale)),
    ),
  }
}

export async function templatesOf(ctx: Ctx): Promise<Template[]> {
  const found: Template[] = []
  for (const key of Object.keys(TEMPLATES))
    found.push({
      key,
      name: ctx.t(`template.${key}.name`),
      description: ctx.t(`template.${key}.description`),
      picture: null,
      data: (await templateOf(ctx, key))!,
    })
  return found
}
