/** Double presses: the same write eight times at once is one. What is kept as a number stays what can be counted, and who hears of it hears once. */
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import chat from '../../plugins/chat/contract.ts'
import content from '../../plugins/content/contract.ts'
import polls from '../../plugins/polls/contract.ts'
import posts from '../../plugins/posts/contract.ts'
import spaces from '../../plugins/spaces/contract.ts'
import { makeSpace } from '../../plugins/spaces/tests/kit.ts'

const doc = { type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }] }
/** Each gives the records whose kept number is not what can be counted. */
const COUNTERS: Record<string, string> = {
  'posts of a space': `select s.id, s.posts_count as kept, count(p.id)::int as counted from spaces.space s left join posts.post p on p.space_id = s.id and p.status = 'published' and p.deleted_at is null group by s.id`,
  'members of a space': `select s.id, s.members_count as kept, count(m.id)::int as counted from spaces.space s left join spaces.space_member m on m.space_id = s.id and m.status = 'active' group by s.id`,
  'comments of a post': `select p.id, p.comments_count as kept, count(c.id)::int as counted from posts.post p left join content.comment c on c.kind = 'post' and c.record_id = p.id and c.deleted_at is null group by p.id`,
  'likes of a post': `select p.id, p.likes_count as kept, count(l.id)::int as counted from posts.post p left join content."like" l on l.kind = 'post' and l.record_id = p.id group by p.id`,
  'likes of a comment': `select c.id, c.likes_count as kept, count(l.id)::int as counted from content.comment c left join content."like" l on l.kind = 'comment' and l.record_id = c.id group by c.id`,
  // a removed reply leaves its trace, and its place among the others
  'replies of a comment': `select c.id, c.replies_count as kept, count(r.id)::int as counted from content.comment c left join content.comment r on r.parent_id = c.id group by c.id`,
  reactions: `select c.record_id as id, c.members as kept, (select count(*)::int from content.reaction r where r.kind = c.kind and r.record_id = c.record_id and r.emoji = c.emoji) as counted from content.reaction_count c`,
  'voters of a poll': `select q.id, q.voters_count as kept, count(distinct r.member_id)::int as counted from polls.poll q left join polls.poll_response r on r.poll_id = q.id group by q.id`,
  'participants of a room': `select r.id, r.participants_count as kept, count(p.id)::int as counted from chat.room r left join chat.participant p on p.room_id = r.id and p.left_at is null where r.kind <> 'space' group by r.id`,
}

