/** Whom a conversation under a post is told to, by which ways, and what one does about it where one is told. */
import auth from '@atrium/sdk/kernel/auth'
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import content from '../../content/contract.ts'
import notifications from '../contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import { paragraph, writePost } from '../../posts/tests/kit.ts'

describe('a conversation under a post', () => {
  let app: TestApp
  let [author, first, second, reader] = [] as unknown as [TestMember, TestMember, TestMember, TestMember]
  let post: { id: number; space_id: number }
  const say = (who: TestMember, text: string, parent?: number) =>
    app.as(who).call(content.routes.createComment, {
      params: { postId: post.id },
      body: { comment: { tiptap_body: { body: paragraph(text) }, ...(parent ? { parent_comment_id: parent } : {}) } },
    })
  const inbox = async (who: TestMember) => (await app.as(who).call(notifications.routes.list, {})).records
  const mailed = async () => {
    await app.settle()
    return app.sql<{ member_id: number; kind: string }>('select member_id, kind from notifications.notice where email_at is not null order by member_id, kind')
  }

  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/media', 'plugins/notifications', 'plugins/posts'])
    const admin = await app.member('admin')
    author = await app.member('member', { name: 'Author' })
    first = await app.member('member', { name: 'First' })
    second = await app.member('member', { name: 'Second' })
    reader = await app.member('member', { name: 'Reader' })
    const space = await makeSpace(app, admin, [author, first, second, reader])
    post = await writePost(app, author, space.id)
    await app.settle()
  })
  after(() => app?.close())

  it('is mailed to its author and to who is answered; who once said a word there follows in the app', async () => {
    const { id } = await say(first, 'Lovely.')
    await say(second, 'What clay?', id)
    expect(await mailed()).to.have.deep.members([
      { member_id: author.id, kind: 'comment' },
      { member_id: first.id, kind: 'reply' },
    ])
    await say(second, 'And at which cone?')
    expect((await mailed()).filter(({ member_id }) => member_id === first.id)).to.deep.equal([{ member_id: first.id, kind: 'reply' }])
    const told = (await inbox(first)).find(({ action }) => action === 'comment')!
    expect([told.reason, told.reason_text]).to.deep.equal(['commented', 'You commented on this'])
  })

  it('says of a comment that is liked or reacted to that it is one’s comment, whose post ever it stands below', async () => {
    const { id } = await say(first, 'Which glaze?')
    await app.as(second).call(content.routes.like, { body: { user_likeable_type: 'Comment', user_likeable_id: id } })
    await app.settle()
    const said = async () => {
      const told = (await inbox(first)).find(({ action }) => action === 'like')!
      return [told.sentence.map(({ text }) => text).join(''), told.reason_text]
    }
    const title = (await inbox(first))[0]!.notifiable_title
    expect(await said()).to.deep.equal([`Second liked your comment in ${title}`, ''])
    await app.as(first).call(auth.routes.updateAccount, { body: { locale: 'pt-BR' } })
    expect(await said()).to.deep.equal([`Second curtiu seu comentário em ${title}`, ''])
    await app.as(first).call(auth.routes.updateAccount, { body: { locale: 'en-US' } })
  })

  it('is answered and liked where it is told of: below the comment that was told of last', async () => {
    const { id } = await say(reader, 'Which kiln?')
    await app.settle()
    const notice = (await inbox(author)).find(({ action }) => action === 'comment')!
    expect(notice.offers.map(({ key, chosen }) => [key, chosen])).to.deep.equal([
      ['like', false],
      ['reply', false],
    ])
    const take = (key: string, body: object = {}) => app.as(author).call(notifications.routes.take, { params: { id: notice.id, key }, body })
    expect((await take('like')).offers[0]).to.include({ key: 'like', chosen: true, label: 'Liked' })
    await take('reply', { text: 'The old gas one.' })
    const { records } = await app.as(reader).call(content.routes.comments, { params: { postId: post.id }, query: {} })
    const asked = records.find((comment) => comment.id === id)!
    expect([asked.likes_count, asked.replies.map(({ body_text }) => body_text)]).to.deep.equal([1, ['The old gas one.']])
    expect((await take('like')).offers[0], 'pressed again').to.include({ key: 'like', chosen: false, label: 'Like' })
  })
})
