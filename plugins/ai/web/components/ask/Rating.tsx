/** Whether an answer helped, and what was wrong or right with it. */
import { Button, IconButton, Input, toast, useQueryCache, useT, useWrite } from '@atrium/sdk/web'
import { type SubmitEvent, useState } from 'react'
import contract, { type Message } from '../../../contract.ts'

const { routes } = contract
const RATINGS = [
  { rating: 1, icon: 'thumbs-up', key: 'rating.yes' },
  { rating: -1, icon: 'thumbs-down', key: 'rating.no' },
] as const

export function Rating({ message }: { message: Message }) {
  const t = useT()
  const cache = useQueryCache()
  const [asks, setAsks] = useState(false)
  const [note, setNote] = useState('')
  const { mutateAsync, isPending } = useWrite(routes.rate, {
    onSuccess: (reply) =>
      void cache.update(routes.messages, undefined, (page) => ({ ...page, records: page.records.map((one) => (one.id === reply.id ? reply : one)) })),
    onError: (error) => toast.error(error.message),
  })
  const write = (rating: 1 | -1 | null, words = '') => mutateAsync({ params: { id: message.id }, body: { rating, note: words } })
  const press = (rating: 1 | -1) => {
    const next = message.rating === rating ? null : rating
    void write(next).then(
      () => setAsks(next !== null),
      () => {},
    )
  }
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!note.trim() || message.rating === null) return setAsks(false)
    void write(message.rating, note.trim()).then(
      () => {
        setAsks(false)
        setNote('')
        toast.success(t('rating.sent'))
      },
      () => {},
    )
  }
  return (
    <div className="grid gap-2">
      <div role="group" aria-label={t('rating.title')} className="flex items-center gap-1 text-13 text-text-2">
        <span className="me-1">{t('rating.title')}</span>
        {RATINGS.map(({ rating, icon, key }) => (
          <IconButton
            key={rating}
            icon={icon}
            label={t(key)}
            pressed={message.rating === rating}
            disabled={isPending}
            className="max-desk:size-11"
            onClick={() => press(rating)}
          />
        ))}
      </div>
      {asks && message.rating !== null && (
        <form onSubmit={send} className="flex max-w-md gap-2">
          <Input value={note} maxLength={500} aria-label={t('rating.note')} placeholder={t('rating.note')} onChange={(event) => setNote(event.target.value)} />
          <Button type="submit" loading={isPending} className="max-desk:min-h-11">
            {t('rating.send')}
          </Button>
        </form>
      )}
    </div>
  )
}
