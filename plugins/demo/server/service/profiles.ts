/** What the people of Clay & Fire say of themselves, who knows whom, and one who keeps somebody away. */
import type { Ctx } from '@atrium/sdk/server'
import members, { type FieldInput } from '../../../members/contract.ts'
import { chooser } from './chance.ts'
import { people } from './library.ts'
import type { Person } from './texts/types.ts'

interface Around {
  ctx: Ctx
  adminId: number
  as(memberId: number): Promise<Ctx>
  idOf(person: Person): number
}
const choices = (...words: string[]) => words.map((value) => ({ value }))
const everywhere = (['signup', 'edit_profile', 'profile_view', 'community_view'] as const).map((name) => ({ name, visible: true }))
const onProfile = everywhere.filter(({ name }) => name === 'edit_profile' || name === 'profile_view')

const CRAFTS = ['Wheel', 'Handbuilding', 'Glazes', 'Wood firing', 'Tile and sculpture']
const KILNS = ['Electric', 'Gas', 'Wood', 'Shared studio', 'None yet']
const LANGUAGES = ['English', 'Português', 'Deutsch', 'Français', 'Español']
const FIELDS: FieldInput[] = [
  { key: 'craft', label: 'What I make with', field_type: 'checkbox', choices_attributes: choices(...CRAFTS), pages_attributes: everywhere },
  {
    key: 'kiln',
    label: 'Kiln',
    field_type: 'select',
    choices_attributes: choices(...KILNS),
    pages_attributes: everywhere,
    description: 'What you fire in most of the time.',
  },
  {
    key: 'languages',
    label: 'Languages',
    field_type: 'checkbox',
    choices_attributes: choices(...LANGUAGES),
    pages_attributes: everywhere.filter(({ name }) => name !== 'signup'),
  },
  {
    key: 'years',
    label: 'Years with clay',
    field_type: 'number',
    number_options_attributes: { format: 'custom', decimal: 0, text: 'years', position: 'right' },
    pages_attributes: everywhere.filter(({ name }) => name !== 'signup'),
  },
  { key: 'first_firing', label: 'First firing', field_type: 'date', pages_attributes: onProfile },
  { key: 'ask_me', label: 'Ask me about', field_type: 'textarea', placeholder: 'Spouts, markets, why I own three wheels', pages_attributes: onProfile },
  { key: 'shop', label: 'Shop', field_type: 'link', pages_attributes: onProfile },
  { key: 'elsewhere', label: 'Elsewhere', field_type: 'social', pages_attributes: onProfile },
]
const ASK: Record<Person['likes'][number], string> = {
  glaze: 'Ash glazes, and tests that went wrong on purpose',
  kiln: 'Reduction, cones, and how to sleep through a firing',
  clay: 'Local clay, wedging, and what to do with too wet bags',
  tools: 'Ribs from old cutting boards',
  selling: 'Markets, prices, and packing for the post',
  reading: 'Books to read twice',
  meet: 'Firings and studio visits',
}
const YEARS: Record<Person['level'], [least: number, most: number]> = { new: [0, 2], maker: [2, 9], master: [9, 31] }
/** Those between whom there is a connection, by how often they talk with others. */
const LINKS = 3

export async function addProfiles({ ctx, adminId, as, idOf }: Around): Promise<void> {
  const admin = (await as(adminId)).use(members)
  for (const field of FIELDS) await admin.createField(field)
  for (const [i, person] of people.entries()) {
    const chance = chooser(9_000 + i)
    const years = chance.between(...YEARS[person.level])
    // newcomers have not got round to it yet
    if (person.level === 'new' && chance.chance(0.4)) continue
    await ctx.use(members).saveValues(idOf(person), {
      craft: chance.shuffle(CRAFTS).slice(0, chance.between(1, 3)),
      kiln: person.level === 'new' ? chance.pick(KILNS.slice(3)) : chance.pick(KILNS.slice(0, 4)),
      languages: ['English', ...chance.shuffle(LANGUAGES.slice(1)).slice(0, chance.between(0, 2))],
      years,
      ...(chance.chance(0.6) ? { ask_me: person.likes.map((subject) => ASK[subject]).join('\n') } : {}),
      ...(years > 3
        ? { first_firing: `${2025 - years}-${String(chance.between(1, 12)).padStart(2, '0')}-${String(chance.between(1, 28)).padStart(2, '0')}` }
        : {}),
      ...(person.site && chance.chance(0.7) ? { shop: `${person.site}/shop` } : {}),
      ...(person.level === 'master' ? { elsewhere: `https://instagram.com/${person.key}.clay` } : {}),
    })
  }
  const [first, ...rest] = people
  for (const [i, person] of people.entries()) {
    const chance = chooser(12_000 + i)
    for (const other of chance.shuffle(people.filter((one) => one !== person)).slice(0, LINKS)) await admin.connect(idOf(person), idOf(other))
  }
  for (const person of [first!, ...rest.slice(0, 4)]) await admin.connect(adminId, idOf(person))
  // three wait for the admin's answer, and one of two who fell out keeps the other away
  for (const person of rest.slice(8, 11)) await (await as(idOf(person))).use(members).request(adminId)
  await (await as(idOf(rest.at(-1)!))).use(members).block(idOf(rest.at(-2)!))
}
