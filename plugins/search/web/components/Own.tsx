/** One's own: what one looked for lately, what one has saved, and the button that saves. */
import { Button, Icon, IconButton, Link, toast, useNarrow, useRead, useSession, useT, useWrite } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { OPERATORS } from '../../contract/query.ts'
import { addressOf } from './useAsked.ts'

const { routes } = contract
const LATELY = 8

export function useHistory() {
  const { member } = useSession()
  return useRead(routes.history, {}, { enabled: member !== null }).data ?? { recent: [], saved: [] }
}

export function SaveButton({ text }: { text: string }) {
  const t = useT()
  const { member, viewOnly } = useSession()
  const narrow = useNarrow()
  const { saved } = useHistory()
  const failed = { invalidates: [routes.history], onError: (error: Error) => toast.error(error.message) }
  const save = useWrite(routes.save, { ...failed, onSuccess: () => toast.success(t('save.done')) })
  const remove = useWrite(routes.unsave, failed)
  if (!member || viewOnly || !text) return null
  const own = saved.find((one) => one.text === text)
  const props = {
    icon: 'bookmark' as const,
    loading: save.isPending || remove.isPending,
    onClick: () => (own ? remove.mutate({ params: { id: own.id } }) : save.mutate({ body: { saved_search: { text } } })),
  }
  const label = t(own ? 'save.undo' : 'save.action')
  return narrow ? (
    <IconButton {...props} label={t('save.action')} pressed={own !== undefined} />
  ) : (
    <Button {...props} variant="ghost">
      {label}
    </Button>
  )
}

export function SavedList() {
  const t = useT()
  const { saved } = useHistory()
  const remove = useWrite(routes.unsave, { invalidates: [routes.history], onError: (error) => toast.error(error.message) })
  if (!saved.length) return null
  return (
    <section aria-label={t('saved.title')}>
      <h2 className="mb-1.5 text-12 font-medium text-text-3">{t('saved.title')}</h2>
      <ul>
        {saved.map(({ id, name, text }) => (
          <li key={id} className="group flex items-center gap-1">
            <Link
              to={addressOf(text)}
              title={text}
              className="-ms-2.5 flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-control px-2.5 text-13 hover:bg-hover max-desk:min-h-11"
            >
              <Icon name="bookmark" size="sm" className="text-text-3" />
              <span className="truncate">{name}</span>
            </Link>
            <IconButton icon="x" size="sm" label={t('saved.remove', { name })} onClick={() => remove.mutate({ params: { id } })} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Before anything is asked. */
export function Start({ onOperator }: { onOperator: (operator: string) => void }) {
  const t = useT()
  const { viewOnly } = useSession()
  const { recent } = useHistory()
  const clear = useWrite(routes.clearHistory, { invalidates: [routes.history], onError: (error) => toast.error(error.message) })
  return (
    <div className="grid gap-8 pt-3 desk:grid-cols-3">
      {recent.length > 0 && (
        <section aria-label={t('recent.title')}>
          <div className="mb-1.5 flex min-h-6 items-center justify-between gap-2">
            <h2 className="text-12 font-medium text-text-3">{t('recent.title')}</h2>
            {!viewOnly && (
              <Button size="sm" variant="ghost" loading={clear.isPending} onClick={() => clear.mutate()}>
                {t('recent.clear')}
              </Button>
            )}
          </div>
          <ul>
            {recent.slice(0, LATELY).map(({ id, text }) => (
              <li key={id}>
                <Link
                  to={addressOf(text)}
                  className="-mx-2.5 flex min-h-9 items-center gap-2.5 rounded-control px-2.5 text-13 hover:bg-hover max-desk:min-h-11"
                >
                  <Icon name="clock" size="sm" className="text-text-3" />
                  <span className="truncate">{text}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <SavedList />
      <section aria-label={t('operators.title')} className="desk:col-span-1">
        <h2 className="mb-1.5 text-12 font-medium text-text-3">{t('operators.title')}</h2>
        <ul>
          {OPERATORS.map((name) => (
            <li key={name}>
              <button
                type="button"
                onClick={() => onOperator(`${name}:`)}
                className="-mx-2.5 flex min-h-9 w-[calc(100%+20px)] items-center gap-2.5 rounded-control px-2.5 text-start text-13 hover:bg-hover max-desk:min-h-11"
              >
                <code className="min-w-16 rounded-mark bg-hover px-2 text-13">{name}:</code>
                <span className="text-text-2">{t(`operator.${name}`)}</span>
              </button>
            </li>
          ))}
          {(['phrase', 'without'] as const).map((name) => (
            <li key={name} className="flex min-h-9 items-center gap-2.5 text-13">
              <code className="min-w-16 rounded-mark bg-hover px-2 text-13 whitespace-nowrap">{t(`operator.${name}_example`)}</code>
              <span className="text-text-2">{t(`operator.${name}`)}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
