/** Which colleagues write in this conversation now, so that two do not answer at once. */
import { useRead, useRoom, useT, useTyping } from '@atrium/sdk/web'
import { useEffect } from 'react'
import contract, { type ChatMessage } from '../../contract.ts'

const { routes } = contract

export function useColleaguesTyping(chatId: number, newest: ChatMessage | undefined) {
  useRoom('inbox', chatId)
  const { memberIds, tell, arrived } = useTyping('inbox', chatId)
  const [id, author] = [newest?.id, newest?.author === 'team' ? newest.sender?.id : undefined]
  useEffect(() => {
    if (id && author) arrived(author)
  }, [id, author, arrived])
  return { memberIds, tell }
}

export function Typing({ memberIds }: { memberIds: readonly number[] }) {
  const t = useT()
  const colleagues = useRead(routes.colleagues, undefined, { staleTime: 300_000, enabled: memberIds.length > 0 }).data?.records ?? []
  const names = colleagues.filter(({ id }) => memberIds.includes(id)).map(({ name }) => name)
  return (
    <p aria-live="polite" className="h-5 flex-none truncate px-5 text-12 text-warning max-desk:px-3">
      {names.length === 1 ? t('typing.one', { name: names[0]! }) : names.length > 1 ? t('typing.many', { count: names.length }) : ''}
    </p>
  )
}
