/** At the end of a conversation: how it went, in one to five. */
import { IconButton, useT, useWrite } from '@atrium/sdk/web'
import contract, { type OwnChat } from '../../contract.ts'

const MARKS = [1, 2, 3, 4, 5] as const

export function Rating({ chat }: { chat: OwnChat }) {
  const t = useT()
  const rate = useWrite(contract.routes.updateConversation, { invalidates: [contract.routes.showConversation] })
  return (
    <fieldset className="grid justify-items-center gap-1 rounded-card border p-3">
      <legend className="px-1 text-13 font-medium">{t(chat.rating === null ? 'rating.ask' : 'rating.thanks')}</legend>
      <div className="flex">
        {MARKS.map((mark) => (
          <IconButton
            key={mark}
            icon="star"
            pressed={chat.rating !== null && mark <= chat.rating}
            label={t('rating.mark', { count: mark })}
            onClick={() => rate.mutate({ params: { id: chat.id }, body: { conversation: { rating: mark } } })}
          />
        ))}
      </div>
    </fieldset>
  )
}
