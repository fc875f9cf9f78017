/** The demo community as people meet it: counts, dates, who sees what, and that it is made once. */
import { type TestApp, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import content from '../../content/contract.ts'
import home from '../../home/contract.ts'
import posts from '../../posts/contract.ts'
import spaces from '../../spaces/contract.ts'
import { datedPosts, DAY } from '../server/service/calendar.ts'
import { people } from '../server/service/library.ts'
import { drawFace } from '../server/service/portraits.ts'
import { share } from '../server/service/talk.ts'

/** Twelve of posts, and one that is a conversation. */
const SPACES = 13

describe('demo', () => {
  let app: TestApp
  before(async () => {
    app = await testApp([
      'plugins/spaces',
      'plugins/content',
      'plugins/media',
      'plugins/home',
      'plugins/community',
      'plugins/posts',
      'plugins/polls',
      'plugins/chat',
      'plugins/demo',
    ])
    await app.primaryId()
  })
  after(() => app?.close())

  const count = async (from: string) => (await app.sql<{ n: number }>(`select count(*)::int as n from ${from}`))[0]!.n

  it('fills the community with all that is promised', async () => {
    expect(await count('spaces.space_group')).to.equal(4)
    expect(await count('spaces.space')).to.equal(SPACES)
    expect(await count('spaces.space where is_private')).to.equal(1)
    expect(await count(`kernel.member where avatar_url like '/files/%' and bio <> '' and headline <> '' and location <> ''`)).to.equal(60)
    expect(await count(`kernel.member where 'moderator' = any (roles)`)).to.equal(2)
    expect(await count(`posts.post where status = 'published'`)).to.equal(300)
    expect(await count('content.comment')).to.equal(2_000)
    expect(await count('posts.topic')).to.equal(6)
    expect(await count(`posts.post where topic_ids <> '{}'`)).to.be.greaterThan(50)
    expect(await count('content."like"')).to.equal(3_500)
    expect(await count('content.bookmark')).to.be.greaterThan(150)
    expect(await count(`posts.post where type = 'image' and gallery is not null`)).to.equal(3)
    expect(await count('posts.revision')).to.equal(6)
    expect(await count('polls.poll')).to.equal(3)
    expect(await count('chat.room')).to.equal(4)
    expect(await count('chat.message')).to.be.greaterThan(20)
    expect(await count('polls.poll_response')).to.be.greaterThan(50)
  })

  it('knows when each was here last: not before they did something, and not in the future', async () => {
    const wrong = await app.sql(
      `select m.name from kernel.member m where m.avatar_url like '/files/%' and not coalesce(m.last_seen_at <= now() and m.last_seen_at >= (
         select max(at) from (select published_at as at from posts.post where author_member_id = m.id
           union all select created_at from content.comment where member_id = m.id
           union all select created_at from chat.message where member_id = m.id) acts), false)`,
    )
    expect(wrong).to.deep.equal([])
  })

  it('keeps every counter in step', async () => {
    expect(
      await app.sql(
        `select p.id from posts.post p where comments_count <> (select count(*) from content.comment c where c.kind = 'post' and c.record_id = p.id)`,
      ),
    ).to.deep.equal([])
    expect(
      await app.sql(`select p.id from posts.post p where likes_count <> (select count(*) from content."like" l where l.kind = 'post' and l.record_id = p.id)`),
    ).to.deep.equal([])
    expect(await app.sql(`select s.id from spaces.space s where posts_count <> (select count(*) from posts.post p where p.space_id = s.id)`)).to.deep.equal([])
  })

  it('counts every vote', async () => {
    expect(
      await app.sql('select q.id from polls.poll q where voters_count <> (select count(*) from polls.poll_response r where r.poll_id = q.id)'),
    ).to.deep.equal([])
    expect(
      await app.sql('select o.id from polls.poll_option o where votes_count <> (select count(*) from polls.poll_response r where o.id = any (r.option_ids))'),
    ).to.deep.equal([])
  })

  it('spreads over the past year, and nothing lies before its cause', async () => {
    const [{ newest, oldest }] = (await app.sql(
      `select extract(epoch from now() - max(published_at)) as newest, extract(epoch from now() - min(published_at)) as oldest from posts.post`,
    )) as [any]
    expect(Number(newest)).to.be.within(60, 3_600)
    expect(Number(oldest) / 86_400).to.be.within(300, 370)
    expect(await count(`posts.post where published_at > now() - interval '30 days'`)).to.be.greaterThan(50)
    expect(await count('content.comment c join posts.post p on p.id = c.record_id where c.created_at < p.published_at or c.created_at > now()')).to.equal(0)
    expect(await count('content.comment c join content.comment t on t.id = c.parent_id where c.created_at < t.created_at or t.parent_id is not null')).to.equal(
      0,
    )
    expect(await count('posts.post p join kernel.member m on m.id = p.author_member_id where p.created_at < m.created_at')).to.equal(0)
    expect(await count('content.comment c join kernel.member m on m.id = c.member_id where c.created_at < m.created_at')).to.equal(0)
  })

  it('shows pictures in about a third of the posts, as raster files', async () => {
    expect(await count(`posts.post where cover_file_id is not null or body::text like '%"image"%'`)).to.be.within(80, 130)
    expect(await count(`kernel.file where content_type <> 'image/webp' or used_by is null`)).to.equal(0)
    const [{ avatar_url: face }] = (await app.sql('select avatar_url from kernel.member where avatar_url is not null limit 1')) as [any]
    const response = await fetch(app.url + face)
    expect(response.status).to.equal(200)
    expect(response.headers.get('content-type')).to.equal('image/webp')
  })

  it('greets, and leaves the admin something unread', async () => {
    const admin = await app.member('admin')
    const { banner } = await app.as(admin).call(home.routes.show)
    expect(banner).to.include({ title: '{greeting}, {name}' })
    expect(banner!.image_url).to.be.a('string')
    const unread = await app.sql<{ name: string; unread: number }>(
      `select s.name, (s.sequence - m.read_mark)::int as unread from spaces.space s join spaces.space_member m on m.space_id = s.id
       join kernel.member k on k.id = m.member_id where k.id = (select min(id) from kernel.member)`,
    )
    expect(unread).to.have.length(SPACES)
    expect(unread.find(({ name }) => name === 'Glaze lab')!.unread).to.equal(12)
    expect(unread.filter((space) => space.unread === 0).length).to.be.greaterThan(2)
  })

  it('receives newcomers in spaces where they may write at once', async () => {
    const newcomer = await app.member('member')
    await app.settle()
    const { records } = await app.as(newcomer).call(spaces.routes.list, { query: { include_sidebar: true } })
    expect(records.filter(({ policies }) => policies.can_create_post).map(({ slug }) => slug)).to.deep.equal([
      'introductions',
      'announcements',
      'how-we-work-here',
      'show-and-tell',
    ])
  })

  it('is read by members like any community, the private space aside', async () => {
    const reader = app.as(await app.member())
    const { records } = await reader.call(posts.routes.home, { query: { sort: 'latest' } })
    expect(records).to.have.length(20)
    const [hot] = (await app.sql(`select id from posts.post where name like 'Why my celadon%'`)) as [any]
    const comments = await reader.call(content.routes.comments, { params: { postId: hot.id } })
    expect(comments.records.length).to.be.greaterThan(10)
    expect(comments.records.some(({ replies }) => replies.length > 0)).to.equal(true)
    const listed = await reader.call(spaces.routes.list, { query: { include_sidebar: true } })
    const selling = listed.records.find(({ name }) => name === 'Selling your work')
    expect(selling?.is_private ?? true).to.equal(true)
    const [secret] = (await app.sql(`select id from posts.post where name like 'Pricing a mug%'`)) as [any]
    expect(await reader.call(posts.routes.details, { query: { post_ids: [secret.id] } })).to.deep.equal([])
  })

  it('does nothing where spaces exist', async () => {
    await app.switch('demo', false)
    await app.switch('demo', true)
    expect(await count('spaces.space')).to.equal(SPACES)
    expect(await count('posts.post')).to.equal(300)
  })

  it('comes out the same each time', () => {
    const now = new Date('2026-03-01T12:00:00Z')
    const [one, other] = [datedPosts(now), datedPosts(now)]
    expect(one.map(({ title, age, author }) => [title, age, author.key])).to.deep.equal(other.map(({ title, age, author }) => [title, age, author.key]))
    expect(new Set(one.map(({ title }) => title)).size).to.equal(300)
    expect(new Set(one.map(({ body }) => body)).size).to.equal(300)
    for (const { age, author } of one) expect(age).to.be.below(author.since * DAY)
    expect(new Set(people.map(({ look, face }) => face ?? drawFace(look!))).size).to.equal(60)
  })

  it('shares a number out to the last one', () => {
    expect(share(10, [1, 1, 2], [100, 100, 100])).to.satisfy((parts: number[]) => parts.reduce((a, b) => a + b) === 10)
    expect(share(10, [5, 1], [3, 100])).to.deep.equal([3, 7])
  })
})
