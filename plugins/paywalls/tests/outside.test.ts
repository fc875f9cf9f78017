/** What a space that is sold tells of itself to those outside, in the reply and on its page; one that nobody sells tells nothing. */
import { expect } from 'chai'
import posts from '../../posts/contract.ts'
import spaces from '../../spaces/contract.ts'
import { type Shop, shop } from './sold.ts'

describe('a space that is sold, from outside', () => {
  let at: Shop
  before(async () => {
    at = await shop(['plugins/posts'])
  })
  after(() => at?.app.close())
  const told = async (id: number) => (await at.app.as(null).call(spaces.routes.show, { params: { id } })).outside

  it('tells how much is in it and who runs it, and its members only where they are public', async () => {
    const { glaze, kiln } = at.places
    const doc = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Weighed twice.' }] }] }
    for (const { id } of [glaze, kiln])
      await at.app
        .as(at.admin)
        .call(posts.routes.create, { params: { spaceId: id }, body: { post: { name: 'A test tile', tiptap_body: { body: doc } } } as never })
    await at.app.settle()
    await at.sell({ name: 'Glaze', opens: [{ kind: 'space', id: glaze.id }], prices: [{ price_type: 'onetime', amount_in_cents: 4900 }] })
    expect(await told(kiln.id), 'nobody sells it').to.equal(null)
    expect(await told(glaze.id)).to.deep.include({ holds: ['1 post'], faces: [] })
    expect((await told(glaze.id))!.hosts.map(({ id }) => id)).to.include(at.admin.id)
    expect((await at.app.as(at.admin).call(spaces.routes.show, { params: { id: glaze.id } })).outside, 'for who may enter').to.equal(null)
    await at.sell({ name: 'Kiln', opens: [{ kind: 'space', id: at.places.wheel.id }], prices: [{ price_type: 'onetime', amount_in_cents: 900 }] })
    expect(await told(at.places.wheel.id), 'nothing in it yet').to.deep.include({ holds: [], awaits: ['Posts'] })
    const { slug } = await at.app.as(null).call(spaces.routes.show, { params: { id: glaze.id } })
    const page = String((await at.app.as(null).send('GET', `/c/${slug}`, undefined, { Accept: 'text/html' })).body)
    expect(page).to.include('What’s inside').and.include('1 post').and.include('€49 one-time')
  })
})
