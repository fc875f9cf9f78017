/** Records of the inbox: a conversation of the admin's with messages, and one of everything that is set up. They lie in no space: who may answer sees them all. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import contract from '../contract.ts'

const { routes } = contract
interface Filled {
  inbox: { chat: number; tag: number; reply: number; team: number; rule: number }
}
const chat = ({ inbox }: Filled) => ({ params: { id: inbox.chat } })
let made = 0
/** Names that differ, as each is given once. */
const fresh = (word: string) => `${word}-${++made}`
const ours = <Input>(input: Input) => ({ input, wide: true as const, shared: true as const })

const records = defineRecords(contract, {
  leaving: { stays: ['inbox.message'], goes: ['inbox.person'] },
  async fill({ app, side, mark }: Target) {
    const word = side.name
    const as = app.as(side.admin)
    const { id } = await as.call(routes.create, { body: { chat: { community_member_id: side.admin.id, subject: `${word} ${mark}`, text: `${word} text` } } })
    await as.call(routes.createMessage, { params: { id }, body: { text: `${word} note`, is_note: true } })
    const tag = await as.call(routes.createTag, { body: { name: `${word} ${mark}` } })
    await as.call(routes.update, { params: { id }, body: { chat: { tag_ids: [tag.id] } } })
    const reply = await as.call(routes.createReply, { body: { prepared_reply: { shortcut: `${word}-${mark}`, text: `${word} prepared` } } })
    const team = await as.call(routes.createTeam, { body: { team: { name: `${word} ${mark}`, member_ids: [side.admin.id] } } })
    const rule = await as.call(routes.createRule, { body: { rule: { name: `${word} ${mark}`, tag_ids: [tag.id] } } })
    return { inbox: { chat: id, tag: tag.id, reply: reply.id, team: team.id, rule: rule.id } }
  },
  inputs: {
    list: { input: () => ({}), foreign: [200], wide: true, shared: true },
    create: ours(({ guest }: Target) => ({ body: { chat: { community_member_id: guest.id, text: 'A word' } } })),
    show: ours(chat),
    update: ours((target: Filled) => ({ ...chat(target), body: { chat: { subject: 'Changed' } } })),
    preview: ours(chat),
    messages: ours(chat),
    createMessage: ours((target: Filled) => ({ ...chat(target), body: { text: 'A word' } })),
    adminMarkAsRead: ours(chat),
    memberMarkAsRead: { input: chat, shared: true },
    pauseAi: { input: chat, own: [404], wide: true, shared: true },
    resumeAi: { input: chat, own: [404], wide: true, shared: true },
    draft: { input: chat, own: [404], wide: true, shared: true },
    panel: ours(chat),
    search: { input: ({ side }) => ({ query: { text: side.name } }), foreign: [200], wide: true, shared: true },
    unreadCounts: { input: () => ({}), foreign: [200], wide: true, shared: true },
    report: { input: () => ({}), foreign: [200], wide: true, shared: true },
    colleagues: { input: () => ({}), foreign: [200], wide: true, shared: true },
    tags: { input: () => ({}), foreign: [200], wide: true, shared: true },
    teams: { input: () => ({}), foreign: [200], wide: true, shared: true },
    rules: { input: () => ({}), foreign: [200], wide: true, shared: true },
    replies: { input: () => ({}), foreign: [200], wide: true, shared: true },
    createTag: { body: { name: 'Another' } },
    destroyTag: { input: ({ inbox }) => ({ params: { id: inbox.tag } }), uses: true, wide: true, shared: true },
    createReply: { input: () => ({ body: { prepared_reply: { shortcut: fresh('hello'), text: 'Hello' } } }), foreign: 'any' },
    updateReply: ours(({ inbox }: Filled) => ({ params: { id: inbox.reply }, body: { prepared_reply: { text: 'Changed' } } })),
    destroyReply: { input: ({ inbox }) => ({ params: { id: inbox.reply } }), uses: true, wide: true, shared: true },
    createTeam: { input: () => ({ body: { team: { name: fresh('Team') } } }), foreign: 'any' },
    updateTeam: ours(({ inbox }: Filled) => ({ params: { id: inbox.team }, body: { team: { member_ids: [] } } })),
    destroyTeam: { input: ({ inbox }) => ({ params: { id: inbox.team } }), uses: true, wide: true, shared: true },
    createRule: { body: { rule: { name: 'Another' } } },
    updateRule: ours(({ inbox }: Filled) => ({ params: { id: inbox.rule }, body: { rule: { is_enabled: false } } })),
    destroyRule: { input: ({ inbox }) => ({ params: { id: inbox.rule } }), uses: true, wide: true, shared: true },
    updateSetting: { body: { setting: { close_after_days: 10 } } },
  },
  screens: { '/settings/ai-inbox/conversations/:id': ({ inbox }) => `/settings/ai-inbox/conversations/${inbox.chat}` },
})
export default records
export type InboxMade = MadeBy<typeof records>
