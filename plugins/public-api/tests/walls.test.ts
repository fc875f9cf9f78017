/** Who may ask at all, what a scope opens, and that no token reaches another community. */
import { expect } from 'chai'
import { describePlugin, type Input, type TestApp, type TestMember } from '@atrium/sdk/testing'
import type { Route } from '@atrium/sdk'
import paywalls from '../../paywalls/contract.ts'
import workflows from '../../workflows/contract.ts'
import contract from '../contract.ts'
import { type Client, clientOf, doc, emailOf, openApi, tokenOf } from './kit.ts'

describePlugin('plugins/public-api')

type Inputs = Record<string, Input>
const BASE = '/api/admin/v2'
/** Those of the Auth API take another kind of token: `auth.test.ts`. */
const routes = (Object.values(contract.routes) as Route[]).filter(({ path }) => path.startsWith(BASE))
function addressOf(route: Route, { params = {}, query = {} }: Input = {}): string {
  const path = route.path.slice(BASE.length).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? 1)))
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return asked.size ? `${path}?${asked}` : path
}
/** Calls that name no record of a community: lists of all, what makes something at its root, cards of pages. */
const AT_ROOT = new Set([
  ...['community', 'updateCommunity', 'chatPreferences', 'connectSettings', 'updateConnectSettings', 'members', 'createMember', 'profileFields'],
  ...['createProfileField', 'pageProfileFields', 'memberTags', 'createMemberTag', 'taggedMembers', 'spaceGroups', 'createSpaceGroup', 'spaces', 'topics'],
  ...['createTopic', 'posts', 'comments', 'events', 'accessGroups', 'createAccessGroup', 'invitationLinks', 'createInvitationLink', 'flaggedContents'],
  ...['forms', 'segments', 'createSegment', 'advancedSearch', 'leaderboard', 'directUpload', 'createEmbed', 'embed'],
  ...['createLead', 'workflows', 'paywalls', 'createPaywallGroup', 'charges', 'subscriptions', 'taxSetting', 'updateTaxSetting'],
])

