/** At the end of a conversation: how it went, in one to five, and a word on it. */
import { Button, cx, Field, Icon, Textarea, useDraft, useT, useWrite } from '@atrium/sdk/web'
import contract, { MAX_NOTE, type OwnChat } from '../../contract.ts'

const MARKS = [1, 2, 3, 4, 5] as const

export function Rating({ chat }: { chat: OwnChat }) {
  const t = useT()
  const rate = useWrite(contract.routes.updateConversation, { invalidates: [contract.routes.showConversation] })
  const say = (conversation: { rating?: number; rating_note?: string }) => rate.mutate({ params: { id: chat.id }, body: { conversation } })
  const note = useDraft(`help:rating:${chat.id}`, '')
  return (
    <fieldset className="grid justify-items-center gap-1 rounded-card border p-3">
      <legend className="px-1 text-13 font-medium">{t(chat.rating === null ? 'rating.ask' : 'rating.thanks')}</legend>
      <div className="flex">
        {MARKS.map((mark) => {
          const isOn = chat.rating !== null && mark <= chat.rating
          return (
            <button
              key={mark}
              type="button"
              aria-pressed={isOn}
              aria-label={t('rating.mark', { count: mark })}
              onClick={() => say({ rating: mark })}
              className={cx('grid size-11 place-items-center rounded-control hover:bg-hover', isOn ? 'text-warning' : 'text-text-3')}
            >
              <Icon name="star" size="lg" className={cx(isOn && 'fill-current')} />
            </button>
          )
        })}
      </div>
      {chat.rating !== null && chat.rating_note === '' && (
        <div className="grid w-full gap-2">
          <Field label={t('rating.note')}>
            <Textarea rows={2} dir="auto" maxLength={MAX_NOTE} value={note.value} onChange={(event) => note.set(event.target.value)} />
          </Field>
          <Button
            className="justify-self-end"
            disabled={note.value.trim() === ''}
            loading={rate.isPending}
            onClick={() => say({ rating_note: note.value.trim() })}
          >
            {t('write.send')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
