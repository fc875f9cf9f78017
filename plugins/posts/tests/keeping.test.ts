/** Posts: pictures and whose they are, edit history, sharing, topics, and what waits for other plugins. */
import { expect } from 'chai'
import sharp from 'sharp'
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { makeSpace } from '../../spaces/tests/kit.ts'
import posts from '../contract.ts'
import { difference } from '../server/service/revisions.ts'
import { at, changePost, paragraph, writePost } from './kit.ts'

describe('keeping posts', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  let priya: TestMember
  let open: { id: number; slug: string }
  let closed: { id: number; slug: string }

  const space = (fields: object = {}, members: TestMember[] = []) => makeSpace(app, admin, members, fields)
  const write = (who: TestMember, post: object = {}, spaceId = open.id) => writePost(app, who, spaceId, post)
  const change = (who: TestMember, post: Parameters<typeof at>[0], fields: object) => changePost(app, who, post, fields)
  async function upload(who: TestMember): Promise<string> {
    const data = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a0522d' } })
      .png()
      .toBuffer()
    const begun = await app.as(who).send('POST', '/internal_api/direct_uploads', { blob: { filename: 'pot.png', byte_size: data.length } })
    const { body } = await app
      .as(who)
      .send('PUT', begun.body.direct_upload.url, data as never, { 'content-type': 'application/octet-stream', 'upload-offset': '0' })
    return body.signed_id
  }
  const picture = (signed_id: string) => ({ type: 'doc' as const, content: [{ type: 'image', attrs: { signed_id } }] })

  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/media', 'plugins/posts'])
    admin = await app.member('admin')
    nell = await app.member('member', { name: 'Nell' })
    priya = await app.member('member', { name: 'Priya' })
    open = await space({}, [nell, priya])
    closed = await space({ is_private: true }, [nell])
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  describe('pictures', () => {
    it('A11: a picture goes into posts of its uploader, and of nobody who merely saw it', async () => {
      const signed = await upload(admin)
      const secret = await write(admin, { tiptap_body: { body: picture(signed) }, cover_image: signed }, closed.id)
      const seen = await app.as(nell).call(posts.routes.show, at(secret))
      const stolen = (seen.tiptap_body.body.content![0]!.attrs as any).signed_id
      expect(stolen).to.equal(signed)
      for (const fields of [
        { tiptap_body: { body: picture(stolen) } },
        { cover_image: stolen },
        { post_type: 'image', gallery_attributes: { images_attributes: [{ signed_id: stolen }] } },
      ])
        expect(await refusal(write(nell, fields)), JSON.stringify(fields)).to.include({ status: 404 })
      const own = await write(nell)
      expect(await refusal(change(nell, own, { tiptap_body: { body: picture(stolen) } }))).to.include({ status: 404 })
      const comment = { comment: { tiptap_body: { body: picture(stolen) } } }
      expect((await app.as(nell).send('POST', `/internal_api/posts/${own.id}/comments`, comment)).status).to.equal(404)
    })

    it('lets those who may change a post keep the pictures it holds, in its copies and former states too', async () => {
      const [signed, other] = [await upload(nell), await upload(nell)]
      const post = await write(nell, { tiptap_body: { body: picture(signed) }, cover_image: signed })
      await change(admin, post, { name: 'Tidied up', tiptap_body: { body: picture(signed) }, cover_image: signed })
      await change(nell, post, { tiptap_body: { body: picture(other) }, cover_image: null })
      const copy = await app.as(admin).call(posts.routes.duplicate, at(post))
      expect((copy.tiptap_body.body.content![0]!.attrs as any).signed_id).to.equal(other)
      const composed = await app.as(admin).call(posts.routes.create, {
        params: { spaceId: open.id },
        body: { post: { name: 'Mine', tiptap_body: { body: picture(other) }, copy_of: post.id } },
      })
      expect(composed.status).to.equal('published')
      const { records } = await app.as(admin).call(posts.routes.revisions, at(post))
      const first = records.at(-1)!
      const back = await app.as(admin).call(posts.routes.restoreRevision, { params: { ...at(post).params, id: first.id } })
      expect((back.tiptap_body.body.content![0]!.attrs as any).signed_id).to.equal(signed)
      expect(back.cover_image).to.equal(signed)
    })

    it('shows galleries with captions in order, a few in lists, and refuses what is no picture', async () => {
      const images: { signed_id: string; caption: string; alt: string }[] = []
      for (let i = 0; i < 11; i++) images.push({ signed_id: await upload(nell), caption: `No. ${i}`, alt: 'A pot' })
      const post = await write(nell, { post_type: 'image', gallery_attributes: { images_attributes: images, downloadable_images: true } })
      expect([post.type, post.post_type]).to.deep.equal(['Posts::Image', 'image'])
      expect(post.gallery!.images.map(({ caption }) => caption)).to.deep.equal(images.map(({ caption }) => caption))
      expect(post.gallery!.images[0]).to.include({ width: 60, height: 40, alt: 'A pot' })
      expect(post.gallery!.images[0]!.original_url).to.be.a('string')
      const { records } = await app.as(priya).call(posts.routes.list, { params: { spaceId: open.id } })
      const listed = records.find(({ id }) => id === post.id)!
      expect([listed.gallery!.images.length, listed.gallery!.images_count]).to.deep.equal([9, 11])
      const kept = post.gallery!.images.slice(0, 2).reverse()
      const shorter = await change(nell, post, { gallery_attributes: { images_attributes: kept.map(({ id, caption, alt }) => ({ id, caption, alt })) } })
      expect(shorter.gallery!.images.map(({ caption }) => caption)).to.deep.equal(['No. 1', 'No. 0'])
      expect(shorter.gallery!.images[0]!.original_url).to.equal(null)
      expect(await refusal(change(nell, post, { gallery_attributes: { images_attributes: [] } }))).to.include({ status: 422 })
      expect(await refusal(write(nell, { post_type: 'image' }))).to.include({ status: 422 })
      expect(await refusal(write(nell, { gallery_attributes: { images_attributes: [{ id: 999_999 }] } }))).to.include({ status: 422 })
    })
  })

  describe('in the words of the public calls', () => {
    it('take a text as words or as HTML, and nothing harmful with it', async () => {
      const types = (post: { tiptap_body: { body: { content?: any[] } } }) => post.tiptap_body.body.content!.map(({ type }) => type)
      const plain = await write(nell, { tiptap_body: undefined, body: 'One line.\n\n- ash\n- salt' })
      expect(types(plain)).to.deep.equal(['paragraph', 'bulletList'])
      const html = await write(nell, {
        tiptap_body: undefined,
        body: '<h2>Kiln</h2><p>Fired <b>hot</b> &amp; slow, see <a href="https://example.com/x">here</a>.</p><ul><li>ash</li><li>salt</li></ul><script>alert(1)</script><img src=x onerror=alert(1)>',
      })
      expect(types(html)).to.deep.equal(['heading', 'paragraph', 'bulletList'])
      expect(html.body_plain_text).to.include('Fired hot & slow, see here.').and.not.include('alert')
      expect(JSON.stringify(html.tiptap_body)).to.include('https://example.com/x')
      await change(nell, html, { body: 'Changed since.' })
      const [seen] = await app.as(nell).call(posts.routes.details, { query: { post_ids: String(html.id) } })
      expect(seen!.body_plain_text).to.equal('Changed since.')
      expect((await refusal(write(nell, { tiptap_body: undefined, body: '' }))).status, 'nothing at all').to.equal(422)
    })

    it('come out at their moment although their job is lost, as after a restore', async () => {
      const soon = new Date(Date.now() + 3_600_000).toISOString()
      const post = await write(nell, { name: 'Restored', status: 'scheduled', scheduled_at: soon })
      await app.sql(`delete from graphile_worker._private_jobs where key = $1`, [`post:${post.id}`])
      await app.clock.advance(2 * 3_600_000)
      await app.runSchedule('late')
      await app.settle()
      expect((await app.sql('select status from posts.post where id = $1', [post.id]))[0]).to.deep.equal({ status: 'published' })
      await app.clock.advance(-2 * 3_600_000)
    })

    it('are scheduled by published_at too, and pictures need no title', async () => {
      const soon = new Date(Date.now() + 3_600_000).toISOString()
      const post = await write(nell, { status: 'scheduled', published_at: soon })
      expect([post.status, new Date(post.scheduled_at!).toISOString()]).to.deep.equal(['scheduled', soon])
      expect((await refusal(write(nell, { name: null }))).status).to.equal(422)
      const gallery = { post_type: 'image', tiptap_body: undefined, name: null, gallery_attributes: { images_attributes: [{ signed_id: await upload(nell) }] } }
      const [one, two] = [
        await write(nell, gallery),
        await write(nell, { ...gallery, gallery_attributes: { images_attributes: [{ signed_id: await upload(nell) }] } }),
      ]
      expect([one.status, one.name]).to.deep.equal(['published', ''])
      expect(one.slug).to.not.equal(two.slug)
    })
  })

  describe('drafts', () => {
    it('are brought up to date by the same client_id, and called by their title once they come out', async () => {
      const draft = await write(nell, { status: 'draft', name: 'Thr', client_id: 'd1' })
      expect(draft.slug).to.match(/^draft-/)
      const again = await write(nell, { status: 'draft', name: 'Three bowls', client_id: 'd1' })
      expect([again.id, again.name]).to.deep.equal([draft.id, 'Three bowls'])
      await change(nell, again, { tiptap_body: { body: paragraph('More of it.') }, autosave: true })
      expect((await app.as(nell).call(posts.routes.revisions, at(again))).records).to.deep.equal([])
      const out = await write(nell, { name: 'Three bowls', client_id: 'd1', status: 'published' })
      expect([out.id, out.slug]).to.deep.equal([draft.id, 'three-bowls'])
      // Sent once more, by a slow network: it is out already.
      expect((await write(nell, { name: 'Other words', client_id: 'd1' })).name).to.equal('Three bowls')
    })

    it('mention nobody before they are out', async () => {
      const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'mention', attrs: { id: priya.id, label: 'Priya' } }] }] }
      const told = async () => {
        await app.settle()
        return (await app.sql(`select 1 from kernel.event where name = 'content.mentioned' and (payload ->> 'memberId')::bigint = $1`, [priya.id])).length
      }
      const before = await told()
      const draft = await write(nell, { status: 'draft', tiptap_body: { body } })
      await change(nell, draft, { tiptap_body: { body }, autosave: true })
      expect(await told()).to.equal(before)
      await change(nell, draft, { status: 'published' })
      expect(await told()).to.equal(before + 1)
    })

    it('take a published post back, and it vanishes for others', async () => {
      const post = await write(nell, { name: 'Too early' })
      const draft = await change(nell, post, { status: 'draft' })
      expect([draft.status, draft.published_at]).to.deep.equal(['draft', null])
      expect(await refusal(app.as(priya).call(posts.routes.show, at(post)))).to.include({ status: 404 })
      expect((await change(nell, post, { status: 'published' })).slug).to.equal(post.slug)
    })
  })

  describe('edit history', () => {
    it('keeps every saved edit with its author, shows what changed, and goes back', async () => {
      const post = await write(nell, { name: 'Glaze notes' })
      await change(nell, post, { name: 'Glaze notes' })
      expect((await app.as(nell).call(posts.routes.revisions, at(post))).records, 'nothing changed').to.deep.equal([])
      await change(admin, post, { tiptap_body: { body: paragraph('Thrown yesterday.') } })
      const edited = await change(nell, post, { name: 'Notes on glaze' })
      expect(edited.edited_at).to.be.a('string')
      const { records } = await app.as(nell).call(posts.routes.revisions, at(post))
      expect(records.map((line) => [line.author!.id, line.name, line.is_current])).to.deep.equal([
        [nell.id, 'Notes on glaze', true],
        [admin.id, 'Glaze notes', false],
        [nell.id, 'Glaze notes', false],
      ])
      const second = await app.as(nell).call(posts.routes.revision, { params: { ...at(post).params, id: records[1]!.id } })
      expect(second.diff.text.filter(({ kind }) => kind !== 'same')).to.deep.equal([
        { text: 'today', kind: 'removed' },
        { text: 'yesterday', kind: 'added' },
      ])
      const back = await app.as(nell).call(posts.routes.restoreRevision, { params: { ...at(post).params, id: records[2]!.id } })
      expect([back.name, back.body_plain_text]).to.deep.equal(['Glaze notes', 'Thrown today.'])
      expect((await app.as(nell).call(posts.routes.revisions, at(post))).records).to.have.length(4)
    })

    it('A02: is for those who may change the post, and its edits are found under it alone', async () => {
      const [post, other] = [await write(nell), await write(nell)]
      await change(nell, post, { name: 'Changed' })
      const [line] = (await app.as(nell).call(posts.routes.revisions, at(post))).records
      for (const route of ['revision', 'restoreRevision'] as const)
        expect(await refusal(app.as(priya).call(posts.routes[route], { params: { ...at(post).params, id: line!.id } }))).to.include({ status: 403 })
      expect(await refusal(app.as(priya).call(posts.routes.revisions, at(post)))).to.include({ status: 403 })
      expect(await refusal(app.as(nell).call(posts.routes.revision, { params: { ...at(other).params, id: line!.id } }))).to.include({ status: 404 })
    })

    it('compares the longest texts', () => {
      const long = Array.from({ length: 60_000 }, (_, i) => `word${(i * 7919) % 9973}`).join(' ')
      const turned = Array.from({ length: 60_000 }, (_, i) => `word${(i * 6271) % 9967}`).join(' ')
      expect(difference(long, turned).length).to.be.greaterThan(0)
    })
  })

  describe('sharing', () => {
    it('opens a post of a private space to everybody by its own address, and nothing else', async () => {
      const signed = await upload(nell)
      const post = await write(nell, { name: 'For my mother', tiptap_body: { body: picture(signed) } }, closed.id)
      expect([post.share_post_enabled, post.share_uid]).to.deep.equal([false, null])
      const { share_uid: uid } = await change(nell, post, { share_post_enabled: true })
      expect(uid).to.match(/^[a-z0-9]{16}$/)
      const shared = await app.as(null).call(posts.routes.show, { params: { spaceId: closed.slug, postSlug: uid! } })
      expect(shared).to.include({ name: 'For my mother', is_shared_view: true, is_comments_enabled: false, url: `/c/${closed.slug}/${uid}` })
      expect(Object.values(shared.policies).some(Boolean)).to.equal(false)
      const src = (shared.tiptap_body.body.content![0]!.attrs as any).src
      expect((await fetch(app.url + src)).status).to.equal(200)
      const page = await app.as(null).send('GET', `/c/${closed.slug}/${uid}`, undefined, { accept: 'text/html' })
      expect([page.status, String(page.body)]).to.satisfy(([status, html]: [number, string]) => status === 200 && /<h1[^>]*>For my mother<\/h1>/.test(html))
      const details = await app.as(null).call(posts.routes.details, { query: { post_ids: uid!, for_shared_post_view: true } })
      expect(details.map(({ id }) => id)).to.deep.equal([post.id])

      for (const address of [
        `/internal_api/spaces/${closed.slug}/posts/${post.slug}`,
        `/internal_api/posts/${post.id}/comments`,
        `/internal_api/spaces/${open.slug}/posts/${uid}`,
      ])
        expect((await app.as(null).send('GET', address)).status, address).to.equal(404)
      expect((await app.as(null).call(posts.routes.details, { query: { post_ids: `${post.id},${uid}` } })).length).to.equal(0)

      await change(nell, post, { share_post_enabled: false })
      expect((await app.as(null).send('GET', `/internal_api/spaces/${closed.slug}/posts/${uid}`)).status).to.equal(404)
      expect((await change(nell, post, { share_post_enabled: true })).share_uid, 'the same address as before').to.equal(uid)
    })

    it('is whole as HTML for visitors: who and when, the text, and what others said; nothing of it can be a script', async () => {
      const post = await write(nell, { name: '<b>Ash</b> & wood', tiptap_body: { body: paragraph('<script>fire()</script>') } })
      const say = (who: TestMember, body: object) => app.as(who).send('POST', `/internal_api/posts/${post.id}/comments`, body)
      const { body: first } = await say(priya, { comment: { body: '<img src=x onerror=alert(1)>\nand more' } })
      await say(nell, { comment: { body: 'an answer', parent_comment_id: first.id } })
      const page = String((await app.as(null).send('GET', post.url, undefined, { accept: 'text/html' })).body).replace(
        /<script type="application\/json"[\s\S]*/,
        '',
      )
      expect(page).to.include('&#60;b&#62;Ash&#60;/b&#62; &#38; wood').and.include('&lt;script&gt;fire()')
      expect(page).to.include('<p>&#60;img src=x onerror=alert(1)&#62;</p><p>and more</p>').and.include('<p>an answer</p>').and.include('2 comments')
      expect(page).not.to.match(/<script>(?!if\(matchMedia\()|<img src=x/)
      const own = String((await app.as(nell).send('GET', post.url, undefined, { accept: 'text/html' })).body)
      expect(own, 'members have the shell at once').not.to.include('<p>an answer</p>')
    })

    it('works in a private community, where visitors see nothing else', async () => {
      const post = await write(nell, { name: 'Out there' })
      const { share_uid: uid } = await change(nell, post, { share_post_enabled: true })
      await app.as(admin).send('PATCH', '/internal_api/community', { is_private: true })
      const page = async (slug: string) => app.as(null).send('GET', `/c/${open.slug}/${slug}`, undefined, { accept: 'text/html' })
      expect(String((await page(uid!)).body)).to.match(/<h1[^>]*>Out there<\/h1>/)
      expect(String((await page(post.slug)).body)).not.to.include('Out there')
      await app.as(admin).send('PATCH', '/internal_api/community', { is_private: false })
    })
  })

  describe('the rest of the calls', () => {
    it('hides from featured areas for those who manage, and says so', async () => {
      const post = await write(nell)
      expect(await app.as(priya).call(posts.routes.featuredAreas, at(post))).to.include({ hide_from_featured_areas: false, is_visible_in_featured_areas: true })
      expect(await refusal(app.as(nell).call(posts.routes.hideInFeaturedAreas, at(post)))).to.include({ status: 403 })
      expect(await app.as(admin).call(posts.routes.hideInFeaturedAreas, at(post))).to.include({ hide_from_featured_areas: true })
      expect((await app.as(nell).call(posts.routes.reading)).map(({ id }) => id)).not.to.include(post.id)
      expect(await app.as(admin).call(posts.routes.showInFeaturedAreas, at(post))).to.include({ hide_from_featured_areas: false })
      expect(await app.as(admin).call(posts.routes.knowledgeBase, { ...at(post), body: { is_in_knowledge_base: false } })).to.include({
        is_in_knowledge_base: false,
      })
      expect((await app.as(admin).call(posts.routes.show, at(post))).is_in_knowledge_base).to.equal(false)
    })

    it('answers summaries with plugin_off while nobody writes them, and hidden posts with none', async () => {
      const [post, secret] = [await write(nell), await write(nell, {}, closed.id)]
      for (const route of ['summary', 'conversationSummary'] as const) {
        expect(await refusal(app.as(priya).call(posts.routes[route], { params: { postId: post.id } }))).to.include({ status: 404, code: 'plugin_off' })
        expect(await refusal(app.as(priya).call(posts.routes[route], { params: { postId: secret.id } }))).to.include({ status: 404, code: 'not_found' })
      }
    })

    it('makes own HTML safe, and takes it from those who manage alone', async () => {
      const html =
        '<script>alert(1)</script><h1 onclick="x()">Hi</h1><iframe src="/"></iframe><p class="fixed inset-0" style="position:fixed">a</p><a href="javascript:x">b</a><img src="https://evil.example/x.png"><img src="/files/x" onerror="x()">'
      expect(await refusal(write(nell, { internal_custom_html: html }))).to.include({ status: 403 })
      const post = await write(admin, { internal_custom_html: html })
      expect(post.custom_html).to.equal('<h2>Hi</h2><p>a</p><a rel="noopener nofollow ugc" target="_blank">b</a><img src="/files/x" />')
    })

    it('closes comments and leaves them to be read', async () => {
      const post = await write(nell)
      await app.as(priya).send('POST', `/internal_api/posts/${post.id}/comments`, { comment: { body: 'First' } })
      const closedNow = await change(nell, post, { is_comments_closed: true })
      expect([closedNow.is_comments_enabled, closedNow.is_comments_closed, closedNow.comments_count]).to.deep.equal([true, true, 1])
      expect((await app.as(priya).send('POST', `/internal_api/posts/${post.id}/comments`, { comment: { body: 'Second' } })).status).to.equal(403)
      expect((await app.as(priya).send('GET', `/internal_api/posts/${post.id}/comments`)).body.records).to.have.length(1)
    })

    it('keeps topics: unique, offered in some spaces, off the posts when deleted', async () => {
      const topic = await app.as(admin).call(posts.routes.createTopic, { body: { name: 'Salt', space_ids: [open.id] } })
      expect(topic.author!.id).to.equal(admin.id)
      expect(await refusal(app.as(admin).call(posts.routes.createTopic, { body: { name: 'Salt' } }))).to.include({ status: 409 })
      expect(await refusal(app.as(nell).call(posts.routes.createTopic, { body: { name: 'Mine' } }))).to.include({ status: 403 })
      const post = await write(nell, { topics: [topic.id] })
      expect(post.topics.map(({ name }) => name)).to.deep.equal(['Salt'])
      expect(await refusal(write(nell, { topics: [topic.id] }, closed.id))).to.include({ status: 422 })
      const offered = async (space_id: number) => (await app.as(nell).call(posts.routes.topics, { query: { space_id } })).records.map(({ id }) => id)
      expect(await offered(open.id)).to.include(topic.id)
      expect(await offered(closed.id)).not.to.include(topic.id)
      const narrowed = await app.as(priya).call(posts.routes.list, { params: { spaceId: open.id }, query: { topics: String(topic.id) } })
      expect(narrowed.records.map(({ id }) => id)).to.deep.equal([post.id])
      await app.as(admin).call(posts.routes.destroyTopic, { params: { id: topic.id } })
      expect((await app.as(nell).call(posts.routes.show, at(post))).topics).to.deep.equal([])
    })

    it('moves a post to another space, with what hangs on it', async () => {
      const post = await write(nell, { name: 'On the move' })
      expect(await refusal(change(priya, post, { space_id: closed.id }))).to.include({ status: 403 })
      const moved = await change(nell, post, { space_id: closed.id })
      expect([moved.space_id, moved.slug]).to.deep.equal([closed.id, post.slug])
      expect(await refusal(app.as(priya).call(posts.routes.show, { params: { spaceId: closed.id, postSlug: moved.slug } }))).to.include({ status: 404 })
      const own = await write(priya)
      expect(await refusal(change(priya, own, { space_id: closed.id })), 'a space that one does not see').to.include({ status: 404 })
    })

    it('A63: refuses more than anybody writes, and loses nothing', async () => {
      const huge = await app
        .as(nell)
        .send('POST', `/internal_api/spaces/${open.id}/posts`, { post: { name: 'x', tiptap_body: { body: paragraph('x'.repeat(5_000_000)) } } })
      expect([huge.status, huge.body.code]).to.deep.equal([413, 'payload_too_large'])
      const mentions = Array.from({ length: 10_000 }, (_, i) => ({ type: 'mention', attrs: { id: i + 1, label: 'x' } }))
      const crowd = { type: 'doc', content: [{ type: 'paragraph', content: mentions }] }
      const count = async () => (await app.sql(`select (select count(*) from posts.post)::int as posts, (select count(*) from kernel.event)::int as events`))[0]
      const before = await count()
      for (const body of [
        crowd,
        { type: 'doc', content: [{ type: 'paragraph', content: mentions.map(({ type }) => ({ type, attrs: { id: priya.id, label: 'x' } })) }] },
      ])
        expect(await refusal(write(nell, { tiptap_body: { body } }))).to.include({ status: 422, code: 'invalid_rich_text' })
      expect((await refusal(write(nell, { tiptap_body: { body: crowd } }))).message).to.equal('You can mention up to 50 members.')
      await app.settle()
      expect(await count(), 'nobody is told, nothing is kept').to.deep.equal(before)
      const long = await refusal(write(nell, { tiptap_body: { body: paragraph('x'.repeat(250_001)) } }))
      expect([long.status, long.message]).to.deep.equal([422, 'Posts can be up to 250,000 characters. Shorten it or split it into two.'])
      const post = await write(nell)
      expect(await refusal(change(nell, post, { name: 'x'.repeat(10_000) }))).to.include({ status: 422 })
      expect(await refusal(change(nell, post, { name: 'New', tiptap_body: { body: { type: 'doc', content: [{ type: 'script' }] } } }))).to.include({
        status: 422,
      })
      expect((await app.as(nell).call(posts.routes.show, at(post))).name, 'half a change is none').to.equal('A bowl')
    })
  })
})
