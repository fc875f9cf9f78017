/** Records of the help widget: a conversation of the admin's, what they said of an article, and a file that waits. They lie in no space: the team sees them. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import type inboxRecords from '../../inbox/tests/records.ts'
import type posts from '../../posts/tests/records.ts'
import inbox from '../../inbox/contract.ts'
import contract from '../contract.ts'

const { routes } = contract
const DAY = 86_400_000
interface Filled {
  help: { chat: number; gone: number; message: number; feedback: number; goneFeedback: number; attachment: number }
}
const talk = ({ help }: Filled) => ({ params: { id: help.chat } })
const ours = <Input>(input: Input) => ({ input, shared: true as const, outside: true as const })
const used = <Input>(input: Input) => ({ ...ours(input), uses: true as const })
/** A conversation with an agent or with people: the one that was made is neither. */
const otherKind = { ...ours(talk), own: [404] }
const opens = (path = 'conversation') => ({ body: { [path]: { text: 'A word', email: 'guest@example.com' } } })

const records = defineRecords(contract, {
  with: ['posts'],
  leaving: { goes: ['help_widget.feedback'] },
  async fill({ app, side, post }: Target & MadeBy<typeof posts> & MadeBy<typeof inboxRecords>) {
    const word = side.name
    const as = app.as(side.admin)
    // asked long ago, by a visitor whom the admin turns out to be: so many of one person within an hour are a flood
    const open = () =>
      app.run(side.communityId, async (ctx) => {
        const service = ctx.use(inbox)
        const personId = await service.personOf({ email: null, name: '' })
        const { chatId } = await service.open({
          personId,
          type: 'email',
          channel: 'community',
          first: { text: `${word} asks`, at: new Date(ctx.now().getTime() - DAY) },
        })
        await service.personOf({ memberId: side.admin.id }, personId)
        return { id: chatId }
      })
    const [chat, gone] = [await open(), await open()]
    const message = await as.call(routes.createMessage, { body: { message: { conversation_id: chat.id, text: `${word} asks again` } } })
    const feedback = await as.call(routes.createFeedback, { body: { post_feedback: { post_id: post.id, is_helpful: true, note: `${word} note` } } })
    const [file] = await app.sql<{ id: number }>('select id from kernel.file where community_id = $1 order by id limit 1', [side.communityId])
    const [attachment] = await app.sql<{ id: number }>(
      `insert into help_widget.attachment (community_id, member_id, file_id) values ($1, $2, $3) returning id`,
      [side.communityId, side.admin.id, file!.id],
    )
    await app.sql(`insert into help_widget.visitor (community_id, mark_hash, seen_at) values ($1, $2, now())`, [side.communityId, `${word} ${chat.id}`])
    await as.call(routes.completeOnboarding)
    return { help: { chat: chat.id, gone: gone.id, message: message.id, feedback: feedback.id, goneFeedback: feedback.id, attachment: attachment!.id } }
  },
  inputs: {
    script: { input: () => ({}), foreign: [200], shared: true, outside: true },
    visit: { input: () => ({ body: {} }), foreign: [200], shared: true, outside: true },
    home: { input: () => ({}), foreign: [200], shared: true, outside: true },
    liveStatus: { input: () => ({}), foreign: [200], shared: true, outside: true },
    post: ({ post }: any) => ({ params: { id: post.id } }),
    createFeedback: ({ post }: any) => ({ body: { post_feedback: { post_id: post.id, is_helpful: false } } }),
    showFeedback: ours(({ help }: Filled) => ({ params: { id: help.feedback } })),
    updateFeedback: ours(({ help }: Filled) => ({ params: { id: help.feedback }, body: { post_feedback: { note: 'Changed' } } })),
    destroyFeedback: used(({ help }: Filled) => ({ params: { id: help.goneFeedback } })),
    createConversation: { input: () => opens(), foreign: 'any', outside: true, shared: true },
    createChat: { input: () => opens(), foreign: 'any', outside: true, shared: true },
    createLiveChat: { input: () => opens(), foreign: 'any', outside: true, shared: true },
    showConversation: ours(talk),
    updateConversation: ours((target: Filled) => ({ ...talk(target), body: { conversation: { is_read: true as const } } })),
    destroyConversation: used(({ help }: Filled) => ({ params: { id: help.gone } })),
    showChat: otherKind,
    updateChat: { ...otherKind, input: (target: Filled) => ({ ...talk(target), body: { conversation: { is_read: true } } }) },
    destroyChat: otherKind,
    showLiveChat: otherKind,
    updateLiveChat: { ...otherKind, input: (target: Filled) => ({ ...talk(target), body: { conversation: { is_read: true } } }) },
    destroyLiveChat: otherKind,
    download: ours(talk),
    messages: ours(({ help }: Filled) => ({ query: { conversation_id: help.chat } })),
    createMessage: ours(({ help }: Filled) => ({ body: { message: { conversation_id: help.chat, text: 'A word' } } })),
    showMessage: ours(({ help }: Filled) => ({ params: { id: help.message } })),
    updateMessage: used(({ help }: Filled) => ({ params: { id: help.message }, body: { message: { text: 'Other words' } } })),
    destroyMessage: used(({ help }: Filled) => ({ params: { id: help.message } })),
    liveUpload: { input: () => ({ query: { filename: 'a.txt' }, body: new TextEncoder().encode('A text') }), foreign: 'any', shared: true, outside: true },
    attach: { input: () => ({ query: { filename: 'a.txt' }, body: new TextEncoder().encode('A text') }), foreign: 'any', shared: true, outside: true },
    checkAttachment: ours(({ help }: Filled) => ({ params: { id: help.attachment } })),
    ticket: {
      input: () => ({
        body: { ticket: { text: 'It broke', type: 'bug', area: 'other', priority: 'low_i_have_a_question_or_feedback', email: 'guest@example.com' } },
      }),
      foreign: 'any',
      outside: true,
      shared: true,
    },
    updateSetting: { body: { setting: { greeting: 'Hello' } } },
  },
})
export default records
