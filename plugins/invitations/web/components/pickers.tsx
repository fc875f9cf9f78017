/** What is chosen for whoever comes in: places that open, tags, the space where they stand first. */
import { Button, Checkbox, Field, Input, Query, Select, SkeletonText, Slot, toast, useReadPages, useSession, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import audience from '../../../audience/contract.ts'
import spaces from '../../../spaces/contract.ts'
import contract, { type OpenedTarget } from '../../contract.ts'

const ALL = { query: { per_page: 100 } }

/** Spaces to tick, where no plugin brings a picker that knows groups too. */
function SpaceTicks({ value, onChange }: { value: readonly OpenedTarget[]; onChange: (value: OpenedTarget[]) => void }) {
  const t = useT()
  const query = useReadPages(spaces.routes.list, ALL)
  const has = (id: number) => value.some((target) => target.kind === 'space' && target.id === id)
  return (
    <Query
      query={query}
      skeleton={<SkeletonText lines={4} />}
      isEmpty={({ pages }) => !pages[0]?.records.length}
      empty={<p className="text-13 text-text-3">{t('access.none')}</p>}
    >
      {({ pages }) => (
        <fieldset>
          <legend className="mb-1 text-13 font-medium">{t('access.spaces')}</legend>
          {pages.flatMap(({ records }) =>
            records.map(({ id, name, emoji }) => (
              <Checkbox
                key={id}
                className="flex min-h-8 max-desk:min-h-11"
                label={`${emoji ?? ''} ${name}`.trim()}
                checked={has(id)}
                onChange={(on) => onChange(on ? [...value, { kind: 'space', id }] : value.filter((target) => target.kind !== 'space' || target.id !== id))}
              />
            )),
          )}
        </fieldset>
      )}
    </Query>
  )
}
export const AccessPick = (props: { value: readonly OpenedTarget[]; onChange: (value: OpenedTarget[]) => void }) => (
  <Slot of={contract.slots['invitations.access']} props={props} fallback={<SpaceTicks {...props} />} />
)

export function TagPick({ value, onChange }: { value: readonly number[]; onChange: (value: number[]) => void }) {
  const t = useT()
  const { has } = useSession()
  const query = useReadPages(audience.routes.tags, ALL, { enabled: has('audience') })
  if (!has('audience')) return null
  return (
    <fieldset>
      <legend className="mb-1 text-13 font-medium">{t('tags.title')}</legend>
      <Query
        query={query}
        skeleton={<SkeletonText lines={2} />}
        isEmpty={({ pages }) => !pages[0]?.records.length}
        empty={<p className="text-13 text-text-3">{t('tags.none')}</p>}
      >
        {({ pages }) => (
          <div className="flex flex-wrap gap-x-5">
            {pages.flatMap(({ records }) =>
              records.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  className="min-h-8 max-desk:min-h-11"
                  label={name}
                  checked={value.includes(id)}
                  onChange={(on) => onChange(on ? [...value, id] : value.filter((other) => other !== id))}
                />
              )),
            )}
          </div>
        )}
      </Query>
      <NewTag onMade={(id) => onChange([...value, id])} />
    </fieldset>
  )
}

/** A tag that is not there yet is made where it is given. */
function NewTag({ onMade }: { onMade: (id: number) => void }) {
  const t = useT()
  const { can } = useSession()
  const [name, setName] = useState('')
  const create = useWrite(audience.routes.createTag, {
    invalidates: [audience.routes.tags],
    onSuccess: ({ id }) => {
      setName('')
      onMade(id)
    },
    onError: (error) => toast.error(error.message),
  })
  if (!can('members.manage')) return null
  const make = () => name.trim() && !create.isPending && create.mutate({ body: { name: name.trim() } })
  return (
    <div className="mt-2 flex max-w-sm gap-2">
      <Input
        size="sm"
        aria-label={t('tags.new')}
        placeholder={t('tags.new')}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          make()
        }}
      />
      <Button size="sm" loading={create.isPending} disabled={!name.trim()} onClick={make}>
        {t('tags.create')}
      </Button>
    </div>
  )
}

export function SpacePick({ value, onChange }: { value: number | null; onChange: (value: number | null) => void }) {
  const t = useT()
  const query = useReadPages(spaces.routes.list, ALL)
  const all = query.data?.pages.flatMap(({ records }) => records) ?? []
  const options = [{ value: '', label: t('link.home') }, ...all.map(({ id, name }) => ({ value: String(id), label: name }))]
  return (
    <Field label={t('link.redirect')} help={t('link.redirect.help')}>
      <Select options={options} value={String(value ?? '')} onChange={(event) => onChange(event.target.value ? Number(event.target.value) : null)} />
    </Field>
  )
}
