/** Chooses what is opened for whoever comes in: access groups, and places besides. */
import { Checkbox, Query, SkeletonText, useReadPages, useSession, useT } from '@atrium/sdk/web'
import contract, { type OpenedTarget } from '../../contract.ts'
import { PlaceTree } from '../components/PlaceTree.tsx'

interface AccessPickerProps {
  value: readonly OpenedTarget[]
  onChange: (value: OpenedTarget[]) => void
}
export default function AccessPicker({ value, onChange }: AccessPickerProps) {
  const t = useT()
  const { can } = useSession()
  const query = useReadPages(contract.routes.accessGroups, { query: { per_page: 100 } }, { enabled: can('access.manage') })
  if (!can('access.manage')) return null
  const idsOf = (kind: OpenedTarget['kind']) => value.filter((target) => target.kind === kind).map(({ id }) => id)
  const others = (...kinds: OpenedTarget['kind'][]) => value.filter(({ kind }) => !kinds.includes(kind))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <fieldset>
        <legend className="mb-1 text-13 font-medium">{t('groups.title')}</legend>
        <Query
          query={query}
          skeleton={<SkeletonText lines={2} />}
          isEmpty={({ pages }) => pages[0]?.records.length === 0}
          empty={<p className="text-13 text-text-3">{t('picker.none')}</p>}
        >
          {({ pages }) => (
            <ul>
              {pages
                .flatMap(({ records }) => records)
                .map(({ id, name }) => (
                  <li key={id}>
                    <Checkbox
                      className="min-h-8 max-desk:min-h-11"
                      label={name}
                      checked={idsOf('access_group').includes(id)}
                      onChange={(on) =>
                        onChange(on ? [...value, { kind: 'access_group', id }] : value.filter((target) => target.kind !== 'access_group' || target.id !== id))
                      }
                    />
                  </li>
                ))}
            </ul>
          )}
        </Query>
      </fieldset>
      <fieldset>
        <legend className="mb-1 text-13 font-medium">{t('picker.places')}</legend>
        <PlaceTree
          value={{ space_ids: idsOf('space'), space_group_ids: idsOf('space_group') }}
          onChange={({ space_ids, space_group_ids }) =>
            onChange([
              ...others('space', 'space_group'),
              ...space_ids.map((id) => ({ kind: 'space' as const, id })),
              ...space_group_ids.map((id) => ({ kind: 'space_group' as const, id })),
            ])
          }
        />
      </fieldset>
    </div>
  )
}
