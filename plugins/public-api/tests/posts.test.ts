/** Posts, galleries and comments over the published API: A.2.8 to A.2.10. */
import { expect } from 'chai'
import type { TestApp, TestMember } from '@atrium/sdk/testing'
import { type Client, clientOf, doc, emailOf, expectFields, expectList, openApi } from './kit.ts'

const POST = `id# status name? tiptap_body.body* tiptap_body.circle_ios_fallback_text tiptap_body.attachments* tiptap_body.inline_attachments*
  tiptap_body.sgids_to_object_map* tiptap_body.format tiptap_body.community_members* tiptap_body.entities* tiptap_body.group_mentions* tiptap_body.polls*
  body.id# body.name body.body body.record_type body.record_id# body.created_at body.updated_at slug url space_name space_slug space_id# user_id# user_email user_name
  comments_count# community_id# hide_meta_info! user_avatar_url? published_at created_at updated_at cover_image? cover_image_url? cardview_thumbnail?
  cardview_thumbnail_url? is_comments_enabled! is_comments_closed! is_liking_enabled! flagged_for_approval_at? unresolved_flagged_reports_count# custom_html?
  likes_count# topics* member_posts_count#? member_comments_count#? member_likes_count#?`
const COMMENT = `id# parent_comment_id#? flagged_for_approval_at? unresolved_flagged_reports_count# created_at body.id# body.name body.body body.record_type
  body.record_id# user.id# user.name user.avatar_url? user.email post.id# post.name post.slug space.id# space.name space.slug replies_count# replies* url
  community_id# likes_count# user_posts_count#? user_comments_count#? user_likes_count#? author_type`

