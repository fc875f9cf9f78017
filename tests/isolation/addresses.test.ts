/** Addresses of posts and events from before `content` gave them out: migrations keep them all, and none is two records'. */
import { expect } from 'chai'
import { refusal, type TestApp, testApp } from '@atrium/sdk/testing'
import content from '../../plugins/content/contract.ts'
import { up as eventsUp } from '../../plugins/events/server/migrations/0005_addresses.ts'
import { at as atEvent, eventSpace, NEEDS, planEvent } from '../../plugins/events/tests/kit.ts'
import events from '../../plugins/events/contract.ts'
import posts from '../../plugins/posts/contract.ts'
import { up as formerUp } from '../../plugins/posts/server/migrations/0005_former.ts'
import { up as postsUp } from '../../plugins/posts/server/migrations/0012_addresses.ts'
import { changePost, writePost } from '../../plugins/posts/tests/kit.ts'

describe('addresses from before', () => {
  let app: TestApp
  after(() => app?.close())

  it('stay what they were: own ones, those that were left, those that are handed on', async () => {
    app = await testApp([...NEEDS])
    const admin = await app.member('admin')
    const here = await eventSpace(app, admin, [])
    const [plain, twice] = [await writePost(app, admin, here.id, { name: 'From before' }), await writePost(app, admin, here.id, { name: 'The same' })]
    const shared = await changePost(app, admin, plain, { share_post_enabled: true })
    const [event, second, left] = [await planEvent(app, admin, here.id), await planEvent(app, admin, here.id), await planEvent(app, admin, here.id)]
    // as it was: a post and an event of one address, and an event where a post has been
    await app.sql('create unique index post_slug on posts.post (community_id, space_id, slug)')
    await app.sql('create unique index event_slug on events.event (community_id, space_id, slug)')
    await app.sql(formerUp)
    for (const slug of ['once', 'left'])
      await app.sql('insert into posts.former (community_id, space_id, slug, post_id) select community_id, space_id, $2, id from posts.post where id = $1', [
        plain.id,
        slug,
      ])
    await app.sql('update events.event set slug = $2 where id = $1', [second.id, twice.slug])
    await app.sql("update events.event set slug = 'left' where id = $1", [left.id])
    await app.sql('delete from content.address')
    await app.sql(postsUp)
    await app.sql(eventsUp)

    const ask = async (slug: string) => {
      const { kind, id } = await app.as(admin).call(content.routes.at, { query: { space: here.slug, slug } })
      return `${kind} ${id}`
    }
    for (const slug of [plain.slug, 'once', shared.share_uid!]) expect(await ask(slug), slug).to.equal(`post ${plain.id}`)
    expect(await ask(twice.slug)).to.equal(`post ${twice.id}`)
    expect(await ask(event.slug)).to.equal(`event ${event.id}`)
    expect(await ask('left'), 'who is there now comes before who was').to.equal(`event ${left.id}`)
    const { url } = await app.as(admin).call(events.routes.address, { params: { id: second.id } })
    expect(url).to.match(new RegExp(`/${twice.slug}-[0-9a-f]{6}$`))
    expect(await ask(url.split('/').at(-1)!)).to.equal(`event ${second.id}`)
    expect((await app.as(admin).call(posts.routes.show, { params: { spaceId: here.id, postSlug: 'once' } })).id).to.equal(plain.id)
    expect(await refusal(app.as(admin).call(events.routes.show, { ...atEvent({ space_id: here.id, slug: twice.slug }), query: {} }))).to.include({
      status: 404,
    })
  })
})
