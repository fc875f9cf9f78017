/** The sites that may show this one in a frame: added one by one, each as its origin. */
import { Button, Field, Icon, IconButton, Input, ListRow, useT } from '@atrium/sdk/web'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { originOf } from './origins.ts'

/** As many as the contract takes. */
const MAX_ORIGINS = 50

interface OriginsProps {
  origins: readonly string[]
  error: string | undefined
  inputRef: Ref<HTMLInputElement>
  onChange: (origins: string[]) => void
}
export function Origins({ origins, error, inputRef, onChange }: OriginsProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  function add() {
    const origin = originOf(typed)
    if (!origin) return setProblem(t('embed.origin_wrong'))
    if (!origins.includes(origin)) onChange([...origins, origin])
    setTyped('')
  }
  // Enter adds the site; it must not send the form round it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <>
      <div className="p-4 desk:p-5">
        <Field label={t('embed.origin')} error={problem ?? error}>
          <div className="flex gap-2">
            <Input
              ref={inputRef}
              value={typed}
              inputMode="url"
              maxLength={200}
              spellCheck={false}
              autoCapitalize="none"
              placeholder="https://example.com"
              className="min-w-0 flex-1"
              onKeyDown={onKeyDown}
              onChange={(event) => {
                setTyped(event.target.value)
                setProblem(null)
              }}
            />
            <Button icon="plus" className="min-h-9" disabled={typed.trim() === '' || origins.length >= MAX_ORIGINS} onClick={add}>
              {t('embed.origin_add')}
            </Button>
          </div>
        </Field>
      </div>
      {origins.length > 0 ? (
        <ul className="border-t">
          {origins.map((origin) => (
            <ListRow key={origin} as="li" className="py-2!">
              <Icon name="globe" className="text-text-3" />
              <span className="min-w-0 flex-1">{origin}</span>
              <IconButton icon="x" label={t('embed.origin_remove', { origin })} onClick={() => onChange(origins.filter((one) => one !== origin))} />
            </ListRow>
          ))}
        </ul>
      ) : (
        <p className="border-t px-4 py-4 text-13 text-text-3 desk:px-5">{t('embed.origins_none')}</p>
      )}
    </>
  )
}
