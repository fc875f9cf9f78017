/** What is done with a question, by those who keep order in the room and by who has asked it. */
import { toast, useAskedWrite, useQueryCache, useT, useWrite } from '@atrium/sdk/web'
import contract, { type Question } from '../../../contract.ts'

const { routes } = contract
const STALE = [routes.questions, routes.question, routes.stageItems]

export function useAnswering(roomId: number) {
  const t = useT()
  const cache = useQueryCache()
  const options = { invalidates: STALE, onError: (error: Error) => toast.error(error.message) }
  const voted = (id: number, by: 1 | -1) => {
    const change = (one: Question): Question => (one.id === id ? { ...one, is_voted: by === 1, votes_count: one.votes_count + by } : one)
    return cache.update(routes.questions, undefined, (reply) => ({ ...reply, records: reply.records.map(change) }))
  }
  const vote = useWrite(routes.upvoteQuestion, { ...options, optimistic: (_, { params }) => voted(Number(params.questionId), 1) })
  const unvote = useWrite(routes.withdrawVote, { ...options, optimistic: (_, { params }) => voted(Number(params.questionId), -1) })
  const approve = useWrite(routes.approveQuestion, options)
  const dismiss = useWrite(routes.dismissQuestion, options)
  const answer = useWrite(routes.answerQuestion, options)
  const bringBack = useWrite(routes.bringBackQuestion, options)
  const show = useWrite(routes.spotlightQuestion, options)
  const hide = useWrite(routes.endSpotlight, options)
  const pin = useWrite(routes.pinQuestion, options)
  const unpin = useWrite(routes.unpinQuestion, options)
  const remove = useAskedWrite(routes.destroyQuestion, STALE)
  const of = ({ id }: Pick<Question, 'id'>) => ({ params: { id: roomId, questionId: id } })
  return {
    toggleVote: (one: Question) => (one.is_voted ? unvote : vote).mutate(of(one)),
    approve: (one: Question) => approve.mutate(of(one)),
    dismiss: (one: Question) => dismiss.mutate(of(one)),
    answer: (one: Question) => answer.mutate(of(one)),
    bringBack: (one: Question) => bringBack.mutate(of(one)),
    show: (one: Pick<Question, 'id'>) => show.mutate(of(one)),
    hide: (one: Question) => hide.mutate(of(one)),
    togglePin: (one: Question) => (one.is_pinned ? unpin : pin).mutate(of(one)),
    remove: (one: Question) =>
      void remove(of(one), { title: t('ask.delete.title'), text: t('ask.delete.text', { text: one.text }), action: t('settings.delete') }, t('ask.deleted')),
  }
}
