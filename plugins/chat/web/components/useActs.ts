/** What somebody does with a message: each act shows at once or says why not. */
import { call, toast, useConfirm, useSession, useT, useCopy } from '@atrium/sdk/web'
import content from '../../../content/contract.ts'
import contract, { type Message } from '../../contract.ts'

const { routes } = contract

export const hasReacted = (message: Message, emoji: string, memberId: number): boolean =>
  message.reactions.some((one) => one.emoji === emoji && one.community_member_ids.includes(memberId))
function toggled(message: Message, emoji: string, memberId: number): Message {
  const mine = hasReacted(message, emoji, memberId)
  const there = message.reactions.find((one) => one.emoji === emoji)
  const reactions = there
    ? message.reactions.map((one) =>
        one === there
          ? {
              emoji,
              count: one.count + (mine ? -1 : 1),
              community_member_ids: mine ? one.community_member_ids.filter((id) => id !== memberId) : [...one.community_member_ids, memberId],
            }
          : one,
      )
    : [...message.reactions, { emoji, count: 1, community_member_ids: [memberId] }]
  return { ...message, reactions: reactions.filter(({ count }) => count > 0) }
}

export function useMessageActs(take: (messages: readonly Message[]) => void) {
  const t = useT()
  const toClipboard = useCopy()
  const confirm = useConfirm()
  const { member } = useSession()
  const at = (message: Message) => ({ params: { uuid: message.chat_room_uuid, messageId: message.id } })
  const failed = (error: unknown) => toast.error((error as Error).message)
  const run = async (work: Promise<unknown>, said?: string) => {
    try {
      await work
      if (said) toast.success(said)
    } catch (error) {
      failed(error)
    }
  }
  const shown = async (work: Promise<Message>) => {
    try {
      take([await work])
    } catch (error) {
      failed(error)
    }
  }
  return {
    async react(message: Message, emoji: string) {
      const mine = hasReacted(message, emoji, member!.id)
      take([toggled(message, emoji, member!.id)])
      try {
        await call(mine ? content.routes.unreact : content.routes.react, { body: { reactable_type: 'message', reactable_id: message.id, emoji } })
      } catch (error) {
        take([message])
        failed(error)
      }
    },
    pin: (message: Message) => shown(call(message.pinned_at ? routes.unpin : routes.pin, at(message))),
    spotlight: (message: Message, on: boolean) => shown(call(on ? routes.spotlight : routes.removeSpotlight, at(message))),
    async bookmark(message: Message) {
      try {
        if (message.bookmark_id) await call(content.routes.destroyBookmark, { params: { id: message.bookmark_id } })
        const made = message.bookmark_id ? null : await call(content.routes.createBookmark, { body: { record_id: message.id, bookmark_type: 'message' } })
        take([{ ...message, bookmark_id: made?.id ?? null }])
        toast.success(t(made ? 'saved' : 'unsaved'))
      } catch (error) {
        failed(error)
      }
    },
    copyLink: (message: Message, path: string) => toClipboard(`${location.origin}${path}#message_${message.id}`),
    markUnread: (message: Message) => run(call(routes.markUnread, at(message)), t('unread.marked')),
    remind: (message: Message, when: Date) => run(call(routes.remind, { ...at(message), body: { remind_at: when.toISOString() } }), t('remind.kept')),
    async remove(message: Message) {
      if (!(await confirm({ title: t('delete.title'), text: t('delete.text'), action: t('delete.action'), tone: 'danger' }))) return
      await run(call(routes.destroyMessage, { params: { uuid: message.chat_room_uuid, id: message.id } }))
    },
  }
}
export type MessageActs = ReturnType<typeof useMessageActs>