describe('the published API: posts and comments', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let email: string
  let api: Client
  let space: { id: number }
  before(async () => {
    app = await openApi()
    admin = await app.member('admin', { name: 'Ada Vane' })
    nell = await app.member('member', { name: 'Nell Ashe' })
    email = await emailOf(app, nell)
    api = await clientOf(app, admin)
    const group = await api.post('/space_groups', { name: 'Rooms', slug: 'rooms' })
    space = (await api.post('/spaces', { name: 'Hall', slug: 'hall', space_group_id: group.id })).space
    await api.post('/space_members', { email, space_id: space.id })
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())
  const write = async (fields: object = {}) =>
    (await api.post('/posts', { space_id: space.id, name: 'First firing', tiptap_body: doc('Cone ten'), ...fields })).post

  it('are written, listed, changed and deleted', async () => {
    const { message, post } = await api.post('/posts', {
      space_id: space.id,
      name: 'First firing',
      tiptap_body: { body: { type: 'doc', content: [{ type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Cone ten' }] }] } },
      is_liking_enabled: false,
      skip_notifications: true,
      user_email: email,
    })
    expect(message).to.be.a('string')
    expectFields(post, POST)
    expect(post).to.include({ status: 'published', name: 'First firing', user_email: email, user_id: nell.accountId, is_liking_enabled: false })
    expect([post.body.body.includes('<h2'), post.tiptap_body.circle_ios_fallback_text]).to.deep.equal([true, 'Cone ten'])
    expect(post.url).to.match(/^https?:\/\//)
    const records = expectList(await api.get(`/posts?space_id=${space.id}&sort=oldest`), POST)
    expect(records.map(({ id }) => id)).to.include(post.id)
    expectList(await api.get('/posts?status=all'), POST)
    expectFields(await api.get(`/posts/${post.id}`), POST)
    const changed = await api.put(`/posts/${post.id}`, { name: 'Second firing', is_pinned: true })
    expect([changed.success, changed.post.name]).to.deep.equal([true, 'Second firing'])
    expect(await api.del(`/posts/${post.id}`)).to.include({ success: true })
    expect(await api('GET', '/posts/987654')).to.nested.include({ status: 404, 'body.code': 'post_not_found' })
    expect(await api('POST', '/posts', { space_id: space.id, name: 'X', user_email: 'nobody@example.com' })).to.nested.include({
      status: 404,
      'body.code': 'author_not_found',
    })
    expect(await api('POST', '/posts', { space_id: 987_654, name: 'X' })).to.nested.include({ status: 404, 'body.code': 'space_not_found' })
  })

  it('come whole, page after page, past the depth that numbers reach', async () => {
    const long = 'Slip and ash. '.repeat(200)
    const post = await write({ tiptap_body: doc(long), status: 'draft' })
    const { records } = await api.get(`/posts?status=draft&space_id=${space.id}`)
    expect(records.find(({ id }: any) => id === post.id).tiptap_body.circle_ios_fallback_text.length).to.be.above(2_000)
    await write({ name: 'A' })
    await write({ name: 'B' })
    const seen: number[] = []
    for (let page = 1; ; page++) {
      const { records, has_next_page, count } = await api.get(`/posts?status=all&per_page=1&page=${page}`)
      seen.push(...records.map(({ id }: any) => id))
      expect(count).to.be.at.least(seen.length)
      if (!has_next_page) break
    }
    expect(new Set(seen).size).to.equal(seen.length)
    expect(await api('GET', '/posts?status=all&per_page=100&page=500')).to.include({ status: 422 })
  })

  it('name members and polls by their marks', async () => {
    const { records } = await api.get(`/advanced_search?query=Nell&type=members`)
    const sgid = records[0]?.sgid ?? Buffer.from(`member/${nell.id}`).toString('base64url')
    const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'mention', attrs: { sgid } }] }] }
    const post = await write({ tiptap_body: { body } })
    expect(post.tiptap_body.sgids_to_object_map[sgid]).to.include({ type: 'CommunityMember', name: 'Nell Ashe' })
    const { sgid: card } = await api.post('/embeds', { url: 'https://kiln.example/firing' })
    const shown = await write({ tiptap_body: { body: { type: 'doc', content: [{ type: 'embed', attrs: { sgid: card } }] } } })
    expect(shown.tiptap_body.body.content[0].attrs.url).to.equal('https://kiln.example/firing')
  })

  it('may be galleries', async () => {
    const picture = await app.upload(admin, 'bowl.png')
    const input = { name: 'Bowls', gallery_attributes: { downloadable_images: true, images_attributes: [{ image: picture.signedId, width: 1, height: 1 }] } }
    const at = `/spaces/${space.id}/images/posts`
    const { message, post } = await api.post(at, input)
    const published = `${POST} gallery.id# gallery.downloadable_images! gallery.images*`
    expect(message).to.be.a('string')
    expectFields(post, published)
    expectFields(post.gallery.images[0], 'id# signed_id url filename width#? height#? original_url?')
    expect(expectList(await api.get(at), published).map(({ id }) => id)).to.deep.equal([post.id])
    expectFields(await api.get(`${at}/${post.id}`), published)
    const copy = await api.post(`${at}/${post.id}/duplicate`, { post: { send_notifications: false } })
    expect(copy.post.status).to.equal('draft')
    const plain = await write()
    expect(await api('GET', `${at}/${plain.id}`)).to.nested.include({ status: 404, 'body.code': 'image_post_not_found' })
    expect(await api.del(`${at}/${post.id}`)).to.include({ success: true })
  })

  it('are commented on', async () => {
    const post = await write()
    const comment = await api.post('/comments', { body: 'Well fired', post_id: post.id, skip_notifications: true })
    expectFields(comment, COMMENT)
    expect(comment).to.nested.include({ 'post.id': post.id, 'post.slug': post.slug, 'space.id': space.id, 'user.id': admin.accountId })
    const reply = await api.post('/comments', { body: 'Thanks', post_id: post.id, parent_comment_id: comment.id })
    expect(reply.parent_comment_id).to.equal(comment.id)
    const shown = await api.get(`/comments/${comment.id}`)
    expect([shown.replies_count, shown.replies[0].id]).to.deep.equal([1, reply.id])
    expect(expectList(await api.get(`/comments?post_id=${post.id}`), COMMENT)[0].replies).to.have.length(1)
    expect(expectList(await api.get(`/comments?space_id=${space.id}`), COMMENT).map(({ id }) => id)).to.include.members([comment.id, reply.id])
    expectList(await api.get('/comments?per_page=1'), COMMENT)
    await app.settle()
    expect(expectList(await api.get('/comments?search_text=fired'), COMMENT).map(({ id }) => id)).to.deep.equal([comment.id])
    const nested = await api('POST', '/comments', { body: 'No', post_id: post.id, parent_comment_id: reply.id })
    expect([nested.status, nested.body.code]).to.deep.equal([404, 'parent_comment_not_top_level'])
    expect(await api('POST', '/comments', { body: 'No', post_id: post.id, parent_comment_id: 987_654 })).to.nested.include({
      status: 404,
      'body.code': 'parent_comment_not_found',
    })
    expectFields(await api.del(`/comments/${reply.id}`), 'message')
    expect(await api('GET', '/comments/987654')).to.nested.include({ status: 404, 'body.code': 'comment_not_found' })
  })
})
