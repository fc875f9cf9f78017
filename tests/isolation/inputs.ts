/** How every route is called with the ids of somebody's records. A route that is missing here fails the walk: add it. */
import { randomBytes, randomUUID } from 'node:crypto'
import { doc, PASSWORD, type Target } from './world.ts'

export interface Entry {
  /** Null: the route names no record. */
  input: ((target: Target) => Input) | null
  /** Answers to an admin of another community who holds the permission. Default 404 for routes with ids. */
  foreign?: number[]
  /** Answers to the community's own admin. Default 2xx, which proves that the input is right. */
  own?: number[]
  /** Uses up what it names, so it gets records of its own. */
  uses?: true
  /** A moderator's act on the whole community, private spaces included: a topic falls off all its posts. */
  wide?: true
  /** Makes whoever asks a member, which nobody from outside is to become on the walk. */
  joins?: true
}
export interface Input {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean>
  body?: unknown
  headers?: Record<string, string>
}

const plain = (...names: string[]) => Object.fromEntries(names.map((name): [string, Entry] => [name, { input: null }]))
const by = (input: (target: Target) => Input, more: Omit<Entry, 'input'> = {}): Entry => ({ input, ...more })
const all = (input: (target: Target) => Input, ...names: string[]) => Object.fromEntries(names.map((name): [string, Entry] => [name, by(input)]))
/** Writes without ids: the effect is on the caller's own community or account. */
const harmless = (body: () => unknown, more: Omit<Entry, 'input'> = {}): Entry => ({ input: () => ({ body: body() }), foreign: ANY, ...more })
const ANY = [200, 201, 204, 401, 403, 404, 409, 422, 429]

const mark = () => randomBytes(4).toString('hex')
const inSpace = ({ space, membership }: Target) => ({ params: { id: space.id, space_id: space.id, spaceId: space.id, memberId: membership.id } })
const oneInSpace = ({ space, membership }: Target) => ({ params: { space_id: space.id, id: membership.id } })
const inGroup = ({ group, guest }: Target) => ({ params: { id: group.id, space_group_id: group.id, memberId: guest.id } })
const aPost = ({ space, post }: Target) => ({ params: { spaceId: space.id, postSlug: post.slug } })
const onPost = ({ post, comment }: Target) => ({ params: { postId: post.id, id: comment.id } })
const onRecord = ({ post, comment }: Target) => ({ params: { kind: 'post', id: post.id, commentId: comment.id } })
const aFollower = ({ post, follower }: Target) => ({ params: { postId: post.id, id: follower.id } })
const aRevision = ({ space, post, revision }: Target) => ({ params: { spaceId: space.id, postSlug: post.slug, id: revision.id } })
const aPoll = ({ poll }: Target) => ({ params: { id: poll.id, pollId: poll.id } })
const aVote = ({ poll }: Target) => ({ params: { pollId: poll.id, id: poll.vote } })
const theVote = ({ poll }: Target) => ({ poll_response: { poll_option_id: poll.option } })
const theTalk = ({ chat }: Target) => ({ params: { uuid: chat.uuid } })
const aMessage = ({ chat }: Target) => ({ params: { uuid: chat.uuid, id: chat.message } })
const onMessage = ({ chat }: Target) => ({ params: { uuid: chat.uuid, messageId: chat.message } })
const aParticipant = ({ chat }: Target) => ({ params: { uuid: chat.uuid, id: chat.participant } })
const aThread = ({ chat }: Target) => ({ params: { id: chat.message } })
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()
const comment = { comment: { body: 'A word' } }
const likeOf = ({ post }: Target) => ({ body: { user_likeable_type: 'Post', user_likeable_id: post.id } })
const reactionOn = ({ comment }: Target) => ({ body: { reactable_type: 'comment', reactable_id: comment.id, emoji: '🔥' } })
const theRole = ({ role }: Target) => ({ params: { id: role.id } })
const theMail = ({ mail }: Target) => ({ params: { id: mail.id } })

