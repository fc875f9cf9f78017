/** The variables that texts may have, by group, each with its value for the person whose preview is shown. */
import { Button, Popover, Query, SearchField, SkeletonText, useCopy, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Variable } from '../../../contract.ts'
import { useEditing } from '../editor/useEditing.ts'

/** @param onInsert without it a variable is copied, to be put into the text by hand */
export function VariableMenu({ onInsert }: { onInsert?: (variable: string) => void }) {
  const t = useT()
  const copy = useCopy()
  const choose = (key: string) => {
    const variable = `{{ ${key} }}`
    if (onInsert) onInsert(variable)
    else void copy(variable, t('variables.copied'))
  }
  return (
    <Popover
      align="start"
      label={t('variables.title')}
      trigger={
        <Button size="sm" variant="ghost" icon="code" className="justify-self-start">
          {t(onInsert ? 'variables.insert' : 'variables.copy')}
        </Button>
      }
    >
      {(close) => (
        <Variables
          onChoose={(key) => {
            close()
            choose(key)
          }}
        />
      )}
    </Popover>
  )
}

function Variables({ onChoose }: { onChoose: (key: string) => void }) {
  const t = useT()
  const { triggerType, person } = useEditing()
  const [text, setText] = useState('')
  const query = useRead(
    contract.routes.previewAttributes,
    { query: { trigger_type: triggerType ?? undefined, community_member_id: person ? Number(person.value) : undefined } },
    { staleTime: 60_000 },
  )
  const sought = text.trim().toLowerCase()
  const fits = ({ key, label }: Variable) => `${key} ${label}`.toLowerCase().includes(sought)
  return (
    <div className="grid gap-2">
      <SearchField autoFocus value={text} onChange={setText} placeholder={t('variables.search')} />
      <Query query={query} skeleton={<SkeletonText lines={5} />}>
        {({ records }) => {
          const groups = [...Map.groupBy(records.filter(fits), ({ group }) => group)]
          return groups.length === 0 ? (
            <p className="p-2 text-text-3">{t('variables.none')}</p>
          ) : (
            <div className="grid max-h-72 gap-2 overflow-y-auto">
              {groups.map(([group, some]) => (
                <div key={group} role="group" aria-label={t(`variables.${group}`)}>
                  <p className="px-2 pb-1 text-12 text-text-3">{t(`variables.${group}`)}</p>
                  {some.map(({ key, label, value }) => (
                    <button
                      key={key}
                      type="button"
                      onClick={() => onChoose(key)}
                      className="flex min-h-8 w-full items-center justify-between gap-3 rounded-control px-2 py-1 text-start hover:bg-hover focus-visible:-outline-offset-2 max-desk:min-h-11"
                    >
                      <span className="min-w-0 flex-1">{label}</span>
                      {value && <span className="max-w-[45%] truncate text-12 text-text-3">{value}</span>}
                    </button>
                  ))}
                </div>
              ))}
            </div>
          )
        }}
      </Query>
    </div>
  )
}
