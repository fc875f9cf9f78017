/** What a community may start with: spaces in groups, made where they are not there yet. */
import { slugify } from '@atrium/sdk'
import { type Ctx, lock } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import { QUESTIONS, type Template } from '../../contract.ts'
import { save } from './parts.ts'
import { GREETING, start, templates } from './texts/templates.ts'

const wordOf = (locale: string) => (locale === 'pt-BR' ? 1 : 0)

export const list = (locale: string): { records: Template[]; questions: { key: string; options: string[] }[] } => {
  const n = wordOf(locale)
  return {
    records: templates.map(({ id, icon, name, description, groups }) => ({
      ...{ id, icon, name: name[n], description: description[n] },
      groups: groups.map((group) => ({ name: group.name[n], spaces: group.spaces.map(([emoji, ...names]) => ({ name: names[n]!, emoji })) })),
    })),
    questions: Object.entries(QUESTIONS).map(([key, options]) => ({ key, options: [...options] })),
  }
}

/**
 * Makes the template's spaces, in the community's language, with `ownerMemberId` as their moderator; those whose address is taken are there already.
 * @returns how many were made
 */
export async function apply(ctx: Ctx, id: string, ownerMemberId: number): Promise<number> {
  const template = templates.find((one) => one.id === id)
  if (!template) return 0
  // two at once would both find an address free
  await lock(ctx, 'community.template')
  const n = wordOf(ctx.community.locale)
  const service = ctx.use(spaces)
  let made = 0
  for (const group of template.groups) {
    let spaceGroupId: number | null = null
    for (const [emoji, ...names] of group.spaces) {
      const name = names[n]!
      if (await service.bySlug(slugify(name))) continue
      spaceGroupId ??= (await service.createGroup({ name: group.name[n] })).id
      const space = await service.create({ name, slug: slugify(name), emoji, spaceGroupId, types: ['basic'] })
      await service.addMembers(space.id, [ownerMemberId], 'moderator')
      made += 1
      if (group === start && emoji === GREETING) await save(ctx, 'onboarding', { introductions_space_id: space.id })
    }
  }
  await save(ctx, 'setup', { template: template.id })
  await ctx.audit('template.assigned', `template:${id}`, { spaces: made })
  return made
}
