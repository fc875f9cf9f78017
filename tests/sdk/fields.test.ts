/** What a generated form shows of a schema: each kind of field, its limits, and what is left to the plugin's own screen. */
import { expect } from 'chai'
import { changesOf, z } from '../../sdk/index.ts'
import { fieldsOf, type JsonSchema } from '../../sdk/core/fields.ts'
import { slimContract } from '../../sdk/vite/contracts.ts'

const read = (shape: z.ZodType) => fieldsOf(z.toJSONSchema(shape, { unrepresentable: 'any' }) as JsonSchema)
const link = z.object({ label: z.string().max(40), url: z.string().max(200).meta({ control: 'address' }), shown: z.boolean() })

describe('fields of settings', () => {
  it('are read of every kind a schema can say', () => {
    const shape = z.object({
      on: z.boolean().default(true),
      view: z.enum(['list', 'grid']).nullable(),
      size: z.number().int().min(1).max(50).meta({ unit: 'megabytes' }).default(5),
      share: z.number().nullable(),
      title: z.string().max(80),
      text: z.string().max(2000),
      email: z.email(),
      colour: z.string().meta({ control: 'colour' }),
      cover: z.string().max(200).meta({ control: 'picture', ratio: 3.2 }).nullable(),
      days: z.array(z.enum(['mon', 'tue'])).max(2),
      words: z.array(z.string().max(30)).max(5),
      links: z.array(link).max(3),
      sender: z.object({ name: z.string().max(60) }),
    })
    expect(read(shape)).to.deep.equal([
      { key: 'on', kind: 'switch' },
      { key: 'view', kind: 'choice', options: ['list', 'grid'], nullable: true },
      { key: 'size', kind: 'number', whole: true, least: 1, most: 50, unit: 'megabytes' },
      { key: 'share', kind: 'number', whole: false, least: undefined, most: undefined, unit: undefined, nullable: true },
      { key: 'title', kind: 'text', longest: 80, as: undefined },
      { key: 'text', kind: 'text', longest: 2000, as: 'lines' },
      { key: 'email', kind: 'text', longest: undefined, as: 'email' },
      { key: 'colour', kind: 'colour' },
      { key: 'cover', kind: 'picture', ratio: 3.2, nullable: true },
      { key: 'days', kind: 'choices', options: ['mon', 'tue'], most: 2 },
      { key: 'words', kind: 'list', item: { key: '', kind: 'text', longest: 30, as: undefined }, most: 5 },
      {
        key: 'links',
        kind: 'list',
        item: {
          key: '',
          kind: 'group',
          fields: [
            { key: 'label', kind: 'text', longest: 40, as: undefined },
            { key: 'url', kind: 'text', longest: 200, as: 'address' },
            { key: 'shown', kind: 'switch' },
          ],
        },
        most: 3,
      },
      { key: 'sender', kind: 'group', fields: [{ key: 'name', kind: 'text', longest: 60, as: undefined }] },
    ])
  })

  it('are the plugin’s own where nobody could fill them in: ids, unions, what it keeps for itself', () => {
    const shape = z.object({ ids: z.array(z.number()), either: z.union([z.string(), z.number()]), tabs: z.array(z.string()).meta({ control: 'own' }) })
    expect(read(shape).map(({ kind }) => kind)).to.deep.equal(['own', 'own', 'own'])
  })

  it('are the same for a change, in which every field may be missing', () => {
    const shape = z.object({ on: z.boolean().default(true), title: z.string().max(80).default('') })
    expect(read(changesOf(shape))).to.deep.equal(read(shape))
    expect(changesOf(shape.extend({ whom: z.object({}).prefault({}) })).parse({})).to.deep.equal({})
  })

  it('come to browsers with the routes that say so, and with no other', async () => {
    const source = (await slimContract(`${import.meta.dirname}/../../plugins/chat/contract.ts`))!
    const { routes } = JSON.parse(source.slice('export default '.length, source.indexOf('\n'))) as { routes: Record<string, { form?: { key: string }[] }> }
    expect(routes.updatePreferences!.form!.map(({ key }) => key)).to.include('messaging_enabled')
    expect(Object.values(routes).filter(({ form }) => form)).to.have.length(1)
  })
})
