/** Below a text of somebody else: what it says in the reader's language. */
import { Button, Loading, messageOf, useRead, useSession, useT, useWrite } from '@atrium/sdk/web'
import { useEffect } from 'react'
import contract, { type Translated } from '../../contract.ts'
import { ask, keyOf, placeAt, usePlace } from '../components/written/translating.ts'

const { routes } = contract
/** Milliseconds for which it is not asked again whether a model is set up. */
const FRESH_MS = 300_000
const KINDS: readonly string[] = ['post', 'comment'] satisfies Translated['kind'][]
const isTranslated = (record: { kind: string; id: number }): record is Translated => KINDS.includes(record.kind)

export default function Translation(record: { kind: string; id: number }) {
  const { member, viewOnly } = useSession()
  const isKind = isTranslated(record)
  const { data } = useRead(routes.writing, undefined, { enabled: isKind && member !== null && !viewOnly, staleTime: FRESH_MS })
  const isOffered = data?.can_write === true
  const key = keyOf(record)
  const place = usePlace(key)
  useEffect(() => (isOffered ? placeAt(key) : undefined), [isOffered, key])
  return isKind && place?.isAsked ? <Shown kind={record.kind} id={record.id} /> : null
}

function Shown({ kind, id }: Translated) {
  const t = useT()
  const { mutate, data, error, isPending } = useWrite(routes.translate)
  const write = () => mutate({ body: { kind, id } })
  useEffect(write, [kind, id])
  const hide = (
    <Button size="sm" variant="ghost" onClick={() => ask(keyOf({ kind, id }), false)}>
      {t('translation.hide')}
    </Button>
  )
  return (
    <section aria-label={t('translation.title')} aria-live="polite" className="mt-3 border-s-2 border-brand ps-3">
      {isPending && <Loading className="text-13">{t('translation.writing')}</Loading>}
      {error && (
        <p className="flex flex-wrap items-center gap-x-2 text-13 text-danger">
          {messageOf(error, t('written.failed'))}
          <Button size="sm" variant="ghost" onClick={write}>
            {t('translation.again')}
          </Button>
          {hide}
        </p>
      )}
      {data && (
        <>
          {data.text !== null && (
            <p dir="auto" className="text-15 whitespace-pre-line wrap-anywhere">
              {data.text}
            </p>
          )}
          <p className="mt-1 flex flex-wrap items-center gap-x-2 text-12 text-text-3">
            {data.text === null ? t('translation.same', { language: data.language_name }) : t('translation.from', { language: data.language_name })}
            {hide}
          </p>
        </>
      )}
    </section>
  )
}
