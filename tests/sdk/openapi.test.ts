/** The OpenAPI document: what stands in several routes stands there once, under the name that its contract gives it. */
import { date, defineContract, get, id, list, open, paging, patch, z } from '@atrium/sdk'
import { openApi } from '@atrium/sdk/openapi'
import { expect } from 'chai'

const Bowl = z.object({ id: z.number(), name: z.string(), made_at: date, glaze: z.object({ name: z.string(), cone: z.number(), is_food_safe: z.boolean() }) })
const can = open('bowls are for everybody')
const byId = { can, params: z.object({ id }) }
const contract = defineContract('bowls', {
  routes: {
    list: get('/internal_api/bowls', { can, query: paging, reply: list(Bowl) }),
    firings: get('/internal_api/bowls/firings', { can, query: paging, reply: list(z.object({ bowl: Bowl, at: date })) }),
    show: get('/internal_api/bowls/:id', { ...byId, reply: Bowl }),
    update: patch('/internal_api/bowls/:id', { ...byId, can: 'member', body: z.object({ name: z.string().max(80), page: z.number() }), reply: Bowl }),
  },
})
const refsIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null ? [] : Object.entries(value).flatMap(([key, part]) => (key === '$ref' ? [String(part)] : refsIn(part)))

describe('the OpenAPI document', () => {
  const document = openApi(Object.values(contract.routes), { name: 'Clay', url: 'https://clay.example' }, [{ name: 'bowls.Bowl', schema: Bowl }])
  const { paths, components } = document as any

  it('has a record that is answered in many places once, by the name that its contract exports', () => {
    const reply = (path: string, method = 'get') => paths[path][method].responses['200'].content['application/json'].schema
    expect(reply('/internal_api/bowls/{id}')).to.deep.equal({ $ref: '#/components/schemas/bowls.Bowl' })
    expect(reply('/internal_api/bowls/{id}', 'patch')).to.deep.equal({ $ref: '#/components/schemas/bowls.Bowl' })
    expect(reply('/internal_api/bowls').properties.records.items).to.deep.equal({ $ref: '#/components/schemas/bowls.Bowl' })
    expect(components.schemas['bowls.Bowl'].properties.made_at).to.deep.equal({ type: 'string', format: 'date-time' })
    expect(JSON.stringify(document).split('"is_food_safe":')).to.have.length(2)
  })

  it('has parameters of many routes once, and others where they are', () => {
    expect(paths['/internal_api/bowls'].get.parameters).to.deep.equal(paths['/internal_api/bowls/firings'].get.parameters)
    expect(components.parameters.page).to.deep.include({ name: 'page', in: 'query', required: false })
    expect(components.parameters.id).to.deep.equal({ name: 'id', in: 'path', required: true, schema: { type: 'integer', exclusiveMinimum: 0 } })
  })

  it('refers to nothing that is not there, and has nothing that nobody refers to', () => {
    const refs = new Set(refsIn(document))
    for (const ref of refs) {
      const [, , section, name] = ref.split('/')
      expect(components[section!], ref).to.have.property(name!)
    }
    for (const section of ['schemas', 'parameters'])
      for (const name of Object.keys(components[section])) expect(refs.has(`#/components/${section}/${name}`), name).to.equal(true)
  })

  it('says who may call: everybody signed in by default, anybody where a route is open', () => {
    expect(document.security).to.deep.equal([{ session: [] }, { token: [] }])
    expect(paths['/internal_api/bowls'].get.security).to.deep.equal([])
    expect(paths['/internal_api/bowls/{id}'].patch).to.not.have.property('security')
  })
})