describe('double presses', function () {
  this.timeout(120_000)
  let app: TestApp
  let admin: TestMember
  let ana: TestMember
  let one: { id: number; slug: string }
  let two: { id: number; slug: string }
  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/posts', 'plugins/polls', 'plugins/chat'])
    admin = await app.member('admin')
    ana = await app.member()
    one = await makeSpace(app, admin, [ana])
    two = await makeSpace(app, admin, [ana])
    await app.settle()
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  const wrongCounters = async () => {
    await app.settle()
    const wrong: string[] = []
    for (const [name, text] of Object.entries(COUNTERS))
      for (const { id, kept, counted } of await app.sql(`select * from (${text}) t where kept <> counted`))
        wrong.push(`${name} ${id}: ${kept} kept, ${counted} counted`)
    return wrong
  }
  const eight = async (call: () => Promise<unknown>) => {
    app.resetLimits()
    await Promise.all(Array.from({ length: 8 }, () => call().catch(() => null)))
    expect(await wrongCounters()).to.deep.equal([])
  }
  const told = async (name: string, record: number) =>
    Number((await app.sql(`select count(*) as n from kernel.event where name = $1 and (payload ->> 'postId')::bigint = $2`, [name, record]))[0]!.n)
  const write = (post: object = {}) =>
    app.as(admin).call(posts.routes.create, { params: { spaceId: one.id }, body: { post: { name: 'P', tiptap_body: { body: doc }, ...post } } })
  const at = (post: { slug: string }, space = one) => ({ params: { spaceId: space.id, postSlug: post.slug } })

  it('a draft is published once, by the call and by the bulk, and its space counts one', async () => {
    const draft = await write({ status: 'draft' })
    const [before] = await app.sql('select sequence from spaces.space where id = $1', [one.id])
    await eight(() => app.as(admin).call(posts.routes.update, { ...at(draft), body: { post: { status: 'published' } } }))
    expect(await told('post.published', draft.id)).to.equal(1)
    const [after] = await app.sql('select sequence from spaces.space where id = $1', [one.id])
    expect(Number(after!.sequence) - Number(before!.sequence), 'unread').to.equal(1)
  })

  it('a post is moved once, taken back once, deleted and brought back once', async () => {
    const post = await write()
    await eight(() => app.as(admin).call(posts.routes.update, { ...at(post), body: { post: { space_id: two.id } } }))
    await eight(() => app.as(admin).call(posts.routes.update, { ...at(post, two), body: { post: { status: 'draft' } } }))
    await eight(() => app.as(admin).call(posts.routes.update, { ...at(post, two), body: { post: { status: 'published' } } }))
    await eight(() => app.as(admin).call(posts.routes.destroy, at(post, two)))
    expect(await told('post.deleted', post.id)).to.equal(1)
    await eight(() => app.as(admin).call(posts.routes.restore, at(post, two)))
  })

  it('comments are written and removed once, likes and reactions given and taken once', async () => {
    const post = await write()
    const as = app.as(ana)
    const comment = await as.call(content.routes.createComment, { params: { postId: post.id }, body: { comment: { body: 'First' } } })
    await eight(() => as.call(content.routes.like, { body: { user_likeable_type: 'Post', user_likeable_id: post.id } }))
    await eight(() => as.call(content.routes.like, { body: { user_likeable_type: 'Comment', user_likeable_id: comment.id } }))
    await eight(() => as.call(content.routes.react, { body: { reactable_type: 'post', reactable_id: post.id, emoji: '🔥' } }))
    await eight(() => as.call(content.routes.unreact, { body: { reactable_type: 'post', reactable_id: post.id, emoji: '🔥' } }))
    await eight(() => as.call(content.routes.unlike, { body: { user_likeable_type: 'Post', user_likeable_id: post.id } }))
    const reply = await as.call(content.routes.createComment, {
      params: { postId: post.id },
      body: { comment: { body: 'Second', parent_comment_id: comment.id } },
    })
    await eight(() => as.call(content.routes.destroyComment, { params: { postId: post.id, id: reply.id } }))
    await eight(() => as.call(content.routes.destroyComment, { params: { postId: post.id, id: comment.id } }))
    await eight(() => as.call(content.routes.createBookmark, { body: { record_id: post.id, bookmark_type: 'post' } }))
    await eight(() => as.call(content.routes.follow, { params: { postId: post.id } }))
  })

  it('a vote counts once, changed and withdrawn too', async () => {
    const post = await write()
    const poll = await app.as(admin).call(polls.routes.create, {
      body: { poll: { record_type: 'Post', record_id: post.id, title: 'Q?', poll_options: ['Yes', 'No'] } },
    })
    const as = app.as(ana)
    const vote = (option: number) => ({ params: { pollId: poll.id }, body: { poll_response: { poll_option_id: poll.poll_options[option]!.id } } })
    const votes = async () => (await app.sql('select sum(votes_count)::int as n from polls.poll_option where poll_id = $1', [poll.id]))[0]!.n
    await eight(() => as.call(polls.routes.vote, vote(0)))
    expect(await votes()).to.equal(1)
    const [{ id }] = (await app.sql('select id from polls.poll_response where poll_id = $1', [poll.id])) as [{ id: number }]
    await eight(() => as.call(polls.routes.changeVote, { params: { pollId: poll.id, id }, body: vote(1).body }))
    expect(await votes()).to.equal(1)
    await eight(() => as.call(polls.routes.withdrawVote, { params: { pollId: poll.id, id } }))
    expect(await votes()).to.equal(0)
  })

  it('spaces are joined and left once, by oneself and by an admin; conversations are left once', async () => {
    const bo = await app.member()
    const as = app.as(bo)
    await eight(() => as.call(spaces.routes.join, { params: { id: one.id } }))
    await eight(() => as.call(spaces.routes.leave, { params: { id: one.id } }))
    await eight(() => app.as(admin).call(spaces.routes.addMember, { params: { space_id: two.id }, body: { community_member_id: bo.id } }))
    const { records } = await app.as(admin).call(spaces.routes.members, { params: { space_id: two.id } })
    const { id } = records.find((record) => record.community_member_id === bo.id)!
    await eight(() => app.as(admin).call(spaces.routes.removeMember, { params: { space_id: two.id, id } }))
    const { chat_room: room } = await app.as(admin).call(chat.routes.create, {
      body: { chat_room: { kind: 'group_chat', name: 'Four', community_member_ids: [ana.id, bo.id], body: 'hello' } },
    })
    const participant = (await app.as(admin).call(chat.routes.participants, { params: { uuid: room.uuid } })).records.find(
      (record) => record.community_member_id === bo.id,
    )!
    await eight(() => as.call(chat.routes.removeParticipant, { params: { uuid: room.uuid, id: participant.id } }))
    await eight(() =>
      app.as(admin).call(chat.routes.addParticipant, { params: { uuid: room.uuid }, body: { chat_room_participant: { community_member_ids: [bo.id] } } }),
    )
  })
})