describe('the published API: who may ask', () => {
  let app: TestApp
  let admin: TestMember
  let api: Client
  let inputs: Inputs

  /** One of everything, made over the API itself, and how each call names it. */
  async function world(nell: TestMember): Promise<Inputs> {
    const email = await emailOf(app, nell)
    const field = await api.post('/profile_fields', { profile_field: { label: 'Clay', key: 'clay', field_type: 'text' } })
    const tag = await api.post('/member_tags', { name: 'Potters' })
    await api.post('/tagged_members', { member_tag_id: tag.id, user_email: email })
    const [tagged] = (await api.get('/tagged_members')).records
    const group = await api.post('/space_groups', { name: 'Rooms', slug: 'rooms' })
    const made = async (slug: string, space_type: string) => (await api.post('/spaces', { name: slug, slug, space_group_id: group.id, space_type })).space
    const [hall, dates, school] = [await made('hall', 'basic'), await made('dates', 'event'), await made('school', 'course')]
    for (const { id } of [hall, dates, school]) await api.post('/space_members', { email, space_id: id })
    const topic = await api.post('/topics', { name: 'Ash' })
    const { post } = await api.post('/posts', { space_id: hall.id, name: 'Post', tiptap_body: doc('Words') })
    const picture = await app.upload(admin, 'bowl.png')
    const images = { gallery_attributes: { images_attributes: [{ image: picture.signedId }] } }
    const gallery = (await api.post(`/spaces/${hall.id}/images/posts`, images)).post
    const comment = await api.post('/comments', { body: 'Words', post_id: post.id })
    const starts_at = new Date(Date.now() + 86_400_000).toISOString()
    const event = { name: 'Event', space_id: dates.id, status: 'published', event_setting_attributes: { starts_at } }
    const { id: eventId } = await api.post('/events', { event })
    await api.post('/space_group_members', { email, space_group_id: group.id })
    await api.post('/event_attendees', { member_email: email, event_id: eventId })
    const section = await api.post('/course_sections', { name: 'Section', space_id: school.id })
    const lesson = await api.post('/course_lessons', { section_id: section.id, name: 'Lesson', status: 'published', body_html: 'Words' })
    const access = await api.post('/access_groups', { access_group: { name: 'Patrons' } })
    await api.post(`/access_groups/${access.id}/community_members`, { email })
    const link = await api.post('/invitation_links', { name: 'Fair' })
    const segment = await api.post('/community_segments', { title: 'All', visible: true, rules: { rule_type: 'all_members' } })
    const form = await app.run(null, async (ctx) => {
      const { default: forms } = await import('../../forms/contract.ts')
      const own = await ctx.actAs(admin.id)
      const made = await own.use(forms).create({ name: 'Newsletter' })
      await own.use(forms).publish(made.id)
      return made.id
    })
    const lead = await api.post('/community_leads', { email: 'una@example.com' })
    const own = app.as(admin)
    const workflow = await own.call(workflows.routes.create, { body: { name: 'Welcome', workflow_type: 'dynamic' } })
    const price = { name: 'Monthly', price_type: 'subscription' as const, amount_in_cents: 1400, interval: 'monthly' as const }
    const paywall = await own.call(paywalls.routes.create, { body: { paywall: { name: 'Pass', currency: 'eur', prices: [price] } } })
    const circle = await api.post('/paywall_groups', { paywall_group: { name: 'Passes', currency_id: 'eur' } })
    const coupon = await own.call(paywalls.routes.createCoupon, { body: { coupon: { code: 'SPRING', kind: 'percent', percent_off: 1000 } } as never })
    await app.settle()
    const params = (id: number, more: object = {}) => ({ params: { id, ...more } })
    const inHall = { space_id: hall.id }
    const inGroup = { space_group_id: group.id }
    const attendee = { member_email: email, event_id: eventId }
    const inAccess = { params: { access_group_id: access.id } }
    const flagged = { content_id: post.id, content_type: 'post', reported_reason_type: 'spam' }
    return {
      updateCommunity: { body: { community: { name: 'Kiln' } } },
      chatPreferences: { body: { messaging_enabled: true } },
      updateConnectSettings: { body: { connect: { enabled: true } } },
      createMember: { body: { email: 'new@example.com', name: 'New' } },
      searchMember: { query: { email } },
      member: params(nell.id),
      updateMember: { ...params(nell.id), body: { headline: 'Throws' } },
      deactivateMember: params(nell.id),
      banMember: params(nell.id),
      deleteMember: params(nell.id),
      createProfileField: { body: { profile_field: { label: 'Kiln', key: 'kiln', field_type: 'text' } } },
      updateProfileField: { ...params(field.id), body: { profile_field: { label: 'Clays' } } },
      archiveProfileField: params(field.id),
      unarchiveProfileField: params(field.id),
      deleteProfileField: params(field.id),
      pageProfileFields: { query: { page_name: 'signup' } },
      createMemberTag: { body: { name: 'Others' } },
      memberTag: params(tag.id),
      updateMemberTag: { ...params(tag.id), body: { name: 'Potter' } },
      deleteMemberTag: params(tag.id),
      tagMember: { body: { member_tag_id: tag.id, user_email: email } },
      untagMember: { query: { member_tag_id: tag.id, user_email: email } },
      taggedMember: params(tagged.id),
      createSpaceGroup: { body: { name: 'More', slug: 'more' } },
      spaceGroup: params(group.id),
      updateSpaceGroup: { ...params(group.id), body: { name: 'Room' } },
      deleteSpaceGroup: params(group.id),
      spaceGroupMembers: { query: inGroup },
      addSpaceGroupMember: { body: { ...inGroup, email } },
      removeSpaceGroupMember: { query: { ...inGroup, email } },
      spaceGroupMember: { query: { ...inGroup, email } },
      createSpace: { body: { name: 'New', slug: 'new', ...inGroup } },
      space: params(hall.id),
      updateSpace: { ...params(hall.id), body: { name: 'Halls' } },
      deleteSpace: params(hall.id),
      spaceSummary: { params: inHall },
      spaceMembers: { query: inHall },
      addSpaceMember: { body: { ...inHall, email } },
      removeSpaceMember: { query: { ...inHall, email } },
      spaceMember: { query: { ...inHall, email } },
      spacesOfMember: { query: { community_member_id: nell.id } },
      createTopic: { body: { name: 'Slip' } },
      topic: params(topic.id),
      updateTopic: { ...params(topic.id), body: { name: 'Ashes' } },
      deleteTopic: params(topic.id),
      createPost: { body: { name: 'New', ...inHall, tiptap_body: doc('Words') } },
      post: params(post.id),
      updatePost: { ...params(post.id), body: { name: 'Posts' } },
      deletePost: params(post.id),
      postSummary: { params: { post_id: post.id } },
      imagePosts: { params: inHall },
      createImagePost: { params: inHall, body: images },
      imagePost: params(gallery.id, inHall),
      deleteImagePost: params(gallery.id, inHall),
      duplicateImagePost: { ...params(gallery.id, inHall), body: {} },
      createComment: { body: { body: 'Words', post_id: post.id } },
      comment: params(comment.id),
      deleteComment: params(comment.id),
      createEvent: { body: { event } },
      event: params(eventId),
      updateEvent: { ...params(eventId), body: { event: { name: 'Events' } } },
      deleteEvent: params(eventId),
      duplicateEvent: { ...params(eventId, { space_id: dates.id }), body: {} },
      eventAttendees: { query: { event_id: eventId } },
      addEventAttendee: { body: attendee },
      removeEventAttendee: { query: attendee },
      courseSections: { query: { space_id: school.id } },
      createCourseSection: { body: { name: 'More', space_id: school.id } },
      courseSection: params(section.id),
      updateCourseSection: { ...params(section.id), body: { name: 'Sections' } },
      deleteCourseSection: params(section.id),
      courseLessons: { query: { section_id: section.id } },
      createCourseLesson: { body: { name: 'More', section_id: section.id } },
      reorderCourseLessons: { body: { space_id: school.id, new_order: [{ section_id: section.id, lesson_ids: [lesson.id] }] } },
      courseLesson: params(lesson.id),
      updateCourseLesson: { ...params(lesson.id), body: { name: 'Lessons' } },
      deleteCourseLesson: params(lesson.id),
      courseLessonProgress: { body: { lesson_id: lesson.id, member_email: email, status: 'completed' } },
      createAccessGroup: { body: { access_group: { name: 'Others' } } },
      updateAccessGroup: { ...params(access.id), body: { access_group: { name: 'Patron' } } },
      archiveAccessGroup: params(access.id),
      unarchiveAccessGroup: params(access.id),
      accessGroupMembers: inAccess,
      addAccessGroupMember: { ...inAccess, body: { email } },
      removeAccessGroupMember: { ...inAccess, query: { email } },
      accessGroupMember: { ...inAccess, query: { email } },
      accessGroupsOfMember: { params: { community_member_id: nell.id } },
      createInvitationLink: { body: { name: 'Another' } },
      updateInvitationLink: { ...params(link.id), body: { name: 'Fairs' } },
      revokeInvitationLink: params(link.id),
      deleteInvitationLink: params(link.id),
      flagContent: { body: { flagged_content: flagged } },
      form: params(form),
      updateForm: { ...params(form), body: { name: 'News' } },
      deleteForm: params(form),
      duplicateForm: params(form),
      formSubmissions: { params: { form_id: form } },
      createFormSubmission: { params: { form_id: form }, body: { elements: [] } },
      createSegment: { body: { title: 'More', visible: true, rules: { rule_type: 'all_members' } } },
      updateSegment: { ...params(segment.id), body: { title: 'Everybody' } },
      deleteSegment: params(segment.id),
      duplicateSegment: { ...params(segment.id), query: { title: 'Copy' }, body: {} },
      advancedSearch: { query: { query: 'Words' } },
      directUpload: { body: { blob: { filename: 'clay.txt', byte_size: 1 } } },
      createEmbed: { body: { url: 'https://kiln.example' } },
      createLead: { body: { email: 'ivo@example.com' } },
      deleteLead: params(lead.id),
      contactNotes: { params: { contact_id: lead.sqid } },
      createContactNote: { params: { contact_id: lead.sqid }, body: { tiptap_body: doc('Words') } },
      workflow: params(workflow.id),
      activateWorkflow: params(workflow.id),
      deactivateWorkflow: params(workflow.id),
      duplicateWorkflow: params(workflow.id),
      publishPaywall: params(paywall.id),
      archivePaywall: params(paywall.id),
      unarchivePaywall: params(paywall.id),
      deletePaywall: params(paywall.id),
      createPaywallGroup: { body: { name: 'More', currency_id: 'eur' } },
      updatePaywallGroup: { ...params(circle.id), body: { name: 'Pass' } },
      deletePaywallCoupon: params(coupon.id),
      refundCharge: { ...params(1), body: { reason_details: 'Broken' } },
      cancelSubscription: { ...params(1), body: { ends_at: 'now' } },
      resumeSubscription: params(1),
      updateTaxSetting: { body: { tax_setting: { platform_status: 'disabled' } } },
      embed: { params: { sgid: Buffer.from('embed/https://kiln.example').toString('base64url') } },
    }
  }
  const ask = (client: Client, route: Route) => {
    app.resetLimits()
    const input = inputs[route.name] ?? {}
    return client(route.method, addressOf(route, input), input.body ?? (route.method === 'GET' ? undefined : {}))
  }

  before(async () => {
    app = await openApi()
    admin = await app.member('admin', { name: 'Ada Vane' })
    const nell = await app.member('member', { name: 'Nell Ashe' })
    api = await clientOf(app, admin)
    inputs = await world(nell)
  })
  after(() => app?.close())

  it('refuse whoever sends no token, another kind of one, or one in the address', async () => {
    const refusalOf = async (headers: Record<string, string>, address = '/community', method = 'GET') => {
      const { status, body } = await app.as(null).send(method, BASE + address, method === 'GET' ? undefined : {}, headers)
      return [status, body.success, body.code]
    }
    expect(await refusalOf({})).to.deep.equal([401, false, 'missing_token_error'])
    expect((await refusalOf({ authorization: 'Token nonsense' })).slice(0, 2)).to.deep.equal([401, false])
    expect(await refusalOf({}, `/community?token=${await tokenOf(app, admin)}`)).to.deep.equal([401, false, 'missing_token_error'])
    const session = await app.as(admin).send('GET', `${BASE}/community`)
    expect([session.status, session.body.code]).to.deep.equal([401, 'missing_token_error'])
    const headless = { authorization: `Bearer ${await tokenOf(app, admin, 'headless_auth')}` }
    expect(await refusalOf(headless)).to.deep.equal([401, false, 'invalid_access_token_type'])
    const data = await clientOf(app, admin, { kind: 'data' })
    expect((await data('GET', '/community')).status).to.equal(200)
    expect((await data('POST', '/topics', { name: 'X' })).body.code).to.equal('invalid_access_token_type')
    const old = await clientOf(app, admin, { kind: 'admin_v1' })
    expect((await old('GET', '/community')).status).to.equal(200)
  })

  it('answer 404 to a token of another community, whatever it names', async () => {
    const other = await app.community('Other')
    const stranger = await clientOf(app, await app.member('admin', { community: other, name: 'Bob' }))
    const wrong: string[] = []
    for (const route of routes.filter(({ name }) => !AT_ROOT.has(name))) {
      if (!inputs[route.name]) wrong.push(`${route.name} has no input here`)
      const { status, body } = await ask(stranger, route)
      if (status !== 404) wrong.push(`${route.name} answers ${status} ${JSON.stringify(body).slice(0, 200)}`)
    }
    expect(wrong).to.deep.equal([])
  })

  it('write nothing with scopes that read', async () => {
    const reader = await clientOf(app, admin, { scopes: ['admin', 'read'] })
    const wrong: string[] = []
    for (const route of routes) {
      const { status, body } = await ask(reader, route)
      const isWrite = route.method !== 'GET'
      const isSummary = route.name === 'spaceSummary' || route.name === 'postSummary'
      if (isWrite ? status !== 403 || body.code !== 'scope_required' : status !== 200 && !isSummary)
        wrong.push(`${route.name} answers ${status} ${JSON.stringify(body).slice(0, 200)}`)
    }
    expect(wrong).to.deep.equal([])
  })

  it('read what the scopes of one plugin open, and nothing else', async () => {
    const reader = await clientOf(app, admin, { scopes: ['admin', 'members:read'] })
    expect((await reader('GET', '/community_members')).status).to.equal(200)
    for (const address of ['/posts', '/comments', '/spaces', '/events', '/topics', '/forms', '/community'])
      expect((await reader('GET', address)).body.code, address).to.equal('scope_required')
    const posts = await clientOf(app, admin, { scopes: ['admin', 'posts:read'] })
    const { records } = await posts.get('/posts')
    expect(records[0]).to.include({ user_email: null, user_id: null, user_name: 'Ada Vane' })
    const plain = await clientOf(app, admin, { scopes: ['read', 'write'] })
    expect((await plain('GET', '/community_members')).status).to.equal(403)
  })
})