export const inputs: Record<string, Entry> = {
  ...plain('auth.signOut', 'auth.sendConfirmation', 'auth.sessions', 'auth.endSessions', 'auth.account', 'auth.tokens'),
  'auth.signUp': harmless(() => ({ name: 'New', email: `new-${mark()}@example.com`, password: PASSWORD })),
  // a foreign admin who knew the password would be let in as that person, and still not into that community
  'auth.signIn': by(({ side }) => ({ body: { email: side.admin.email, password: PASSWORD } }), { foreign: ANY }),
  'auth.emailLookup': by(({ side }) => ({ body: { email: side.admin.email } }), { foreign: ANY }),
  'auth.askPassword': harmless(() => ({ email: `nobody-${mark()}@example.com` })),
  'auth.passwordLink': harmless(() => ({ token: mark().repeat(4) }), { own: [410, 422] }),
  'auth.setPassword': harmless(() => ({ token: mark().repeat(4), password: 'Another-1' }), { own: [410, 422] }),
  'auth.confirmEmail': harmless(() => ({ token: mark().repeat(4) }), { own: [410, 422] }),
  'auth.endSession': by(({ session }) => ({ params: { id: session.id } }), { uses: true }),
  'auth.updateAccount': by(({ file }) => ({ body: { headline: 'Changed', avatar_signed_id: file.signedId } })),
  'auth.changePassword': harmless(() => ({ current_password: PASSWORD, password: PASSWORD }), { own: ANY }),
  // without the password it is refused: everybody is needed for the rest
  'auth.deleteAccount': harmless(() => ({ password: 'Wrong-99!' }), { own: [422, 429] }),
  'auth.changeEmail': harmless(() => ({ email: `new-${mark()}@example.com`, password: PASSWORD }), { own: ANY }),
  'auth.createToken': harmless(() => ({ name: 'Another', scopes: ['read'] })),
  ...plain('auth.methods', 'auth.signInSettings', 'auth.passkeySignInOptions'),
  // an admin of the test has no TOTP, so a code goes out by mail
  'auth.askCode': { input: null },
  'auth.verifyCode': harmless(() => ({ code: '000000' }), { own: [422] }),
  'auth.startTwoFa': { input: null },
  'auth.confirmTwoFa': harmless(() => ({ code: '000000' }), { own: [422, 429] }),
  'auth.removeTwoFa': harmless(() => ({ code: '000000' }), { own: [422, 429] }),
  'auth.verifyTwoFa': harmless(() => ({ code: '000000' }), { own: [401] }),
  'auth.renewRecoveryCodes': { input: null, own: [409] },
  'auth.passkeyOptions': { input: null },
  'auth.createPasskey': harmless(() => ({ name: 'Key', credential: { id: mark(), type: 'public-key', response: {} } }), { own: [422] }),
  'auth.renamePasskey': by(({ passkey }) => ({ params: { id: passkey }, body: { name: 'Changed' } })),
  'auth.deletePasskey': by(({ passkey }) => ({ params: { id: passkey } }), { uses: true }),
  'auth.passkeySignIn': harmless(() => ({ credential: { id: mark(), type: 'public-key', response: {} } }), { own: [401] }),
  'auth.startProvider': by(({ provider }) => ({ params: { provider: provider.key } }), { foreign: [303], own: [303] }),
  'auth.finishProvider': by(({ provider }) => ({ params: { provider: provider.key } }), { foreign: [303], own: [303] }),
  // it lies at an address that may not be called
  'auth.linkProvider': by(({ provider }) => ({ body: { provider: provider.key } }), { own: [422] }),
  'auth.unlinkProvider': by(({ linked }) => ({ params: { id: linked } }), { uses: true }),
  'auth.updateSignInSettings': harmless(() => ({ two_fa_roles: [] })),
  'auth.createProvider': harmless(() => ({ label: `Provider ${mark()}`, issuer: 'https://id.example', client_id: 'x', client_secret: 'y' })),
  'auth.updateProvider': by(({ provider }) => ({ params: { key: provider.key }, body: { client_id: 'changed' } })),
  'auth.deleteProvider': by(({ provider }) => ({ params: { key: provider.key } }), { uses: true }),
  'auth.checkProvider': by(({ provider }) => ({ params: { key: provider.key } })),
  'auth.revokeToken': by(({ token }) => ({ params: { id: token.id } }), { uses: true }),

  ...plain('communities.punditUsers', 'communities.flags', 'communities.community', 'communities.settings', 'communities.switchers', 'communities.plugins'),
  ...plain('communities.roles', 'communities.memberRoles'),
  'communities.updateCommunity': by(({ file }) => ({ body: { icon_signed_id: file.signedId } })),
  'communities.updateSettings': harmless(() => ({ weekly_digest_enabled: false })),
  'communities.create': harmless(() => ({ name: `Place ${mark()}` })),
  'communities.reorderSwitchers': by(({ side }) => ({ body: { ids: [side.communityId] } }), { foreign: ANY }),
  // whoever leaves could not be asked for the rest
  'communities.leave': by(() => ({ params: { id: 987_654_321 } }), { own: [404] }),
  'communities.choose': by(({ side }) => ({ body: { community_id: side.communityId } })),
  // the base is always on
  'communities.switchPlugin': by(() => ({ params: { id: 'home' }, body: { enabled: true } }), { foreign: ANY, own: [422] }),
  'communities.pluginSettings': by(() => ({ params: { id: 'home' } }), { foreign: ANY }),
  'communities.updatePluginSettings': by(() => ({ params: { id: 'home' }, body: { banner_text: 'Changed' } }), { foreign: ANY }),
  // the platform owner's
  'communities.tiers': { input: null, own: [403] },
  'communities.updateTiers': by(() => ({ body: { plugin: 'home', tiers: ['basic'] } }), { own: [403], foreign: [403] }),
  'communities.updateTier': by(({ side }) => ({ params: { id: side.communityId }, body: { tier: 'basic' } }), { own: [403], foreign: [403] }),
  'communities.createRole': harmless(() => ({ name: `Role ${mark()}`, permissions: ['posts.create'] })),
  'communities.updateRole': by((target) => ({ ...theRole(target), body: { permissions: ['posts.manage'] } })),
  'communities.deleteRole': by(theRole, { uses: true }),
  'communities.updateMemberRoles': by(({ guest, role }) => ({ params: { memberId: guest.id }, body: { roles: ['member', `${role.id}`] } }), { own: [422] }),

  ...plain('jobs.jobs', 'jobs.counters', 'jobs.mendCounters', 'jobs.health', 'jobs.audit', 'mail.list'),
  'jobs.replay': by(({ deadJob }) => ({ body: { ids: [deadJob] } }), { foreign: [200], uses: true }),
  'jobs.remove': by(({ deadJob }) => ({ params: { id: deadJob } }), { uses: true }),
  'mail.show': by(theMail),
  // without a mail server nothing is looked up
  'mail.resend': by(theMail, { foreign: [404, 409], own: [409] }),

  ...plain('spaces.types', 'spaces.publicGroups', 'spaces.groups'),
  'spaces.list': by(({ group }) => ({ query: { include_sidebar: true, space_group_id: group.id } }), { foreign: ANY }),
  'spaces.create': by(({ group }) => ({ body: { name: 'Annexe', space_group_id: group.id } })),
  'spaces.maxSpaceLimit': by(({ group }) => ({ query: { space_group_id: group.id } }), { foreign: ANY }),
  'spaces.bySlug': by(({ space }) => ({ params: { slug: space.slug } })),
  ...all(inSpace, 'spaces.show', 'spaces.duplicate', 'spaces.activeMembersCount', 'spaces.bookmarks', 'spaces.resetUnreadCount', 'spaces.notificationDetails'),
  ...all(inSpace, 'spaces.destroyBannerCover', 'spaces.resetBannerPreference', 'spaces.membersSidebar', 'spaces.members', 'spaces.exportMembers'),
  'spaces.aiSummaries': by(inSpace, { own: [404] }),
  'spaces.update': by((target) => ({ ...inSpace(target), body: { name: 'Changed', space_group_id: target.group.id, cover_image: target.file.signedId } })),
  'spaces.destroy': by(inSpace, { uses: true }),
  'spaces.updateNotificationDetails': by((target) => ({ ...inSpace(target), body: { notification_type: 'never' } })),
  'spaces.join': by(inSpace, { own: [200, 404, 422] }),
  'spaces.leave': by(inSpace, { uses: true }),
  'spaces.candidates': by(({ space }) => ({ query: { query: 'Person', space_id: space.id } })),
  'spaces.reorder': by(({ group, space }) => ({ body: { space_group_id: group.id, space_ids: [space.id] } })),
  'spaces.bulkUpdate': by(({ space }) => ({ body: { space_ids: [space.id], space: { hide_from_sidebar: true } } })),
  'spaces.bulkDestroy': by(({ space }) => ({ body: { space_ids: [space.id] } }), { uses: true }),
  'spaces.reorderGroups': by(({ group }) => ({ body: { space_group_ids: [group.id] } })),
  ...all(({ space }) => ({ params: { id: space.id } }), 'spaces.invitations'),
  ...all(({ group }) => ({ params: { id: group.id } }), 'spaces.groupInvitations'),
  'spaces.invite': by(({ space }) => ({ params: { id: space.id }, body: { emails: [`new-${mark()}@example.com`] } })),
  'spaces.inviteToGroup': by(({ group }) => ({ params: { id: group.id }, body: { emails: [`new-${mark()}@example.com`] } })),
  'spaces.revokeInvitation': by(({ invitation }) => ({ params: { id: invitation.id } }), { uses: true }),
  // the token is in the mail alone
  'spaces.invitation': by(() => ({ params: { token: mark().repeat(4) } }), { own: [404] }),
  'spaces.acceptInvitation': by(() => ({ params: { token: mark().repeat(4) } }), { own: [404] }),
  'spaces.addMember': by((target) => ({ ...inSpace(target), body: { community_member_id: target.side.member.id } }), { uses: true }),
  'spaces.bulkAddMembers': by((target) => ({ ...inSpace(target), body: { community_member_ids: [target.side.member.id] } }), { uses: true }),
  'spaces.member': by(oneInSpace),
  'spaces.updateMember': by((target) => ({ ...oneInSpace(target), body: { moderator: true } })),
  'spaces.removeMember': by(oneInSpace, { uses: true }),
  'spaces.membersCsv': by(({ space }) => ({ params: { space: space.slug } })),
  'spaces.membersPagination': by(({ space }) => ({ params: { space: space.slug } })),
  'spaces.createGroup': harmless(() => ({ name: `Group ${mark()}` })),
  ...all(inGroup, 'spaces.group', 'spaces.groupMembers', 'spaces.groupMember', 'spaces.exportGroupMembers'),
  'spaces.updateGroup': by((target) => ({ ...inGroup(target), body: { name: 'Changed', moderator_community_member_ids: [target.guest.id] } })),
  'spaces.destroyGroup': by(inGroup, { uses: true, own: [200, 409, 422] }),
  'spaces.addGroupMember': by((target) => ({ ...inGroup(target), body: { community_member_id: target.side.member.id } }), { uses: true }),
  'spaces.bulkAddGroupMembers': by((target) => ({ ...inGroup(target), body: { community_member_ids: [target.side.member.id] } }), { uses: true }),
  'spaces.updateGroupMember': by((target) => ({ ...inGroup(target), body: { role: 'moderator' } })),
  'spaces.removeGroupMember': by(inGroup, { uses: true }),
  'spaces.groupMembersCsv': by(({ group }) => ({ params: { group: group.slug } })),

  ...all(onPost, 'content.comments', 'content.comment', 'content.likers', 'content.followers', 'content.follow'),
  'content.unfollow': by(onPost, { uses: true }),
  'content.createComment': by((target) => ({ ...onPost(target), body: { comment: { body: 'A word', parent_comment_id: target.comment.id } } })),
  'content.updateComment': by((target) => ({ ...onPost(target), body: comment })),
  'content.destroyComment': by(onPost, { uses: true }),
  'content.commentHierarchy': by((target) => ({ ...onPost(target), query: { comment_id: target.comment.id } })),
  ...all(onRecord, 'content.recordComments', 'content.recordComment', 'content.recordLikers', 'content.followRecord'),
  'content.unfollowRecord': by(onRecord, { uses: true }),
  'content.createRecordComment': by((target) => ({ ...onRecord(target), body: comment })),
  'content.updateRecordComment': by((target) => ({ ...onRecord(target), body: comment })),
  'content.destroyRecordComment': by(onRecord, { uses: true }),
  'content.recordCommentHierarchy': by((target) => ({ ...onRecord(target), query: { comment_id: target.comment.id } })),
  ...all(likeOf, 'content.like', 'content.unlike'),
  ...all(reactionOn, 'content.react', 'content.unreact'),
  'content.reactionMembers': by(({ post }) => ({ query: { reactable_type: 'post', reactable_id: post.id } })),
  'content.byMember': by(({ side }) => ({ params: { id: side.admin.id } }), { foreign: [200, 404] }),
  'content.search': by(({ word }) => ({ query: { text: word } }), { foreign: [200] }),
  ...plain('content.bookmarks'),
  'content.createBookmark': by(({ comment }) => ({ body: { record_id: comment.id, bookmark_type: 'comment' } })),
  'content.bookmark': by(({ bookmark }) => ({ params: { id: bookmark.id } })),
  'content.updateBookmark': by(({ bookmark }) => ({ params: { id: bookmark.id }, body: { note: 'Changed' } })),
  'content.destroyBookmark': by(({ bookmark }) => ({ params: { id: bookmark.id } }), { uses: true }),
  'content.mentions': by(() => ({ query: { text: 'Person' } }), { foreign: ANY }),
  'content.follower': by(aFollower),
  'content.updateFollower': by((target) => ({ ...aFollower(target), body: { is_muted: true } })),
  'content.destroyFollower': by(aFollower, { uses: true }),

  ...plain('media.settings', 'media.files', 'media.storage'),
  'media.updateStorage': harmless(() => ({ quota_gigabytes: 50 })),
  // a cache of each community's own: another's answer is that nobody has asked
  'media.embed': by(() => ({ query: { url: 'https://example.com/a' } }), { foreign: ANY }),
  'media.createEmbed': by(() => ({ body: { url: 'http://127.0.0.1/nothing' } }), { foreign: ANY }),
  'media.directUploads': harmless(() => ({ blob: { filename: 'a.png', byte_size: 10 } })),
  'media.offset': by(({ upload }) => ({ params: { signed_id: upload.signedId } }), { uses: true }),
  'media.append': by(({ upload }) => ({ params: { signed_id: upload.signedId }, body: Buffer.from('hel'), headers: { 'upload-offset': '0' } }), { uses: true }),
  'media.updateSettings': harmless(() => ({ max_file_megabytes: 50 })),
  'media.remove': by(({ file }) => ({ params: { id: file.id } }), { uses: true }),
  ...plain('media.analytics'),
  // another's files are passed over
  'media.removeMany': by(({ file }) => ({ body: { ids: [file.id] } }), { foreign: [200], uses: true }),
  // it is on its way, or done, or failed
  'media.transcode': by(({ sound }) => ({ body: { file_id: sound.id } }), { own: [201, 409] }),
  'media.transcoding': by(({ sound }) => ({ params: { id: sound.id }, query: { src: sound.url } })),
  'media.cancel': by(({ sound }) => ({ params: { id: sound.id } }), { own: [200, 409] }),
  'media.progress': by(({ sound }) => ({ body: { file_id: sound.id, src: sound.url, session: randomUUID(), position: 1, watched: 1 } })),
  'media.createTranscript': by(({ sound }) => ({ body: { file_id: sound.id, language: `x${mark().replace(/\d/g, 'q').slice(0, 2)}`, cues: [] } }), {
    own: [201, 409],
  }),
  'media.transcript': by(({ transcript, sound }) => ({ params: { id: transcript.id }, query: { src: sound.url } })),
  'media.vtt': by(({ transcript, sound }) => ({ params: { id: transcript.id }, query: { src: sound.url } })),
  'media.updateTranscript': by(({ transcript }) => ({ params: { id: transcript.id }, body: { label: 'Changed' } })),
  'media.removeTranscript': by(({ transcript }) => ({ params: { id: transcript.id } }), { uses: true }),

  'members.list': by(({ space }) => ({ query: { space_id: space.id } }), { foreign: [200, 404] }),
  'members.profile': by(({ guest }) => ({ params: { id: guest.id } })),
  'members.spaces': by(({ guest }) => ({ params: { id: guest.id } })),

  ...plain(
    'home.show',
    'home.closeBanner',
    'home.activities',
    'home.visit',
    'home.closeAway',
    'home.settings',
    'home.resetBanner',
    'home.removeOpenGraphImage',
  ),
  'home.updateSettings': by(({ file, space }) => ({ body: { banner_image: file.signedId, featured_space_ids: [space.id] } }), { foreign: [200, 404] }),
  'home.removeFile': harmless(() => ({ field_name: 'visitor_banner_image' })),

  ...plain('community.onboarding', 'community.welcome', 'community.invitationEmail', 'community.templates', 'community.domain', 'community.landing'),
  ...plain('community.landingSettings', 'community.checklist', 'community.legal', 'community.legalTexts', 'community.consent', 'community.listing'),
  ...plain('community.partials', 'community.currencies', 'community.removeDomain'),
  'community.updateOnboarding': by(({ space }) => ({ body: { welcome_title: 'Changed', default_space_ids: [space.id] } }), { foreign: [200] }),
  'community.updateInvitationEmail': harmless(() => ({ subject: 'Changed' })),
  'community.assignTemplate': harmless(() => ({ template_id: 'hobby' })),
  'community.answerQuestions': harmless(() => ({ answers: { size: 'more' } })),
  'community.setDomain': harmless(() => ({ domain: 'changed.example.org' })),
  'community.updateLanding': by(({ file }) => ({ body: { picture: file.signedId } })),
  'community.updateLandingSettings': by(({ file }) => ({ body: { picture: file.signedId } })),
  'community.updateChecklist': harmless(() => ({ skip: ['domain'] })),
  'community.broadcast': harmless(() => ({ subject: 'Changed', body: 'Changed' })),
  'community.defaultAccessGroup': harmless(() => ({ access_group_id: 1 })),
  'community.updateLegal': by(({ file }) => ({ body: { privacy: { body: doc('x', [{ type: 'image', attrs: { signed_id: file.signedId } }]) } } })),
  'community.legalText': by(() => ({ params: { kind: 'terms' } }), { foreign: [200, 404] }),
  'community.updateListing': harmless(() => ({ listed: false, description: 'Changed' })),
  'community.discover': { input: () => ({ query: { search_text: 'a' } }), foreign: [200] },
  'community.joinHere': harmless(() => ({}), { joins: true }),
  'community.join': by(({ side }) => ({ params: { id: side.communityId }, body: {} }), { own: [200, 404] }),

  'masquerading.entities': by(({ space }) => ({ query: { space_id: space.id } }), { foreign: [403, 404] }),
  // as themselves, which is refused: a session that is masked could not be asked for the rest
  'masquerading.start': by(({ side }) => ({ body: { entity_id: side.admin.id } }), { foreign: [403, 404], own: [403] }),
  'masquerading.stop': { input: null },

  ...plain('posts.home', 'posts.reading', 'posts.topics'),
  'posts.details': by(({ post, gone, space }) => ({ query: { post_ids: `${post.id},${gone.id}`, space_id: space.id } }), { foreign: [200] }),
  'posts.mine': by(({ space }) => ({ query: { space_id: space.id, all_authors: true } }), { foreign: [200] }),
  'posts.list': by(inSpace),
  'posts.byMember': by(({ side }) => ({ params: { id: side.admin.id } }), { foreign: [200, 404] }),
  'posts.create': by((target) => ({
    ...inSpace(target),
    body: {
      post: { name: 'Mine', tiptap_body: { body: doc('x', [{ type: 'image', attrs: { signed_id: target.file.signedId } }]) }, topics: [target.topic.id] },
    },
  })),
  'posts.show': by(aPost),
  'posts.update': by((target) => ({ ...aPost(target), body: { post: { name: 'Changed', space_id: target.space.id, cover_image: target.file.signedId } } })),
  'posts.destroy': by(aPost, { uses: true }),
  'posts.restore': by(({ space, gone }) => ({ params: { spaceId: space.id, postSlug: gone.slug } }), { uses: true }),
  ...all(aPost, 'posts.pin', 'posts.unpin', 'posts.duplicate'),
  ...all(aPost, 'posts.featuredAreas', 'posts.hideInFeaturedAreas', 'posts.showInFeaturedAreas', 'posts.revisions'),
  'posts.knowledgeBase': by((target) => ({ ...aPost(target), body: { is_in_knowledge_base: true } })),
  // nothing writes summaries here
  'posts.summary': by(onPost, { own: [404] }),
  'posts.conversationSummary': by(onPost, { own: [404] }),
  ...all(aRevision, 'posts.revision', 'posts.restoreRevision'),
  ...plain('posts.bulks'),
  'posts.startBulk': by(({ post, topic }) => ({ body: { action: 'topics', ids: [post.id], topics: [topic.id] } }), { foreign: [404, 422] }),
  'posts.bulk': by(({ bulk }) => ({ params: { id: bulk.id } })),
  'posts.cancelBulk': by(({ bulk }) => ({ params: { id: bulk.id } })),
  'posts.createTopic': harmless(() => ({ name: `Topic ${mark()}` })),
  'polls.list': by(({ post }) => ({ query: { record_type: 'Post', record_id: post.id } })),
  'polls.create': by(({ post }) => ({ body: { poll: { record_type: 'Post', record_id: post.id, title: 'Mine?', poll_options: ['Yes', 'No'] } } })),
  ...all(aPoll, 'polls.show', 'polls.responses'),
  'polls.update': by((target) => ({ ...aPoll(target), body: { poll: { results_visibility: 'always' } } })),
  'polls.destroy': by(aPoll, { uses: true }),
  'polls.vote': by((target) => ({ ...aPoll(target), body: theVote(target) })),
  'polls.response': by(aVote),
  'polls.changeVote': by((target) => ({ ...aVote(target), body: theVote(target) })),
  'polls.withdrawVote': by(aVote, { uses: true }),

  ...plain('chat.list', 'chat.unreadRooms', 'chat.markAllAsRead', 'chat.reminders', 'chat.threads', 'chat.unreadThreads', 'chat.preferences'),
  'chat.create': by(({ guest }) => ({ body: { chat_room: { kind: 'direct', community_member_ids: [guest.id] } } })),
  'chat.search': by(({ chat, word }) => ({ query: { text: word, uuid: chat.uuid } })),
  'chat.recipients': by(() => ({ query: { text: 'Person' } }), { foreign: [200] }),
  // its space holds no chat
  'chat.bySpace': by(({ space }) => ({ params: { spaceId: space.id } }), { own: [404] }),
  'chat.openSpace': by(({ space }) => ({ params: { spaceId: space.id } }), { own: [404] }),
  'chat.byId': by(({ chat }) => ({ params: { id: chat.id } })),
  ...all(
    theTalk,
    'chat.show',
    'chat.participant',
    'chat.participants',
    'chat.export',
    'chat.pinRoom',
    'chat.unpinRoom',
    'chat.pinnedRooms',
    'chat.pinned',
    'chat.scheduled',
  ),
  'chat.update': by((target) => ({ ...theTalk(target), body: { chat_room: { name: 'Changed' } } })),
  'chat.destroy': by(theTalk, { uses: true }),
  'chat.addParticipant': by((target) => ({ ...theTalk(target), body: { chat_room_participant: { community_member_ids: [target.guest.id] } } })),
  'chat.updateParticipant': by((target) => ({ ...aParticipant(target), body: { admin: true } })),
  'chat.removeParticipant': by(aParticipant, { uses: true }),
  'chat.markRead': by((target) => ({ ...theTalk(target), body: { message_id: target.chat.message } })),
  'chat.markThreadRead': by((target) => ({ ...theTalk(target), body: { parent_message_id: target.chat.message } })),
  'chat.messages': by((target) => ({ ...theTalk(target), query: { id: target.chat.message } })),
  'chat.createMessage': by((target) => ({ ...theTalk(target), body: { body: 'A word', parent_message_id: target.chat.message } })),
  ...all(aMessage, 'chat.message', 'chat.readers'),
  'chat.updateMessage': by((target) => ({ ...aMessage(target), body: { body: 'Changed' } })),
  'chat.destroyMessage': by(aMessage, { uses: true }),
  'chat.revisions': by(({ chat }) => ({ params: { uuid: chat.uuid, id: chat.reply } })),
  ...all(onMessage, 'chat.pin', 'chat.unpin', 'chat.markUnread', 'chat.spotlight', 'chat.removeSpotlight'),
  'chat.remind': by((target) => ({ ...onMessage(target), body: { remind_at: tomorrow() } })),
  'chat.forgetReminder': by(onMessage, { uses: true }),
  'chat.schedule': by((target) => ({ ...theTalk(target), body: { body: 'A word', send_at: tomorrow() } })),
  'chat.unschedule': by(({ chat }) => ({ params: { uuid: chat.uuid, id: chat.scheduled } }), { uses: true }),
  ...all(aThread, 'chat.thread', 'chat.markThread'),
  'chat.voiceUpload': harmless(() => ({ byte_size: 10 })),
  'chat.processVoice': by(({ chat }) => ({ body: { signed_id: chat.voice, duration_ms: 10, peaks: [1] } })),
  'chat.updatePreferences': harmless(() => ({ voice_messages_enabled: true })),

  'posts.showTopic': by(({ topic }) => ({ params: { id: topic.id } })),
  'posts.updateTopic': by(({ topic }) => ({ params: { id: topic.id }, body: { name: 'Changed' } })),
  'posts.destroyTopic': by(({ topic }) => ({ params: { id: topic.id } }), { uses: true, wide: true }),
}
