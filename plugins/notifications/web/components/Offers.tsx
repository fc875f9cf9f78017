/** What one may do with a notification where it stands, and what has come of it. */
import { Button, Icon, Textarea, toast, useQueryCache, useT, useWrite } from '@atrium/sdk/web'
import { type KeyboardEvent, useState } from 'react'
import contract, { MAX_ANSWER, type Notification } from '../../contract.ts'

const { routes } = contract

/** What the discussion of a thing has itself. */
const OF_DISCUSSION = ['like', 'reply']

interface OffersProps {
  notice: Notification
  /** The thing is shown with its discussion, where one likes and replies. */
  discussed?: boolean
}
export function Offers({ notice, discussed = false }: OffersProps) {
  const t = useT()
  const cache = useQueryCache()
  const [words, setWords] = useState<string | null>(null)
  const [isAnswered, setAnswered] = useState(false)
  const { mutate, isPending, variables } = useWrite(routes.take, {
    onSuccess: (now) => {
      cache.update(routes.list, undefined, (page) => ({ ...page, records: page.records.map((one) => (one.id === now.id ? now : one)) }))
      void cache.invalidate(routes.newCount)
    },
    onError: (error) => toast.error(error.message),
  })
  const take = (key: string) => mutate({ params: { id: notice.id, key }, body: {} })
  const send = () => {
    const text = words?.trim()
    if (!text || isPending) return
    mutate(
      { params: { id: notice.id, key: 'reply' }, body: { text } },
      {
        onSuccess: () => {
          setWords(null)
          setAnswered(true)
        },
      },
    )
  }
  const press = (event: KeyboardEvent) => {
    // keys of the page rest while one writes
    event.stopPropagation()
    if (event.key === 'Escape') setWords(null)
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }
  // what presses a button here opens nothing else
  const keep = (event: KeyboardEvent) => event.key === 'Enter' && event.stopPropagation()
  const offers = discussed ? notice.offers.filter(({ key }) => !OF_DISCUSSION.includes(key)) : notice.offers
  if (offers.length === 0 && !notice.outcome) return null
  const isChoice = offers.filter(({ asks }) => !asks).length > 1
  const says = isAnswered ? t('act.answered') : offers.some(({ chosen }) => chosen) ? null : notice.outcome
  return (
    <div role="group" aria-label={t('act.offers')} className="relative z-1 mt-2 grid justify-items-start gap-2" onKeyDown={keep}>
      <div className="flex flex-wrap items-center gap-1.5">
        {words === null &&
          offers.map(({ key, label, chosen, asks }, at) => (
            <Button
              key={key}
              size="sm"
              className="max-desk:min-h-10"
              variant={chosen ? 'soft' : isChoice && at === 0 && !notice.outcome ? 'primary' : 'default'}
              icon={chosen ? 'check' : undefined}
              {...(asks ? {} : { 'aria-pressed': chosen })}
              loading={isPending && variables?.params.key === key}
              onClick={() => (asks ? setWords('') : isChoice && chosen && notice.read_at ? undefined : take(key))}
            >
              {label}
            </Button>
          ))}
        {says && (
          <span className="inline-flex items-center gap-1 text-13 font-medium text-success" role="status">
            <Icon name="check" className="size-4" />
            {says}
          </span>
        )}
      </div>
      {words !== null && (
        <div className="grid w-full gap-2">
          <Textarea
            autoFocus
            rows={3}
            maxLength={MAX_ANSWER}
            aria-label={t('act.reply')}
            placeholder={t('act.reply')}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={press}
          />
          <div className="flex gap-1.5">
            <Button size="sm" variant="primary" icon="send" className="max-desk:min-h-10" disabled={!words.trim()} loading={isPending} onClick={send}>
              {t('act.send')}
            </Button>
            <Button size="sm" variant="ghost" className="max-desk:min-h-10" onClick={() => setWords(null)}>
              {t('act.cancel')}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
